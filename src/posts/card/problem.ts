/**
 * What went wrong with a card: a code and its parameters. Only `views/posts/problems.ts` writes sentences from it, and nothing is
 * decided by a sentence.
 */
import { z } from 'zod';
import { fromReason } from './earlier-problem.ts';

/** What a card can be in the middle of, and so the places where it can go wrong; `proof`: it was answered and is not shown; `due`: its time came; `gone`: it is no longer listed. */
const steps = ['create', 'generate', 'publish', 'proof', 'update', 'due', 'gone'] as const;
export type Step = (typeof steps)[number];

/**
 * What many cards fail for at once: `key` is not accepted, the `plan` of the account does not allow it, the service is too
 * `busy`, `away`, or its `answers` are none that we know.
 */
export const causes = ['key', 'plan', 'busy', 'away', 'answers'] as const;
export type Cause = (typeof causes)[number];

const serviceFailureSchema = z.object({
  kind: z.enum(['refused', 'key', 'busy', 'down', 'timeout', 'shape']),
  /** Method and path, such as `PATCH /post/{postId}`. */
  endpoint: z.string(),
  /** HTTP status; absent where no answer came. */
  status: z.int().optional(),
  /** The service's own words, plain text. */
  message: z.string().optional(),
  /** How to fix a key that is not accepted, where it is not a setting. */
  keyHint: z.string().optional(),
});

/** Why a request or a job failed. */
export const failureSchema = z.discriminatedUnion('kind', [
  serviceFailureSchema,
  /** The fault is ours: the log has the cause. */
  z.object({ kind: z.literal('internal') }),
  /** An earlier release stored this sentence. */
  z.object({ kind: z.literal('legacy'), text: z.string() }),
]);
export type Failure = z.infer<typeof failureSchema>;

/** How the service's listing shows a post that we waited for. */
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
    /** Absent: it is about this post alone. */
    cause: z.enum(causes).optional(),
    ...shape,
  });

const failure = failureSchema;
/**
 * Files other than those that were approved, files that can't be compared: anymore, because nobody read them in time, or ever, which
 * whoever pressed couldn't know. And links, or addresses that expired, where a rule takes attached files only.
 */
const wrongFiles = [
  'files_replaced',
  'files_unreadable',
  'files_unchecked',
  'files_unconfirmed',
  'files_linked',
  'files_expired',
] as const;
/** An earlier request to publish was sent, and nobody knows what came of it. */
const earlierRequestSent = z.boolean();
/** The service's own word for the status of the post. */
const shows = z.string();

const codedSchema = z.discriminatedUnion('code', [
  problemOf('create_failed', { failure }),
  problemOf('create_too_late', {}),
  /** What was asked for names profiles, libraries or designs that the brand does not have, so nothing was sent. */
  problemOf('choice_not_offered', { names: z.array(z.string()) }),
  /** The request was sent, and no job could find out what came of it. */
  problemOf('create_outcome_unknown', { failure }),
  /** The listing shows `found` new posts or campaigns that can be this one; `answered`: the service accepted the request. */
  problemOf('created_not_found', {
    what: z.enum(['post', 'campaign']),
    answered: z.boolean(),
    found: z.int(),
  }),
  /** Not all posts were known that were there before the request, so nobody can tell which one is new. */
  problemOf('created_not_recognized', { what: z.enum(['post', 'campaign']), answered: z.boolean() }),
  problemOf('created_on_another_card', {}),

  /** The service failed to generate it and gave no reason. */
  problemOf('generation_failed', { shows }),
  problemOf('generation_overdue', { minutes: z.int(), seen: seenSchema }),
  problemOf('campaign_incomplete', { came: z.int(), requested: z.int() }),

  problemOf('publish_failed', { failure }),
  /** The service failed to publish it and gave no reason. */
  problemOf('publishing_failed', { shows }),
  /** `sent`: whether the request that nobody saw answered is the latest one or one before it. */
  problemOf('publish_outcome_unknown', { failure, sent: z.enum(['latest', 'earlier']) }),
  /** `unsent`: the service was publishing the post already, so we sent nothing. */
  problemOf('publish_not_shown', { seen: seenSchema, sent: z.enum(['unsent', 'answered', 'unanswered']) }),
  /** Approved, and not sent. */
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
    /** The numbers (from 1) of the files that it is about. */
    files: z.array(z.int()).optional(),
    earlierRequestSent,
  }),
  /** The service said yes, and its listing does not show the post as published. */
  problemOf('published_not_shown', { seen: seenSchema }),

  /** Its time came and passed. */
  problemOf('due_not_shown', { seen: seenSchema }),
  problemOf('due_not_published', { shows }),

  problemOf('update_failed', { failure, mayHaveChanged: z.boolean() }),
  problemOf('update_too_late', {}),
  /** A request for the change may have been taken. `result`: what the listing told about it so far. */
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
  problemOf('paused_while_scheduling', {}),
  /** It could not be taken off the schedule; `retrying`: it is tried again by itself. */
  problemOf('still_scheduled', { failure, retrying: z.boolean() }),

  problemOf('not_listed', {}),
  problemOf('listing_unread', { failure }),

  /** What an earlier release stored, and nothing is decided by. */
  problemOf('legacy', { text: z.string() }),
]);
type Coded = z.infer<typeof codedSchema>;

/** Its code and parameters, without where, when and for what it went wrong. */
export type Told<P = Coded> = P extends Coded ? Omit<P, 'step' | 'at' | 'cause'> : never;

/** As it is stored on a card, by this release or by one before the codes (`earlier-problem.ts`). */
export const problemSchema = z.preprocess(fromReason, codedSchema);
export type Problem = z.infer<typeof problemSchema>;

/** True where people would read the same about both. */
export function isSameFailure(one: Failure, other: Failure): boolean {
  const words = (failed: Failure): unknown[] => {
    if (failed.kind === 'internal') return [failed.kind];
    if (failed.kind === 'legacy') return [failed.kind, failed.text];
    const { kind, endpoint, message, keyHint } = failed;
    return [kind, endpoint, message, keyHint];
  };
  return JSON.stringify(words(one)) === JSON.stringify(words(other));
}
