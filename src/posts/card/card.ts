/**
 * The card: our record of one post under way, or of one campaign (the card that its posts hang below).
 * It is the truth; the Slack message is drawn from it and can be drawn again at any time.
 */
import { z } from 'zod';
import { fileChecksSchema } from '#src/media/file-found.ts';
import { postTimeSchema } from '#src/platform/publishing-api/post-time.ts';
import { namedSchema, requestSchema } from '#src/platform/publishing-api/request.ts';
import { problemSchema } from './problem.ts';

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

/**
 * Stored with spaces, as earlier releases do, which read and write the same cards while an upgrade is under way. `storedWord` is the
 * other direction.
 */
const word = <const Words extends readonly string[]>(words: Words) =>
  z.preprocess(
    (stored) => (typeof stored === 'string' ? stored.replaceAll(' ', '_') : stored),
    z.enum(words),
  );

/** How a state, or what happened in a card's history, is stored: `changes_requested` as `changes requested`. */
export const storedWord = (code: string): string => code.replaceAll('_', ' ');

const isoDate = z.iso.datetime();

const contentSchema = z.object({
  caption: z.string(),
  mediaUrls: z.array(z.string()),
  profiles: z.array(namedSchema),
  /** UTC. */
  scheduledAt: postTimeSchema.optional(),
});
export type Content = z.infer<typeof contentSchema>;

const mediaSourceSchema = z.object({
  /** `entered`: by a person here; `generated` by the service; `shown`: first seen in the service. */
  from: z.enum(['entered', 'generated', 'shown']),
  /** The address at which the service keeps it, where that is not the one in `content`. */
  as: z.string().optional(),
  /** That of the service's copy, while the service shows the one in `content` again: a listing may lag behind. */
  copy: z.string().optional(),
});
export type MediaSource = z.infer<typeof mediaSourceSchema>;

const approvalSchema = z.object({ by: z.string(), at: isoDate, content: z.string() });

/** What `PATCH /post/{postId}` can change; at most one way for the media and one for the profiles. */
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

/** A change that was asked for and the service has not confirmed yet. `hold`: a rule takes it off the schedule. */
const pendingSchema = z.object({
  what: z.enum(['edit', 'schedule', 'unschedule', 'hold']),
  /** Absent: a rule asked for it. */
  by: z.string().optional(),
  at: isoDate,
  change: changeSchema,
  /** The time that is wanted once it is approved (UTC); null: none. The service does not hear of it. */
  wanted: postTimeSchema.nullable().optional(),
  /** The batch that asked for it. */
  batch: z.string().optional(),
  /** It was given up, and a request for it may have been taken: that is looked for, and nothing is sent again. */
  inDoubt: z.boolean().optional(),
});
export type Pending = z.infer<typeof pendingSchema>;

const entrySchema = z.object({
  what: word([
    'asked',
    'approved',
    'rejected',
    'edited',
    'scheduled',
    'unscheduled',
    'published',
    'published_on_schedule',
    'asked_again',
    'looked_again',
    'planned',
    'changes_requested',
    'resubmitted',
    'reopened',
    'voided',
    'held',
    'taken_back',
    'frozen',
    'left_as_draft',
  ]),
  /** The Slack user; absent: it happened in the service's own web app, or a rule asked for it. */
  by: z.string().optional(),
  at: isoDate,
  note: z.string().optional(),
  /** The batch that it was decided with. */
  batch: z.string().optional(),
  /** Submitted again with nothing changed since changes were requested. */
  unchanged: z.boolean().optional(),
});
export type Entry = z.infer<typeof entrySchema>;

/** A user or a user group, as Slack mentions them. `quiet`: the group's name, where it's named without notifying anybody. */
const mentionSchema = z.object({
  kind: z.enum(['user', 'group']),
  id: z.string(),
  quiet: z.string().optional(),
});

const messageSchema = z.object({
  channel: z.string(),
  ts: z.string(),
  /** The first message of the thread that it is a reply in. */
  thread: z.string().optional(),
  /** It stands where only its author sees it, because the bot may not post in the channel. */
  aside: z.boolean().optional(),
  /** The message that it replaces, until that one is removed. */
  instead: z.object({ channel: z.string(), ts: z.string() }).optional(),
  /** Who was mentioned when it was posted, and in which state: it keeps naming them as long as the card is in that state. */
  mentioned: z.object({ as: word(states), mentions: z.array(mentionSchema) }).optional(),
});
export type CardMessage = z.infer<typeof messageSchema>;
export type Mentions = z.infer<typeof mentionSchema>[];

