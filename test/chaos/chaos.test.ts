import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { app } from '#sandbox/chat/defaults.ts';
import { startChat } from '#sandbox/chat/start.ts';
import { startSandboxService } from '#sandbox/service/index.ts';
import { createNotificationStore } from '#src/notifications/notification-store.ts';
import type { SentRecord } from '#src/notifications/records.ts';
import type { Card } from '#src/posts/card/card.ts';
import { createLedger } from '#src/posts/operations/ledger.ts';
import { aCard } from '#test/posts/card/samples.ts';
import { createClosing } from '#test/support/closing.ts';
import { cardStoreIn, startStored } from '#test/support/stored.ts';
import { notificationBlock } from '#views/notifications/notification.ts';
import { renderCard } from '#views/posts/card.ts';
import { brandOf, channelIdOf, channels, chaosUsers, seed } from './channels.ts';
import { lastLines, runChaos } from './chaos.ts';
import { explain } from './explain.ts';
import { judgeMornings } from './judge-mornings.ts';
import { judgeNotifications } from './judge-notifications.ts';
import { failpoints, makePlan } from './plan.ts';
import { brokenIn, createJudged, promises } from './promises.ts';
import type { RequestRecord, UserAction } from './request-lifecycle.ts';
import { tableOf } from './table.ts';
import { judge } from './verdict.ts';

const short = {
  // one kill is at a failpoint, the other at any time
  seed: 'a short day',
  requests: 4,
  history: 100,
  kills: 2,
  killEveryMs: 900,
  ofEach: 1,
  redisKills: 1,
  awayMs: 1_000,
  fsync: 'always',
} as const;

/** A run without digests and reminders. */
const asleep = {
  mornings: [],
  until: 0,
  interruptions: { rightAfter: 0, others: 0 },
  notified: { said: [], interruptions: { rightAfter: 0, others: 0 } },
};

test('the same seed makes the same plan, and another seed another plan', () => {
  assert.deepEqual(makePlan(short), makePlan({ ...short }));
  assert.notDeepEqual(makePlan(short), makePlan({ ...short, seed: 'another' }));
});

test('while bots and workers are killed, nothing accepted is lost or done twice', {
  timeout: 480_000,
}, async (t) => {
  const outcome = await runChaos(short);
  t.diagnostic(tableOf(outcome));
  // only `npm run chaos` judges speed, on an idle machine
  const broken = brokenIn(outcome, 'but for speed');
  const log = broken.length > 0 ? await lastLines(outcome.logFile, 20) : '';
  assert.deepEqual(broken, [], [outcome.records, log, tableOf(outcome)].join('\n\n'));
});

