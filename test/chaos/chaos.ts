/** One run: starts everything, lets people request and decide while processes die, and checks the result at the end. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { startChat } from '#sandbox/chat/start.ts';
import { startGuard } from '#sandbox/guard.ts';
import { startRedis } from '#sandbox/redis.ts';
import { sandboxKey, startSandboxService } from '#sandbox/service/index.ts';
import { createLastBrand } from '#src/catalog/last-brand.ts';
import { createNotificationStore } from '#src/notifications/notification-store.ts';
import { createPauseStore } from '#src/pause/pause-store.ts';
import type { Card } from '#src/posts/card/card.ts';
import { scopeOf } from '#src/posts/card/scope.ts';
import { eventually } from '#test/support/eventually.ts';
import { assertNoSecrets, secretsIn } from '#test/support/secrets.ts';
import manifest from '../../manifest.json' with { type: 'json' };
import { brandOf, brandsWith, channelIdOf, channelOf, channels, chaosUsers, seed } from './channels.ts';
import { explain } from './explain.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { clickers, judgeClicksAtOnce } from './judge-clicks.ts';
import { startLoadBalancer } from './load-balancer.ts';
import { authors, beginsAt, brands, morningChannel, prepareMornings, watchMornings } from './mornings.ts';
import {
  archivedChannel,
  type ChaosOptions,
  channelCount,
  failpoints,
  longHistoryChannel,
  makePlan,
  type PlannedRequest,
  privateChannel,
  sentAndNotNoted,
} from './plan.ts';
import { type Progress, watchProgress } from './progress.ts';
import { brokenIn } from './promises.ts';
import { createRandom } from './random.ts';
import { notFetched, startRandomFaults } from './random-faults.ts';
import { type RequestRecord, type RunContext, runRequest } from './request-lifecycle.ts';
import { createRunByKey } from './run-by-key.ts';
import { createSimulatedUsers } from './users.ts';
import { judge, type Verdict } from './verdict.ts';

export interface Outcome extends Verdict {
  seed: string;
  tookMs: number;
  /** Durations, in milliseconds. */
  times: Record<string, number>;
  faults: Record<string, number>;
  killsAt: Record<string, number>;
  /** The log of all processes. Kept only if a guarantee was broken. */
  logFile: string;
  /** The records of cards that broke a guarantee; empty if none did. */
  records: string;
}

const signingSecret = 'a-signing-secret-of-the-sandbox';
const botToken = 'xoxb-sandbox';
const appToken = 'xapp-sandbox';
const prefix = 'chaos';
const workspace = 'T0PRESS';
const atOnce = 50;
const settleWithinMs = 240_000;
const continuesWithinMs = 20_000;

