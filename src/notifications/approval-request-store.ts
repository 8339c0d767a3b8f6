/**
 * Which direct messages asked whom to approve a card, and what each of them shows. They're kept up to date
 * while the card is stored.
 */
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import type { Card } from '#src/posts/card/card.ts';
import { noteWithCard } from '#src/posts/note-with-card.ts';

/** A direct message that asked someone to approve a card. */
export interface ApprovalRequest {
  user: string;
  channel: string;
  ts: string;
  /** A key for the message's content; empty if that isn't known. */
  shown: string;
}

type CardKey = Pick<Card, 'workspace' | 'id' | 'campaign'>;

export type ApprovalRequestStore = ReturnType<typeof createApprovalRequestStore>;

export function createApprovalRequestStore(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  const fieldOf = ({ user, channel, ts }: Omit<ApprovalRequest, 'shown'>): string =>
    [user, channel, ts].join(' ');

  async function write(card: CardKey, request: ApprovalRequest, before?: string): Promise<void> {
    const { workspace, id } = card;
    const one = { field: fieldOf(request), text: request.shown, before };
    await noteWithCard({ redis, keys, workspace }, card, keys.approvalRequests(workspace, id), one);
  }

  return {
    /** Notes that the message was sent, or that its content changed. */
    note: (card: CardKey, request: ApprovalRequest): Promise<void> => write(card, request),

    /** Notes that someone pressed a button in the message, in case a process died right after sending it. */
    find: (card: CardKey, request: Omit<ApprovalRequest, 'shown'>): Promise<void> =>
      write(card, { ...request, shown: '' }, ''),

    /** Forgets a message that was deleted, or won't change anymore. */
    async forget({ workspace, id }: CardKey, request: ApprovalRequest): Promise<void> {
      await redis.hdel(keys.approvalRequests(workspace, id), fieldOf(request));
    },

    /** Whether anyone was asked in a direct message. */
    async any(workspace: string, card: string): Promise<boolean> {
      return (await redis.exists(keys.approvalRequests(workspace, card))) === 1;
    },

    /** Newest first for each person. */
    async of(workspace: string, card: string): Promise<ApprovalRequest[]> {
      const found = Object.entries(await redis.hgetall(keys.approvalRequests(workspace, card)));
      return found
        .map(([field, shown]) => {
          const [user = '', channel = '', ts = ''] = field.split(' ');
          return { user, channel, ts, shown };
        })
        .sort((a, b) => Number(b.ts) - Number(a.ts));
    },
  };
}
