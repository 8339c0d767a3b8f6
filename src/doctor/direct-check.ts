/** One GET of the service with its raw answer, for what the client's parsers don't show. */
import type { Config } from '#src/app/config.ts';
import { readJson } from '#src/platform/json.ts';
import type { KeyQuota } from '#src/platform/publishing-api/service.ts';
import { type Heard, hear } from './clock.ts';

export interface RawAnswer {
  status: number;
  headers: Headers;
  /** Parsed; `undefined` if it isn't JSON. */
  body: unknown;
  text: string;
  heard: Heard | undefined;
}

/** Makes the request within the quota. Rejects if no answer comes. */
export type Check = (path: string, query?: Record<string, string>) => Promise<RawAnswer>;

export function createDirectCheck(config: Config, now: () => number, quota: KeyQuota): Check {
  const base = config.SOCIAL_API_URL.replace(/\/*$/, '');
  return async (path, query = {}) => {
    await quota.acquire('check');
    const sent = now();
    const search = new URLSearchParams(query).toString();
    const answer = await fetch(`${base}${path}${search && `?${search}`}`, {
      headers: { 'X-API-Key': config.SOCIAL_API_KEY ?? '', Accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(config.REQUEST_TIMEOUT_MS),
    });
    const heard = hear(answer.headers, sent, now());
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: readJson(text), heard };
  };
}
