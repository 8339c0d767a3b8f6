/** Keeps pauses, and the posts that they unscheduled until someone decides about each. */
import { z } from 'zod';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { script } from '#src/platform/redis/script.ts';
import { type AuditEntry, entryText } from '#src/posts/card/audit.ts';
import { scopeOf } from '#src/posts/card/scope.ts';
import {
  type Pause,
  type PausedPost,
  pausedPostFields,
  pausedPostSchema,
  pausedPostStates,
  pauseFields,
  pauseSchema,
  type Resumed,
} from './pause.ts';

const resumedSchema = z.object({ freeze: z.looseObject({}), by: z.string(), at: z.iso.datetime() });

/** How long the report of a pause that ended is still updated. */
const reportedForMs = 86_400_000;

const replacePause = script<
  number,
  'pauses' | 'posts' | 'outbox' | 'pauseEnds' | 'redraws' | 'endedPauses',
  'scope' | 'before' | 'after' | 'entry' | 'keepMs' | 'endedAt' | 'ended'
>(`
if (redis.call('HGET', KEYS.pauses, ARGV.scope) or '') ~= ARGV.before then return 0 end
if ARGV.after == '' then
  redis.call('HDEL', KEYS.pauses, ARGV.scope)
  redis.call('PEXPIRE', KEYS.posts, ARGV.keepMs)
  redis.call('HSET', KEYS.pauseEnds, ARGV.scope, ARGV.endedAt)
  redis.call('HSET', KEYS.endedPauses, ARGV.scope, ARGV.ended)
  redis.call('PEXPIRE', KEYS.endedPauses, ${reportedForMs})
else
  redis.call('HSET', KEYS.pauses, ARGV.scope, ARGV.after)
  redis.call('PERSIST', KEYS.posts)
end
if ARGV.before == '' or ARGV.after == '' then redis.call('HINCRBY', KEYS.redraws, ARGV.scope, 1) end
if ARGV.entry ~= '' then redis.call('RPUSH', KEYS.outbox, ARGV.entry) end
return 1`);

/**
 * Notes made after publishing was resumed, such as a late answer, may be the first or only entry of their
 * key.
 */
const notePausedPost = script<
  number,
  'pauses' | 'posts' | 'outbox',
  'scope' | 'id' | 'post' | 'entry' | 'keepMs' | 'onlyOf'
>(`
local pause = redis.call('HGET', KEYS.pauses, ARGV.scope)
if ARGV.onlyOf ~= '' and (not pause or cjson.decode(pause).at ~= ARGV.onlyOf) then return 0 end
redis.call('HSET', KEYS.posts, ARGV.id, ARGV.post)
if not pause then redis.call('PEXPIRE', KEYS.posts, ARGV.keepMs) end
if ARGV.entry ~= '' then redis.call('RPUSH', KEYS.outbox, ARGV.entry) end
return 1`);

const replacePausedPost = script<number, 'posts' | 'outbox', 'id' | 'before' | 'after' | 'entry'>(`
if redis.call('HGET', KEYS.posts, ARGV.id) ~= ARGV.before then return 0 end
redis.call('HSET', KEYS.posts, ARGV.id, ARGV.after)
if ARGV.entry ~= '' then redis.call('RPUSH', KEYS.outbox, ARGV.entry) end
return 1`);

/**
 * The result in the audit entry of a second request, whose note has its reason. The request changes nothing
 * about a pause, not even its reason: cards that show the reason are only updated when a pause begins or
 * ends. The words are stored, and `views/audit` shows them in current English.
 */
const pausedBefore = 'already paused, the first reason stays';

export type Pauses = ReturnType<typeof createPauseStore>;

