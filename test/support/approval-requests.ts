/** Sends a user an approval request in a direct message, as delivering a notification does. */
import type { TestContext } from 'node:test';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { Agent } from 'undici';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import { readConfig } from '#src/app/config.ts';
import { createWorkspaceContext } from '#src/app/workspace-context.ts';
import { createApprovalRequestStore } from '#src/notifications/approval-request-store.ts';
import { type ApprovalRequestDeps, askForApproval } from '#src/notifications/approval-requests.ts';
import { createPauseStore } from '#src/pause/pause-store.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import { createPostIndexStore } from '#src/posts/post-index/post-index-store.ts';
import { createRuleStore } from '#src/posts/rule-store.ts';
import { createTeamSettings } from '#src/settings/settings-store.ts';
import { createPostingSlotStore } from '#src/slots/slot-store.ts';
import type { StartedBot } from './bot.ts';
import { openQueue } from './queue.ts';
import { cardStoreIn } from './stored.ts';

export interface ApprovalRequester {
  /** Returns false if no post is waiting for their approval. */
  request(message: ShownMessage, user: string, but?: Partial<ApprovalRequestDeps>): Promise<boolean>;
  /** Deletes the record of the messages sent for a card. */
  forget(message: ShownMessage): Promise<void>;
}

export function createApprovalRequester(t: TestContext, started: StartedBot): ApprovalRequester {
  const config = readConfig(started.settings);
  const { REDIS_PREFIX: prefix } = config;
  const redis = new Redis(started.redisUrl);
  const dispatcher = new Agent();
  t.after(async () => {
    redis.disconnect();
    await dispatcher.destroy();
  });
  const log = pino({ level: 'silent' });
  const shared = {
    log,
    jobs: openQueue(t, started),
    pauses: createPauseStore(redis, prefix, 86_400_000),
    teamSettings: createTeamSettings(redis, prefix),
    now: Date.now,
    slash: (name: string) => `/${name}`,
  };
  const slots = createPostingSlotStore(redis, prefix);
  const outside = createWorkspaceContext(
    {
      ...shared,
      config,
      redis,
      dispatcher,
      postIndexStore: createPostIndexStore(redis, prefix),
      rules: createRuleStore(redis, prefix),
      slotStore: slots,
      count: { postponed: () => {}, serviceAnswered: () => {}, slackAnswered: () => {} },
    },
    { workspace: started.chat.world.workspace.id, botToken: config.SLACK_BOT_TOKEN ?? '', apiKey: undefined },
  );
  const cards = cardStoreIn(redis, prefix);
  const deps: ApprovalRequestDeps = {
    ...shared,
    ...outside,
    slots,
    undoForMs: config.UNDO_SECONDS * 1_000,
    approvalRequestStore: createApprovalRequestStore(redis, prefix),
    desk: { posts: ({ workspace, posts }) => cards.getAll(workspace, posts) },
    postFiles: { isAttached: () => true, isExpired: () => false },
    failpoint: async () => {},
  };
  const { workspace } = outside;
  const cardOf = async (message: ShownMessage) => {
    const card = await cards.at(workspace, message);
    if (!card) throw new Error('this message is not a card');
    return card;
  };
  return {
    request: async (message, user, but) => askForApproval({ ...deps, ...but }, await cardOf(message), user),
    async forget(message) {
      await redis.del(createKeys(prefix).approvalRequests(workspace, (await cardOf(message)).id));
    },
  };
}
