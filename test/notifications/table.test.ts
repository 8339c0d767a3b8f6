/**
 * The table of docs/notifications.md: each event by where the brand wants it and by what the people concerned chose as direct
 * messages. One new message at the right place, one for each who chose a direct message, and none for the person who acted.
 */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { Rule } from '#src/posts/card/rule.ts';
import {
  alwaysSent,
  type Destination,
  type DirectKind,
  directKinds,
  type Topic,
  topics,
} from '#src/settings/notification-preferences.ts';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { isLong, shareOf } from '#test/support/long-tests.ts';
import { allNotified, cardWhenNotified } from '#test/support/notifications.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { redisOf } from '#test/support/stored.ts';
import { cardSays, edits, requestsCard, submits } from '#test/support/user-actions.ts';
import { notificationBlock } from '#views/notifications/notification.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { saveTitle } from '#views/settings/check.ts';
import { destinationsModal } from '#views/settings/destinations-modal.ts';
import { kindTexts } from '#views/settings/direct-fields.ts';

type Name = 'Ana' | 'Bo' | 'Cy';
const names: readonly Name[] = ['Ana', 'Bo', 'Cy'];

interface Row {
  topic: Topic;
  /** What happens, where the topic is not enough. */
  what?: string;
  rule?: Rule;
  settings?: Record<string, string>;
  /** Who is in the user group Editors. */
  editors?: readonly Name[];
  /** Ana's post, so far that the event can happen to it. Default: a draft. */
  begins?(bot: StartedBot, caption: string): Promise<ShownMessage | undefined>;
  /** Until the message with the card shows that it happened. */
  happens(bot: StartedBot, card: ShownMessage | undefined, who: Driver): Promise<ShownMessage>;
  /** Who does it; absent: the service. */
  by?: Name;
  /** Whom it concerns, with the choices that make it a direct message for them. */
  reaches: Partial<Record<Name, readonly DirectKind[]>>;
  /** The new card itself notifies people, unless the brand wants that in its thread. */
  isCard?: true;
  /** What its message in the channel or thread says. */
  says?: RegExp;
  /** What Redis has when the message reaches Slack. */
  stored?(card: Card): boolean;
  /** Ana can do it herself. */
  byRequester?: true;
}

const publish = 'PATCH /post/*';
const group = 'S0EDITORS';

/** Each with its own text, because posts that failed to publish wait for review again. */
async function requestsPost(who: Driver, caption: string): Promise<ShownMessage> {
  return requestsCard(who, `/post ${caption}`, new RegExp(`Ready for review[\\s\\S]*${caption}\\b`));
}

const on = (card: ShownMessage | undefined): ShownMessage => {
  assert.ok(card);
  return card;
};

async function pressed(
  who: Driver,
  card: ShownMessage,
  button: string,
  shows: RegExp,
): Promise<ShownMessage> {
  await who.clicks(card, button, { shows });
  return card;
}

/** Presses a button that opens a form, and sends the form. */
async function decided(
  who: Driver,
  card: ShownMessage,
  { button, fill, shows }: { button: string; fill: Record<string, string | Date>; shows: RegExp },
): Promise<ShownMessage> {
  const modal = await who.opensOn(card, button, new RegExp(`^${button}`));
  await modal.sends(fill);
  await card.shows(shows);
  return card;
}

const requestChanges = (who: Driver, card: ShownMessage): Promise<ShownMessage> =>
  decided(who, card, {
    button: 'Request changes',
    fill: { 'What should change': 'Name the <farm>' },
    shows: /Changes requested/,
  });

let planned = 0;
/** Two hours after the previous one, because a time close to another post's has to be confirmed. */
const nextTime = (): Date =>
  new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 86_400_000 + planned++ * 7_200_000);

