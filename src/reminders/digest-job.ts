/** Sends the digests of a workspace that are due, each once a day. */

import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import { isGoingOut, isPublished, type Post } from '#src/platform/publishing-api/post.ts';
import {
  again,
  done,
  handlerOf,
  type Outcome,
  type PayloadOf,
  queues,
  type Retriable,
  wakeOf,
  workspaceJob,
} from '#src/platform/queue/job.ts';
import { skewMs } from '#src/posts/card/audit.ts';
import type { Card } from '#src/posts/card/card.ts';
import { approvalProgress, type CurrentApprovers } from '#src/posts/card/rule.ts';
import { deliverEach, deliverToChannel } from '#src/posts/deliver-each.ts';
import type { OwnMessage } from '#src/posts/notifier.ts';
import { publishedSince } from '#src/posts/published-cards.ts';
import type { BrandSettings } from '#src/settings/settings.ts';
import { nextOnWeekday } from '#src/time/moments.ts';
import { clockOn, type Weekday, weekdayAt } from '#src/time/weekdays.ts';
import { renderDigest } from '#views/reminders/digest.ts';
import type { Deps } from './deps.ts';
import { type Digest, digestOf, digestRows, endOfPeriod, isEmpty, wentOut } from './digest.ts';

export const digestJob = workspaceJob('digest', queues.checks, {});
type Payload = PayloadOf<typeof digestJob>;

/** Until when a missed digest is still sent. It always has at least an hour. */
const morningEnds = '12:00';
const atLeastMs = 3_600_000;

/** How long after its time a digest waits for the listing, which is read in the background. */
const patienceMs = 30 * 60_000;

interface Due {
  brand: string;
  channel: string;
  zone: string;
  /** The person who set up the digest, if that's known. */
  by: string | undefined;
  /** When it was due (epoch ms). */
  at: number;
  day: Weekday;
}

interface Beginning extends Due {
  /** When the digest's period begins (epoch ms). */
  from: number;
  /** There was no digest before, or only long ago. */
  isFirst: boolean;
}

/** The digests to send at `now` (epoch ms), unless they were sent already. */
export function dueDigests(all: ReadonlyMap<string, BrandSettings>, now: number): Due[] {
  return [...all].flatMap(([brand, { channel, zone, digest }]) => {
    if (digest === 'off' || !channel || !zone) return [];
    const day = weekdayAt(now, zone);
    if (!day) return [];
    const at = clockOn(day.date, digest.at, zone);
    const until = Math.max(clockOn(day.date, morningEnds, zone), at + atLeastMs);
    const setAt = digest.since === undefined ? 0 : Date.parse(digest.since);
    return at <= now && now < until && at >= setAt ? [{ brand, channel, zone, by: digest.by, at, day }] : [];
  });
}

/** When the next digest of any brand is due (epoch ms); infinite if none is. */
export function nextDigestAt(all: ReadonlyMap<string, BrandSettings>, now: number): number {
  return Math.min(
    ...[...all.values()].map(({ zone, digest }) =>
      digest === 'off' || !zone ? Number.POSITIVE_INFINITY : nextOnWeekday(digest.at, zone, now),
    ),
  );
}

export const digestHandler = handlerOf(digestJob, runDigests);

async function runDigests(deps: Deps, { workspace }: Payload): Promise<Outcome> {
  const now = deps.now();
  const due: Beginning[] = [];
  const { all } = await deps.teamSettings.all(workspace, deps.log);
  for (const one of dueDigests(all, now))
    if (!(await deps.reminders.isDigestNoted(workspace, one.brand, one.day.date))) {
      const last = await deps.reminders.lastDigestUntil(workspace, one.brand, one.day.date);
      due.push({ ...one, from: last ?? one.day.previousStart, isFirst: last === undefined });
    }
  if (due.length === 0) return done;
  const [{ cards: open }, published] = await Promise.all([
    deps.cards.open(workspace),
    publishedSince(deps, workspace, Math.min(...due.map(({ from }) => from))),
  ]);
  const waitMs = await deliverEach(deps, due, async (one) => {
    const others = await othersOf(deps, workspace, one, now);
    if (others && 'waitMs' in others) return others.waitMs;
    const isOfBrand = (card: Card): boolean => card.brand.id === one.brand;
    const period = { from: one.from, until: endOfPeriod(others?.posts ?? [], now - skewMs) };
    const digest = digestOf({
      brand: { id: one.brand, name: '' },
      zone: one.zone,
      now,
      period,
      dayEnd: one.day.end,
      since: one.isFirst ? (one.day.afterWeekend ? 'friday' : 'yesterday') : 'last_digest',
      open: open.filter(isOfBrand),
      published: published
        .filter(({ card, learnedAt: at }) => isOfBrand(card) && at >= period.from && at < period.until)
        .map(({ card }) => card),
      others: others?.posts,
    });
    await send(deps, workspace, one, digest, period.until);
    return undefined;
  });
  return waitMs === undefined ? done : again(waitMs);
}

