/** Generates load in its own process: sends signed deliveries with a given concurrency, and reports how long they took. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { bodiesOf, headersOf } from './deliveries.ts';
import type { Load, LoadOptions } from './load.ts';

process.on('message', async (options: LoadOptions) => process.send?.(await run(options)));
process.on('disconnect', () => process.exit());

async function run({ port, delivery, concurrency, forMs, restMs }: LoadOptions): Promise<Load> {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: concurrency });
  const nextBody = bodiesOf(delivery, `V${Date.now().toString(36).toUpperCase()}`);
  const times: number[] = [];
  const until = performance.now() + forMs;
  const sendOne = async (): Promise<void> => void times.push(await send(pool, nextBody()));
  const sendMany = async (): Promise<void> => {
    while (performance.now() < until) await sendOne();
  };
  const burst = restMs === undefined ? sendMany : sendOne;
  let ms = 0;
  try {
    while (performance.now() < until) {
      const since = performance.now();
      await Promise.all(Array.from({ length: concurrency }, burst));
      ms += performance.now() - since;
      if (restMs !== undefined) await sleep(restMs);
    }
    return { requests: times.length, ms, p99Ms: percentile(times, 0.99) };
  } catch (cause) {
    return { failed: cause instanceof Error ? cause.message : String(cause) };
  } finally {
    await pool.close();
  }
}

/** Resolves to the milliseconds until the full response. Rejects unless it's an empty 200. */
function send(pool: Pool, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const since = performance.now();
    let status = 0;
    let said = '';
    pool.dispatch(
      { path: '/slack/events', method: 'POST', headers: headersOf(body), body },
      {
        onRequestStart() {},
        onResponseStart(_controller, code) {
          status = code;
        },
        onResponseData(_controller, chunk) {
          said += chunk.toString();
        },
        onResponseEnd() {
          if (status === 200 && said === '') resolve(performance.now() - since);
          else reject(new Error(`a delivery was answered with ${status} ${said}`));
        },
        onResponseError(_controller, cause) {
          reject(cause);
        },
      },
    );
  });
}

function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
