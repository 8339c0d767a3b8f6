/**
 * What went wrong with a card: a code and its parameters. Only `views/posts/problems.ts` turns it into
 * sentences, and nothing is decided by a sentence.
 */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/**
 * The steps at which a card can go wrong; `proof`: answered but not shown; `due`: its time has come; `gone`:
 * no longer listed.
 */
const steps = ['create', 'generate', 'publish', 'proof', 'update', 'due', 'gone'] as const;
export type Step = (typeof steps)[number];

/**
 * Why many cards fail at once: the `key` isn't accepted, the account's `plan` doesn't allow it, the service
 * is too `busy` or `away`, or its `answers` can't be understood.
 */
export const causes = ['key', 'plan', 'busy', 'away', 'answers'] as const;
export type Cause = (typeof causes)[number];

const serviceFailureSchema = z.object({
  kind: z.enum(['refused', 'key', 'busy', 'down', 'timeout', 'shape']),
  /** Method and path, such as `PATCH /post/{postId}`. */
  endpoint: z.string(),
  /** HTTP status; absent if there was no answer. */
  status: z.int().optional(),
  /** The service's error message, plain text. */
  message: z.string().optional(),
  /** How to fix an API key that isn't accepted, if it isn't a setting. */
  keyHint: z.string().optional(),
  /**
   * The job that reads the answers was given up. A `shape` with a flag, so that earlier releases can read it.
   */
  abandoned: z.literal(true).optional(),
});

/** Why a request or a job failed. */
export const failureSchema = z.discriminatedUnion('kind', [
  serviceFailureSchema,
  /** Our fault: the log has the cause. */
  z.object({ kind: z.literal('internal') }),
]);
export type Failure = z.infer<typeof failureSchema>;

/** How the listing shows a post that we waited for. */
const seenSchema = z.discriminatedUnion('as', [
  /** `status`: the service's own word. */
  z.object({ as: z.literal('listed'), status: z.string() }),
  z.object({ as: z.literal('unlisted') }),
  z.object({ as: z.literal('unread') }),
]);
export type Seen = z.infer<typeof seenSchema>;

const problemOf = <Code extends string, Shape extends z.ZodRawShape>(code: Code, shape: Shape) =>
  z.object({
    code: z.literal(code),
    step: z.enum(steps),
    at: z.iso.datetime(),
    /** Absent: only this post is affected. */
    cause: z.enum(causes).optional(),
    ...shape,
  });

const failure = failureSchema;
/**
 * Why files keep a post from being published. `files_replaced`: they aren't the approved ones. They can't be
 * compared: not anymore (`files_unreadable`), because nobody read them in time (`files_unchecked`), or never,
 * which the approver couldn't know (`files_unconfirmed`). A rule allows attached files only: they're links
 * (`files_linked`), or addresses that expired (`files_expired`).
 */
const wrongFiles = [
  'files_replaced',
  'files_unreadable',
  'files_unchecked',
  'files_unconfirmed',
  'files_linked',
  'files_expired',
] as const;
/**
 * Another version of the post was approved or kept first. A flag of `not_approved`, so that earlier releases can
 * read it.
 */
export const otherVersion = { why: 'not_approved', otherVersion: true } as const;
/** An earlier request to publish was sent, and its outcome is unknown. */
const earlierRequestSent = z.boolean();
/** The service's own word for the status of the post. */
const shows = z.string();

