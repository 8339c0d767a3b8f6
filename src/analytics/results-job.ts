/** Posts the results of published posts after a day and after a week, and the weekly reports of brands. */

import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import {
  again,
  done,
  handlerOf,
  type Outcome,
  type PayloadOf,
  queues,
  type Retriable,
  workspaceJob,
} from '#src/platform/queue/job.ts';
import type { ChannelCall } from '#src/platform/slack/channel-rate-limiter.ts';
import type { Card } from '#src/posts/card/card.ts';
import { publishedAt } from '#src/posts/card/content.ts';
import { wasPublished } from '#src/posts/card/state.ts';
import { deliver, deliverEach, deliverToChannel } from '#src/posts/deliver-each.ts';
import type { OwnMessage } from '#src/posts/notifier.ts';
import { reasonOf } from '#src/posts/problem-of.ts';
import { publishedSince } from '#src/posts/published-cards.ts';
import type { Sweep } from '#src/posts/sweeper.ts';
import { type BrandSettings, brandSettingsSchema } from '#src/settings/settings.ts';
import { type Occurrence, weeklyOccurrences } from '#src/time/weekly.ts';
import { renderReport } from '#views/analytics/report.ts';
import { fittingResults, renderResults } from '#views/analytics/results.ts';
import { type Columns, readColumns } from './columns.ts';
import type { ResultsDeps } from './deps.ts';
import { weekBefore } from './period.ts';
import { postsOf } from './posts-of.ts';
import { figuresOf, networksWithout, type PostResult } from './results.ts';
import type { After } from './results-store.ts';
import { summaryOf, withoutNumbers } from './summary.ts';

export const resultsJob = workspaceJob('results', queues.checks, {});
type Payload = PayloadOf<typeof resultsJob>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How late something can be posted: a few minutes don't matter. */
const checkEveryMs = 5 * 60_000;

/** When results are posted, in the brand's time zone. Missed ones are posted until the evening. */
const resultsAt = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, at: '10:00' }));
const lateMs = 10 * hourMs;

/** How long a report waits for a service that doesn't answer, before it says so. */
const patienceMs = hourMs;

/**
 * How long to wait for a channel's rate limit with an export in memory. After that, the next run needs
 * another export.
 */
const longestTurnMs = 60_000;

/** When results count as those after a day, or after a week. Later results would mean something else. */
const ages: Record<After, { from: number; until: number }> = {
  // covers a long weekend without Presscheck
  day: { from: 20 * hourMs, until: 5 * dayMs },
  week: { from: 6.5 * dayMs, until: 9 * dayMs },
};

interface DueReport extends Occurrence {
  brand: string;
  channel: string;
  /** The person who set up the report, if that's known. */
  by: string | undefined;
}

/** The reports to post at `now` (epoch ms), unless they were posted already. */
function dueReports(all: ReadonlyMap<string, BrandSettings>, now: number): DueReport[] {
  return [...all].flatMap(([brand, { channel, zone, report }]) => {
    if (report === 'off' || !channel || !zone) return [];
    const due = weeklyOccurrences([report], zone, { from: now - lateMs, until: now }).at(-1);
    const setAt = report.since === undefined ? 0 : Date.parse(report.since);
    return due && due.at >= setAt ? [{ ...due, brand, channel, by: report.by }] : [];
  });
}

export const resultsHandler = handlerOf(resultsJob, runResults);

/** Queues the results and reports of a workspace. */
export const sweepResults: Sweep<Pick<ResultsDeps, 'results' | 'jobs' | 'now'>> = async (
  { results, jobs, now },
  workspace,
) => {
  if (await results.isDue(workspace, now())) await jobs.enqueue(resultsJob, { workspace });
};

async function runResults(deps: ResultsDeps, { workspace }: Payload): Promise<Outcome> {
  const now = deps.now();
  const { all } = await deps.teamSettings.all(workspace, deps.log);
  // Set first: if something below fails, the sweep still queues this job again.
  await deps.results.checkNext(workspace, now + checkEveryMs, now);
  // reports first, because people expect them at a set time
  const work = [
    ...(await reportsDue(deps, workspace, all, now)),
    ...(await resultsDue(deps, workspace, all, now)),
  ];
  const waitMs = await deliverEach(deps, work, async ({ brand, tell }) =>
    (await deps.results.isPostponed(workspace, `brand.${brand}`, now)) ? undefined : tell(),
  );
  return waitMs === undefined ? done : again(waitMs);
}

interface Tell {
  brand: string;
  /** Returns in how many milliseconds to try again, if it has to wait. */
  tell(): Promise<number | undefined>;
}

async function reportsDue(
  deps: ResultsDeps,
  workspace: string,
  all: ReadonlyMap<string, BrandSettings>,
  now: number,
): Promise<Tell[]> {
  const due: Tell[] = [];
  for (const one of dueReports(all, now))
    if (!(await deps.results.isDone(workspace, `report.${one.brand}`, one.date)))
      due.push({ brand: one.brand, tell: () => postReport(deps, workspace, one, now) });
  return due;
}

