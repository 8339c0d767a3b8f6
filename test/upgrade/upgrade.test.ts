/**
 * Opens what earlier releases left in Redis, Slack, and the service when they were killed in the middle of their work (`write.ts`) with
 * this version, at the same time on the clock: all work continues, and nothing is sent twice.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { pino } from 'pino';
import { startVirtualClock } from '#bench/parts/virtual-clock.ts';
import type { Clickable } from '#sandbox/chat/driver/shown.ts';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import { submitConfirmingTime } from '#sandbox/demo-forms.ts';
import { createAudit } from '#src/audit/audit-store.ts';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually, extendTimeouts } from '#test/support/eventually.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { allNotified, isNotification, sentNotifications } from '#test/support/notifications.ts';
import { openQueue } from '#test/support/queue.ts';
import { startRedis } from '#test/support/redis.ts';
import { continueTo, reviews, tick } from '#test/support/review.ts';
import { redisOf } from '#test/support/stored.ts';
import { approve } from '#test/support/user-actions.ts';
import { clockName } from '#views/kit/moment.ts';
import { resumeTitle } from '#views/pause/resume.ts';
import { type Dump, databaseOf, openDump, writeChat, writeRedis } from './dump.ts';
import { campaigns, harborDigestAt, imported, left, prompts, repeated, settings } from './team.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

interface Release {
  name: string;
  commit: string;
  /** The words of its buttons and messages, where releases differ. */
  words: Record<'batch' | 'approveFor' | 'editRule' | 'settings', string>;
  /** Whether its dump has a recurring post, imports, and numbers and an export that were requested. */
  hasMore: boolean;
}

const releases: Release[] = [
  {
    name: '0.6.0',
    commit: '9334d09',
    words: {
      batch: 'You reviewed 3 posts',
      approveFor: 'Approve & schedule for ',
      editRule: 'Edit',
      settings: 'Open settings',
    },
    hasMore: true,
  },
  // the oldest release with an upgrade path to this one (docs/decisions/0010-upgrades-start-at-0.4.0.md)
  {
    name: '0.4.0',
    commit: 'ca19e5e',
    words: {
      batch: 'You asked to publish 3 posts',
      approveFor: 'Approve for ',
      editRule: 'Change',
      settings: 'Settings',
    },
    hasMore: false,
  },
];

/** 11:00 in Tokyo, where Cy works, on the first weekday at least half a day later. */
function nextMorning(at: number): number {
  let morning = Math.ceil((at + 12 * hourMs) / dayMs) * dayMs + 2 * hourMs;
  while ([0, 6].includes(new Date(morning).getUTCDay())) morning += dayMs;
  return morning;
}

interface Opened extends StartedBot {
  dump: Dump;
  /** The current card of the post or campaign with this text. */
  card(words: string): ShownMessage;
  /** The message with this text as the earlier version rendered it. */
  rendered(words: string): Clickable;
}

/** Starts this version with this release's data, at this time. */
async function open(
  t: TestContext,
  { commit }: Release,
  timeAfter: (at: number) => number,
  act: (opened: Opened) => Promise<void>,
): Promise<void> {
  const dump = await openDump(commit);
  const redis = await startRedis();
  const database = await databaseOf(t, dump);
  const now = timeAfter(dump.at);
  const laterMs = now - dump.at;
  const clock = startVirtualClock(now);
  extendTimeouts(t, 10);
  try {
    await clock.during(async () => {
      await writeRedis(
        redis.url,
        dump.redis
          .map((key) => (key.expiresIn === undefined ? key : { ...key, expiresIn: key.expiresIn - laterMs }))
          .filter(({ expiresIn = 1 }) => expiresIn > 0),
      );
      // Redis follows the clock within a second
      await sleep(1_500);
      const started = await startBot(t, {
        redis,
        settings: { ...settings, WATCH_INTERVAL_MS: '2000', LOOK_INTERVAL_MS: '1000' },
        service: { database },
        chat: { driverTimeoutMs: () => 30 * 60_000 },
        before: ({ chat }) => writeChat(chat, dump.chat),
      });
      const { chat } = started;
      const shown = () => chat.messages('social').flatMap((one) => [one, ...one.threadMessages]);
      await act({
        ...started,
        dump,
        card(words) {
          const found = shown().find(
            (one) => !isNotification(one) && one.text.toLowerCase().includes(words.toLowerCase()),
          );
          return found ?? assert.fail(`no card has the text ${words}`);
        },
        rendered(words) {
          const found = dump.chat.messages.findLast(
            ({ blocks, text }) =>
              JSON.stringify(blocks).includes('"action_id"') &&
              `${text} ${JSON.stringify(blocks)}`.includes(words),
          );
          assert.ok(found, `no message has the text ${words}`);
          const { channel, ts, blocks } = found;
          return { container: { type: 'message', channel, ts, blocksVersion: 0 }, blocks };
        },
      });
    });
  } finally {
    t.after(async () => {
      await clock.stop();
      await redis.stop();
    });
  }
}