export const cardSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  /** Counts the writes; the store refuses a write that was made from an older version. */
  version: z.int(),
  kind: z.enum(['post', 'ai-post', 'campaign', 'campaign-post', 'found-post']),
  /** Counts the moves; drawing is none, so it tells whether a look at the card is still true. */
  moves: z.int(),
  state: word(states),
  author: z.string(),
  /** Where the request was made; the message may stand elsewhere when the bot may not post there. */
  channel: z.string(),
  brand: namedSchema,
  /** What was submitted; a campaign's post, and one that was made elsewhere, have none of their own. */
  request: requestSchema.optional(),
  content: contentSchema,
  /** Where each file of `content.mediaUrls` comes from, in its order; absent: an earlier release wrote the card. */
  media: z.array(mediaSourceSchema).optional(),
  /** When the service took files that were entered here; absent: it has shown where it keeps them. */
  copying: isoDate.optional(),
  /** The listing does not say which profiles it has, and nobody chose any here. */
  profilesUnknown: z.boolean().optional(),
  /** Where the post rests while nobody works on it: a draft waits for review, a scheduled one for its time. */
  rest: z.enum(['review', 'scheduled']),
  postId: z.string().optional(),
  campaignId: z.string().optional(),
  /** The card of the campaign that this post belongs to. */
  campaign: z.string().optional(),
  /** A campaign's posts, by the ids of their cards, in the order in which they appeared. */
  posts: z.array(z.string()),
  /** How often each effect was asked for on purpose: a new number is a new effect in the ledger. */
  tries: z.object({ create: z.int(), publish: z.int() }),
  /** When waiting for the service began, or began again because a person asked for it. */
  watchedSince: isoDate.optional(),
  /** The listing did not show the post at this time; a second look decides. */
  missingSince: isoDate.optional(),
  /** How the post was listed before the last changes that the service took here, each with when it took the change. */
  outdated: z
    .array(z.object({ until: isoDate, shown: z.string(), failed: z.boolean().optional() }))
    .optional(),
  /** We published it, and the service's listing has not shown it as published yet. */
  unproven: z.boolean().optional(),
  /** Given for what the card says now; a change voids them. */
  approvals: z.array(approvalSchema),
  /** What is known of the files behind the addresses that were approved; absent where no rule asked for an approval. */
  fileChecks: fileChecksSchema.optional(),
  /** What was approved before the change that voided it. */
  before: contentSchema.optional(),
  /** When it is to be published once it is approved (UTC): the service does not know it yet. */
  wantedAt: postTimeSchema.optional(),
  /** Approved, and published at this time (UTC) or later, unless whoever approved it takes that back before. */
  goesOutAt: isoDate.optional(),
  /** The batch whose report offers to take that back; absent: only the card does. */
  batch: z.string().optional(),
  /** Who put it on the service's schedule here, and for when (UTC). */
  onSchedule: z.object({ by: z.string(), for: postTimeSchema }).optional(),
  /** The hash of the content that may stand on the service's schedule. */
  cleared: z.string().optional(),
  pending: pendingSchema.optional(),
  problem: problemSchema.optional(),
  /** The Slack user groups that can't be read at the moment: what is approved isn't sent before they can. */
  waitsForGroups: z.array(z.string()).optional(),
  /** The service's own word for a status that we do not know. */
  statusWord: z.string().optional(),
  history: z.array(entrySchema),
  /** How many entries between the first and the others were left out, so that the card stays small. */
  historyLeftOut: z.int().optional(),
  /** The Slack message that shows it. */
  message: messageSchema.optional(),
  /** Its post was made, or couldn't be: that is posted as a new message, since an edit notifies nobody. */
  repost: z.boolean().optional(),
  /** A person asked for it to be shown in its channel, now that the bot may post there. */
  bring: z.boolean().optional(),
  /** The version that the message shows; behind `version`: it must be drawn again. */
  drawn: z.int(),
  /** All that the message is behind by is what the card is shown with, such as the rule or a freeze. */
  redraw: z.boolean().optional(),
  createdAt: isoDate,
  updatedAt: isoDate,
});
export type Card = z.infer<typeof cardSchema>;