/** One export for each brand that has posts published about a day or a week ago. */
async function resultsDue(
  deps: ResultsDeps,
  workspace: string,
  all: ReadonlyMap<string, BrandSettings>,
  now: number,
): Promise<Tell[]> {
  const zones = new Map<string, string>();
  for (const zone of new Set(['UTC', ...[...all.values()].flatMap((one) => one.zone ?? [])])) {
    const today = weeklyOccurrences(resultsAt, zone, { from: now - lateMs, until: now }).at(-1);
    if (!today || (await deps.results.isDone(workspace, `zone.${zone}`, today.date))) continue;
    if (!(await deps.results.isPostponed(workspace, `zone.${zone}`, now))) zones.set(zone, today.date);
  }
  if (zones.size === 0) return [];
  const unset = brandSettingsSchema.parse({});
  const byBrand = new Map<string, { zone: string; date: string; cards: { card: Card; after: After }[] }>();
  for (const { card } of await publishedSince(deps, workspace, now - ages.week.until)) {
    const { zone = 'UTC', results } = all.get(card.brand.id) ?? unset;
    const date = zones.get(zone);
    const after = dueAfter(card, now);
    if (!date || !after || results === 'off' || (await deps.results.wasPosted(card, after))) continue;
    const { cards } = byBrand.get(card.brand.id) ?? { cards: [] };
    byBrand.set(card.brand.id, { zone, date, cards: [...cards, { card, after }] });
  }
  const due: Tell[] = [];
  const postponed = new Set<string>();
  for (const [brand, { zone, date, cards }] of byBrand) {
    if (await deps.results.isDone(workspace, `brand.${brand}`, date)) continue;
    if (await deps.results.isPostponed(workspace, `brand.${brand}`, now)) postponed.add(zone);
    else due.push({ brand, tell: () => tellResults(deps, { workspace, brand, date, now }, cards) });
  }
  if (due.length > 0) return due;
  // nothing is left to do today, or in this hour
  for (const [zone, date] of zones)
    if (postponed.has(zone)) await deps.results.postpone(workspace, `zone.${zone}`, now + hourMs, now);
    else await deps.results.noteDone(workspace, `zone.${zone}`, date);
  return [];
}

function dueAfter(card: Card, now: number): After | undefined {
  const at = publishedAt(card);
  if (!wasPublished(card) || at === undefined) return undefined;
  const isNow = (after: After): boolean => now - at >= ages[after].from && now - at < ages[after].until;
  return (['day', 'week'] as const).find(isNow);
}

async function tellResults(
  deps: ResultsDeps,
  { workspace, brand, date, now }: { workspace: string; brand: string; date: string; now: number },
  cards: readonly { card: Card; after: After }[],
): Promise<number | undefined> {
  const read = await readExport(deps, workspace, brand, now);
  if ('cause' in read && isTemporary(read.cause)) return read.waitMs;
  if ('cause' in read)
    deps.log.warn({ err: read.cause, brand }, 'the service refused the analytics export; skipping results');
  else if (read.columns) {
    const waitMs = await sayResults(deps, { workspace, brand }, read.columns, cards);
    if (waitMs !== undefined) return waitMs;
  }
  await deps.results.noteDone(workspace, `brand.${brand}`, date);
  return undefined;
}

interface Due extends PostResult {
  after: After;
}

/**
 * Posts one message in each thread, or several if it has too many posts. Returns in how many milliseconds to
 * go on, if a channel's rate limit takes too long.
 */
async function sayResults(
  deps: ResultsDeps,
  { workspace, brand }: { workspace: string; brand: string },
  columns: Columns,
  cards: readonly { card: Card; after: After }[],
): Promise<number | undefined> {
  const found = await postsOf(deps, { workspace, brand }, columns);
  if (!found) return undefined;
  const rows = new Map(found.posts.map((post) => [post.card?.id, post.rows]));
  const threads = new Map<string, { where: Place; left: Due[] }>();
  for (const { card, after } of cards) {
    const ofPost = rows.get(card.id) ?? [];
    const figures = figuresOf(columns, ofPost);
    const where = await whereToTell(deps, card);
    if (figures.length === 0 || !where) continue;
    const days = Math.max(1, Math.round((deps.now() - (publishedAt(card) ?? deps.now())) / dayMs));
    const id = `${where.channel} ${where.thread}`;
    const { left } = threads.get(id) ?? { left: [] };
    const without = networksWithout(columns, ofPost, card);
    threads.set(id, { where, left: [...left, { card, after, figures, days, without }] });
  }
  for (const { where, left } of threads.values())
    while (left.length > 0) {
      const waitMs = await sayTogether(deps, where, left.splice(0, fittingResults(left).length));
      if (waitMs !== undefined) return waitMs;
    }
  return undefined;
}