test('the verdict names the broken guarantee', async (t) => {
  const closes = createClosing(t);
  const brand = brandOf(0);
  const service = await startSandboxService({ seed, variants: { republish: 'accepted' } });
  closes(() => service.stop());
  const chat = await startChat({ signingSecret: 'secret', botToken: 'xoxb', users: chaosUsers, channels });
  closes(() => chat.close());
  const [request] = makePlan(short).requests;
  assert.ok(request);
  const channel = channelIdOf(0);
  /** The run's clock is a day ahead. */
  const now = Date.now() + 86_400_000;
  /** Judges a run of one request, whose card has these values. */
  const brokenBy = (
    over: Partial<Card>,
    by: Partial<RequestRecord> = {},
    happens?: (postId: string) => void,
  ) => {
    const { caption, id: postId } = service.putPost({
      brandId: brand.id,
      caption: 'Words',
      socialProfileIds: ['profile-1'],
    });
    const content = { ...aCard().content, caption };
    const author = chaosUsers[0]?.id ?? '';
    const made = aCard({ brand, postId, content, channel, author, state: 'review', ...over });
    const { text, blocks } = renderCard(made, {
      detail: 'pictures',
      aside: false,
      clock: { now, zone: 'UTC' },
      slash: (name) => `/${name}`,
    });
    const { ts } = chat.world.post({ channel, user: app.botUser, text, blocks });
    const card: Card = {
      ...made,
      message: { channel, ts },
      renderedVersion: over.renderedVersion ?? made.version,
    };
    const records = [{ request, card: card.id, at: Date.now(), actions: [], ...by }];
    happens?.(postId);
    const verdict = judge({
      records,
      cards: new Map([[card.id, card]]),
      chat,
      service,
      lossyKills: [],
      ...asleep,
      until: now,
    });
    if (card.message) chat.faults.deleteMessage(card.message);
    return brokenIn(verdict, 'all');
  };
  const { id } = aCard();
  const action: UserAction = {
    card: id,
    what: 'rejected',
    by: 'U0P01',
    channel,
    at: Date.now(),
    words: 'Not now',
  };

  assert.deepEqual(brokenBy({}), []);
  // by the run's clock, this time has passed, so the card doesn't offer to schedule the post
  const passed = new Date(now - 60_000).toISOString();
  assert.deepEqual(brokenBy({ requestedTime: passed }), []);
  assert.deepEqual(brokenBy({}, { actions: [action] }), [promises.decided]);
  // answered in the channel of the action, although the card has moved to another channel
  const elsewhere = channelIdOf(1);
  chat.world.post({ channel: elsewhere, user: app.botUser, text: 'Too late', privateTo: action.by });
  assert.deepEqual(brokenBy({}, { actions: [{ ...action, channel: elsewhere }] }), []);
  assert.deepEqual(brokenBy({ state: 'creating' }), [promises.final]);
  assert.deepEqual(brokenBy({}, { card: 'another' }), [promises.final]);
  assert.deepEqual(brokenBy({ renderedVersion: 0 }), [promises.rendered]);
  assert.deepEqual(brokenBy({ author: 'U0NOBODY' }), [promises.seen]);
  assert.deepEqual(brokenBy({ state: 'failed' }), [promises.succeeds, promises.notified]);
  const publishesTwice = (post: string): void => {
    for (let i = 0; i < 2; i += 1) service.publish(post);
  };
  assert.deepEqual(brokenBy({ state: 'published' }, {}, publishesTwice), [promises.once, promises.notified]);
  const nothing = { records: [], cards: new Map(), lossyKills: [] };
  assert.ok(brokenIn(judge({ ...nothing, chat, service, ...asleep }), 'all').includes(promises.accepted));
  const morning = {
    brand: { id: 'morning-1', name: 'Morning 1' },
    author: 'U0P01',
    at: 9,
    cards: [aCard({ id: 'one', message: { channel, ts: '1.1' } })],
  };
  const says = (text: string, thread?: string) =>
    chat.world.post({ channel, user: app.botUser, text, ...(thread && { thread }) });
  const brokenMornings = (
    until: number,
    { mornings = [morning], rightAfter = 0, others = 0, requests = 24 } = {},
  ) => {
    const judged = createJudged();
    const interruptions = { rightAfter, others };
    judgeMornings({ mornings, until, requests, interruptions }, chat, judged, () => {});
    return judged.broken.get('sent');
  };
  assert.deepEqual(brokenMornings(8), []);
  assert.deepEqual(brokenMornings(9), [
    'the digest of Morning 1 was never sent',
    'U0P01 was never reminded of one',
  ]);
  const both = () => [
    says('Morning 1 this morning: 1 post waiting'),
    says('<@U0P01>: This post has been waiting for review since nine.', '1.1'),
  ];
  both();
  assert.deepEqual(brokenMornings(9), []);
  // missing a list of several cards is always reported, whatever interrupted the run
  const listed = { ...morning, brand: { id: 'm2', name: 'Morning 2' }, author: 'U0P02' };
  const mornings = [{ ...listed, cards: [aCard({ id: 'two' }), aCard({ id: 'three' })] }];
  says('Morning 2 this morning: 2 posts waiting');
  assert.deepEqual(brokenMornings(9, { mornings, rightAfter: 9, others: 9 }), [
    'U0P02 was never reminded of two, three',
  ]);
  both();
  const twice = 'the digest of Morning 1; a reminder: U0P01 one';
  assert.deepEqual(brokenMornings(8), [`2 repeated: ${twice}`]);
  assert.deepEqual(
    brokenMornings(8, { others: 1 }),
    [`2 repeated: ${twice}`],
    'more repeats than interruptions',
  );
  assert.deepEqual(brokenMornings(8, { others: 2 }), []);
  assert.deepEqual(brokenMornings(8, { rightAfter: 2 }), []);
  const report = '<@U0P01> paused *Brand 1* today: recall';
  says(report);
  assert.deepEqual(brokenMornings(8, { others: 2 }), []);
  says(report);
  assert.deepEqual(brokenMornings(8, { others: 3 }), [], 'one for each job');
  says(report);
  const repeated = `4 repeated: ${twice}; the report of ${report}; the report of ${report}`;
  assert.deepEqual(brokenMornings(8, { others: 9 }), [repeated], 'more than a few repeats');
  assert.deepEqual(brokenMornings(8, { rightAfter: 1, others: 9 }), []);
  assert.deepEqual(brokenMornings(8, { others: 9, requests: 400 }), []);
  const lost = (text: string): number =>
    chat.faults.applied.push({ method: 'chat.postMessage', kind: 'answer-lost', args: { text } });
  lost('A card of Brand 1');
  assert.deepEqual(
    brokenMornings(8, { others: 9 }),
    [repeated],
    'the lost response was for a different message',
  );
  lost(report);
  assert.deepEqual(brokenMornings(8, { others: 9 }), []);
  const { breaks, ...judged } = createJudged();
  breaks('inTime', 'it waited for 21 seconds');
  assert.deepEqual(brokenIn({ breaks, ...judged }, 'all'), [promises.inTime]);
  assert.deepEqual(brokenIn({ breaks, ...judged }, 'but for speed'), []);
});