export async function runChaos(
  options: ChaosOptions & { crowd?: boolean; log?(line: string): void },
): Promise<Outcome> {
  const log = options.log ?? (() => {});
  const began = Date.now();
  const plan = makePlan(options);
  const random = createRandom(`${options.seed}/run`);
  // digests are sent on weekdays, so all clocks start on a weekday morning
  const aheadMs = beginsAt() - began;
  const now = (): number => Date.now() + aheadMs;
  const closing: (() => unknown)[] = [];
  try {
    const folder = await mkdtemp(join(tmpdir(), 'presscheck-chaos-'));
    const logs = await mkdtemp(join(tmpdir(), 'presscheck-chaos-log-'));
    const guard = startGuard(folder);
    closing.push(() => guard.release());
    const redis = await startRedis({ appendOnly: true, within: { folder, guard } });
    closing.push(() => redis.stop());
    const service = await startSandboxService({
      seed: { ...seed, brands: [...brandsWith(options.history), ...brands(plan.mornings)] },
      now,
      generation: { minMs: 100, maxMs: 1_500 },
      requestsPerMinute: 'off',
      publishingMs: 1_500,
      variants: { republish: 'accepted' },
    });
    closing.push(() => service.stop());
    const chat = await startChat({
      signingSecret,
      botToken,
      appToken,
      users: [...chaosUsers, ...clickers, ...authors(plan.mornings)],
      channels: [...channels, morningChannel],
      manifest,
      now,
      driverTimeoutMs: () => 4_000,
      answerWithinMs: 3_000,
    });
    closing.push(() => chat.close());
    const own = new Redis(redis.url, { maxRetriesPerRequest: null, commandTimeout: 3_000 });
    own.on('error', () => {});
    closing.push(() => own.disconnect());
    await own.config('SET', 'appendfsync', options.fsync);
    const lastBrand = createLastBrand(own, prefix);
    for (let i = 0; i < channelCount; i += 1) await lastBrand.set(workspace, channelIdOf(i), brandOf(i));
    let workers: Pick<Fleet, 'hasWorker' | 'diedAt'> = { hasWorker: () => false, diedAt: () => undefined };
    const progress = watchProgress(own, prefix, aheadMs, {
      hasWorker: () => workers.hasWorker(),
      diedAt: (worker) => workers.diedAt(worker),
    });
    closing.push(() => progress.stop());
    const mornings = await prepareMornings(plan.mornings, now(), {
      redis: own,
      prefix,
      chat,
      service,
      progress,
    });
    const unsentMornings = watchMornings(own, prefix, mornings);
    const notifications = createNotificationStore(own, prefix, { warn: () => undefined });
    const pauses = createPauseStore(own, prefix, 86_400_000);
    const unsent = async (due: number): Promise<string[]> => {
      const all = await Promise.all([notifications.due(workspace), notifications.deliveries(workspace)]);
      return [...(await unsentMornings(due)), ...all.flat().map(({ id }) => `notification ${id}`)];
    };

    const settings = {
      SLACK_BOT_TOKEN: botToken,
      SLACK_SIGNING_SECRET: signingSecret,
      SLACK_API_URL: chat.apiUrl,
      SOCIAL_API_URL: service.url,
      SOCIAL_API_KEY: sandboxKey,
      REDIS_URL: redis.url,
      REDIS_PREFIX: prefix,
      WATCH_INTERVAL_MS: '300',
      CHANNEL_INTERVAL_MS: '20',
      REQUEST_TIMEOUT_MS: '3000',
      UNDO_SECONDS: '1',
      REQUESTS_PER_MINUTE: '100000',
      LOG_LEVEL: 'warn',
      CLOCK_AHEAD_MS: String(aheadMs),
    };
    const fleet = await startFleet(settings, { folder: logs, ofEach: options.ofEach });
    workers = fleet;
    closing.push(() => fleet.stop());
    const loadBalancer = await startLoadBalancer(() => fleet.bots(), random.stream('front'), signingSecret);
    closing.push(() => loadBalancer.close());
    chat.deliverTo(loadBalancer.url);
    await fleet.allReady();
    log(
      `${options.ofEach} of the bots and of the workers are ready; their log is ${join(logs, 'fleet.log')}`,
    );

    const randomFaults = startRandomFaults(service, chat, random.stream('trouble'), 2_000);
    closing.push(() => randomFaults.stop());
    const userAbort = new AbortController();
    const due = random.stream('due');
    const soon = (): Date => new Date(now() + 20_000 + due.below(5_000));
    let isAway = false;
    const users = createSimulatedUsers(chat, soon, () => isAway, log);
    const run: RunContext = {
      users,
      chat,
      card: (id) => progress.cards.get(workspace, id),
      isPaused: async (id) => (await pauses.get(workspace, scopeOf({ id }))) !== undefined,
      now,
      pausing: createRunByKey(),
      signal: userAbort.signal,
      timedOut: (card, wanted) =>
        log(
          `gave up waiting for ${wanted} on ${card?.kind} ${card?.id}: ${card?.state} ${card?.pending?.what ?? ''}` +
            ` version ${card?.version}, rendered ${card?.renderedVersion}, ${card?.content.scheduledAt ?? 'no time'}`,
        ),
    };
    const records: RequestRecord[] = [];
    const redisKilledAt: number[] = [];

    const paceMs = (options.kills * options.killEveryMs * 0.95) / options.requests;
    const happens = (kill: number): void => {
      if (kill === plan.removedAfter) chat.faults.removeBot(channelOf(privateChannel));
      if (kill === plan.archivedAfter) chat.faults.archiveChannel(channelOf(archivedChannel));
      const { SLACK_SIGNING_SECRET: _, ...others } = settings;
      if (kill === plan.socketAfter) fleet.startBotsWith({ ...others, SLACK_APP_TOKEN: appToken });
    };
    const allRequests = runAllRequests(run, plan.requests, records, paceMs);
    const killing = (async () => {
      let next = Date.now();
      for (const [i, planned] of plan.kills.entries()) {
        next += options.killEveryMs;
        await sleep(Math.max(0, next - Date.now()));
        await fleet.kill(planned);
        if ((i + 1) % 20 === 0)
          log(
            `${fleet.killed.length} kills, ${records.length} requests, longest pause ${progress.longestPause.ms} ms`,
          );
        happens(i);
        if (!plan.redisAfter.has(i)) continue;
        const at = Date.now();
        redisKilledAt.push(at);
        isAway = true;
        progress.redisLeaves();
        await redis.kill();
        await sleep(i === plan.awayAfter ? options.awayMs : 300 + random.below(1_200));
        await redis.restart();
        isAway = false;
        progress.redisReturned();
        next = Date.now();
        // this connection finds the new Redis after a delay of its own
        await eventually(() => own.config('SET', 'appendfsync', options.fsync), { withinMs: 30_000 });
      }
      // kill processes whose armed failpoint wasn't reached
      await fleet.killArmed();
      const { role, which } = plan.kills[0] ?? { role: 'worker', which: 0 };
      while (fleet.killed.length < options.kills) await fleet.kill({ role, which });
    })();
    await killing;
    // from here on everything works, and all accepted requests have to finish
    const until = now();
    randomFaults.stop();
    loadBalancer.stopFaults();
    log(`${fleet.killed.length} kills done; ${records.length} of ${plan.requests.length} requests so far`);
    const enough = setTimeout(() => userAbort.abort(), settleWithinMs);
    await allRequests;
    clearTimeout(enough);
    await settle(run, progress, records, () => unsent(until), log);
    const cards = await allCards(run, records);
    const lossyKills = options.fsync === 'everysec' ? redisKilledAt : [];
    const killedAfter = fleet.killed.filter(({ failpoint }) => sentAndNotNoted.has(failpoint ?? '')).length;
    const interruptions = {
      rightAfter: killedAfter,
      others: fleet.killed.length - killedAfter + redisKilledAt.length,
    };
    const sentOnly = fleet.killed.filter(({ failpoint }) => failpoint === 'notification sent').length;
    const notified = {
      said: (await Promise.all([...cards.keys()].map((id) => notifications.said(workspace, id)))).flat(),
      interruptions: {
        rightAfter: sentOnly,
        others: fleet.killed.length - sentOnly + redisKilledAt.length,
      },
    };
    const verdict = judge({
      records,
      cards,
      chat,
      service,
      lossyKills,
      notified,
      mornings,
      until,
      interruptions,
    });
    const { breaks } = verdict;
    if (records.length !== plan.requests.length)
      breaks('happened', `${records.length} of ${plan.requests.length} requests were sent`);
    if (fleet.killed.length < options.kills)
      breaks('happened', `${fleet.killed.length} of ${options.kills} kills`);
    for (const how of fleet.unexpectedEnds) breaks('alive', how);
    const opened = chat.calls.filter(({ method }) => method === 'apps.connections.open').length;
    const events: Record<string, number> = {
      'messages deleted by users': records.filter(({ deleted }) => deleted).length,
      'Socket Mode connections': opened,
      'images that Slack didn’t fetch': randomFaults.counts[notFetched] ?? 0,
    };
    // a short run can end before this
    for (const [what, times] of Object.entries(events))
      if (options.crowd && times === 0) breaks('happened', `no ${what}`);
    const met = new Set(fleet.killed.map(({ failpoint }) => failpoint));
    const missed = options.crowd ? failpoints.filter((failpoint) => !met.has(failpoint)) : [];
    if (missed.length > 0) breaks('happened', `no kill at: ${missed.join(', ')}`);
    const { calls } = chat;
    const { requests } = service;
    const printed = await readFile(join(logs, 'fleet.log'), 'utf8');
    await assertNoSecrets([...secretsIn(settings), appToken], {
      settings,
      logs: [printed],
      calls,
      requests,
    }).catch((cause: Error) => breaks('alive', cause.message));
    const after = progress.afterKills(fleet.killed.map(({ at }) => at)).sort((a, b) => a - b);
    const stalls = progress.stalls();
    for (const ms of after)
      if (ms === Number.POSITIVE_INFINITY) breaks('continues', 'no more progress');
      else if (ms > continuesWithinMs) breaks('inTime', `no progress for ${ms} ms after a kill`);
    const { longestPause } = progress;
    if (longestPause.ms > continuesWithinMs)
      breaks('inTime', `no progress for ${longestPause.ms} ms: ${longestPause.what.join('; ')}`);
    for (const { ms, what } of stalls)
      if (ms > continuesWithinMs) breaks('inTime', `${what} waited for ${ms} ms`);
    for (const one of await progress.waiting()) breaks('continues', `still waiting: ${one}`);
    if (!options.crowd) verdict.leavesOut('crowd');
    const pressed = options.crowd ? await judgeClicksAtOnce(chat, breaks) : undefined;
    const logFile = join(logs, 'fleet.log');
    const cardRecords = await explain(verdict, {
      records,
      cards,
      chat,
      service,
      killed: fleet.killed,
      aheadMs,
      redis: own,
      prefix,
      logFile,
    });
    if (brokenIn(verdict, 'all').length === 0) await rm(logs, { recursive: true });
    return {
      ...verdict,
      seed: options.seed,
      tookMs: Date.now() - began,
      logFile,
      records: cardRecords,
      counts: {
        ...verdict.counts,
        'kill -9 of a process': fleet.killed.length,
        'kill -9 of Redis': redisKilledAt.length,
        'unplanned process exits': fleet.unexpectedEnds.length,
        'deliveries answered': loadBalancer.counts.delivered,
        'deliveries not answered: no bot was listening': loadBalancer.counts.noBot,
        'deliveries not answered: the bot died, or took 10 s': loadBalancer.counts.cutShort,
        'deliveries with a status other than 200': loadBalancer.counts.refused,
        'deliveries repeated': loadBalancer.counts.repeated,
        'deliveries repeated and accepted': loadBalancer.counts.repeatsTaken,
        'deliveries cut before or after':
          loadBalancer.counts.droppedBefore + loadBalancer.counts.droppedAfter,
        'actions repeated by users': users.counts.again,
        ...events,
        [`requests in the brand with ${options.history} posts`]: records.filter(
          ({ request }) => request.channel === longHistoryChannel,
        ).length,
        ...(pressed && { [`of ${clickers.length} concurrent clicks acknowledged after 3 s`]: pressed.late }),
      },
      faults: randomFaults.counts,
      killsAt: Object.fromEntries(
        [
          ...Map.groupBy(
            fleet.killed,
            ({ name, failpoint }) => failpoint ?? `any time, ${name.split(' ')[0]}`,
          ),
        ]
          .map(([where, ends]) => [where, ends.length] as const)
          .sort(([a], [b]) => a.localeCompare(b)),
      ),
      times: {
        'longest time without progress while work was pending': longestPause.ms,
        'longest wait of a card that was next': stalls[0]?.ms ?? 0,
        'from a kill to the next progress, median': after[Math.floor(after.length / 2)] ?? 0,
        'from a kill to the next progress, longest': after.at(-1) ?? 0,
        ...(pressed && { [`${clickers.length} concurrent clicks, until all were answered`]: pressed.tookMs }),
      },
    };
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

/** Starts the requests, spread over the time of the kills, with limited concurrency. */
async function runAllRequests(
  run: RunContext,
  requests: readonly PlannedRequest[],
  records: RequestRecord[],
  paceMs: number,
): Promise<void> {
  const left = [...requests];
  // people who are behind don't catch up: a rush after the last kill would only measure the machine
  let turn = Date.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        const at = Math.max(turn, Date.now());
        turn = at + paceMs;
        await sleep(at - Date.now());
        await runRequest(run, next, records);
      }
    }),
  );
}