const rows: Row[] = [
  {
    topic: 'ready',
    rule: aRule({ people: ['U0BO'] }),
    begins: async () => undefined,
    happens: ({ ana, chat }) => requestsPost(ana, `Beans, sack ${chat.calls.length}`),
    reaches: { Ana: ['ready'], Bo: ['approval'] },
    isCard: true,
  },
  {
    topic: 'ready',
    what: ' (a campaign)',
    rule: aRule({ people: ['U0BO'] }),
    begins: async () => undefined,
    async happens({ ana, chat }) {
      const brief = `Opening week of shop ${chat.calls.length}`;
      await submits(ana, `/campaign ${brief}`, { fill: { Posts: '2', Days: '7' } });
      const card = await ana.sees('social', new RegExp(`Campaign for[\\s\\S]*${brief}\\b`));
      await card.offers('Review campaign');
      await card.shows(/2 posts to review/);
      return card;
    },
    reaches: { Ana: ['ready'], Bo: ['approval'] },
  },
  {
    topic: 'review_requested',
    rule: aRule({ people: ['U0BO', 'U0CY'] }),
    async begins({ ana, bo }, caption) {
      return requestChanges(bo, await requestsPost(ana, caption));
    },
    happens: (_, card, who) => pressed(who, on(card), 'Resubmit', cardSays.ready),
    by: 'Cy',
    // Bo requested the changes, and gets a request to approve them
    reaches: { Ana: ['decided'], Bo: ['decided', 'approval'] },
  },
  {
    topic: 'review_requested',
    what: ' (from a user group with the person who acted)',
    rule: aRule({ people: [], groups: [group] }),
    editors: names,
    async begins({ ana, cy }, caption) {
      return requestChanges(cy, await requestsPost(ana, caption));
    },
    happens: (_, card, who) => pressed(who, on(card), 'Resubmit', cardSays.ready),
    by: 'Cy',
    reaches: { Ana: ['decided'], Bo: ['approval'] },
  },
  {
    topic: 'changes_requested',
    rule: aRule({ people: ['U0BO'] }),
    happens: (_, card, who) => requestChanges(who, on(card)),
    by: 'Bo',
    reaches: { Ana: ['decided'] },
    says: /Bo requested changes to this post\.\n>Name the &lt;farm&gt;$/,
    stored: ({ state }) => state === 'changes_requested',
  },
  {
    topic: 'rejected',
    happens: (_, card, who) =>
      decided(who, on(card), { button: 'Reject', fill: { Reason: 'Too early' }, shows: /Rejected/ }),
    by: 'Bo',
    reaches: { Ana: ['decided'] },
    says: /Bo rejected this post\.\n>Too early$/,
    stored: ({ state }) => state === 'rejected',
    byRequester: true,
  },
  {
    topic: 'approvals_cleared',
    rule: aRule({ people: ['U0BO', 'U0CY'], needed: 2 }),
    async begins({ ana, bo }, caption) {
      return pressed(bo, await requestsPost(ana, caption), buttonText.approve, /1 of 2/);
    },
    async happens(_, card, who) {
      await edits(who, on(card), `Edited at ${on(card).ts}`);
      await on(card).shows(/0 of 2/);
      return on(card);
    },
    by: 'Cy',
    // Bo's approval was cleared, and he gets a new request
    reaches: { Ana: ['decided'], Bo: ['decided', 'approval'] },
    says: /Cy edited the caption of this post, so its approvals were cleared\. It needs approval again\.$/,
    stored: ({ approvals, content }) => approvals.length === 0 && /^Edited at/.test(content.caption ?? ''),
  },
  {
    topic: 'rescheduled',
    happens: (_, card, who) =>
      decided(who, on(card), {
        button: 'Schedule',
        fill: { 'Schedule for': nextTime() },
        shows: cardSays.scheduled,
      }),
    by: 'Bo',
    reaches: { Ana: ['decided'] },
    says: /Bo scheduled this post for <!date/,
    stored: ({ state }) => state === 'scheduled',
    byRequester: true,
  },
  {
    topic: 'published',
    happens: (_, card, who) => pressed(who, on(card), 'Approve & publish', /Published by/),
    by: 'Bo',
    reaches: { Ana: ['published'] },
    says: /Bo published this post on Instagram\.$/,
    stored: ({ state }) => state === 'published',
    byRequester: true,
  },
  {
    topic: 'failed',
    happens({ service }, card, who) {
      service.faults.add({ on: publish, kind: 'status', status: 400, body: { message: 'No.' }, times: 1 });
      return pressed(who, on(card), 'Approve & publish', /It says: “No\.”/);
    },
    by: 'Bo',
    reaches: { Ana: ['published'], Bo: ['published'] },
    says: /Couldn’t publish this post\. /,
    stored: ({ state, problem }) => state === 'review' && problem?.step === 'publish',
    byRequester: true,
  },
  {
    topic: 'outcome_unknown',
    // a lost response becomes an unknown outcome once the listing can't lag anymore
    settings: { OPEN_FACTS: JSON.stringify({ listingLag: 0.3 }) },
    happens({ service }, card, who) {
      service.faults.add({ on: publish, kind: 'drop-before', times: 1 });
      return pressed(who, on(card), 'Approve & publish', cardSays.unknown);
    },
    by: 'Bo',
    reaches: { Ana: ['published'], Bo: ['published'] },
    says: /Couldn’t confirm whether this post was published\. /,
    stored: ({ state }) => state === 'outcome_unknown',
    byRequester: true,
  },
];

