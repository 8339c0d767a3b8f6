/**
 * Installations that someone started in a browser, as signed states. Redis only remembers those that were
 * used, until they expire.
 */
import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';

const goodForMs = 10 * 60_000;
const shape = /^([0-9a-z]{1,11})\.[\w-]{22}\.([\w-]{43})$/;

/** `secret`: one that all processes of this installation know, such as the client secret; `now`: epoch ms. */
export function createStates(
  redis: Redis,
  { prefix, secret, now }: { prefix: string; secret: string; now(): number },
) {
  const keys = createKeys(prefix);
  // a separate key, so that none of our other signatures is valid as a state
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'presscheck install states', 32));
  const signed = (text: string): string => createHmac('sha256', key).update(text).digest('base64url');
  const keyOf = (state: string): string => keys.state(createHash('sha256').update(state).digest('hex'));

  function isGenuine(state: string): boolean {
    const [, begun = '', signature = ''] = shape.exec(state) ?? [];
    const ageMs = now() - Number.parseInt(begun, 36);
    // compared as written: four spellings of the last character decode to the same bytes, and each would be
    // another state
    const expected = Buffer.from(signed(state.slice(0, state.lastIndexOf('.'))));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected) && ageMs <= goodForMs;
  }

  return {
    /** A state that nobody else can make, valid for ten minutes. Nothing is written. */
    begin(): string {
      const text = `${now().toString(36)}.${randomBytes(16).toString('base64url')}`;
      return `${text}.${signed(text)}`;
    },

    /**
     * Whether the state was signed here, isn't too old, and hasn't led to an installation yet. Nothing is
     * written.
     */
    async isOpen(state: string): Promise<boolean> {
      return isGenuine(state) && (await redis.exists(keyOf(state))) === 0;
    },

    /** Notes that Slack confirmed the installation for this state, so that it isn't valid for another one. */
    async finish(state: string): Promise<void> {
      await redis.set(keyOf(state), '1', 'PX', goodForMs);
    },
  };
}