export const problemSchema = z.discriminatedUnion('code', [
  problemOf('create_failed', { failure }),
  /** Until 0.6.0: today, such a post is created without its time. */
  problemOf('create_too_late', {}),
  /** The request has profiles, libraries or designs that the brand doesn't have, so nothing was sent. */
  problemOf('choice_not_offered', { names: z.array(z.string()) }),
  /** The request was sent, and no job could find out its outcome. */
  problemOf('create_outcome_unknown', { failure }),
  /**
   * The listing shows `found` new posts or campaigns that may be this one; `answered`: the service accepted
   * the request.
   */
  problemOf('created_not_found', {
    what: z.enum(['post', 'campaign']),
    answered: z.boolean(),
    found: z.int(),
  }),
  /** Not all posts from before the request were known, so nobody can tell which one is new. */
  problemOf('created_not_recognized', { what: z.enum(['post', 'campaign']), answered: z.boolean() }),
  problemOf('created_on_another_card', {}),

  /** The service failed to generate it and gave no reason. */
  problemOf('generation_failed', { shows }),
  problemOf('generation_overdue', { minutes: z.int(), seen: seenSchema }),
  problemOf('campaign_incomplete', { came: z.int(), requested: z.int() }),

  problemOf('publish_failed', { failure }),
  /** The service failed to publish it and gave no reason. */
  problemOf('publishing_failed', { shows }),
  /** `sent`: whether the request without an answer is the latest one, or one before it. */
  problemOf('publish_outcome_unknown', { failure, sent: z.enum(['latest', 'earlier']) }),
  /** `unsent`: the service was publishing the post already, so nothing was sent. */
  problemOf('publish_not_shown', { seen: seenSchema, sent: z.enum(['unsent', 'answered', 'unanswered']) }),
  /** Approved, but not sent. */
  problemOf('publish_withheld', {
    why: z.enum([
      'changed_here',
      'changed_there',
      'words_changed_there',
      'no_profiles',
      'not_listed',
      'not_approved',
      'paused',
      ...wrongFiles,
    ]),
    /** The numbers (from 1) of the affected files. */
    files: z.array(z.int()).optional(),
    earlierRequestSent,
    otherVersion: z.literal(true).optional(),
  }),
  /** The service accepted the request, but its listing doesn't show the post as published. */
  problemOf('published_not_shown', { seen: seenSchema }),

  /** The post's time has passed, and the listing doesn't show it as published. */
  problemOf('due_not_shown', { seen: seenSchema }),
  problemOf('due_not_published', { shows }),

  problemOf('update_failed', { failure, mayHaveChanged: z.boolean() }),
  problemOf('update_too_late', {}),
  /**
   * The service may have received a request for the change. `result`: what the listing has shown about it so
   * far.
   */
  problemOf('update_outcome_unknown', {
    because: z
      .discriminatedUnion('kind', [
        ...failureSchema.options,
        z.object({ kind: z.literal('time_passed') }),
        z.object({ kind: z.literal('not_listed') }),
        z.object({ kind: z.literal('resumed') }),
      ])
      .optional(),
    result: z.enum(['looking', 'shown', 'not_shown', 'unread']),
  }),
  problemOf('schedule_withheld', {
    why: z.enum(['not_listed', 'not_approved', 'paused', ...wrongFiles]),
    files: z.array(z.int()).optional(),
  }),
  /**
   * A scheduled post doesn't get files that its rule refuses. `lost`: whatever the rule, because nobody can fetch
   * them anymore. A flag of `files_expired`, so that earlier releases can read it.
   */
  problemOf('files_withheld', {
    why: z.enum(['files_linked', 'files_expired']),
    files: z.array(z.int()),
    lost: z.literal(true).optional(),
  }),
  problemOf('paused_while_scheduling', {}),
  /** The post couldn't be unscheduled. `retrying`: that is tried again automatically. */
  problemOf('still_scheduled', { failure, retrying: z.boolean() }),

  problemOf('not_listed', {}),
  problemOf('listing_unread', { failure }),
]);
export type Problem = z.infer<typeof problemSchema>;

/** A problem's code and parameters, without its step, time and cause. */
export type ProblemCode<P = Problem> = P extends Problem ? Omit<P, 'step' | 'at' | 'cause'> : never;

/** The problem with how the listing shows the post now; `undefined` if that's what it says. */
export function seenAnew(problem: Problem | undefined, seen: Seen): Problem | undefined {
  if (!problem || !('seen' in problem) || isDeepStrictEqual(problem.seen, seen)) return undefined;
  // why it couldn't be read doesn't matter anymore
  const { cause: _, ...rest } = problem;
  return { ...rest, seen };
}

/**
 * Whether unscheduling the post failed the same way before, and is tried again, so that people know already.
 */
export const isStillScheduled = (before: Problem | undefined, problem: Problem): boolean =>
  before?.code === 'still_scheduled' &&
  problem.code === 'still_scheduled' &&
  before.retrying === problem.retrying &&
  isSameFailure(before.failure, problem.failure);

/** Whether the service answered with an error, which its connection failing isn't. */
export const isAnswer = (status: number | undefined): boolean => status !== undefined && status >= 300;

/** True if people would read the same about both. */
export function isSameFailure(one: Failure, other: Failure): boolean {
  const words = (failed: Failure): unknown[] => {
    if (failed.kind === 'internal') return [failed.kind];
    const { kind, endpoint, status, message, keyHint, abandoned } = failed;
    return [kind, endpoint, isAnswer(status), message, keyHint, abandoned];
  };
  return JSON.stringify(words(one)) === JSON.stringify(words(other));
}