/** Waits until nothing is pending and every card has settled. */
async function settle(
  run: RunContext,
  progress: Progress,
  records: RequestRecord[],
  unsent: () => Promise<string[]>,
  log: (line: string) => void,
): Promise<void> {
  const until = Date.now() + settleWithinMs;
  let moving: Card[] = [];
  while (Date.now() < until) {
    const cards = await allCards(run, records).catch(() => new Map<string, Card>());
    moving = [...cards.values()].filter(
      (card) =>
        card.state === 'generating' ||
        card.unverified ||
        (card.state === 'scheduled' && Date.parse(card.content.scheduledAt ?? '') < run.now() + 3_600_000),
    );
    const waiting = await Promise.all([progress.waiting(), unsent()]).then(
      (all) => all.flat(),
      () => ['lost the connection to Redis'],
    );
    if (moving.length === 0 && waiting.length === 0) return;
    await sleep(250);
  }
  log('not everything settled in time');
  for (const one of [...(await progress.waiting()), ...(await unsent())]) log(`  still waiting: ${one}`);
  for (const { id, kind, state, content } of moving)
    log(`  still changing: ${kind} ${id}, ${state} ${content.scheduledAt ?? ''}`);
}

/** The cards of all requests, including posts of campaigns. */
async function allCards(run: RunContext, records: RequestRecord[]): Promise<Map<string, Card>> {
  const cards = new Map<string, Card>();
  for (const { card: id } of records) {
    const card = id === undefined ? undefined : await run.card(id);
    if (!card) continue;
    cards.set(card.id, card);
    for (const post of card.posts) {
      const below = await run.card(post);
      if (below) cards.set(below.id, below);
    }
  }
  return cards;
}

/** The last lines of the log, for diagnosis. */
export async function lastLines(logFile: string, count: number): Promise<string> {
  return (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-count).join('\n');
}
