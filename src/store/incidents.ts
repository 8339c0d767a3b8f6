/** What many cards fail for at once: which cards, and the one alert that counts them. */
import { createKeys } from './keys.ts';
import type { Redis } from './redis.ts';

interface Shown {
  channel: string;
  ts: string;
  /** How many cards it counts. */
  count: number;
  /** When it was said (epoch ms). */
  at: number;
}

export type IncidentStore = ReturnType<typeof createIncidentStore>;

/** What fails so long after the last is another incident, with an alert of its own. */
const quietForMs = 3_600_000;

const shownField = 'shown';
const cardField = 'card.';

/** `which` names an incident: its cause and where it is told. All of it may be lost: then it is told again. */
export function createIncidentStore(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  return {
    /** One more card failed, at `at` (ISO). The same card again is none. */
    async add(workspace: string, which: string, card: string, at: string): Promise<void> {
      const key = keys.incident(workspace, which);
      await redis.multi().hsetnx(key, `${cardField}${card}`, at).pexpire(key, quietForMs).exec();
    },

    /** Its cards, the latest first, and the alert where there is one. */
    async read(
      workspace: string,
      which: string,
    ): Promise<{ cards: { id: string; at: string }[]; shown: Shown | undefined }> {
      const { [shownField]: shown, ...cards } = await redis.hgetall(keys.incident(workspace, which));
      return {
        cards: Object.entries(cards)
          .map(([field, at]) => ({ id: field.slice(cardField.length), at }))
          .sort((a, b) => Date.parse(b.at) - Date.parse(a.at)),
        shown: shown === undefined ? undefined : (JSON.parse(shown) as Shown),
      };
    },

    async shown(workspace: string, which: string, shown: Shown): Promise<void> {
      await redis.hset(keys.incident(workspace, which), shownField, JSON.stringify(shown));
    },
  };
}
