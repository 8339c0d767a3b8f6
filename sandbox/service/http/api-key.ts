import { createHash, timingSafeEqual } from 'node:crypto';
import { Problem } from '#sandbox/service/problem.ts';

/** service-api.md, "Authentication": 401 without a key, 403 with a wrong one, both word for word. */
export function createKeyCheck(key: string): (given: string | undefined) => void {
  const wanted = digest(key);
  return (given) => {
    if (given === undefined || given === '') throw new Problem(401, 'Missing API token.');
    if (!timingSafeEqual(digest(given), wanted)) throw new Problem(403, 'Invalid API token.');
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
