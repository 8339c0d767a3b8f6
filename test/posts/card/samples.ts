/** Sample cards, posts and transitions. */

import type { Post } from '#src/platform/publishing-api/post.ts';
import type { AiPostRequest, CampaignRequest, PostRequest } from '#src/platform/publishing-api/request.ts';
import { type Card, cardSchema, type Pending } from '#src/posts/card/card.ts';
import { newCard } from '#src/posts/card/new-card.ts';
import type { Failure, Problem, Step } from '#src/posts/card/problem.ts';
import type { Transition } from '#src/posts/card/transition.ts';

export const at = '2026-11-21T09:00:00.000Z';
export const later = '2026-11-21T09:05:00.000Z';

const brand = { id: 'brand-1', name: 'Northwind Coffee' };
const profiles = [{ id: 'profile-1', name: 'Instagram · northwind.coffee' }];
const origin = { workspace: 'T1', author: 'U0ANA', channel: 'C1' };

export const postRequest: PostRequest = {
  kind: 'post',
  brand,
  profiles,
  caption: 'Fresh beans',
  mediaUrls: [],
};
export const aiPostRequest: AiPostRequest = {
  kind: 'ai-post',
  brand,
  profiles,
  prompt: 'Our autumn menu starts on Monday',
  imageCount: 0,
  referenceUrls: [],
  referenceDesigns: [],
};
export const campaignRequest: CampaignRequest = {
  kind: 'campaign',
  brand,
  profiles,
  brief: 'Opening week',
  days: 7,
  posts: 3,
  imageCount: 0,
  referenceUrls: [],
  referenceDesigns: [],
};

/** A card as the store would give it back, with what a test is about. */
export function aCard(over: Partial<Card> = {}, request = postRequest as Card['request']): Card {
  if (!request) throw new Error('a sample begins with a request');
  return cardSchema.parse({ ...newCard('card-1', origin, request, at), ...over });
}

/** The service refused it and gave this reason. */
export const refusedFor = (message: string): Failure => ({
  kind: 'refused',
  endpoint: 'PATCH /post/{postId}',
  message,
});

export function problem(step: Step, text = 'Something happened.'): Problem {
  return { step, at, code: 'publish_failed', failure: refusedFor(text) };
}

export function aPost(over: Partial<Post> = {}): Post {
  return {
    id: 'post-1',
    status: 'draft',
    statusWord: 'DRAFT',
    caption: 'Fresh beans',
    mediaUrls: [],
    profiles: [{ id: 'profile-1', name: 'northwind.coffee', provider: 'instagram', image: undefined }],
    scheduledAt: undefined,
    campaignId: undefined,
    ...over,
  };
}

type RequestedTransition = Transition extends infer M
  ? M extends Transition
    ? Omit<M, 'at'>
    : never
  : never;

/** An operation in progress. */
export const aChange: Pending = { what: 'edit', by: 'U0CY', at, change: { caption: 'Other words' } };

/** One of each move. What it does to a card is in the tables of the tests. */
export const oneOfEach: Record<Transition['type'], RequestedTransition> = {
  start_creating: { type: 'start_creating' },
  accept: { type: 'accept', postId: 'post-1', campaignId: undefined },
  create: { type: 'create', postId: 'post-1' },
  add_post: { type: 'add_post', card: 'card-2', campaignId: 'campaign-1' },
  observe: { type: 'observe', post: aPost() },
  complete_campaign: { type: 'complete_campaign', posts: { ready: 3, failed: 0, requested: 3 } },
  fail: { type: 'fail', problem: problem('generate') },
  lose_track: { type: 'lose_track', problem: problem('generate') },
  note_missing: { type: 'note_missing' },
  note_deleted: { type: 'note_deleted', problem: problem('gone') },
  note_seen: { type: 'note_seen', seen: { as: 'unlisted' } },
  warn: { type: 'warn', problem: problem('generate') },
  await_groups: { type: 'await_groups', groups: ['S0EDITORS'] },
  start_publishing: { type: 'start_publishing' },
  publish: { type: 'publish' },
  update: { type: 'update', pending: aChange },
  doubt_update: { type: 'doubt_update', pending: aChange, problem: problem('update') },
  fail_update: { type: 'fail_update', pending: aChange, problem: problem('update') },
  record_message: { type: 'record_message', message: { channel: 'C1', ts: '1.1' }, renderedVersion: 1 },
  allow_schedule: { type: 'allow_schedule' },
  withhold: { type: 'withhold' },
  request_changes: { type: 'request_changes', by: 'U0BO', note: 'Shorter, please' },
  resubmit: { type: 'resubmit', by: 'U0ANA' },
  reopen: { type: 'reopen', by: 'U0ANA' },
  rerender: { type: 'rerender' },
  request_approval: { type: 'request_approval', by: 'U0ANA' },
  show_in_channel: { type: 'show_in_channel', by: 'U0BO' },
  approve: { type: 'approve', by: 'U0BO' },
  undo: { type: 'undo', by: 'U0CY' },
  unschedule: { type: 'unschedule', by: 'U0BO', previousTime: later },
  leave_as_draft: { type: 'leave_as_draft', by: 'U0BO' },
  add_version: { type: 'add_version', card: 'card-2' },
  keep: { type: 'keep', by: 'U0BO', version: 'card-1', opened: '2026-07-29T09:00:00.000Z' },
  close_choice: { type: 'close_choice', version: 'card-2' },
  end_discards: { type: 'end_discards', chosenAt: at },
  reject: { type: 'reject', by: 'U0BO', reason: 'Too early' },
  change: { type: 'change', by: 'U0BO', pending: { what: 'edit', change: { caption: 'Other words' } } },
  retry: { type: 'retry', by: 'U0BO' },
  check_again: { type: 'check_again', by: 'U0BO' },
  check_files: { type: 'check_files', since: at, found: [] },
  await_files: { type: 'await_files', since: at },
  note_unread: { type: 'note_unread', since: at },
  void_files: { type: 'void_files', since: at, files: [1] },
};

export const made = (transition: RequestedTransition): Transition =>
  ({ ...transition, at: later }) as Transition;
