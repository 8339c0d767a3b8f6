/** Presscheck workers, and the rounds of posts that they process. */

import type { QueueName } from '#src/platform/queue/job.ts';
import type { Card } from '#src/posts/card/card.ts';
import { createJob } from '#src/posts/operations/create.ts';
import { publishJob } from '#src/posts/operations/publish.ts';
import { sweepJob } from '#src/posts/sweeper.ts';
import { noBrandConfig } from '#src/settings/brand-config-store.ts';
import { forEachOf, openBotStores } from './bot-stores.ts';
import type { Child } from './child.ts';
import { origin } from './deliveries.ts';
import { botSettings, type Environment } from './environment.ts';
import { redisCounts } from './redis-counts.ts';
import { brandNumber, postFor } from './requests.ts';
import { together, usageOf } from './usage.ts';

export interface PostRound {
  createdPerS: number;
  publishedPerS: number;
  /** Job runs per second while posts are created or published, until all cards are rendered. */
  createRunsPerS: number;
  publishRunsPerS: number;
  runsPerPost: number;
  /** The runs by job name. */
  runsOf: string;
  /** From the request until the card shows the post as published. */
  cpuMsPerPost: number;
  commandsPerPost: number;
  redisKbPerPost: number;
  /** Memory of one worker. */
  memoryMb: number;
}

const brands = 100;
const atATime = 50;
/** The first check is when a publish is old enough to be verified; the others are for slow machines. */
const verifyEveryMs = 1_100;
const maxVerifyChecks = 30;

export async function startPostFleet(
  environment: Environment,
  workers: number,
  own: Parameters<typeof botSettings>[0],
) {
  const settings = botSettings({ ...own, ROLE: 'worker' });
  const stores = await openBotStores(settings);
  const children: Child[] = [];
  for (let i = 0; i < workers; i += 1) children.push(await environment.start(settings));
  const usages = () => Promise.all(children.map(({ port }) => usageOf(port)));
  const runs = ({ jobs }: ReturnType<typeof together>): number =>
    [...jobs.values()].reduce((sum, job) => sum + job.runs, 0);
  let round = 0;

  /** Resumes the queues. Resolves to the time until this queue is empty, and until all are. */
  async function drain(queueName: QueueName): Promise<{ queueSeconds: number; allS: number }> {
    const since = performance.now();
    await stores.resume();
    await stores.idle(queueName);
    const queueSeconds = (performance.now() - since) / 1_000;
    await stores.idle();
    return { queueSeconds, allS: (performance.now() - since) / 1_000 };
  }

  /** The first card that doesn't satisfy `isSo`; `undefined` if all do. */
  async function firstMismatch(ids: string[], isSo: (card: Card) => boolean): Promise<Card | undefined> {
    const cards = await stores.cards.getAll(origin.workspace, ids);
    return cards.find((card) => !isSo(card) || card.renderedVersion !== card.version);
  }

  /** Resolves once the listing shows all of them as published, and so do their cards. */
  async function allVerified(ids: string[]): Promise<void> {
    for (let look = 0; look < maxVerifyChecks; look += 1) {
      await new Promise((resolve) => setTimeout(resolve, verifyEveryMs));
      // otherwise the sweep runs only every ten seconds
      await stores.jobs.enqueue(sweepJob, {});
      await stores.idle();
      if (!(await firstMismatch(ids, ({ state, unverified }) => state === 'published' && !unverified)))
        return;
    }
    throw new Error('not all posts came to be published');
  }

  return {
    /** Requests, creates, approves, and publishes this many posts. Each round uses new brands. */
    async round(posts: number): Promise<PostRound> {
      const ids = Array.from({ length: posts }, (_, n) => `V${round}-${n}`);
      const brandOf = (n: number) => brandNumber(round * brands + (n % brands));
      round += 1;
      const used = together(await usages());
      const before = await redisCounts(stores.redis);
      await stores.pause();
      await forEachOf([...ids.entries()], atATime, async ([n, id]) => {
        // each brand has its own channel, so that the rate limit per channel doesn't matter
        const there = { ...origin, channel: `C${n % brands}` };
        const recorded = await stores.desk.record(id, there, postFor(brandOf(n), n), noBrandConfig);
        if (typeof recorded !== 'string') await stores.desk.follow(recorded.card);
      });
      const waiting = await redisCounts(stores.redis);
      const beforeCreating = together(await usages());
      const created = await drain(createJob.queue);
      const afterCreating = together(await usages());
      const missed = await firstMismatch(ids, ({ state }) => state === 'review');
      if (missed) throw new Error(`a card is not ready for review: ${JSON.stringify(missed)}`);

      await stores.pause();
      await forEachOf(ids, atATime, (id) =>
        stores.desk.transition(origin.workspace, id, { type: 'approve', by: 'U0BO' }),
      );
      const beforePublishing = together(await usages());
      const published = await drain(publishJob.queue);
      const afterPublishing = together(await usages());
      await allVerified(ids);
      const done = await redisCounts(stores.redis);
      const all = await usages();
      const after = together(all);
      return {
        createdPerS: posts / created.queueSeconds,
        publishedPerS: posts / published.queueSeconds,
        createRunsPerS: (runs(afterCreating) - runs(beforeCreating)) / created.allS,
        publishRunsPerS: (runs(afterPublishing) - runs(beforePublishing)) / published.allS,
        runsPerPost: (runs(after) - runs(used)) / posts,
        runsOf: [...after.jobs]
          .map(([kind, job]) => ({ kind, each: (job.runs - (used.jobs.get(kind)?.runs ?? 0)) / posts }))
          .filter(({ each }) => each > 0)
          .map(({ kind, each }) => `${kind} ${each.toFixed(2)}`)
          .join(', '),
        cpuMsPerPost: (after.cpuMs - used.cpuMs) / posts,
        commandsPerPost: (done.commands - before.commands) / posts,
        redisKbPerPost: (waiting.bytes - before.bytes) / posts / 1_000,
        memoryMb: Math.max(...all.map(({ memoryMb }) => memoryMb)),
      };
    },
    async stop() {
      await stores.stop();
      await Promise.all(children.map((child) => child.end()));
    },
  };
}
