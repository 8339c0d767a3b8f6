/** Removes everything of one workspace, on every node. */
import { Cluster } from 'ioredis';
import { createKeys } from './keys.ts';
import type { Redis } from './redis.ts';
import { script } from './script.ts';

const atOnce = 500;

const unlinkUnlessInstalled = script<number, 'installation' | 'removed'>(`
if redis.call('EXISTS', KEYS.installation) == 1 then return 0 end
return redis.call('UNLINK', KEYS.removed)`);

/**
 * Removes nothing once the workspace is installed again: from then on, everything belongs to the new
 * installation. What is written while this runs, and before that, may stay or be removed.
 */
export async function removeAll(redis: Redis, prefix: string, workspace: string): Promise<void> {
  const keys = createKeys(prefix);
  const installation = keys.installation(workspace);
  await redis.srem(keys.workspaces, workspace);
  const nodes = redis instanceof Cluster ? redis.nodes('master') : [redis];
  // One by one: a cluster takes several keys only if they're in one slot.
  for (const node of nodes)
    for await (const found of node.scanStream({ match: literal(keys.all(workspace)), count: atOnce }))
      await Promise.all(
        (found as string[]).map((removed) => unlinkUnlessInstalled(redis, { installation, removed }, {})),
      );
  // A workspace that was installed again meanwhile may have been listed before this removed it from the list.
  if (await redis.exists(installation)) await redis.sadd(keys.workspaces, workspace);
}

/** Only the last star is a wildcard; every other special character is escaped. */
const literal = (pattern: string): string =>
  `${pattern.slice(0, -1).replaceAll(/[*?[\]\\^]/g, String.raw`\$&`)}*`;
