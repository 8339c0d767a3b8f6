/** Who has their Home tab open, on which pages, and how it was last rendered. */
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';

/** Slack doesn't say when a person leaves their Home tab: for this long after it was opened, it's updated with every change. */
const lookedAtForMs = 3_600_000;

interface HomeStanding {
  pages: Record<string, number>;
  opened: string;
  shown: string | undefined;
}

/** The Home tabs of the people of all workspaces. */
export interface Homes {
  /**
   * The person has opened it: it's rendered at once, and for an hour with every change. `turned`: from now on with this page of
   * a section (counted from 0). Resolves when that is durable.
   */
  open(workspace: string, user: string, turned?: { section: string; page: number }): Promise<void>;
  /** What Home tabs show has changed: the open ones are updated in a moment, once for many changes. Never throws. */
  soon(workspace: string): void;
}

export type HomeStore = ReturnType<typeof createHomeStore>;

/** Times are epoch ms. All of it may be lost: then Home tabs stay as they are until they're opened again. */
export function createHomeStore(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  return {
    /** Has it rendered whatever it showed before; `turned`: from now on with this page of a section (counted from 0). */
    async opened(
      workspace: string,
      user: string,
      now: number,
      turned?: { section: string; page: number },
    ): Promise<void> {
      const [homes, home] = [keys.homes(workspace), keys.home(workspace, user)];
      await redis
        .multi()
        .zadd(homes, now, user)
        .zremrangebyscore(homes, '-inf', now - lookedAtForMs)
        .pexpire(homes, lookedAtForMs)
        .hset(home, { by: user, ...(turned && { [turned.section]: turned.page }) })
        .hincrby(home, 'opened', 1)
        .pexpire(home, lookedAtForMs)
        .exec();
    },

    /**
     * `opened`: how often it was; `shown`: how it was last rendered, unless it was opened since. `undefined` if nobody has opened
     * at it for an hour.
     */
    async of(workspace: string, user: string): Promise<HomeStanding | undefined> {
      const { shown = '', by, opened = '', ...pages } = await redis.hgetall(keys.home(workspace, user));
      if (by === undefined) return undefined;
      const [forOpening, hash] = shown.split(' ');
      return {
        opened,
        shown: forOpening === opened ? hash : undefined,
        pages: Object.fromEntries(Object.entries(pages).map(([section, page]) => [section, Number(page)])),
      };
    },

    /** It was rendered like this, as requested when it had been `opened` that often. */
    async drawn(
      workspace: string,
      user: string,
      { opened, shown }: { opened: string; shown: string },
    ): Promise<void> {
      const home = keys.home(workspace, user);
      await redis
        .multi()
        .hset(home, { by: user, shown: `${opened} ${shown}` })
        .pexpire(home, lookedAtForMs)
        .exec();
    },

    /** The people whose Home tab is updated with every change. */
    lookedAt(workspace: string, now: number): Promise<string[]> {
      return redis.zrangebyscore(keys.homes(workspace), now - lookedAtForMs, '+inf');
    },

    async forget(workspace: string, user: string): Promise<void> {
      await redis.multi().zrem(keys.homes(workspace), user).del(keys.home(workspace, user)).exec();
    },
  };
}
