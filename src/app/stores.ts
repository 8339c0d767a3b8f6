/** Everything that commands and jobs of all workspaces keep in Redis. What only one of them uses is created where it starts. */
import type { Logger } from 'pino';
import { createAudit } from '#src/audit/audit-store.ts';
import { createBatches } from '#src/campaigns/batch-store.ts';
import { createHomes } from '#src/home/homes.ts';
import { createPauseStore } from '#src/pause/pause-store.ts';
import type { Counters } from '#src/platform/metrics/counters.ts';
import type { Jobs } from '#src/platform/queue/job.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { createCardStore } from '#src/posts/card-store.ts';
import { createOutsidePosts } from '#src/posts/outside-posts.ts';
import { createPostIndexStore } from '#src/posts/post-index/post-index-store.ts';
import { createRuleStore } from '#src/posts/rule-store.ts';
import { createRecurringStore } from '#src/recurring/series-store.ts';
import { createBrandConfigs } from '#src/settings/brand-config-store.ts';
import { createTeamSettings } from '#src/settings/settings-store.ts';
import { createPostingSlotStore } from '#src/slots/slot-store.ts';
import { createImportStore } from '#src/spreadsheets/import-store.ts';
import { createStepStore } from '#src/steps/step-store.ts';
import type { Config } from './config.ts';

export type Stores = ReturnType<typeof createStores>;

export function createStores(
  redis: Redis,
  config: Config,
  { jobs, log, now, count }: { jobs: Jobs; log: Logger; now(): number; count: Counters },
) {
  const { REDIS_PREFIX: prefix, AUDIT_KEY: key, AUDIT_DAYS: days } = config;
  const keepFinishedMs = config.KEEP_FINISHED_DAYS * 86_400_000;
  return {
    cards: createCardStore(redis, prefix, {
      restingEveryMs: config.RESTING_INTERVAL_MS,
      keepFinishedMs,
      log,
      onTransition: count.transitioned,
    }),
    audit: createAudit({ redis, prefix, key, days, log, now }),
    homes: createHomes(redis, prefix, { jobs, log, now }),
    outsidePosts: createOutsidePosts(redis, prefix),
    postIndexStore: createPostIndexStore(redis, prefix),
    pauses: createPauseStore(redis, prefix, keepFinishedMs),
    rules: createRuleStore(redis, prefix),
    teamSettings: createTeamSettings(redis, prefix),
    brandConfigs: createBrandConfigs(redis, prefix, log),
    slotStore: createPostingSlotStore(redis, prefix),
    recurring: createRecurringStore(redis, prefix, log),
    batches: createBatches(redis, prefix),
    imports: createImportStore(redis, prefix),
    steps: config.WORKFLOW_STEPS ? createStepStore(redis, prefix) : undefined,
  };
}