/** A bot whose preferences are set in its forms, and that can wait until no notifications are pending. */
async function start(t: TestContext, row: Row) {
  const groups = [{ id: group, handle: 'editors', name: 'Editors', members: [...(row.editors ?? [])] }];
  const bot = await startBot(t, { settings: row.settings ?? {}, chat: { groups } });
  const { redis, keys } = redisOf(t, bot.settings);
  const { chat, ana, bo, cy } = bot;
  if (row.rule) await (await ruleSetter(t, bot))(row.rule);
  await cy.types('/social settings');
  await (await cy.seesModal('Settings')).fill({ 'Choose a brand': 'Northwind' });
  await cy.clicks(await cy.seesModal('Brand settings'), 'Edit');
  const { privateMetadata } = await cy.seesModal(/^Notifications\n/);
  // each row submits the same form again, which therefore doesn't say what it showed
  const private_metadata = JSON.stringify({ ...JSON.parse(privateMetadata), shown: undefined });
  const drivers = { Ana: ana, Bo: bo, Cy: cy };
  return {
    ...bot,
    drivers,
    /** Where the team is notified of this event. Everything else is off, so no one follows a thread because of it. */
    async wants(place: Destination): Promise<void> {
      const chosen = (value: Destination) => ({
        any: { selected_option: { value, text: { type: 'plain_text', text: value } } },
      });
      const values = topics.map((topic) => [topic, chosen(topic === row.topic ? place : 'off')]);
      await chat.deliver.interaction({
        type: 'view_submission',
        user: { id: cy.id },
        view: {
          id: 'V1',
          type: 'modal',
          callback_id: destinationsModal.id,
          blocks: [],
          private_metadata,
          state: { values: Object.fromEntries(values) },
        },
      });
    },
    async chooses(who: Driver, kinds: readonly DirectKind[]): Promise<void> {
      const modal = await who.opens('/social settings', 'Settings');
      await modal.submit({ 'Send me a direct message when': kinds.map((kind) => kindTexts[kind]) });
      await (await who.seesModal(saveTitle)).submit();
      await who.seesPrivately(/Your settings were saved/);
    },
    allSent: () => allNotified(t, bot),
    storedWhenTold: (card: ShownMessage, says: RegExp) => cardWhenNotified(t, bot, card, says),
    /** As if 15 minutes had passed since the group was mentioned. */
    async canMentionGroup(): Promise<void> {
      await redis.del(keys.groupMention(chat.world.workspace.id, 'C0SOCIAL', group));
    },
  };
}

type Started = Awaited<ReturnType<typeof start>>;
type Direct = 'mention' | 'direct';

const message = { place: 'Presscheck', reason: 'direct_message' };

/** What the person in this row should be notified of, with these preferences. */
function expectedFor(
  row: Row,
  name: Name,
  { place, direct, card }: { place: Destination; direct: Direct; card: ShownMessage },
) {
  if (!row.reaches[name]) return [];
  const isInThread = !row.isCard || place === 'thread';
  const where = {
    place: '#social',
    reason: 'mention',
    ...(isInThread && { thread: card.ts }),
    ...(isInThread && place === 'channel' && { broadcast: true }),
  };
  const mentions = place !== 'off' && (direct === 'mention' || alwaysSent.has(row.topic)) ? [where] : [];
  return [...mentions, ...(direct === 'direct' ? [message] : [])];
}

