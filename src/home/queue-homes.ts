/** Queues renders of Home tabs: at once for a person who opens theirs, a moment later for open ones. */
import type { Logger } from 'pino';
import type { Jobs } from '#src/platform/queue/job.ts';
import { homeJob } from './draw-home.ts';
import type { HomeStore, Homes } from './home-store.ts';

/** Changes within this time are rendered together. */
const drawAfterMs = 500;

interface HomesDeps {
  store: HomeStore;
  jobs: Jobs;
  log: Pick<Logger, 'warn'>;
  now(): number;
}

/** With the store, which the job uses. */
export function createHomes({
  store,
  jobs,
  log,
  now,
}: HomesDeps): HomeStore & Homes & { close(): Promise<void> } {
  const timers = new Map<string, NodeJS.Timeout>();

  async function render(workspace: string): Promise<void> {
    timers.delete(workspace);
    try {
      const users = await store.lookedAt(workspace, now());
      await Promise.all(users.map((user) => jobs.enqueue(homeJob, { workspace, user })));
    } catch (cause) {
      log.warn({ err: cause }, "couldn't queue an update of Home tabs; the next change updates them");
    }
  }

  return {
    ...store,

    async open(workspace, user, turned) {
      await store.opened(workspace, user, now(), turned);
      await jobs.enqueue(homeJob, { workspace, user });
    },

    soon(workspace) {
      if (timers.has(workspace)) return;
      timers.set(workspace, setTimeout(() => void render(workspace), drawAfterMs).unref());
    },

    /** Queues what was to be rendered in a moment. */
    async close() {
      const workspaces = [...timers.keys()];
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(workspaces.map(render));
    },
  };
}