const until = { withinMs: 30 * 60_000 };

const postOf = ({ service }: Opened, caption: string) =>
  service.posts().find((post) => post.caption === caption);

/** Waits until the card shows this. */
const shows = ({ card }: Opened, words: string, what: RegExp): Promise<unknown> =>
  eventually(() => assert.match(card(words).text, what), until);

/** The full text of the button that starts with this. */
function buttonOf({ blocks }: Clickable, begins: string): string {
  const [, text] = new RegExp(`"text":"(${begins}[^"]*)"`).exec(JSON.stringify(blocks)) ?? [];
  return text ?? assert.fail(`no button starts with ${begins}`);
}

/** Asserts that nothing was published or created twice, nothing failed, and the audit trail that the earlier version started is intact. */
async function assertHealthy(t: TestContext, opened: Opened): Promise<void> {
  const { chat, dump, logs, service } = opened;
  const workspace = chat.world.workspace.id;
  await allNotified(t, opened);
  for (const { caption, id } of service.posts())
    assert.ok(service.publishes(id) <= 1, `${caption} was published twice`);
  const captions = service
    .posts()
    .map(({ caption, scheduledAt }) => (caption === repeated ? `${caption} ${scheduledAt}` : caption));
  assert.deepEqual(captions, [...new Set(captions)]);
  const sent = sentNotifications(opened).map(({ thread, text }) => `${thread} ${text}`);
  assert.deepEqual(sent, [...new Set(sent)]);
  assert.deepEqual(
    logs.filter(({ level }) => Number(level) >= 50),
    [],
  );
  for (const { queue: queueName, counts } of await openQueue(t, opened).backlog(Date.now()))
    assert.equal(counts.failed, 0, queueName);

  const { redis, prefix, keys } = redisOf(t, opened.settings);
  const trail = dump.redis.find(({ key }) => key === keys.audit(workspace));
  const written = trail?.type === 'stream' ? trail.value : [];
  const chain = await redis.xrange(keys.audit(workspace), '-', '+');
  assert.deepEqual(chain.slice(0, written.length), written);
  const audit = createAudit({
    redis,
    prefix,
    key: undefined,
    days: 365,
    log: pino({ level: 'silent' }),
    now: Date.now,
  });
  t.after(() => audit.close());
  const { broken, entries } = await audit.verify(workspace);
  assert.equal(broken, undefined);
  assert.ok(entries > written.length && written.length > 100);
}

