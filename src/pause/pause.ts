/**
 * A pause: nothing of a brand (or of any brand) is published or scheduled, and scheduled posts are
 * unscheduled.
 */
import { z } from 'zod';
import { byPostTime, sameTime } from '#src/platform/publishing-api/post-time.ts';
import { namedSchema } from '#src/platform/publishing-api/request.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { Failure } from '#src/posts/card/problem.ts';
import { isScheduled } from '#src/posts/card/state.ts';
import { storedFields, storedWords } from '#src/posts/card/stored.ts';

/** Earlier releases read and write the same pauses during an upgrade. */
export const pauseFields = storedFields({
  checksRequested: 'rounds',
  checksDone: 'ended',
  checkStartedAt: 'lookFrom',
  checkedAt: 'lookedAt',
  notPosted: 'unsaid',
});
export const pausedPostFields = storedFields({ pausedAt: 'of', scheduledFor: 'was', attempts: 'tries' });
export const pausedPostStates = storedWords({ unscheduled: 'off', published: 'faster' });

export const pauseSchema = z.object({
  /** Absent: all brands. */
  brand: namedSchema.optional(),
  by: z.string(),
  /** When the pause began (ISO), which also distinguishes it from an earlier pause of the same scope. */
  at: z.iso.datetime(),
  reason: z.string(),
  /** Where to post its report. */
  channel: z.string(),
  /** The report, once it's posted. */
  report: z.object({ channel: z.string(), ts: z.string(), aside: z.boolean() }).optional(),
  /**
   * Slack didn't accept the report. `rounds`: what `checksRequested` was; `attempts`: how often in a row, if
   * Slack may accept it later, and absent if it refused for good.
   */
  notPosted: z.object({ at: z.iso.datetime(), rounds: z.int(), attempts: z.int().optional() }).optional(),
  /** How often people requested the pause. The schedule is checked for each request. */
  checksRequested: z.int(),
  /** How many of these checks have ended. */
  checksDone: z.int(),
  /**
   * When the last check began, which uses only reads from then on. Absent: the first check, which began with
   * the pause.
   */
  checkStartedAt: z.iso.datetime().optional(),
  /** When the last check ended. */
  checkedAt: z.iso.datetime().optional(),
});
export type Pause = z.infer<typeof pauseSchema>;

/** A pause that ended: its last state, who resumed publishing, and when. */
export interface Resumed {
  pause: Pause;
  by: string;
  at: string;
}

/** Whether there may be scheduled posts that nothing has been done about. */
export const isAtWork = ({ checksRequested, checksDone }: Pause): boolean => checksDone < checksRequested;

/** When the check in progress, or the last one, began (epoch ms). */
export const checkStart = ({ checkStartedAt, at }: Pause): number => Date.parse(checkStartedAt ?? at);

/**
 * Whether the schedule has to be checked: for the first time, or again for posts that were scheduled since.
 */
export function isCheckDue(pause: Pause, now: number, everyMs: number): boolean {
  return isAtWork(pause) || now - Date.parse(pause.checkedAt ?? pause.at) >= everyMs;
}

/**
 * How long (ms) after Slack didn't accept a report it's posted again, unless someone pauses again before
 * that.
 */
const reportRetryMs = { first: 5_000, atMost: 3_600_000 };

/** Whether the report has to be posted, because it isn't known to be in Slack. */
export function isReportDue({ report, notPosted, checksRequested }: Pause, now: number): boolean {
  if (report) return false;
  if (notPosted?.rounds !== checksRequested) return true;
  const { first, atMost } = reportRetryMs;
  const delayMs =
    notPosted.attempts === undefined ? atMost : Math.min(atMost, first * 2 ** (notPosted.attempts - 1));
  return now - Date.parse(notPosted.at) >= delayMs;
}

/** A post that was scheduled while its brand was paused. */
export const pausedPostSchema = z.object({
  id: z.string(),
  brand: namedSchema,
  /** When the post's pause began, which distinguishes it from an earlier one of the same scope. */
  pausedAt: z.iso.datetime(),
  /** The beginning of the post's caption, so that people recognize it. */
  caption: z.string(),
  /**
   * The time that the post was scheduled for (UTC); absent if the service didn't say. Kept exactly as it was
   * noted, since a decision replaces the note only if that is unchanged, byte by byte: compare it with
   * `sameTime`.
   */
  scheduledFor: z.iso.datetime().optional(),
  /**
   * `sending`: the request may have worked; `published`: before it could be unscheduled; `gone`: the service
   * doesn't have the post anymore; `stuck`: it's still scheduled.
   */
  state: pausedPostStates.schema(['waiting', 'sending', 'unscheduled', 'published', 'gone', 'stuck']),
  /** How often the service was asked to unschedule the post, and when last. */
  attempts: z.int(),
  triedAt: z.iso.datetime().optional(),
  /**
   * Someone decided about the post: nobody is asked again, and only the report of its pause still counts it.
   */
  decided: z.literal(true).optional(),
});
export type PausedPost = z.infer<typeof pausedPostSchema>;

/** A post that this pause has found. */
export function pausedPost(
  pause: Pick<Pause, 'at'>,
  post: Pick<PausedPost, 'id' | 'brand' | 'caption' | 'scheduledFor'>,
): PausedPost {
  const caption = post.caption.slice(0, 200).toWellFormed();
  return { ...post, caption, pausedAt: pause.at, state: 'waiting', attempts: 0 };
}

/** Whether it's still unknown if the post is unscheduled. */
export const isOpen = ({ state }: PausedPost): boolean => state === 'waiting' || state === 'sending';

/** Whether the post has no card, and the listing still shows it with its time although it was unscheduled. */
export const isListedAsBefore = (card: Card, post: PausedPost): boolean =>
  post.state === 'unscheduled' &&
  card.history.length === 0 &&
  isScheduled(card) &&
  sameTime(card.content.scheduledAt, post.scheduledFor);

/** Whether the pause couldn't unschedule the post, or ended first, and nobody gave it another time. */
export function isLeftScheduled(card: Card, post: PausedPost): boolean {
  if (card.pending || !isScheduled(card) || post.state === 'unscheduled') return false;
  const { scheduledAt } = card.content;
  return !post.scheduledFor || !scheduledAt || sameTime(scheduledAt, post.scheduledFor);
}

const namedInReport = 5;

/** All posts that the pause unscheduled, and the first of them that its report names, soonest first. */
export function unscheduledBy({ posts, decided = [] }: Progress): { all: PausedPost[]; named: PausedPost[] } {
  const all = [...posts.filter(({ state }) => state === 'unscheduled'), ...decided];
  const soonest = all.toSorted((a, b) => byPostTime(a.scheduledFor, b.scheduledFor));
  return { all, named: soonest.slice(0, namedInReport) };
}

export interface Progress {
  /** The posts of this pause that nobody has decided about. */
  posts: readonly PausedPost[];
  /** The posts that it unscheduled, and that someone has decided about. */
  decided?: readonly PausedPost[];
  /** The cards of the posts that the report names as unscheduled. */
  cards?: readonly Card[];
  /** Why the pause can't continue. */
  trouble?: Failure;
  /** Who resumed publishing and when, if the pause has ended. */
  resumed?: Pick<Resumed, 'by' | 'at'>;
}