async function sayTogether(
  deps: ResultsDeps,
  where: Place,
  results: readonly Due[],
): Promise<number | undefined> {
  const [first] = results;
  if (!first) return undefined;
  const { workspace, id } = first.card;
  const slackCall = { workspace, channel: where.channel, card: `results.${id}` };
  return inTurn(deps, { ...slackCall, call: 'post', progress: true }, () =>
    deliver(deps, 'result', {
      async send() {
        await deps.notifier.postRendered(where, { about: first.card, render: () => renderResults(results) });
        await deps.failpoint('results sent');
      },
      async note() {
        for (const { card, after } of results) await deps.results.notePosted(card, after, deps.now());
      },
    }),
  );
}

/**
 * Waits for the channel's rate limiter with the export in memory, because reading it again would take another
 * request.
 */
async function inTurn(
  { channelRateLimiter, now }: Pick<ResultsDeps, 'channelRateLimiter' | 'now'>,
  slackCall: ChannelCall,
  send: () => Promise<void>,
): Promise<number | undefined> {
  const until = now() + longestTurnMs;
  for (;;) {
    const waitMs = await channelRateLimiter.consume(slackCall, now());
    if (waitMs > 0) {
      if (now() + waitMs > until) return waitMs;
      await sleep(waitMs);
      continue;
    }
    try {
      await send();
      return undefined;
    } catch (cause) {
      const { retryAfterMs } = cause as Retriable;
      if (retryAfterMs === undefined) throw cause;
      await channelRateLimiter.block(slackCall, retryAfterMs, now());
    }
  }
}

interface Place {
  channel: string;
  thread: string;
}

/** The thread of the card in its channel, or of its campaign; `undefined` if there is none. */
async function whereToTell(
  { desk }: Pick<ResultsDeps, 'desk'>,
  { workspace, campaign, message }: Card,
): Promise<Place | undefined> {
  // a campaign's posts and rewrites are replies themselves, and Slack knows no thread below a reply
  const at = campaign ? (await desk.get(workspace, campaign))?.message : message;
  return at && { channel: at.channel, thread: at.thread ?? at.ts };
}

/**
 * The columns of a brand's export, if they can be read. Or why there is none, and in how many milliseconds to
 * request it again.
 */
type ReadExport = { columns: Columns | undefined } | { cause: Retriable; waitMs?: number };

/** Reads a brand's export. If that fails, it's requested again after an hour at the earliest. */
async function readExport(
  { service, results }: Pick<ResultsDeps, 'service' | 'results'>,
  workspace: string,
  brand: string,
  now: number,
): Promise<ReadExport> {
  try {
    const sent = await service.analytics(brand, { priority: 'background', who: `results.${brand}` });
    // this code is loaded for the first export, because most processes never read one
    const { readTable } = await import('./table.ts');
    return { columns: readColumns(readTable(sent)) };
  } catch (thrown) {
    const cause = thrown as Retriable;
    // this wait is for one brand, so it must not be taken for one of Slack's rate limits, which stop all
    if (cause.postponed) return { cause, waitMs: cause.retryAfterMs ?? checkEveryMs };
    if (!(thrown instanceof ServiceError)) throw thrown;
    await results.postpone(workspace, `brand.${brand}`, now + postponedForMs(cause), now);
    return { cause };
  }
}

/** How long an export that failed isn't requested again. */
const postponedForMs = ({ retryAfterMs = 0 }: Retriable): number => Math.max(hourMs, retryAfterMs);

const isTemporary = ({ postponed, retry }: Retriable): boolean => postponed === true || retry !== false;

async function postReport(
  deps: ResultsDeps,
  workspace: string,
  due: DueReport,
  now: number,
): Promise<number | undefined> {
  const { brand, channel, date, at } = due;
  const read = await readExport(deps, workspace, brand, now);
  if ('cause' in read && isTemporary(read.cause)) {
    const first = await deps.results.firstTry(workspace, `report.${brand}`, date, now);
    const nextAt = now + (read.waitMs ?? postponedForMs(read.cause)) + 2 * checkEveryMs;
    // the next try must still be within its ten hours, or nobody would read why there's no report
    const isPatient =
      nextAt < at + lateMs &&
      (now - first < patienceMs || (read.cause.postponed && now - at < lateMs - patienceMs));
    if (isPatient) return read.waitMs;
  }
  const named = { id: brand, name: await nameOf(deps, brand) };
  const period = weekBefore(date);
  const summary =
    'cause' in read
      ? withoutNumbers(period, { what: 'export', reason: reasonOf(read.cause as Error) })
      : summaryOf({
          ...read,
          period,
          posts: read.columns && (await postsOf(deps, { workspace, brand }, read.columns)),
        });
  const what: OwnMessage = { render: (options) => renderReport({ brand: named, summary }, options) };
  const note = (): Promise<void> => deps.results.noteDone(workspace, `report.${brand}`, date);
  const slackCall = { workspace, channel, card: `report.${brand}`, call: 'post', progress: true } as const;
  return inTurn(deps, slackCall, () => deliverToChannel(deps, 'report', due, { brand: named, what, note }));
}

async function nameOf({ catalog }: Pick<ResultsDeps, 'catalog'>, brand: string): Promise<string> {
  const brands = await catalog.brands().catch(() => []);
  return brands.find(({ id }) => id === brand)?.name ?? '';
}