/** What the oldest release left has less in it, and goes through the same code: the short form opens only what 0.6.0 left. */
for (const release of oneOf(releases)) {
  test(`pending work of ${release.name} continues, its buttons work, and nothing is sent twice`, async (t) => {
    const { words, hasMore } = release;
    await open(
      t,
      release,
      (at) => at,
      async (opened) => {
        const { ana, bo, cy, rendered, service } = opened;
        const generations = service.generations();

        // users click buttons rendered by the earlier version, and one submits a form that was open
        // first, because what follows updates the Home tab
        await ana.clicks(
          { container: { type: 'home' }, blocks: opened.dump.chat.homes[ana.id]?.blocks ?? [] },
          'Next',
          { nth: 2 },
        );
        await bo.clicks(rendered(left.undone), 'Undo');
        await cy.clicks(rendered(words.batch), 'Undo all');
        await bo.clicks(rendered(left.review), 'Approve & publish');
        await approve(cy, rendered(left.partly));
        await cy.clicks(rendered(left.planned), buttonOf(rendered(left.planned), words.approveFor));
        await bo.clicks(rendered(left.rejected), 'Reopen');
        await ana.clicks(rendered(left.changes), 'Resubmit');
        await bo.clicks(rendered(left.unknown), 'Publish again');
        await bo.clicks(rendered(left.publishFailed), 'Approve & publish');
        await ana.clicks(rendered(prompts.failed), 'Generate again');
        const edit = await bo.opensOn(rendered(left.scheduled), 'Unschedule', /^Edit/);
        await edit.fill({ Caption: `${left.formOpen}, cold too` });
        assert.deepEqual(await edit.submit(), { closed: true, errors: {} });
        const list = await reviews(bo, rendered(campaigns.review));
        await tick(list, 1, 3);
        await submitConfirmingTime(await continueTo(bo, list, 'Publish now', /Publish 2 posts\?/));
        await cy.types('/social thaw Atlas Outdoor');
        await cy.clicks(
          await cy.privateMessage(new RegExp(resumeTitle.unscheduled('Atlas Outdoor'))),
          'Schedule again',
        );

        if (hasMore) await ana.clicks(rendered(imported.waiting), 'Create 1 post');

        // the results
        await shows(opened, left.undone, /Ready for review/);
        await shows(opened, left.review, /Published by <@U0BO>/);
        await shows(opened, left.partly, /Published by <@U0CY>/);
        await shows(opened, left.planned, /Scheduled for/);
        await shows(opened, left.rejected, /Ready for review/);
        await shows(opened, left.changes, /Ready for review/);
        await shows(opened, left.unknown, /Published by <@U0BO>/);
        await shows(opened, left.publishFailed, /Published by <@U0BO>/);
        await shows(opened, prompts.failed, /Ready for review/);
        await shows(opened, left.scheduled, /Ready for review/);
        await shows(opened, left.formOpen, /Ready for review[\s\S]*cold too/);
        await shows(opened, campaigns.review, /1 post to review/);
        await shows(opened, campaigns.batch, /3 posts to review/);
        await shows(opened, left.paused, /Scheduled for/);
        assert.equal(service.generations(), generations + 1);

        // queued and interrupted work: within three minutes of virtual time, no approval can be undone anymore
        await sleep(3 * 60_000);
        await shows(opened, left.expiring, /Published by <@U0BO>/);
        await shows(opened, left.publishing, /Published by <@U0BO>/);
        await shows(opened, left.lost, /Outcome unknown/);
        await shows(opened, left.creating, /Outcome unknown/);
        await shows(opened, left.queued, /Ready for review/);
        await shows(opened, left.approvedQueued, /Published by <@U0BO>/);
        await shows(opened, left.secondQueued, /Published by <@U0CY>/);
        await shows(opened, left.edited, /Ready for review[\s\S]*every day/);
        await shows(opened, prompts.generating, /Ready for review/);
        await shows(opened, campaigns.generating, /2 posts to review/);
        const asked = (caption: string) =>
          service.requestsTo(`PATCH /post/${postOf(opened, caption)?.id}`).length;
        assert.deepEqual([left.publishing, left.lost, left.undone, left.expiring].map(asked), [0, 0, 0, 1]);
        assert.deepEqual(
          service
            .requestsTo('POST /post')
            .map(({ body }) => (body as { caption: string }).caption)
            .sort(),
          [...(hasMore ? [imported.waiting, imported.queued] : []), left.queued],
        );
        if (hasMore) {
          for (const caption of [imported.queued, imported.waiting])
            await shows(opened, caption, /Ready for review/);
          await shows(opened, repeated, /From a recurring post/);
          await ana.sees('social', /CSV file with [\d,]+ rows? is below/);
        }
        await allNotified(t, opened);
        const rejected = sentNotifications(opened).filter(({ push }) => push.includes(left.rejectedQueued));
        assert.equal(rejected.length, 1);

        // administrators' settings and views
        await cy.clicks(rendered('Approval rules'), words.editRule, { beside: /Harbor Yoga/ });
        const rule = await cy.seesModal('Approval rule');
        assert.deepEqual(rule.values['People who can approve'], ['U0ANA', 'U0BO', 'U0CY']);
        await rule.fill({ 'Approvals needed': 'Any one of them' });
        assert.deepEqual(await rule.submit(), { closed: true, errors: {} });
        await shows(opened, left.changes, /<@U0BO> or <@U0CY>/);
        await cy.clicks(
          rendered('Presscheck is ready'),
          buttonOf(rendered('Presscheck is ready'), words.settings),
        );
        await (await cy.seesModal('Settings')).fill({ 'Choose a brand': 'Harbor' });
        const harbor = await cy.seesModal('Brand settings');
        assert.equal(harbor.values['Digest on weekday mornings'], `At ${clockName(harborDigestAt)}`);
        await harbor.close({ all: true });
        await cy.clicks(rendered('Audit trail'), 'Export CSV');
        const { url } = await eventually(async () => (await cy.sees('Presscheck')).files[0] ?? null);
        const rows = parse(await (await fetch(url)).text(), { bom: true, columns: true });
        assert.ok(rows.length > 150);
        await assertHealthy(t, opened);
      },
    );
  });

  longTest(
    `the morning after an upgrade from ${release.name}, scheduled posts are published and reviewers are reminded`,
    async (t) => {
      await open(t, release, nextMorning, async (opened) => {
        for (const caption of [left.undone, left.expiring, left.publishing, left.approvedQueued])
          await shows(opened, caption, /Published by <@U0BO>/);
        await shows(opened, left.secondQueued, /Published by <@U0CY>/);
        await shows(opened, left.scheduled, /Published/);
        await shows(opened, left.lost, /Outcome unknown/);
        await shows(opened, left.creating, /Outcome unknown/);
        await opened.cy.sees('Presscheck', /3 posts published/);
        await opened.cy.sees(
          'Presscheck',
          /posts? (waits?|(is|are)( still)? waiting) for your review|Reminder to review/,
        );
        if (release.hasMore)
          await eventually(() => {
            const times = opened.service
              .posts()
              .filter(({ caption }) => caption === repeated)
              .map((post) => post.scheduledAt ?? 0);
            assert.ok(
              times.some((at) => at > Date.now()),
              'no next recurring post',
            );
          }, until);
        await assertHealthy(t, opened);
      });
    },
  );
}
