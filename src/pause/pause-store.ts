/** Freezes, and the posts that they took off the schedule, until somebody decides about each. */
import type { Result } from 'ioredis';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { type AuditEntry, entryText } from '#src/posts/card/audit.ts';
import { scopeOf } from '#src/posts/card/scope.ts';
import {
  type Pause,
  type PausedPost,
  pausedPostSchema,
  pauseSchema,
  type Resumed,
  resumedSchema,
} from './pause.ts';
import type { Pauses } from './pauses.ts';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    replaceFreeze(
      pauses: string,
      posts: string,
      outbox: string,
      resumes: string,
      rerenders: string,
      resumed: string,
      scope: string,
      before: string,
      after: string,
      entry: string,
      keepMs: number,
      endedAt: string,
      ended: string,
    ): Result<number, Context>;
    noteFrozenPost(
      pauses: string,
      posts: string,
      outbox: string,
      scope: string,
      id: string,
      post: string,
      entry: string,
      keepMs: number,
      onlyOf: string,
    ): Result<number, Context>;
    replaceFrozenPost(
      posts: string,
      outbox: string,
      id: string,
      before: string,
      after: string,
      entry: string,
    ): Result<number, Context>;
  }
}

/** So long its report is drawn as the one of a freeze that ended. */
const reportedForMs = 86_400_000;

const replaceFreeze = `
if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[2] then return 0 end
if ARGV[3] == '' then
  redis.call('HDEL', KEYS[1], ARGV[1])
  redis.call('PEXPIRE', KEYS[2], ARGV[5])
  redis.call('HSET', KEYS[4], ARGV[1], ARGV[6])
  redis.call('HSET', KEYS[6], ARGV[1], ARGV[7])
  redis.call('PEXPIRE', KEYS[6], ${reportedForMs})
else
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
  redis.call('PERSIST', KEYS[2])
end
if ARGV[2] == '' or ARGV[3] == '' then redis.call('HINCRBY', KEYS[5], ARGV[1], 1) end
if ARGV[4] ~= '' then redis.call('RPUSH', KEYS[3], ARGV[4]) end
return 1`;

/** What is noted after the thaw, such as a late answer, may be the first of its key, or the only one left. */
const noteFrozenPost = `
local freeze = redis.call('HGET', KEYS[1], ARGV[1])
if ARGV[6] ~= '' and (not freeze or cjson.decode(freeze).at ~= ARGV[6]) then return 0 end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
if not freeze then redis.call('PEXPIRE', KEYS[2], ARGV[5]) end
if ARGV[4] ~= '' then redis.call('RPUSH', KEYS[3], ARGV[4]) end
return 1`;

const replaceFrozenPost = `
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
if ARGV[4] ~= '' then redis.call('RPUSH', KEYS[2], ARGV[4]) end
return 1`;

/** In the audit trail, whose note has the reason that was given. */
const frozenBefore = 'frozen already, its first reason stands';

