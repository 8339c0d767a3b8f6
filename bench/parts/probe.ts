/** Preloaded into a measured process, to report its memory on request. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface MemoryUsage {
  /** Megabytes, after garbage collection. */
  heapMb: number;
  rssMb: number;
  /** The peak since its start. */
  peakRssMb: number;
}

const mb = 1024 * 1024;

// the system's peak includes the parent's memory from before exec
let peak = 0;
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 50).unref();

process.on('message', async () => {
  // repeated, because finalizers of one collection free memory for the next
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.();
    await sleep(50);
  }
  const { rss, heapUsed } = process.memoryUsage();
  process.send?.({ heapMb: heapUsed / mb, rssMb: rss / mb, peakRssMb: peak / mb } satisfies MemoryUsage);
});
