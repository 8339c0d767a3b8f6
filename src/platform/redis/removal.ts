/** Removes everything of one workspace, on every node. */
import { Cluster } from 'ioredis';
import { createKeys } from './keys.ts';
import type { Redis } from './redis.ts';

const atOnce = 500;

/**
 * Nothing of an uninstalled workspace is left in the store when this resolves, but what is written while it runs. An
 * installation stays: whoever uninstalls took it away before, so this one is newer.
 */
export async function removeAll(redis: Redis, prefix: string, workspace: string): Promise<void> {
  const keys = createKeys(prefix);
  const stays = new Set([keys.installation(workspace), keys.apiKey(workspace)]);
  await redis.srem(keys.workspaces, workspace);
  const nodes = redis instanceof Cluster ? redis.nodes('master') : [redis];
  // one by one: a cluster takes several only of one slot
  for (const node of nodes)
    for await (const found of node.scanStream({ match: literal(keys.all(workspace)), count: atOnce }))
      await Promise.all((found as string[]).map((key) => !stays.has(key) && redis.unlink(key)));
  // one that came meanwhile may have been listed before this took it off the list
  if (await redis.exists(keys.installation(workspace))) await redis.sadd(keys.workspaces, workspace);
}

/** Only the last star is one; what else means something in a pattern means itself. */
const literal = (pattern: string): string =>
  `${pattern.slice(0, -1).replaceAll(/[*?[\]\\^]/g, String.raw`\$&`)}*`;
