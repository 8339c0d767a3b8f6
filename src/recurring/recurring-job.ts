/**
 * Creates the posts of one series in time, as `/post` would. Every run takes one stored step, so any process
 * can die at any line.
 */

import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import { postTime } from '#src/platform/publishing-api/post-time.ts';
import { again, done, handlerOf, type Outcome, type PayloadOf } from '#src/platform/queue/job.ts';
import { type Media, readMedia } from '#src/platform/slack/media.ts';
import { unlessRefused } from '#src/platform/slack/render-failed.ts';
import { roleIn } from '#src/platform/slack/role.ts';
import type { Slack } from '#src/platform/slack/slack.ts';
import type { Card } from '#src/posts/card/card.ts';
import { missingChoices } from '#src/posts/card/chosen.ts';
import type { PlannedPost } from '#src/posts/card/clash.ts';
import { deniedToRequest } from '#src/posts/card/rule.ts';
import type { JobDeps } from '#src/posts/ports.ts';
import type { Sweep } from '#src/posts/sweeper.ts';
import type { BrandConfig, BrandConfigStore } from '#src/settings/brand-config-store.ts';
import { closeMessage, newsMessage } from '#views/recurring/news.ts';
import { recurringJob } from './jobs.ts';
import { dayAfter, dueOf, nextOf, type Occurrence } from './occurrences.ts';
import { cardIdOf, type News, requestOf, type Series, seriesEntry, zoneOfSeries } from './series.ts';
import type { RecurringStore } from './series-store.ts';

interface Deps extends JobDeps, Pick<Slack, 'files' | 'personNotifier'> {
  recurring: RecurringStore;
  brandConfigs: BrandConfigStore;
  slots: { clashes(cards: readonly Card[]): Promise<PlannedPost[][]> };
  /** The public address of a file in Slack; absent if this process can't sign one. */
  fileAddress: ((workspace: string, media: Media) => string) | undefined;
  filesAreOff: boolean;
  slash(name: string): string;
}

/**
 * How soon to try again while the service, Slack, or this process can't say whether a post can be created,
 * which happens days before its time.
 */
const unsureMs = 5 * 60_000;

const dayMs = 86_400_000;

/**
 * How long after a post came due its brand can be missing before the series stops: with the API key of another
 * account, all brands are missing until an admin enters the right one.
 */
const goneAfterMs = 12 * 3_600_000;

/** Runs the next step right away, with the record as it's stored by then. */
const nextStep = again(1);

export const recurringHandler = handlerOf(recurringJob, runSeries);

/** Queues every series that needs its job. */
export const sweepRecurring: Sweep<Pick<Deps, 'recurring' | 'jobs' | 'now'>> = async (
  { recurring, jobs, now },
  workspace,
) => {
  for (const series of await recurring.due(workspace, now()))
    await jobs.enqueue(recurringJob, { workspace, series });
};

/** A series, and what applies to it right now. */
interface Run {
  workspace: string;
  series: Series;
  brandConfig: BrandConfig;
  zone: string;
}

async function runSeries(
  deps: Deps,
  { workspace, series: id }: PayloadOf<typeof recurringJob>,
): Promise<Outcome> {
  const series = await deps.recurring.get(workspace, id);
  if (!series) return done;
  const brandConfig = await deps.brandConfigs.read(workspace, series.brand.id);
  const run: Run = { workspace, series, brandConfig, zone: zoneOfSeries(series, brandConfig.settings.zone) };
  const [news] = series.news;
  if (news) return tell(deps, run, news);
  if (series.stopped) {
    await deps.recurring.remove(workspace, series);
    return done;
  }
  const next = nextOf(series, run.zone, deps.now());
  switch (next.what) {
    case 'wait':
      return (await write(deps, run, series)) ? done : nextStep;
    case 'end':
      await deps.recurring.remove(workspace, series, entryOf(deps, series, 'ended'));
      deps.audit.soon(workspace);
      return nextStep;
    case 'skip': {
      const [first] = next.missed;
      const last = next.missed.at(-1) ?? first;
      const skipped: News = { what: 'skipped', first: iso(first.at), count: next.missed.length };
      const entry = entryOf(deps, series, 'skipped', `${next.missed.length} from ${first.date}`);
      await write(deps, run, { ...series, from: dayAfter(last.date), news: [skipped] }, entry);
      return nextStep;
    }
    case 'make':
      return make(deps, run, next.occurrence);
  }
}

async function make(deps: Deps, run: Run, { date, at }: Occurrence): Promise<Outcome> {
  const { workspace, series, brandConfig, zone } = run;
  const found = await objectionTo(deps, run);
  const dueAt = at - series.daysAhead * dayMs;
  const mayComeBack = found !== 'unsure' && found?.why === 'brand_gone' && deps.now() - dueAt < goneAfterMs;
  if (found === 'unsure' || mayComeBack) return again(unsureMs);
  if (found) {
    const entry = entryOf(deps, series, 'stopped', found.why);
    await write(deps, run, { ...series, stopped: true, news: [found] }, entry);
    return nextStep;
  }
  // someone may have stopped or edited it during the checks, which can wait for the service
  if ((await deps.recurring.get(workspace, series.id))?.revision !== series.revision) return nextStep;
  const origin = { workspace, author: series.by, channel: channelOf(run) };
  const { fileAddress } = deps;
  const addressOf = fileAddress && ((file: Media) => fileAddress(workspace, file));
  const request = requestOf(series, { at: postTime(at), zone, addressOf });
  const recorded = await deps.desk.record(cardIdOf(series, date), origin, request, brandConfig);
  // the rule or the settings have changed since they were read
  if (typeof recorded === 'string') return nextStep;
  await deps.failpoint('recurring post recorded');
  await deps.desk.follow(recorded.card);
  if (await write(deps, run, { ...series, from: dayAfter(date) }))
    await tellClashes(deps, run, recorded.card);
  return nextStep;
}

