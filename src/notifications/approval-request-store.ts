/** Which direct messages asked whom to approve a card, and what each shows: they are kept true as long as the card is. */
import type { Result } from 'ioredis';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    noteRequest(
      requests: string,
      card: string,
      family: string,
      field: string,
      shown: string,
      ifAbsent: '0' | '1',
    ): Result<number, Context>;
  }
}

/** What is noted ends with its card. Answers 1 when the card is there. */
const noteRequest = `
if redis.call('EXISTS', KEYS[2]) == 0 then return 0 end
redis.call(ARGV[3] == '1' and 'HSETNX' or 'HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('SADD', KEYS[3], KEYS[1])
local left = redis.call('PTTL', KEYS[2])
if left >= 0 then redis.call('PEXPIRE', KEYS[1], left) end
return 1`;

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
  redis.defineCommand('noteRequest', { numberOfKeys: 3, lua: noteRequest });
  const fieldOf = ({ user, channel, ts }: Omit<ApprovalRequest, 'shown'>): string =>
    [user, channel, ts].join(' ');

  async function write(
    { workspace, id, campaign }: OfCard,
    request: ApprovalRequest,
    ifAbsent: boolean,
  ): Promise<void> {
    await redis.noteRequest(
      keys.approvalRequests(workspace, id),
      keys.card(workspace, id),
      keys.family(workspace, campaign ?? id),
      fieldOf(request),
      request.shown,
      ifAbsent ? '1' : '0',
    );
  }

  return {
    /** The message was sent, or shows something else now. */
    note: (card: OfCard, request: ApprovalRequest): Promise<void> => write(card, request, false),

    /** Somebody pressed a button in it: noted where that got lost, because a process died after it sent the message. */
    find: (card: OfCard, request: Omit<ApprovalRequest, 'shown'>): Promise<void> =>
      write(card, { ...request, shown: '' }, true),

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