/** Throws like `deliver`. */
async function send(deps: Deps, workspace: string, due: Due, digest: Digest, until: number): Promise<void> {
  const note = (): Promise<void> => deps.reminders.noteDigest(workspace, due.brand, due.day.date, until);
  if (isEmpty(digest)) return note();
  const whole = await named(deps, workspace, digest);
  const what: OwnMessage = { render: (options) => renderDigest(whole, options) };
  await deliverToChannel(deps, 'digest', due, { brand: whole.brand, what, note });
}

/** The listed posts that have no card; `undefined` if the listing can't be read. */
async function othersOf(
  deps: Deps,
  workspace: string,
  { brand, at, from }: Beginning,
  now: number,
): Promise<{ posts: Post[] } | { waitMs: number } | undefined> {
  try {
    const wake = wakeOf(digestJob, { workspace });
    const listed = await deps.index.all({ workspace, brand }, at, wake, 'background');
    const timed = listed.posts.filter((post) =>
      isPublished(post) ? wentOut(post, { from, until: Number.POSITIVE_INFINITY }) : isGoingOut(post),
    );
    const claims = await deps.cards.claims(
      workspace,
      timed.map(({ id }) => id),
    );
    return { posts: timed.filter(({ id }) => !claims.has(id)) };
  } catch (cause) {
    const { postponed, retryAfterMs = 1_000 } = cause as Retriable;
    if (!(cause instanceof ServiceError) && !postponed) throw cause;
    if (postponed && now - at < patienceMs) return { waitMs: retryAfterMs };
    deps.log.warn(
      { err: cause, brand },
      "couldn't read the listing; the digest leaves out posts without a card",
    );
    return undefined;
  }
}

const namesShown = 3;

/** The digest with the brand's name, and with the names of the people that shown cards wait for. */
async function named(deps: Deps, workspace: string, digest: Digest): Promise<Digest> {
  const isAnyWaiting = digest.waiting.length > 0;
  const approvers = isAnyWaiting ? await deps.approversReader.of(workspace, digest.brand.id) : undefined;
  const waiting = digest.waiting.map(async ({ card }, row) => {
    const whom = row < digestRows ? waitsFor(card, approvers) : [];
    const names = await Promise.all(whom.slice(0, namesShown).map((user) => deps.users.nameOf(user)));
    return { card, names, more: whom.length - names.length };
  });
  return { ...digest, brand: await brandOf(deps, digest), waiting: await Promise.all(waiting) };
}

function waitsFor(card: Card, approvers: CurrentApprovers | undefined): readonly string[] {
  if (card.state === 'changes_requested') return [card.author];
  if (!approvers) return [];
  const { complete, open } = approvalProgress(card, approvers);
  return complete ? [] : open;
}

async function brandOf(deps: Deps, digest: Digest): Promise<Digest['brand']> {
  const { brand, waiting, scheduled, published, failed } = digest;
  const rows = [...waiting, ...scheduled, ...published].map(({ card }) => card);
  const known = [...rows, ...failed].find((card) => card !== undefined)?.brand;
  if (known) return known;
  const brands = await deps.catalog.brands().catch(() => []);
  return { ...brand, name: brands.find(({ id }) => id === brand.id)?.name ?? '' };
}
