/** Where people are notified, for each place that a team can choose and each wish of the one who requested the post. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { Redis } from 'ioredis';
import { brandSettingsSchema, personSettingsSchema } from '#src/cards/team-settings.ts';
import { directKindOf, type Place, type Topic } from '#src/notifications/preferences.ts';
import { createReads } from '#src/store/reads.ts';
import { createTeamSettings } from '#src/store/team-settings.ts';
import { makesDraft } from '#test/support/asks.ts';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { allNotified, sentNotifications } from '#test/support/notifications.ts';
import { aRule, ruled } from '#test/support/rules.ts';

async function prefers(t: TestContext, bot: StartedBot, topic: Topic, place: Place, direct: boolean) {
  const redis = new Redis(bot.redisUrl);
  t.after(() => redis.disconnect());
  const settings = createTeamSettings(redis, createReads(redis), bot.settings.REDIS_PREFIX ?? '');
  const workspace = bot.chat.world.workspace.id;
  const brand = brandSettingsSchema.parse({ notifications: { [topic]: place } });
  await settings.setBrand(workspace, 'brand-1', brand);
  const kinds = direct ? [directKindOf[topic]] : [];
  await settings.setPerson(workspace, 'U0ANA', personSettingsSchema.parse({ direct: { kinds } }));
}

const topics = {
  async published({ bo }, card) {
    await bo.clicks(card, 'Approve');
    await bo.seesOn(card, /Published by/);
  },
  async rejected({ bo }, card) {
    await bo.clicks(card, 'Reject');
    const modal = await bo.seesModal(/^Reject/);
    await modal.fill({ Reason: 'Too early' });
    await modal.submit();
    await bo.seesOn(card, /Rejected by/);
  },
  async changes_requested({ bo }, card) {
    await bo.clicks(card, 'Request changes');
    const modal = await bo.seesModal('Request changes');
    await modal.fill({ 'What should change': 'Shorter' });
    await modal.submit();
    await bo.seesOn(card, /Changes requested by/);
  },
  async failed({ bo, service }, card) {
    service.faults.add({ on: 'PATCH /post/*', kind: 'status', status: 400 });
    await bo.clicks(card, 'Approve');
    await bo.seesOn(card, /was not published/);
  },
} satisfies Partial<
  Record<Topic, (bot: StartedBot, card: Awaited<ReturnType<typeof makesDraft>>) => Promise<void>>
>;

describe('who is notified where', { concurrency: 4 }, () => {
  for (const [topic, happens] of Object.entries(topics) as [keyof typeof topics, typeof topics.failed][])
    for (const place of ['channel', 'thread', 'off'] as const)
      for (const direct of [true, false]) {
        const always = topic === 'failed';
        const inThread = place !== 'off' || always;
        const told = [
          inThread && `the ${place === 'channel' ? 'channel' : 'thread'}`,
          direct && 'a direct message',
        ];
        test(`${topic}, ${place}, direct messages ${direct ? 'on' : 'off'}: ${told.filter(Boolean).join(' and ') || 'nowhere'}`, async (t) => {
          const bot = await startBot(t);
          await prefers(t, bot, topic, place, direct);
          await (await ruled(t, bot))(aRule());
          const card = await makesDraft(bot.ana, 'Beans from Huila');
          await eventually(() => assert.ok(card.buttons.includes('Approve')));
          await allNotified(t, bot);
          const before = sentNotifications(bot).length;
          await happens(bot, card);
          await allNotified(t, bot);
          const sent = sentNotifications(bot).slice(before);
          const replies = sent.filter(({ thread }) => thread !== undefined);
          const messages = sent.filter(({ thread }) => thread === undefined);
          assert.equal(replies.length, inThread ? 1 : 0, JSON.stringify(sent));
          assert.equal(messages.length, direct ? 1 : 0, JSON.stringify(sent));
          const [reply] = replies;
          if (reply) {
            assert.deepEqual([reply.thread, reply.broadcast], [card.ts, place === 'channel']);
            // what always reaches people is mentioned there as well
            const ana = always || !direct ? ['U0ANA'] : [];
            assert.deepEqual(reply.mentions.toSorted(), [...ana, ...(always ? ['U0BO'] : [])]);
          }
          assert.deepEqual(
            messages.flatMap(({ mentions }) => mentions),
            [],
          );
          if (direct) await bot.ana.sees('Presscheck', /Beans from Huila/);
        });
      }
});
