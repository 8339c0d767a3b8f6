import type { Variants } from '#sandbox/service/variants.ts';

const windowMs = 60_000;

export type RateLimitResult = { allowed: boolean; headers: Record<string, string> };

/** A fixed one-minute window that starts with the first request (from the public documentation, not the contract). */
export function createRateLimit(
  perMinute: number | 'off',
  spelling: Variants['rateLimitReset'],
  now: () => number,
): () => RateLimitResult {
  if (perMinute === 'off') return () => ({ allowed: true, headers: {} });
  let started = Number.NEGATIVE_INFINITY;
  let used = 0;
  return () => {
    if (now() - started >= windowMs) {
      started = now();
      used = 0;
    }
    used += 1;
    return {
      allowed: used <= perMinute,
      headers: {
        'X-RateLimit-Limit': String(perMinute),
        'X-RateLimit-Remaining': String(Math.max(perMinute - used, 0)),
        'X-RateLimit-Reset': spellReset(started + windowMs, spelling),
      },
    };
  };
}

function spellReset(at: number, spelling: Variants['rateLimitReset']): string {
  if (spelling === 'iso') return new Date(at).toISOString();
  return String(spelling === 'seconds' ? Math.ceil(at / 1000) : at);
}
