/** Loaded into a measured process before anything else, to ask it from outside how much memory it takes. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface MemoryUsage {
  /** Megabytes, after garbage collection. */
  heapMb: number;
  rssMb: number;
  /** The highest since its start. */
  peakRssMb: number;
}

const mb = 1024 * 1024;

// what the system says of it begins with the process that started this one
let peak = 0;
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 50).unref();

process.on('message', async () => {
  // a second one finds what the first one's finalizers let go
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.();
    await sleep(50);
  }
  const { rss, heapUsed } = process.memoryUsage();
  process.send?.({ heapMb: heapUsed / mb, rssMb: rss / mb, peakRssMb: peak / mb } satisfies MemoryUsage);
});
