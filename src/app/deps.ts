/** What commands and jobs are built from. */
import type { Logger } from 'pino';
import { createPostFiles } from '#src/media/fingerprint.ts';
import { followPauses } from '#src/pause/guard.ts';
import { isInside } from '#src/platform/inside.ts';
import { captionFacts, readOpenFacts } from '#src/platform/publishing-api/open-facts.ts';
import { longestQuotaWaitMs } from '#src/platform/publishing-api/quota.ts';
import type { JobQueue } from '#src/platform/queue/queue.ts';
import type { Locks } from '#src/platform/redis/locks.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { storeTroubleOf } from '#src/platform/redis/store-trouble.ts';
import type { ServedFiles } from '#src/platform/slack/served-files.ts';
import { createDesk } from '#src/posts/desk.ts';
import { settledAfterMs } from '#src/posts/post-index/lag.ts';
import { followStatuses } from '#src/posts/status.ts';
import { createSlots } from '#src/slots/taken-slots.ts';
import { followSteps } from '#src/steps/run-step.ts';
import type { Config } from './config.ts';
import type { Stores } from './stores.ts';
import type { Workspaces } from './workspaces.ts';

/** What commands and jobs are built from. */
export interface Base {
  config: Config;
  log: Logger;
  failpoint: (step: string) => Promise<void>;
  now: () => number;
  redis: Redis;
  queue: JobQueue;
  locks: Locks;
  stores: Stores;
  /** The name of a slash command in this installation. */
  slash: (name: string) => string;
  workspaces: Workspaces;
  files: ServedFiles;
}

/** What commands and jobs share. */
export function createShared({ config, log, failpoint, now, redis, queue, stores, files, ...base }: Base) {
  const { pauses, steps, slotStore: store } = stores;
  const { contextOf } = base.workspaces;
  const facts = readOpenFacts(config.OPEN_FACTS);
  const timing = { now, settledAfterMs: settledAfterMs(facts, config.WATCH_INTERVAL_MS) };
  const pictures = { serviceUrl: config.SOCIAL_API_URL, addressed: files.addressed, contextOf, log };
  const postFiles = createPostFiles(pictures);
  const subscribers = [
    followStatuses({ jobs: queue, now }),
    followPauses({ pauses, jobs: queue, now }),
    ...(steps ? [followSteps(steps, queue)] : []),
  ];
  const desk = createDesk({ ...stores, ...timing, subscribers, postFiles, jobs: queue, log, failpoint });
  return {
    ...stores,
    ...timing,
    desk,
    jobs: queue,
    locks: base.locks,
    storeTrouble: storeTroubleOf(redis),
    slash: base.slash,
    log,
    slots: createSlots({ ...stores, store, desk, now, contextOf, log }),
    postFiles,
    pictures,
    fileAddress: files.address,
    filesAreOff: files.areOff,
    localService: isInside(config.SOCIAL_API_URL),
    ...captionFacts(facts),
    undoForMs: config.UNDO_SECONDS * 1_000,
    /** The longest one call to the service can take, not counting a long wait for the quota. */
    requestTimeoutMs: config.REQUEST_TIMEOUT_MS + longestQuotaWaitMs,
  };
}

export type Shared = ReturnType<typeof createShared>;
