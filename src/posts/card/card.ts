/**
 * The card: our record of a post in progress, or of a campaign (the card whose thread has its posts).
 * It's the source of truth. The Slack message is rendered from it and can be rendered again at any time.
 */
import { z } from 'zod';
import { fileChecksSchema } from '#src/media/file-found.ts';
import { postTimeSchema } from '#src/platform/publishing-api/post-time.ts';
import { namedSchema, requestSchema } from '#src/platform/publishing-api/request.ts';
import { problemSchema } from './problem.ts';
import { cardWords } from './stored.ts';

export const states = [
  'queued',
  'creating',
  'generating',
  'review',
  'approved',
  'publishing',
  'published',
  'scheduled',
  'changes_requested',
  'rejected',
  'failed',
  'outcome_unknown',
] as const;
export type State = (typeof states)[number];

const isoDate = z.iso.datetime();

const contentSchema = z.object({
  caption: z.string(),
  mediaUrls: z.array(z.string()),
  profiles: z.array(namedSchema),
  /** UTC. */
  scheduledAt: postTimeSchema.optional(),
  /** Digests of what was left out to keep the card small (`bounds.ts`), so that it can still be compared. */
  beyond: z
    .object({
      caption: z.string().optional(),
      mediaUrls: z.string().optional(),
      profiles: z.string().optional(),
    })
    .optional(),
});
export type Content = z.infer<typeof contentSchema>;

const mediaSourceSchema = z.object({
  /** `entered`: by a person here; `generated`: by the service; `shown`: first seen in the service. */
  from: z.enum(['entered', 'generated', 'shown']),
  /** `entered` by an edit or a request that took a file which the service had generated. */
  generated: z.boolean().optional(),
  /** The address at which the service keeps the file, if it isn't the one in `content`. */
  as: z.string().optional(),
  /**
   * The address of the service's copy, while the service shows the one in `content` again: a listing may lag
   * behind.
   */
  copy: z.string().optional(),
  /**
   * `entered` by an edit that kept a file of the post: where the service kept it until then. It may show
   * another copy now.
   */
  earlier: z.string().optional(),
});
export type MediaSource = z.infer<typeof mediaSourceSchema>;

const approvalSchema = z.object({ by: z.string(), at: isoDate, content: z.string() });

/** What `PATCH /post/{postId}` can change, in at most one way for the media and one for the profiles. */
const changeSchema = z.object({
  caption: z.string().optional(),
  /** UTC; null: no schedule. */
  scheduledAt: postTimeSchema.nullable().optional(),
  media: z
    .discriminatedUnion('how', [
      z.object({ how: z.literal('replace'), urls: z.array(z.string()) }),
      z.object({ how: z.literal('add'), urls: z.array(z.string()) }),
      z.object({ how: z.literal('remove') }),
    ])
    .optional(),
  profiles: z.object({ how: z.enum(['replace', 'add']), profiles: z.array(namedSchema) }).optional(),
});
export type Change = z.infer<typeof changeSchema>;

/**
 * A change that was requested and isn't confirmed by the service. `withhold`: a rule unschedules the post.
 */
const pendingSchema = z.object({
  what: cardWords.schema(['edit', 'schedule', 'unschedule', 'withhold']),
  /** Absent: a rule requested it. */
  by: z.string().optional(),
  at: isoDate,
  change: changeSchema,
  /** The requested time for after the approval (UTC); null: none. The service isn't told. */
  wanted: postTimeSchema.nullable().optional(),
  /** The batch that requested it. */
  batch: z.string().optional(),
  /** The post is unscheduled because people chose the version on this card instead. */
  replacedBy: z.string().optional(),
  /**
   * It was given up although the service may have received a request for it: its result is checked, and
   * nothing is sent again.
   */
  inDoubt: z.boolean().optional(),
  /** The change gives a rewrite the files that it keeps, so nobody edited anything. */
  ofRewrite: z.boolean().optional(),
});
export type Pending = z.infer<typeof pendingSchema>;

const entrySchema = z.object({
  what: cardWords.schema([
    'requested',
    'approved',
    'rejected',
    'edited',
    'scheduled',
    'unscheduled',
    'published',
    'published_on_schedule',
    'retried',
    'checked_again',
    'planned',
    'changes_requested',
    'resubmitted',
    'reopened',
    'voided',
    'withheld',
    'undone',
    'unscheduled_by_pause',
    'left_as_draft',
  ]),
  /** The Slack user; absent: it happened in the service's web app, or a rule requested it. */
  by: z.string().optional(),
  at: isoDate,
  note: z.string().optional(),
  /** The batch that it was decided with. */
  batch: z.string().optional(),
  /** Resubmitted with nothing changed since changes were requested. */
  unchanged: z.boolean().optional(),
  /** Nobody rejected it: it was discarded, because `by` kept or published another version of the post. */
  replaced: z.enum(['kept', 'published']).optional(),
});
export type Entry = z.infer<typeof entrySchema>;

/**
 * A user or a user group, as Slack mentions them. `quiet`: the name of a group that was notified in this
 * channel a moment ago, so that it's named instead of mentioned.
 */
export const mentionSchema = z.object({
  kind: z.enum(['user', 'group']),
  id: z.string(),
  quiet: z.string().optional(),
});

const messageSchema = z.object({
  channel: z.string(),
  ts: z.string(),
  /** The first message of its thread, if it's a reply. */
  thread: z.string().optional(),
  /** Only the card's author sees the message, because the bot can't post in the channel. */
  aside: z.boolean().optional(),
  /** The older message that this one replaces, until that is deleted. */
  instead: z.object({ channel: z.string(), ts: z.string() }).optional(),
  /**
   * Who was mentioned when the message was posted, and the card's state then: the message names them as long
   * as the card is in that state.
   */
  mentioned: z.object({ as: cardWords.schema(states), mentions: z.array(mentionSchema) }).optional(),
});
export type CardMessage = z.infer<typeof messageSchema>;
export type Mention = z.infer<typeof mentionSchema>;
export type Mentions = Mention[];