/** `keepMs`: how long undecided posts are remembered after a pause ended. */
export function createPauseStore(redis: Redis, prefix: string, keepMs: number) {
  const keys = createKeys(prefix);

  const placesOf = (workspace: string, scope: string) => ({
    pauses: keys.pauses(workspace),
    posts: keys.pausedPosts(workspace, scope),
    outbox: keys.auditOutbox(workspace),
    pauseEnds: keys.pauseEnds(workspace),
    redraws: keys.redraws(workspace),
    endedPauses: keys.endedPauses(workspace),
  });
  const toStored = (pause: Pause): object => pauseFields.write(pauseSchema.parse(pause));
  const textOf = (pause: Pause | undefined): string => (pause ? JSON.stringify(toStored(pause)) : '');
  const fromStored = (stored: object): Pause => pauseSchema.parse(pauseFields.read(stored));
  const parse = (json: string | null | undefined): Pause | undefined =>
    json ? fromStored(JSON.parse(json)) : undefined;
  const resumedText = ({ pause, by, at }: Resumed): string =>
    JSON.stringify({ freeze: toStored(pause), by, at });
  const postFrom = (json: string): PausedPost =>
    pausedPostSchema.parse(pausedPostFields.read(JSON.parse(json)));
  function postText(post: PausedPost): string {
    const fields = pausedPostFields.write(pausedPostSchema.parse(post));
    return JSON.stringify({ ...fields, state: pausedPostStates.write(post.state) });
  }
  const scopesOf = (brand: string): string[] => [scopeOf({ id: brand }), scopeOf(undefined)];

  /**
   * A record with its stored text, which is compared when it's replaced: a later release may have written
   * fields that this one doesn't know.
   */
  async function stored(
    workspace: string,
    scope: string,
  ): Promise<{ text: string; pause: Pause | undefined }> {
    const text = (await redis.hget(keys.pauses(workspace), scope)) ?? '';
    return { text, pause: parse(text) };
  }

  async function replaced(
    workspace: string,
    scope: string,
    before: string,
    after: Pause | undefined,
    audited?: AuditEntry,
    resumed?: Resumed,
  ): Promise<boolean> {
    const replaced = await replacePause(redis, placesOf(workspace, scope), {
      scope,
      before,
      after: textOf(after),
      keepMs,
      // in one step, so that no crash can leave a pause without its audit entry
      entry: audited ? entryText(audited) : '',
      endedAt: resumed?.at ?? '',
      ended: resumed ? resumedText(resumed) : '',
    });
    return replaced === 1;
  }

  const notes = async (workspace: string, scope: string): Promise<PausedPost[]> =>
    (await redis.hvals(keys.pausedPosts(workspace, scope))).map(postFrom);

  async function notePost(
    workspace: string,
    scope: string,
    post: PausedPost,
    { audited, onlyOf = '' }: { audited: AuditEntry | undefined; onlyOf?: string },
  ): Promise<boolean> {
    const entry = audited ? entryText(audited) : '';
    const args = { scope, id: post.id, post: postText(post), entry, keepMs, onlyOf };
    return (await notePausedPost(redis, placesOf(workspace, scope), args)) === 1;
  }

  /** Forgets the decided posts of an earlier pause, which the report doesn't count. */
  async function forgetEarlier(workspace: string, { brand, at }: Pause): Promise<void> {
    const scope = scopeOf(brand);
    const earlier = (await pauses.decided(workspace, scope)).filter(({ pausedAt }) => pausedAt !== at);
    if (earlier.length > 0)
      await redis.hdel(keys.pausedPosts(workspace, scope), ...earlier.map(({ id }) => id));
  }

  const pauses = {
    async of(workspace: string, brand: string): Promise<Pause | undefined> {
      const found = await redis.hmget(keys.pauses(workspace), ...scopesOf(brand));
      return parse(found.find((json) => json !== null));
    },

    /**
     * Whether a pause stops what was requested at `requestedAt` (ISO): the brand is paused, or was paused
     * since.
     */
    async stops(workspace: string, brand: string, requestedAt: string): Promise<boolean> {
      const scopes = scopesOf(brand);
      const [current, resumes] = await Promise.all([
        redis.hmget(keys.pauses(workspace), ...scopes),
        redis.hmget(keys.pauseEnds(workspace), ...scopes),
      ]);
      const wasPaused = resumes.some((at) => at !== null && Date.parse(at) >= Date.parse(requestedAt));
      return wasPaused || current.some((json) => json !== null);
    },

    /**
     * Reads all pauses in one round trip, for when the brand isn't known yet. The result answers as `of`
     * does.
     */
    async read(workspace: string): Promise<(brand: string) => Pause | undefined> {
      const found = await redis.hgetall(keys.pauses(workspace));
      return (brand) => parse(scopesOf(brand).flatMap((scope) => found[scope] ?? [])[0]);
    },

    get: async (workspace: string, scope: string): Promise<Pause | undefined> =>
      parse(await redis.hget(keys.pauses(workspace), scope)),

    async all(workspace: string): Promise<Pause[]> {
      return (await redis.hvals(keys.pauses(workspace))).flatMap((json) => parse(json) ?? []);
    },

    /**
     * Begins a pause, or requests another check if there is one already. Returns the pause. `audited` is
     * written in the same step.
     */
    async begin(workspace: string, pause: Pause, audited?: AuditEntry): Promise<Pause> {
      // the sweeper goes through the workspaces that it knows
      await redis.sadd(keys.workspaces, workspace);
      const scope = scopeOf(pause.brand);
      const { text, pause: current } = await stored(workspace, scope);
      const next = current
        ? { ...current, checksRequested: current.checksRequested + 1, checkStartedAt: pause.at }
        : pause;
      const entry = current && audited ? { ...audited, result: pausedBefore } : audited;
      return (await replaced(workspace, scope, text, next, entry))
        ? next
        : pauses.begin(workspace, pause, audited);
    },

    /** Returns the changed pause; `undefined` if it has ended. */
    async amend(
      workspace: string,
      pause: Pick<Pause, 'brand' | 'at'>,
      change: Partial<Pause>,
    ): Promise<Pause | undefined> {
      const scope = scopeOf(pause.brand);
      const { text, pause: current } = await stored(workspace, scope);
      if (current?.at !== pause.at) return undefined;
      const next = { ...current, ...change };
      return (await replaced(workspace, scope, text, next)) ? next : pauses.amend(workspace, pause, change);
    },

    /**
     * Ends a pause. The posts that it unscheduled are remembered for a while. False if it had ended before,
     * in which case `audited` isn't written.
     */
    async end(workspace: string, pause: Pause, audited: AuditEntry): Promise<boolean> {
      const scope = scopeOf(pause.brand);
      const { text, pause: current } = await stored(workspace, scope);
      if (current?.at !== pause.at) return false;
      const { by, at } = audited;
      if (!(await replaced(workspace, scope, text, undefined, audited, { pause: current, by, at })))
        return pauses.end(workspace, pause, audited);
      await forgetEarlier(workspace, current);
      return true;
    },

    /** The last pause of this scope that ended; `undefined` if none did within a day. */
    async resumed(workspace: string, scope: string): Promise<Resumed | undefined> {
      const json = await redis.hget(keys.endedPauses(workspace), scope);
      if (json === null) return undefined;
      const { freeze, by, at } = resumedSchema.parse(JSON.parse(json));
      return { pause: fromStored(freeze), by, at };
    },

    /** Includes posts of earlier pauses of the scope that nobody has decided about. */
    posts: async (workspace: string, scope: string): Promise<PausedPost[]> =>
      (await notes(workspace, scope)).filter(({ decided }) => !decided),

    /**
     * The posts that were decided about since the last pause of this scope began, or since an earlier one
     * that no other followed.
     */
    decided: async (workspace: string, scope: string): Promise<PausedPost[]> =>
      (await notes(workspace, scope)).filter(({ decided }) => decided),

    /**
     * A post as the last pause of this scope noted it; `undefined` if it noted none, or someone decided about
     * it.
     */
    async post(workspace: string, scope: string, id: string): Promise<PausedPost | undefined> {
      const json = await redis.hget(keys.pausedPosts(workspace, scope), id);
      const post = json === null ? undefined : postFrom(json);
      return post?.decided ? undefined : post;
    },

    /**
     * The times (ISO, UTC) at which posts were planned before the brand's last pause that unscheduled them,
     * by post, as long as nobody has decided about them.
     */
    async unscheduled(workspace: string, brand: string): Promise<ReadonlyMap<string, string>> {
      const posts = await Promise.all(scopesOf(brand).map((scope) => pauses.posts(workspace, scope)));
      const times = posts
        .flat()
        .filter(({ state }) => state === 'unscheduled')
        .sort((a, b) => a.pausedAt.localeCompare(b.pausedAt))
        .flatMap(({ id, scheduledFor }) => (scheduledFor ? [[id, scheduledFor] as const] : []));
      return new Map(times);
    },

    /**
     * The time (ISO, UTC) at which a post was planned before the first pause that noted it; `undefined` if
     * someone decided about it.
     */
    async plannedBefore(workspace: string, brand: string, id: string): Promise<string | undefined> {
      const posts = await Promise.all(scopesOf(brand).map((scope) => pauses.post(workspace, scope, id)));
      const [first] = posts.flatMap((one) => one ?? []).sort((a, b) => a.pausedAt.localeCompare(b.pausedAt));
      return first?.scheduledFor;
    },

    /** `audited` is written in the same step. */
    async note(workspace: string, scope: string, post: PausedPost, audited?: AuditEntry): Promise<void> {
      await notePost(workspace, scope, post, { audited });
    },

    /**
     * Like `note`, right before the service is asked to unschedule the post. False if the pause has ended:
     * don't send the request.
     */
    noteSending: (workspace: string, pause: Pause, post: PausedPost, audited: AuditEntry): Promise<boolean> =>
      notePost(workspace, scopeOf(pause.brand), post, { audited, onlyOf: pause.at }),

    /**
     * Replaces a note if it's unchanged since it was read; without `next`, the post counts as decided.
     * `audited` is written in the same step. False if the note has changed, or someone decided about the
     * post.
     */
    async replace(
      workspace: string,
      scope: string,
      post: PausedPost,
      next?: PausedPost,
      audited?: AuditEntry,
    ): Promise<boolean> {
      const replaced = await replacePausedPost(redis, placesOf(workspace, scope), {
        id: post.id,
        before: postText(post),
        after: postText(next ?? { ...post, decided: true }),
        entry: audited ? entryText(audited) : '',
      });
      return replaced === 1;
    },
  };
  return pauses;
}