/** It happens once more, to another post: whom it notified of, how many messages that took, and the card that was stored by then. */
async function happensOnce(started: Started, row: Row, who: Driver, isInChannel: boolean) {
  const { chat } = started;
  const caption = `Beans, sack ${chat.calls.length}`;
  const begun = row.begins ? await row.begins(started, caption) : await requestsPost(started.ana, caption);
  await started.allSent();
  await started.canMentionGroup();
  const before = new Map(names.map((name) => [name, chat.notified(name).length]));
  const called = chat.calls.length;
  const stored = begun && row.says && isInChannel ? await started.storedWhenTold(begun, row.says) : undefined;
  const card = await row.happens(started, begun, who);
  await started.allSent();
  const told = names.map((name) => {
    const fresh = chat.notified(name).slice(before.get(name));
    return [
      name,
      fresh
        .map(({ channelName: place, reason, thread, broadcast }) => ({
          place,
          reason,
          ...(thread !== undefined && { thread }),
          ...(broadcast && { broadcast }),
        }))
        .toSorted((a, b) => b.reason.localeCompare(a.reason)),
    ];
  });
  const posts = chat.calls
    .slice(called)
    .flatMap(({ method, args }) => (method === 'chat.postMessage' ? [args] : []));
  return {
    card,
    stored: stored?.(),
    told: Object.fromEntries(told),
    inThread: posts.filter(
      (args) => JSON.stringify(args).includes(`"${notificationBlock}"`) && /^C/.test(String(args.channel)),
    ).length,
    direct: posts.filter((args) => /^[DU]/.test(String(args.channel))).length,
  };
}

describe('who is notified of an event, and where', { concurrency: 4 }, () => {
  // of user groups groups.test.ts has the mentions
  const few: Topic[] = [
    'ready',
    'review_requested',
    'changes_requested',
    'published',
    'failed',
    'outcome_unknown',
  ];
  const tried = isLong ? rows : rows.filter(({ topic, what }) => !what && few.includes(topic));
  const withOwnClick = shareOf(
    tried.filter(({ byRequester }) => byRequester),
    { which: 0, shares: 3 },
  );
  for (const [n, row] of tried.entries()) {
    test(`${row.topic}${row.what ?? ''}: in the channel, in the thread or off, with and without direct messages`, async (t) => {
      const started = await start(t, row);
      const who = started.drivers[row.by ?? 'Ana'];
      const places: Destination[] = [
        'channel',
        'thread',
        ...(alwaysSent.has(row.topic) ? [] : ['off' as const]),
      ];
      for (const [d, direct] of (['mention', 'direct'] as const).entries()) {
        for (const [name, kinds] of Object.entries(row.reaches)) {
          const others = directKinds.filter((kind) => !kinds.includes(kind));
          await started.chooses(
            started.drivers[name as Name],
            direct === 'direct' ? kinds.slice(-1) : others,
          );
        }
        // `npm run test:all`: each place with both choices
        for (const place of shareOf(places, { which: n + d, shares: places.length })) {
          await started.wants(place);
          const { card, told, stored, ...sent } = await happensOnce(started, row, who, place !== 'off');
          if (stored) assert.ok(row.stored?.(stored), JSON.stringify(stored));
          const what = `${place}, ${direct}`;
          const expected = names.map((name) => [name, expectedFor(row, name, { place, direct, card })]);
          assert.deepEqual(told, Object.fromEntries(expected), what);
          const replies = row.isCard ? place === 'thread' : place !== 'off';
          const messaged = direct === 'direct' ? Object.keys(row.reaches).length : 0;
          assert.deepEqual(sent, { inThread: replies ? 1 : 0, direct: messaged }, what);
        }
      }
      if (withOwnClick.includes(row)) {
        await started.wants('channel');
        const { card, told } = await happensOnce(started, row, started.ana, false);
        const always = alwaysSent.has(row.topic);
        const own = always ? expectedFor(row, 'Ana', { place: 'channel', direct: 'direct', card }) : [];
        assert.deepEqual(told, { Ana: own, Bo: [], Cy: [] }, "Ana's own click");
      }
    });
  }
});
