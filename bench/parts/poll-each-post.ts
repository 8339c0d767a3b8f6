/** The usual way to poll: each post in its own loop. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sandboxKey, startSandboxService } from '#sandbox/service/index.ts';
import type { Environment } from './environment.ts';
import { finishTimes, type Generation } from './watch-cell.ts';

export interface Polled {
  requests: number;
  delaysMs: number[];
}

/** Polls each of these posts every `everyMs`, starting at different times. The service has no rate limit. */
export async function pollEachPost(
  environment: Environment,
  posts: number,
  timing: Generation,
  everyMs: number,
): Promise<Polled> {
  const service = environment.keep(
    await startSandboxService({
      seed: 'one-brand',
      requestsPerMinute: 'off',
      variants: { singleRead: 'on' },
    }),
  );
  const began = performance.now();
  let requests = 0;
  const delaysMs = await Promise.all(
    finishTimes(posts, timing).map(async (after, n) => {
      const { id } = service.putPost({ brandId: 'brand-1', state: 'generating' });
      let finishedAt = Number.POSITIVE_INFINITY;
      setTimeout(
        () => {
          service.edit(id, { state: 'draft' });
          finishedAt = performance.now();
        },
        began + after - performance.now(),
      );
      await sleep(everyMs * ((n * 0.754_878) % 1));
      for (;;) {
        requests += 1;
        const answer = await fetch(`${service.url}/post/${id}`, { headers: { 'X-API-Key': sandboxKey } });
        const { status } = (await answer.json()) as { status: string };
        if (status !== 'GENERATING') return performance.now() - finishedAt;
        await sleep(everyMs);
      }
    }),
  );
  return { requests, delaysMs };
}