/** Tells the series' author what a new post is close to. Only a hint: it isn't repeated if it gets lost. */
async function tellClashes(deps: Deps, { series }: Run, card: Card): Promise<void> {
  const [clashes = []] = await deps.slots.clashes([card]);
  if (clashes.length === 0) return;
  try {
    await deps.personNotifier.direct(series.by, closeMessage(series, card, clashes));
  } catch (cause) {
    deps.log.warn(
      { err: cause, series: series.id },
      "couldn't warn that a recurring post is close to others",
    );
  }
}

type Stopped = Extract<News, { what: 'stopped' }>;

/** Why no more posts can be created; `unsure`: Slack, the service, or this process can't say right now. */
async function objectionTo(
  deps: Deps,
  { series, brandConfig }: Run,
): Promise<Stopped | 'unsure' | undefined> {
  const { by, brand, profiles, files = [] } = series;
  if (files.length > 0 && deps.filesAreOff) return { what: 'stopped', why: 'files_unserved' };
  if (files.length > 0 && !deps.fileAddress) {
    deps.log.warn(
      { series: series.id },
      "a recurring post waits because this worker can't sign the addresses of its files: set PUBLIC_URL and the bots' SECRETS_KEY, otherwise SLACK_SIGNING_SECRET",
    );
    return 'unsure';
  }
  if (await deps.users.hasLeft(by)) return { what: 'stopped', why: 'person_left' };
  const role = roleIn(await deps.users.roleOf(by), brandConfig.settings.guests);
  const denied = deniedToRequest(brandConfig.rule, role, by);
  if (denied?.why === 'unknown') return 'unsure';
  if (denied) return { what: 'stopped', why: 'not_allowed' };
  const lost = await lostFiles(deps, files);
  if (lost === 'unsure') return lost;
  if (lost.length > 0) return { what: 'stopped', why: 'file_gone', names: lost.map(({ name }) => name) };
  // cached lists may be as old as the last post, and nobody is there to see that something is missing
  const call = { priority: 'operation', who: `recurring.${series.id}` } as const;
  try {
    const chosen = { brand: [brand], profiles };
    const brands = await deps.service.brands(call);
    if (missingChoices(chosen, { brand: brands }).brand) return { what: 'stopped', why: 'brand_gone' };
    if (profiles.length === 0) return undefined;
    const missing = missingChoices(chosen, {
      profiles: await deps.service.profiles(brand.id, call),
    }).profiles;
    return missing && { what: 'stopped', why: 'profile_gone', names: missing.map(({ name }) => name) };
  } catch (cause) {
    if (!(cause instanceof ServiceError) || cause.postponed) throw cause;
    deps.log.warn(
      { err: cause, series: series.id },
      "couldn't read a brand's lists; a recurring post waits for them",
    );
    return 'unsure';
  }
}

/** The files that the publishing service couldn't get, because they were deleted or the bot can't see them. */
async function lostFiles({ files: slackFiles }: Deps, files: readonly Media[]): Promise<Media[] | 'unsure'> {
  const lost: Media[] = [];
  for (const file of files) {
    const said = await slackFiles.info(file.id);
    if (typeof said === 'string' && said !== 'gone') return 'unsure';
    if (said === 'gone' || 'wrong' in readMedia(said)) lost.push(file);
  }
  return lost;
}

/**
 * Sends the series' news to people, and only then notes that. If Slack refuses it for good, it counts as
 * sent.
 */
async function tell(deps: Deps, run: Run, news: News): Promise<Outcome> {
  const { workspace, series } = run;
  const message = newsMessage(series, news, deps.slash);
  await unlessRefused(
    async () => {
      if ('to' in news) await deps.personNotifier.direct(news.to, message);
      else if (!(await deps.notifier.post({ channel: channelOf(run) }, message)))
        await deps.personNotifier.direct(series.by, message);
    },
    (cause) =>
      deps.log.warn(
        { err: cause, series: series.id },
        'Slack refused a message about a recurring post for good',
      ),
  );
  await deps.failpoint('recurring news sent');
  const [, ...rest] = series.news;
  if (series.stopped && rest.length === 0) await deps.recurring.remove(workspace, series);
  else await write(deps, run, { ...series, news: rest });
  return nextStep;
}

/** False if someone has written the series since, so that nothing was written. */
async function write(
  deps: Deps,
  { workspace, zone }: Run,
  after: Series,
  entry?: ReturnType<typeof seriesEntry>,
): Promise<boolean> {
  const now = deps.now();
  const hasNews = after.news.length > 0 || after.stopped;
  const isWritten = await deps.recurring.put(workspace, after, {
    dueAt: hasNews ? now : dueOf(after, zone, now),
    entry,
  });
  if (entry) deps.audit.soon(workspace);
  return isWritten;
}

/** The channel in which its cards are posted. */
const channelOf = ({ series, brandConfig: { rule, settings } }: Run): string =>
  rule?.channel ?? settings.channel ?? series.channel;

const iso = (at: number): string => new Date(at).toISOString();

const entryOf = (
  deps: Deps,
  series: Series,
  did: Parameters<typeof seriesEntry>[1],
  result?: string,
): ReturnType<typeof seriesEntry> =>
  seriesEntry(series, did, { by: 'presscheck', at: iso(deps.now()), via: 'job', result });