test('the notification verdict names who wasn’t notified, what was sent twice, and what is wrong', async (t) => {
  const closes = createClosing(t);
  const chat = await startChat({ signingSecret: 'secret', botToken: 'xoxb', users: chaosUsers, channels });
  closes(() => chat.close());
  const [author, other] = chaosUsers.map(({ id }) => id ?? '');
  assert.ok(author && other);
  const channel = channelIdOf(0);
  const at = '2026-03-02T09:00:00.000Z';
  const say = (text: string, thread?: string) => {
    const words = { type: 'mrkdwn' as const, text };
    const blocks = [{ type: 'section' as const, block_id: notificationBlock, text: words }];
    return chat.world.post({ channel, user: app.botUser, text, blocks, ...(thread && { thread }) }).ts;
  };
  const top = say('a deleted card');
  chat.faults.deleteMessage({ channel, ts: top });
  const card = aCard({
    id: 'one',
    author,
    channel,
    state: 'published',
    message: { channel, ts: top },
    history: [{ what: 'published', by: other, at }],
  });
  const published = { type: 'published', by: other, onSchedule: false } as const;
  const noted = (ts: string, over: Partial<SentRecord> = {}): SentRecord => ({
    channel,
    ts,
    roots: ['one'],
    inThread: true,
    mentions: [{ kind: 'user', id: author }],
    lines: [{ card: 'one', event: published, at }],
    ...over,
  });
  const judged = (
    said: readonly SentRecord[],
    of: Card = card,
    rightAfter = 0,
    others = 0,
    requests = 24,
  ) => {
    const verdict = createJudged();
    const notified = { said, requests, interruptions: { rightAfter, others } };
    judgeNotifications(new Map([[of.id, of]]), notified, chat, verdict, () => {});
    return verdict.broken.get('notified');
  };
  const missed = [`${author} of published post one`];
  assert.deepEqual(judged([]), missed);
  const byOwn = { ...card, history: [{ what: 'published' as const, by: author, at }] };
  assert.deepEqual(judged([], byOwn), [], "users aren't notified of their own clicks");
  const text = `<@${author}> Bo published this post.`;
  const first = say(text, top);
  assert.deepEqual(judged([noted(first)]), []);
  assert.deepEqual(judged([noted('1.1')], card, 1), missed, 'recorded, but not in Slack');
  assert.deepEqual(judged([noted(first)], { ...card, author: 'U0NOBODY' }), [
    'U0NOBODY of published post one',
  ]);
  assert.deepEqual(judged([noted(first, { mentions: [{ kind: 'user', id: other }] })]), [
    `“${text}” notifies ${other} of their own click`,
  ]);
  assert.deepEqual(judged([noted(first, { roots: ['two'] })]), [
    `“${text}” is in the thread of one, not of two`,
  ]);
  assert.deepEqual(judged([noted(first)], { ...card, state: 'review' }), [
    `“${text}” is wrong: one is review`,
  ]);
  const ended = { card: 'one', event: published, at, ended: { type: 'recovered' } } as const;
  assert.deepEqual(judged([noted(first, { lines: [ended] })]), [
    `“${text}” is recorded as corrected but isn't`,
  ]);
  const again = say(text, top);
  const unnoted = [`1 repeated: ${channel} ${again}`];
  assert.deepEqual(judged([noted(first)]), unnoted);
  assert.deepEqual(judged([noted(first)], card, 1), []);
  assert.deepEqual(judged([noted(first)], card, 0, 1), []);
  assert.deepEqual(judged([noted(first), noted(again)]), [`1 repeated: ${channel}: one published ${at}`]);
  for (let i = 0; i < 2; i += 1) say(text, top);
  assert.match(judged([noted(first)], card, 0, 9)?.join() ?? '', /^3 repeated/, 'more than a few repeats');
  assert.deepEqual(judged([noted(first)], card, 1, 9), []);
  assert.deepEqual(judged([noted(first)], card, 0, 9, 300), []);
  const args = { blocks: JSON.stringify([{ type: 'section', block_id: notificationBlock }]) };
  chat.faults.applied.push({ method: 'chat.postMessage', kind: 'answer-lost', args });
  assert.deepEqual(judged([noted(first)], card, 0, 9), [], 'its response was lost');
});

