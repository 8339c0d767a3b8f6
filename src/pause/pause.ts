/** A freeze: nothing of a brand, or of any brand, is published or scheduled, and what was scheduled is taken off. */
import { z } from 'zod';
import { sameTime } from '#src/platform/publishing-api/post-time.ts';
import { namedSchema } from '#src/platform/publishing-api/request.ts';
import type { Card } from '#src/posts/card/card.ts';
import { timeOf } from '#src/posts/card/content.ts';
import type { Failure } from '#src/posts/card/problem.ts';

export const pauseSchema = z.object({
  /** Absent: all brands. */
  brand: namedSchema.optional(),
  by: z.string(),
  /** Also what tells it from an earlier freeze of the same. */
  at: z.iso.datetime(),
  reason: z.string(),
  /** Where its report is to stand. */
  channel: z.string(),
  /** The message that says how it goes, once it stands. */
  report: z.object({ channel: z.string(), ts: z.string(), aside: z.boolean() }).optional(),
  /** Slack didn't take its report, when it was asked for so often. `attempts`: it may take it later, and didn't this often in a row; absent: it refused it for good. */
  unsaid: z.object({ at: z.iso.datetime(), rounds: z.int(), attempts: z.int().optional() }).optional(),
  /** How often it was asked for: each time the schedule is gone through. */
  rounds: z.int(),
  /** The schedule was gone through so often. */
  ended: z.int(),
  /** The look that began last: it goes by reads that began then or later. Absent: the first one, which began with the freeze. */
  lookFrom: z.iso.datetime().optional(),
  /** When it was last gone through to its end. */
  lookedAt: z.iso.datetime().optional(),
});
export type Pause = z.infer<typeof pauseSchema>;

/** A freeze that ended: as it stood then, who thawed it, and when. */
export const resumedSchema = z.object({ freeze: pauseSchema, by: z.string(), at: z.iso.datetime() });
export type Resumed = z.infer<typeof resumedSchema>;

/** True while there may be posts on the schedule that nobody has dealt with. */
export const isAtWork = ({ rounds, ended }: Pause): boolean => ended < rounds;

/** When the look that is under way began, or the last one (epoch ms). */
export const lookedFrom = ({ lookFrom, at }: Pause): number => Date.parse(lookFrom ?? at);

/** True when the schedule is to be gone through: for the first time, or once more for what came onto it since. */
export function checksNow(pause: Pause, now: number, everyMs: number): boolean {
  return isAtWork(pause) || now - Date.parse(pause.lookedAt ?? pause.at) >= everyMs;
}

/** When its report is said again that Slack didn't take, unless somebody freezes it once more. */
const saidAgainAfterMs = { first: 5_000, atMost: 3_600_000 };

/** True when its report is to be said: it is not known to stand anywhere. */
export function saysNow({ report, unsaid, rounds }: Pause, now: number): boolean {
  if (report) return false;
  if (unsaid?.rounds !== rounds) return true;
  const { first, atMost } = saidAgainAfterMs;
  const pauseMs =
    unsaid.attempts === undefined ? atMost : Math.min(atMost, first * 2 ** (unsaid.attempts - 1));
  return now - Date.parse(unsaid.at) >= pauseMs;
}

/** A post that was on the schedule while its brand was frozen. */
export const pausedPostSchema = z.object({
  id: z.string(),
  brand: namedSchema,
  /** The `at` of the freeze that it is of. */
  of: z.iso.datetime(),
  /** Its beginning, for people to know it by. */
  caption: z.string(),
  /**
   * When it was to go out (UTC); absent where the service did not say. Kept as it was noted, since a decision replaces the note only
   * where that is unchanged, byte by byte: compare it with `sameTime`.
   */
  was: z.iso.datetime().optional(),
  /** `sending`: the request may have had its effect; `faster`: published meanwhile; `stuck`: it is still on the schedule. */
  state: z.enum(['waiting', 'sending', 'off', 'faster', 'gone', 'stuck']),
  /** How often the service was asked to take it off, and when it last was. */
  tries: z.int(),
  triedAt: z.iso.datetime().optional(),
  /** Somebody decided what becomes of it, and nobody is asked about it again: only the report of its freeze still counts it. */
  decided: z.literal(true).optional(),
});
export type PausedPost = z.infer<typeof pausedPostSchema>;

/** A post that came to be known with this freeze. */
export function pausedPost(
  pause: Pause,
  post: Pick<PausedPost, 'id' | 'brand' | 'caption' | 'was'>,
): PausedPost {
  const caption = post.caption.slice(0, 200).toWellFormed();
  return { ...post, caption, of: pause.at, state: 'waiting', tries: 0 };
}

/** Nobody knows yet whether it is off the schedule. */
export const isOpen = ({ state }: PausedPost): boolean => state === 'waiting' || state === 'sending';

/** A draft without a time, planned for the time for which the last pause took it off the schedule; any other card as it is. */
export function plannedBefore(card: Card, noted: readonly PausedPost[]): Card {
  const post = noted
    .filter(({ id, state }) => id === card.postId && state === 'off')
    .reduce<PausedPost | undefined>((last, one) => (last && last.of >= one.of ? last : one), undefined);
  const isUntimed = card.state === 'review' && timeOf(card) === undefined;
  return post?.was && isUntimed ? { ...card, wantedAt: post.was } : card;
}

/** It has no card, and the service, which unscheduled it, still lists it with its time. */
export const isListedAsBefore = ({ state, content, history }: Card, post: PausedPost): boolean =>
  post.state === 'off' &&
  history.length === 0 &&
  state === 'scheduled' &&
  sameTime(content.scheduledAt, post.was);

/** The freeze could not take it off, or came to its end before, and nobody gave it another time. */
export function isOnSchedule({ state, pending, content }: Card, post: PausedPost): boolean {
  if (pending || state !== 'scheduled' || post.state === 'off') return false;
  const { was } = post;
  return !was || !content.scheduledAt || sameTime(content.scheduledAt, was);
}

/** How far a freeze is. */
export interface Progress {
  /** Those of this freeze that nobody has decided about. */
  posts: readonly PausedPost[];
  /** How many of those that it took off the schedule were decided about since. */
  decided?: number;
  /** Why it does not go on. */
  trouble?: Failure;
  /** It no longer stands. */
  thawed?: Pick<Resumed, 'by' | 'at'>;
}
