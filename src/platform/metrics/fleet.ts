/**
 * What all processes share, read on request. Each process reports the same, so take the maximum, not the sum.
 */

import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { type Check, runChecks } from '#src/platform/http/route.ts';
import type { Priority } from '#src/platform/publishing-api/service.ts';
import type { QueueName } from '#src/platform/queue/job.ts';

export interface Fleet {
  /** The jobs by state, and how long the oldest waiting one has waited. */
  backlog(): Promise<{ queue: QueueName; counts: Record<string, number>; oldestMs: number }[]>;
  cards(): Promise<{ waiting: number; watched: number; brands: number }>;
  /** `undefined` if each workspace has its own key, so that there isn't one quota. */
  quota(): Promise<{ limit: number; left: Record<Priority, number> } | undefined>;
  /** Epoch ms. */
  lastSweep(): Promise<number | undefined>;
  /** The checks of `/readyz`; complete when the process is ready. */
  checks: Record<string, Check>;
}

/**
 * Returns a function that updates the gauges. A gauge that can't be read is left out instead of showing its
 * old value.
 */
export function createFleetGauges(registry: Registry, fleet: Fleet, log: Logger): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []): Gauge =>
    new Gauge({ name: `presscheck_${name}`, help, labelNames, registers: [registry] });
  const forget = (forgotten: Gauge): void => {
    forgotten.reset();
    // A gauge without labels comes back as 0, which looks like a measurement.
    forgotten.remove({});
  };
  const queueJobs = gauge('queue_jobs', 'Jobs in the queue', ['lane', 'state']);
  const oldest = gauge(
    'queue_oldest_seconds',
    'How long the job that waits longest has waited, since it was put there or last ran',
    ['lane'],
  );
  const cards = gauge('cards', 'Cards that wait for work or drawing, and cards that are watched', ['index']);
  const brands = gauge('watched_brands', 'Brands with cards that are watched');
  const limit = gauge(
    'budget_limit',
    'Requests per minute allowed for the service key: as set, or the lower limit that the service reported',
  );
  const left = gauge('budget_left', 'Requests that could be sent now, by who asks', ['priority']);
  const lastSweep = gauge('last_round_timestamp_seconds', 'When a worker last finished a sweep');
  const checked = gauge('check', '1: this part of readiness is well', ['check']);
  const ready = gauge('ready', '1: this process is ready, as /readyz says');

  const parts: { gauges: Gauge[]; read(): Promise<void> }[] = [
    {
      gauges: [queueJobs, oldest],
      async read() {
        for (const { queue, counts, oldestMs } of await fleet.backlog()) {
          for (const [state, jobs] of Object.entries(counts)) queueJobs.set({ lane: queue, state }, jobs);
          oldest.set({ lane: queue }, oldestMs / 1_000);
        }
      },
    },
    {
      gauges: [cards, brands],
      async read() {
        const sizes = await fleet.cards();
        cards.set({ index: 'waiting' }, sizes.waiting);
        cards.set({ index: 'watched' }, sizes.watched);
        brands.set(sizes.brands);
      },
    },
    {
      gauges: [limit, left],
      async read() {
        const quota = await fleet.quota();
        if (!quota) return;
        limit.set(quota.limit);
        for (const [priority, requests] of Object.entries(quota.left)) left.set({ priority }, requests);
      },
    },
    {
      gauges: [lastSweep],
      async read() {
        const at = await fleet.lastSweep();
        if (at !== undefined) lastSweep.set(at / 1_000);
      },
    },
    {
      gauges: [checked, ready],
      async read() {
        const wrong = await runChecks(fleet.checks);
        for (const check of Object.keys(fleet.checks)) checked.set({ check }, check in wrong ? 0 : 1);
        ready.set(Object.keys(wrong).length === 0 ? 1 : 0);
      },
    },
  ];

  for (const { gauges } of parts) gauges.forEach(forget);
  return async () => {
    await Promise.all(
      parts.map(async ({ gauges, read }) => {
        try {
          await read();
        } catch (cause) {
          gauges.forEach(forget);
          log.warn({ err: cause }, "couldn't read some of the metrics");
        }
      }),
    );
  };
}