test('only the records of cards that broke a guarantee are printed', async (t) => {
  const closes = createClosing(t);
  const { redis, prefix } = await startStored(t);
  const service = await startSandboxService({ seed });
  closes(() => service.stop());
  const chat = await startChat({ signingSecret: 'secret', botToken: 'xoxb', users: chaosUsers, channels });
  closes(() => chat.close());
  const channel = channelIdOf(0);
  const folder = await mkdtemp(join(tmpdir(), 'presscheck-explained-'));
  closes(() => rm(folder, { recursive: true }));
  const logFile = join(folder, 'fleet.log');
  await writeFile(logFile, '{"card":"lost","msg":"sending failed"}\n{"card":"kept"}\n');
  const [planned, other] = makePlan(short).requests;
  assert.ok(planned && other);

  const cardOf = (id: string, text: string): Card => {
    const { ts } = chat.world.post({ channel, user: app.botUser, text });
    chat.world.post({ channel, user: app.botUser, text: `A notification of ${id}`, thread: ts });
    const { id: postId } = service.putPost({ brandId: brandOf(0).id, caption: text });
    return aCard({
      id,
      workspace: 'T0PRESS',
      postId,
      brand: brandOf(0),
      state: 'published',
      message: { channel, ts },
    });
  };
  const cards = [cardOf('lost', 'The story of what was lost'), cardOf('kept', 'Another story')];
  const store = cardStoreIn(redis, prefix);
  for (const card of cards) await store.add(card);
  const ledger = createLedger(redis, prefix, []);
  for (const { id, workspace } of cards)
    await ledger.begin(workspace, `publish.${id}.1`, { sentAt: '2026-03-02T09:00:00.000Z' });
  const notifications = createNotificationStore(redis, prefix, { warn: () => undefined });
  for (const { id, workspace } of cards)
    await notifications.delivered(workspace, [], {
      channel,
      ts: `${id}.1`,
      roots: [id],
      inThread: true,
      mentions: [],
      lines: [],
    });
  const records: RequestRecord[] = [
    { request: planned, card: 'lost', at: 0, actions: [] },
    { request: other, card: 'kept', at: 0, actions: [] },
  ];
  const run = {
    records,
    cards: new Map(cards.map((card) => [card.id, card])),
    chat,
    service,
    killed: [{ name: 'worker 2', pid: 1, at: Date.parse(cards[0]?.createdAt ?? '') }],
    aheadMs: 0,
    redis,
    prefix,
    logFile,
  };

  const verdict = createJudged();
  assert.equal(await explain(verdict, run), '');
  verdict.breaks('notified', 'U0P01 of published post lost');
  const printed = await explain(verdict, run);
  for (const one of [
    '"id":"lost"',
    'publish.lost.1: {"sentAt"',
    'said:lost',
    'A notification of lost',
    'The story of what was lost',
    'sending failed',
    planned.token,
    'worker 2',
  ])
    assert.ok(printed.includes(one), `${one} is missing:\n${printed}`);
  assert.doesNotMatch(printed, /kept/);

  const repeated = createJudged();
  const [, answer] = chat.messages(channel);
  repeated.breaks('notified', `1 repeated: ${channel} ${answer?.ts}`);
  assert.match(await explain(repeated, run), /^records of lost/, 'found by its message location');
});