/** `keepMs`: how long after a freeze ended the posts are remembered that nobody has decided about. */
export function createPauseStore(redis: Redis, prefix: string, keepMs: number): Pauses {
  const keys = createKeys(prefix);
  redis.defineCommand('replaceFreeze', { numberOfKeys: 6, lua: replaceFreeze });
  redis.defineCommand('replaceFrozenPost', { numberOfKeys: 2, lua: replaceFrozenPost });
  redis.defineCommand('noteFrozenPost', { numberOfKeys: 3, lua: noteFrozenPost });

  const textOf = (pause: Pause | undefined): string =>
    pause ? JSON.stringify(pauseSchema.parse(pause)) : '';
  const parse = (json: string | null | undefined): Pause | undefined =>
    json ? pauseSchema.parse(JSON.parse(json)) : undefined;
  const postFrom = (json: string): PausedPost => pausedPostSchema.parse(JSON.parse(json));
  const postText = (post: PausedPost): string => JSON.stringify(pausedPostSchema.parse(post));
  const scopesOf = (brand: string): string[] => [scopeOf({ id: brand }), scopeOf(undefined)];

  async function replaced(
    workspace: string,
    scope: string,
    before: Pause | undefined,
    after: Pause | undefined,
    audited?: AuditEntry,
    resumed?: Resumed,
  ): Promise<boolean> {
    const replaced = await redis.replaceFreeze(
      keys.freezes(workspace),
      keys.frozenPosts(workspace, scope),
      keys.auditOutbox(workspace),
      keys.thaws(workspace),
      keys.redraws(workspace),
      keys.thawed(workspace),
      scope,
      textOf(before),
      textOf(after),
      // in the same step, so that no process can die between a freeze and its entry
      audited ? entryText(audited) : '',
      keepMs,
      resumed?.at ?? '',
      resumed ? JSON.stringify(resumedSchema.parse(resumed)) : '',
    );
    return replaced === 1;
  }

  const notes = async (workspace: string, scope: string): Promise<PausedPost[]> =>
    (await redis.hvals(keys.frozenPosts(workspace, scope))).map(postFrom);

  async function notePost(
    workspace: string,
    scope: string,
    post: PausedPost,
    { audited, onlyOf = '' }: { audited: AuditEntry | undefined; onlyOf?: string },
  ): Promise<boolean> {
    const noted = await redis.noteFrozenPost(
      keys.freezes(workspace),
      keys.frozenPosts(workspace, scope),
      keys.auditOutbox(workspace),
      scope,
      post.id,
      postText(post),
      audited ? entryText(audited) : '',
      keepMs,
      onlyOf,
    );
    return noted === 1;
  }

  /** No report counts what was decided about after an earlier freeze. */
  async function forgetEarlier(workspace: string, { brand, at }: Pause): Promise<void> {
    const scope = scopeOf(brand);
    const earlier = (await pauses.decided(workspace, scope)).filter(({ of }) => of !== at);
    if (earlier.length > 0)
      await redis.hdel(keys.frozenPosts(workspace, scope), ...earlier.map(({ id }) => id));
  }

  const pauses: Pauses = {
    async of(workspace, brand) {
      const found = await redis.hmget(keys.freezes(workspace), ...scopesOf(brand));
      return parse(found.find((json) => json !== null));
    },

    async stops(workspace, brand, askedAt) {
      const scopes = scopesOf(brand);
      const [standing, resumes] = await Promise.all([
        redis.hmget(keys.freezes(workspace), ...scopes),
        redis.hmget(keys.thaws(workspace), ...scopes),
      ]);
      const wasFrozen = resumes.some((at) => at !== null && Date.parse(at) >= Date.parse(askedAt));
      return wasFrozen || standing.some((json) => json !== null);
    },

    async read(workspace) {
      const found = await redis.hgetall(keys.freezes(workspace));
      return (brand) => parse(scopesOf(brand).flatMap((scope) => found[scope] ?? [])[0]);
    },

    get: async (workspace, scope) => parse(await redis.hget(keys.freezes(workspace), scope)),

    async all(workspace) {
      return (await redis.hvals(keys.freezes(workspace))).flatMap((json) => parse(json) ?? []);
    },

    async begin(workspace, pause, audited) {
      // the rounds of the worker go through the workspaces that are known
      await redis.sadd(keys.workspaces, workspace);
      const scope = scopeOf(pause.brand);
      const standing = await pauses.get(workspace, scope);
      const next = standing ? { ...standing, rounds: standing.rounds + 1, lookFrom: pause.at } : pause;
      const entry = standing && audited ? { ...audited, result: frozenBefore } : audited;
      return (await replaced(workspace, scope, standing, next, entry))
        ? next
        : pauses.begin(workspace, pause, audited);
    },

    async amend(workspace, pause, change) {
      const scope = scopeOf(pause.brand);
      const standing = await pauses.get(workspace, scope);
      if (standing?.at !== pause.at) return undefined;
      const next = { ...standing, ...change };
      return (await replaced(workspace, scope, standing, next))
        ? next
        : pauses.amend(workspace, pause, change);
    },

    async end(workspace, pause, audited) {
      const scope = scopeOf(pause.brand);
      const standing = await pauses.get(workspace, scope);
      if (standing?.at !== pause.at) return false;
      const { by, at } = audited;
      if (!(await replaced(workspace, scope, standing, undefined, audited, { freeze: standing, by, at })))
        return pauses.end(workspace, pause, audited);
      await forgetEarlier(workspace, standing);
      return true;
    },

    async thawed(workspace, scope) {
      const json = await redis.hget(keys.thawed(workspace), scope);
      return json === null ? undefined : resumedSchema.parse(JSON.parse(json));
    },

    posts: async (workspace, scope) => (await notes(workspace, scope)).filter(({ decided }) => !decided),

    decided: async (workspace, scope) => (await notes(workspace, scope)).filter(({ decided }) => decided),

    async post(workspace, scope, id) {
      const json = await redis.hget(keys.frozenPosts(workspace, scope), id);
      const post = json === null ? undefined : postFrom(json);
      return post?.decided ? undefined : post;
    },

    async note(workspace, scope, post, audited) {
      await notePost(workspace, scope, post, { audited });
    },

    noteSending: (workspace, pause, post, audited) =>
      notePost(workspace, scopeOf(pause.brand), post, { audited, onlyOf: pause.at }),

    async replace(workspace, scope, post, next, audited) {
      const replaced = await redis.replaceFrozenPost(
        keys.frozenPosts(workspace, scope),
        keys.auditOutbox(workspace),
        post.id,
        postText(post),
        postText(next ?? { ...post, decided: true }),
        audited ? entryText(audited) : '',
      );
      return replaced === 1;
    },
  };
  return pauses;
}
