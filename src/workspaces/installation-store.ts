/**
 * What each workspace has entrusted to us: its tokens and its API key for the publishing service, sealed for
 * this workspace.
 */
import { z } from 'zod';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { script } from '#src/platform/redis/script.ts';
import type { Vault } from '#src/platform/secrets.ts';
import { type AuditEntry, entryText } from '#src/posts/card/audit.ts';

const installationSchema = z.object({
  workspace: z.string().min(1),
  name: z.string().optional(),
  botToken: z.string().min(1),
  botId: z.string(),
  botUser: z.string(),
  scopes: z.array(z.string()),
  /** Present if Slack's token rotation is on. */
  refreshToken: z.string().optional(),
  /** Epoch ms. */
  expiresAt: z.number().optional(),
  /** The Slack user who installed it. */
  by: z.string(),
  /** Epoch ms. */
  installedAt: z.number(),
});
export type Installation = z.infer<typeof installationSchema>;

const apiKeySchema = z.object({
  key: z.string().min(1),
  /** The Slack user who entered it. */
  by: z.string(),
  /** Epoch ms. */
  at: z.number(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

/** Both as stored in Redis: if they're equal to an earlier pair, nothing has changed since. */
export interface Sealed {
  installation: string;
  apiKey: string | null;
}

const replaceIfSame = script<number, 'sealed', 'before' | 'after'>(`
if redis.call('GET', KEYS.sealed) ~= ARGV.before then return 0 end
redis.call('SET', KEYS.sealed, ARGV.after)
return 1`);

const setIfInstalled = script<number, 'apiKey' | 'installation', 'value'>(`
if redis.call('EXISTS', KEYS.installation) == 0 then return 0 end
redis.call('SET', KEYS.apiKey, ARGV.value)
return 1`);

export type Installations = ReturnType<typeof createInstallations>;

export function createInstallations(redis: Redis, prefix: string, vault: Vault) {
  const keys = createKeys(prefix);
  const place = (workspace: string, kind: string): string => `${workspace}.${kind}`;
  const seal = (workspace: string, kind: string, value: object): string =>
    vault.seal(JSON.stringify(value), place(workspace, kind));
  const open = (workspace: string, kind: string, sealed: string): unknown =>
    JSON.parse(vault.open(sealed, place(workspace, kind)));

  /** The value, encrypted with the newest key in the settings; `undefined` if none of them decrypts it. */
  function resealed(workspace: string, kind: string, sealed: string): string | undefined {
    try {
      return seal(workspace, kind, open(workspace, kind, sealed) as object);
    } catch {
      return undefined;
    }
  }

  return {
    /** `undefined` if it isn't installed there. Takes one round trip, and opens nothing. */
    async sealed(workspace: string): Promise<Sealed | undefined> {
      const [installation, apiKey = null] = await redis.mget(
        keys.installation(workspace),
        keys.apiKey(workspace),
      );
      return !installation ? undefined : { installation, apiKey };
    },

    /** Throws if the value belongs to another workspace, or no key in the settings opens it. */
    open(workspace: string, sealed: Sealed): { installation: Installation; apiKey: ApiKey | undefined } {
      const { apiKey } = sealed;
      return {
        installation: installationSchema.parse(open(workspace, 'installation', sealed.installation)),
        apiKey: apiKey === null ? undefined : apiKeySchema.parse(open(workspace, 'api-key', apiKey)),
      };
    },

    /**
     * Stores a new installation with its audit entry. The API key stays, unless no key in the settings can
     * open it.
     */
    async install(installation: Installation, audited: AuditEntry): Promise<void> {
      const { workspace } = installation;
      const apiKey = await redis.get(keys.apiKey(workspace));
      const lost = apiKey !== null && resealed(workspace, 'api-key', apiKey) === undefined;
      // first, so that sweeps visit the workspace even if this process dies after the next write
      await redis.sadd(keys.workspaces, workspace);
      const kept = redis
        .multi()
        .set(keys.installation(workspace), seal(workspace, 'installation', installation))
        .del(keys.byToken(workspace))
        .rpush(keys.auditOutbox(workspace), entryText(audited));
      await (lost ? kept.del(keys.apiKey(workspace)) : kept).exec();
      // once more, because a removal that is still under way takes it off the list until it's installed
      await redis.sadd(keys.workspaces, workspace);
    },

    /**
     * Replaces the tokens of `old` with fresh ones. False if it was uninstalled, or installed again, in the
     * meantime.
     */
    async renew(old: Installation, fresh: Installation): Promise<boolean> {
      const { workspace } = old;
      const key = keys.installation(workspace);
      for (;;) {
        const current = await redis.get(key);
        if (current === null) return false;
        const { refreshToken } = installationSchema.parse(open(workspace, 'installation', current));
        if (refreshToken !== old.refreshToken) return false;
        const after = seal(workspace, 'installation', fresh);
        // otherwise, another process sealed it again in between
        if ((await replaceIfSame(redis, { sealed: key }, { before: current, after })) === 1) return true;
      }
    },

    /** False if it was uninstalled in the meantime, so that nothing was stored. */
    async keepApiKey(workspace: string, apiKey: ApiKey): Promise<boolean> {
      const value = seal(workspace, 'api-key', apiKey);
      const both = { apiKey: keys.apiKey(workspace), installation: keys.installation(workspace) };
      return (await setIfInstalled(redis, both, { value })) === 1;
    },

    async removeApiKey(workspace: string): Promise<void> {
      await redis.del(keys.apiKey(workspace));
    },

    /** Stops all work for the workspace. `removeAll` removes the rest of its data. */
    async uninstall(workspace: string): Promise<void> {
      await redis.del(keys.installation(workspace), keys.apiKey(workspace));
    },

    /** The workspaces in which Presscheck is installed. */
    async workspaces(): Promise<string[]> {
      const known = await redis.smembers(keys.workspaces);
      const there = await Promise.all(known.map((workspace) => redis.exists(keys.installation(workspace))));
      return known.filter((_, i) => there[i] === 1);
    },

    /**
     * Encrypts again what was encrypted with an older key. Returns how many values it renewed, and how many
     * can't be decrypted.
     */
    async resealAll(): Promise<{ renewed: number; unreadable: number }> {
      const counts = { renewed: 0, unreadable: 0 };
      for (const workspace of await this.workspaces()) {
        for (const [key, kind] of [
          [keys.installation(workspace), 'installation'],
          [keys.apiKey(workspace), 'api-key'],
        ] as const) {
          const sealed = await redis.get(key);
          if (sealed === null || vault.current(sealed)) continue;
          const after = resealed(workspace, kind, sealed);
          // only replaces what was read: a value that was written since is sealed with the newest key already
          if (after) counts.renewed += await replaceIfSame(redis, { sealed: key }, { before: sealed, after });
          else counts.unreadable += 1;
        }
      }
      return counts;
    },
  };
}
