/** Who has their Home tab open, on which pages, and how it was last rendered. Queues the next render. */
import type { Logger } from 'pino';
import { z } from 'zod';
import { type Jobs, queues, workspaceJob } from '#src/platform/queue/job.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';

/**
 * How long a Home tab is updated with every change after it was opened, since Slack doesn't say when a person
 * leaves it.
 */
const viewedForMs = 3_600_000;

interface HomeState {
  pages: Record<string, number>;
  opened: string;
  shown: string | undefined;
}

/** Changes within this time are rendered together. */
const renderAfterMs = 500;

export const homeJob = workspaceJob('home', queues.messages, { user: z.string() });

export type Homes = ReturnType<typeof createHomes>;

/** All of this can be lost: then Home tabs aren't updated until they're opened again. `now`: epoch ms. */
export function createHomes(
  redis: Redis,
  prefix: string,
  { jobs, log, now }: { jobs: Jobs; log: Pick<Logger, 'warn'>; now(): number },
) {
  const keys = createKeys(prefix);
  const timers = new Map<string, NodeJS.Timeout>();

  async function render(workspace: string): Promise<void> {
    timers.delete(workspace);
    try {
      const users = await redis.zrangebyscore(keys.homes(workspace), now() - viewedForMs, '+inf');
      await Promise.all(users.map((user) => jobs.enqueue(homeJob, { workspace, user })));
    } catch (cause) {
      log.warn({ err: cause }, "couldn't queue an update of Home tabs; the next change updates them");
    }
  }

  return {
    /**
     * Renders the Home tab now, and with every change for an hour. `turned`: shows this page of a section
     * (from 0). Resolves when that is durable.
     */
    async open(workspace: string, user: string, turned?: { section: string; page: number }): Promise<void> {
      const [homes, home] = [keys.homes(workspace), keys.home(workspace, user)];
      await redis
        .multi()
        .zadd(homes, now(), user)
        .zremrangebyscore(homes, '-inf', now() - viewedForMs)
        .pexpire(homes, viewedForMs)
        .hset(home, { by: user, ...(turned && { [turned.section]: turned.page }) })
        .hincrby(home, 'opened', 1)
        .pexpire(home, viewedForMs)
        .exec();
      await jobs.enqueue(homeJob, { workspace, user });
    },

    /**
     * Updates the open Home tabs in a moment because what they show has changed, once for many changes. Never
     * throws.
     */
    soon(workspace: string): void {
      if (timers.has(workspace)) return;
      timers.set(workspace, setTimeout(() => void render(workspace), renderAfterMs).unref());
    },

    /**
     * `opened`: how often the tab was opened; `shown`: what was rendered since. `undefined` if nobody has
     * opened it for an hour.
     */
    async of(workspace: string, user: string): Promise<HomeState | undefined> {
      const { shown = '', by, opened = '', ...pages } = await redis.hgetall(keys.home(workspace, user));
      if (by === undefined) return undefined;
      const [forOpening, hash] = shown.split(' ');
      return {
        opened,
        shown: forOpening === opened ? hash : undefined,
        pages: Object.fromEntries(Object.entries(pages).map(([section, page]) => [section, Number(page)])),
      };
    },

    /** Notes what was rendered, for a request made when the tab had been opened this often. */
    async rendered(
      workspace: string,
      user: string,
      { opened, shown }: { opened: string; shown: string },
    ): Promise<void> {
      const home = keys.home(workspace, user);
      await redis
        .multi()
        .hset(home, { by: user, shown: `${opened} ${shown}` })
        .pexpire(home, viewedForMs)
        .exec();
    },

    async forget(workspace: string, user: string): Promise<void> {
      await redis.multi().zrem(keys.homes(workspace), user).del(keys.home(workspace, user)).exec();
    },

    /** Queues renders that were due in a moment. */
    async close(): Promise<void> {
      const workspaces = [...timers.keys()];
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(workspaces.map(render));
    },
  };
}