export const cardSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  /** Counts the writes. The store refuses a write that is based on an older version. */
  version: z.int(),
  kind: z.enum(['post', 'ai-post', 'campaign', 'campaign-post', 'found-post']),
  /**
   * Counts the transitions that changed the post. Rendering doesn't, so what was concluded from a revision
   * holds until the next one.
   */
  revision: z.int(),
  state: cardWords.schema(states),
  author: z.string(),
  /** Where the request was made. The message may be elsewhere if the bot can't post there. */
  channel: z.string(),
  brand: namedSchema,
  /** What was submitted; absent for a campaign's post, and one that was created elsewhere. */
  request: requestSchema.optional(),
  content: contentSchema,
  /**
   * Where each file of `content.mediaUrls` comes from, in the same order; absent: an earlier release wrote
   * the card.
   */
  media: z.array(mediaSourceSchema).optional(),
  /** When the service accepted files that were entered here; absent: it has shown where it keeps them. */
  copying: isoDate.optional(),
  /** The listing doesn't say which profiles the post has, and nobody chose any here. */
  profilesUnknown: z.boolean().optional(),
  /**
   * The state of the post while nobody works on it: a draft waits for review, a scheduled post for its time.
   */
  rest: z.enum(['review', 'scheduled']),
  postId: z.string().optional(),
  campaignId: z.string().optional(),
  /** The card of the campaign that this post belongs to. */
  campaign: z.string().optional(),
  /** The card of the first version of the post, which this one rewrites. */
  rewriteOf: z.string().optional(),
  /** The cards of the rewrites that were requested of this post. */
  versions: z.array(z.string()).optional(),
  /** The card of the version that people chose, on that card and on the one of the first version. */
  keptVersion: z.string().optional(),
  keptAt: isoDate.optional(),
  keptBy: z.string().optional(),
  /** The card of another version that was published, so this one can't be kept instead. */
  publishedVersion: z.string().optional(),
  /**
   * Who chose `keptVersion` (absent: someone published it in the service's web app). The first version's card
   * has this until the others are discarded, and a published version's card until the first version's card
   * knows. `version`: the version they chose, if a further rewrite has reopened the choice since.
   */
  discards: z.object({ by: z.string().optional(), version: z.string().optional() }).optional(),
  /** People chose the version on this card instead. */
  replacedBy: z.string().optional(),
  /** A campaign's posts, by the ids of their cards, in the order in which they appeared. */
  posts: z.array(z.string()),
  /** How often people requested each operation. A new number is a new operation in the ledger. */
  attempts: z.object({ create: z.int(), publish: z.int() }),
  /** When the wait for the service began, or when a person started it again. */
  watchedSince: isoDate.optional(),
  /** The listing didn't show the post at this time. A second check decides. */
  missingSince: isoDate.optional(),
  /**
   * How the post was listed before the last changes that the service accepted from here, each with when it
   * did.
   */
  outdated: z
    .array(z.object({ until: isoDate, shown: z.string(), failed: z.boolean().optional() }))
    .optional(),
  /**
   * The service accepted the request to publish, and the card is checked until the listing shows how that
   * ended.
   */
  unverified: z.boolean().optional(),
  /** The approvals of the current content. A change of the content clears them. */
  approvals: z.array(approvalSchema),
  /** What is known about the files behind the approved addresses; absent if no rule asked for an approval. */
  fileChecks: fileChecksSchema.optional(),
  /** What was approved before the change that cleared the approvals. */
  before: contentSchema.optional(),
  /** The content for which changes were requested, to compare it with what is resubmitted. */
  sentBack: contentSchema.optional(),
  /** When to publish the post once it's approved (UTC). The service doesn't know this time yet. */
  requestedTime: postTimeSchema.optional(),
  /** Approved, and published at this time (UTC) or later, unless the approver undoes that before. */
  publishAfter: isoDate.optional(),
  /** The batch whose report offers the undo; absent: only the card does. */
  batch: z.string().optional(),
  /** Who scheduled it here, and for when (UTC). */
  onSchedule: z.object({ by: z.string(), for: postTimeSchema }).optional(),
  /** The hash of the content that may be scheduled in the service. */
  schedulableHash: z.string().optional(),
  pending: pendingSchema.optional(),
  problem: problemSchema.optional(),
  /** The Slack user groups that can't be read right now: nothing approved is sent until they can. */
  waitsForGroups: z.array(z.string()).optional(),
  /** The service's own word for a status that we don't know. */
  statusWord: z.string().optional(),
  history: z.array(entrySchema),
  /** How many entries after the first one were left out, so that the card stays small. */
  historyLeftOut: z.int().optional(),
  /** The Slack message that shows it. */
  message: messageSchema.optional(),
  /** The post was created or couldn't be, which needs a new message, since an edit notifies nobody. */
  repost: z.boolean().optional(),
  /** A person asked to show it in its channel, now that the bot can post there. */
  showInChannel: z.boolean().optional(),
  /** The version that the message shows. If it's behind `version`, the message has to be updated. */
  renderedVersion: z.int(),
  /**
   * Nothing has changed since the message was updated except what the card is rendered with, such as the rule
   * or a pause.
   */
  rerender: z.boolean().optional(),
  createdAt: isoDate,
  updatedAt: isoDate,
});
export type Card = z.infer<typeof cardSchema>;
