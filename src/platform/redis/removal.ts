/** Removes everything of one workspace, on every node. */
import { Cluster } from 'ioredis';
import { createKeys } from './keys.ts';
import type { Redis } from './redis.ts';

const atOnce = 500;

/**
 * Keeps the installation and its API key: uninstalling has deleted the earlier ones, so existing ones are new.
 * Whatever else is written while this runs may stay or be removed.
 */
export async function removeAll(redis: Redis, prefix: string, workspace: string): Promise<void> {
  const keys = createKeys(prefix);
  const stays = new Set([keys.installation(workspace), keys.apiKey(workspace)]);
  await redis.srem(keys.workspaces, workspace);
  const nodes = redis instanceof Cluster ? redis.nodes('master') : [redis];
  // One by one: a cluster takes several keys only if they're in one slot.
  for (const node of nodes)
    for await (const found of node.scanStream({ match: literal(keys.all(workspace)), count: atOnce }))
      await Promise.all((found as string[]).map((key) => !stays.has(key) && redis.unlink(key)));
  // A workspace that was installed again meanwhile may have been listed before this removed it from the list.
  if (await redis.exists(keys.installation(workspace))) await redis.sadd(keys.workspaces, workspace);
}

/** Only the last star is a wildcard; every other special character is escaped. */
const literal = (pattern: string): string =>
  `${pattern.slice(0, -1).replaceAll(/[*?[\]\\^]/g, String.raw`\$&`)}*`;
