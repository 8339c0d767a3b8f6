/** Which direct messages asked whom to approve a card, and what each shows: they are kept true as long as the card is. */
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { noteBesideCard } from '#src/posts/note-beside-card.ts';

/** A direct message that asked somebody to approve a card. */
export interface ApprovalRequest {
  user: string;
  channel: string;
  ts: string;
  /** Names what it shows; empty: that isn't known. */
  shown: string;
}

type OfCard = { workspace: string; id: string; campaign?: string | undefined };

export type ApprovalRequestStore = ReturnType<typeof createApprovalRequestStore>;

export function createApprovalRequestStore(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  const fieldOf = ({ user, channel, ts }: Omit<ApprovalRequest, 'shown'>): string =>
    [user, channel, ts].join(' ');

  async function write(card: OfCard, request: ApprovalRequest, before?: string): Promise<void> {
    const { workspace, id } = card;
    const one = { field: fieldOf(request), text: request.shown, before };
    await noteBesideCard({ redis, keys, workspace }, card, keys.approvalRequests(workspace, id), one);
  }

  return {
    /** The message was sent, or shows something else now. */
    note: (card: OfCard, request: ApprovalRequest): Promise<void> => write(card, request),

    /** Somebody pressed a button in it: noted where that got lost, because a process died after it sent the message. */
    find: (card: OfCard, request: Omit<ApprovalRequest, 'shown'>): Promise<void> =>
      write(card, { ...request, shown: '' }, ''),

    /** It's gone, or nothing of it will change. */
    async forget({ workspace, id }: OfCard, request: ApprovalRequest): Promise<void> {
      await redis.hdel(keys.approvalRequests(workspace, id), fieldOf(request));
    },

    /** Whether anybody was asked by a direct message. */
    async any(workspace: string, card: string): Promise<boolean> {
      return (await redis.exists(keys.approvalRequests(workspace, card))) === 1;
    },

    /** The latest of each person first. */
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