test('a run can kill a process at every failpoint in the code', () => {
  const root = fileURLToPath(import.meta.resolve('#src/main.ts')).replace(/main\.ts$/, '');
  const sources = globSync('**/*.ts', { cwd: root }).map((path) => readFileSync(join(root, path), 'utf8'));
  const named = sources.flatMap((source) => [...source.matchAll(/\.failpoint\((?:\s*(['`])(.+?)\1)?/g)]);
  // the ledger's operations, for failpoints named `${kindOf(operation)} noted`
  const kinds = sources
    .filter((source) => /beginOperation\(deps/.test(source) || /const creationKinds/.test(source))
    .flatMap((source) => [
      ...(/const creationKinds[^{]*\{([^}]*)\}/.exec(source)?.[1]?.matchAll(/: '(\w+)'/g) ?? []),
      ...source.matchAll(/`(\w+)\.\$\{card\.id\}/g),
    ])
    .map(([, kind]) => kind ?? '');
  // what `deliverToChannel` sends, for failpoints named `${kind} due`
  const regular = ['digest', 'report'];
  const reached = named.flatMap(([, , failpoint]) =>
    (failpoint?.startsWith('$') && !failpoint.includes('kindOf') ? regular : kinds).map((kind) =>
      failpoint?.replace(/\$\{.+?\}/, kind),
    ),
  );
  // No run makes the whole service fail; test/faults covers these failpoints. Brands in a run have no approval rule, which is why files
  // are read and approvers are notified; test/approval/unchecked-files.test.ts covers reading files.
  // A run is shorter than a week; test/recurring/stops.test.ts covers recurring posts. Workflow Builder steps are off;
  // test/steps/kill.test.ts covers them. No run imports a file; test/spreadsheets/crash.test.ts does.
  // test/analytics/results.test.ts covers reports of results.
  const others = [
    'recurring post recorded',
    'recurring news sent',
    'step recorded',
    'step requesting',
    'step requested',
    'step decided',
    'step reported',
    'import checked',
    'import shown',
    'import post recorded',
    'report due',
    'report sent',
    'results sent',
  ];
  const all = [...failpoints, 'incident over', 'files read', 'approval requested', ...others];
  assert.deepEqual([...new Set(reached)].sort(), all.sort());
});
