/** What can happen to a card: by people, by the work, or seen in the service's listing. */
import type { CardMessage, Pending, Problem } from './card.ts';
import type { Post } from './post.ts';

/** Moves of people carry `by`; the others come from the work. Every move carries when it was made (ISO, UTC). */
export type Move = {
  at: string;
  /** Only while no other move was made since: it was concluded from how the card stood after so many moves. */
  of?: number | undefined;
} & (
  | { type: 'start creating' }
  | { type: 'accept'; postId: string | undefined; campaignId: string | undefined }
  | { type: 'create'; postId: string }
  | { type: 'add post'; card: string; campaignId: string | undefined }
  | { type: 'observe'; post: Post }
  | { type: 'complete campaign'; problem?: Problem | undefined }
  | { type: 'fail'; problem: Problem }
  | { type: 'lose track'; problem: Problem }
  | { type: 'miss' }
  | { type: 'warn'; problem: Problem }
  | { type: 'start publishing' }
  | { type: 'publish' }
  | { type: 'update' }
  | { type: 'fail update'; problem: Problem }
  | { type: 'draw'; message: CardMessage | undefined; drawn: number }
  | { type: 'bring'; by: string }
  | { type: 'approve'; by: string }
  | { type: 'reject'; by: string; reason: string }
  | { type: 'change'; by: string; pending: Omit<Pending, 'by' | 'at'> }
  | { type: 'ask again'; by: string }
  | { type: 'look again'; by: string }
);
