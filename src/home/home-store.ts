/** Who looks at their home tab, on which pages, and how it was drawn last. */
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';

/** Slack does not say when someone looks away: so long after it was opened, a home tab is drawn with every change. */
const lookedAtForMs = 3_600_000;

interface HomeStanding {
  pages: Record<string, number>;
  opened: string;
  shown: string | undefined;
}

export type HomeStore = ReturnType<typeof createHomeStore>;

/** Times are epoch ms. All of it may be lost: then home tabs stay as they are until they are opened again. */
export function createHomeStore(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  return {
    /** It is to be drawn whatever it looked like; `turned`: from now on with this page of a section (counted from 0). */
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
     * `opened`: how often it was; `shown`: how it was drawn last, unless it was opened since. `undefined`: nobody has looked
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

    /** It was drawn like that, as it was to be when it had been `opened` so often. */
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

    /** Whose home tab is to be drawn with every change. */
    lookedAt(workspace: string, now: number): Promise<string[]> {
      return redis.zrangebyscore(keys.homes(workspace), now - lookedAtForMs, '+inf');
    },

    async forget(workspace: string, user: string): Promise<void> {
      await redis.multi().zrem(keys.homes(workspace), user).del(keys.home(workspace, user)).exec();
    },
  };
}
