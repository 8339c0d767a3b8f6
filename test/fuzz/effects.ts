/** Detects the effects of a delivery in Redis. The bot writes before it responds, so they're visible at once. */
import type { Redis } from 'ioredis';
import { switchLock } from '#src/catalog/workflow-switch.ts';
import type { Pause } from '#src/pause/pause.ts';
import { cardFrom } from '#src/posts/save-card.ts';

/** The part of a card that users decide on, without its message's location and rendered version. */
function decided(json: string): string {
  const { state, pending, content, approvals, problem } = cardFrom(json);
  return JSON.stringify({ state, pending, content, approvals, problem });
}

export interface Effects {
  /** Stores this card in Redis. */
  storeCard(id: string, card: string): Promise<void>;
  /** Returns the changes since the last call and reverts them, including the stored card. */
  takeChanges(id: string, placed: string | undefined): Promise<string[]>;
  /** Announces a command that can switch a workflow or pause a brand, which can take effect after the response. */
  expectLater(id: string, words: string): void;
}

/** Starts from the current content. No worker can be running. */
export async function watchEffects(redis: Redis, prefix: string, workspace: string): Promise<Effects> {
  const own = `${prefix}:{${workspace}}:`;
  const cardKey = (id: string): string => `${own}card:${id}`;
  const isEffect = (key: string): boolean =>
    // other workspaces, cards, batches of decisions, workflows being switched, settings, and pauses
    !key.startsWith(own) ||
    ['card:', 'batch:', 'hold:switch', 'brand-settings', 'person-settings', 'freezes'].some((kind) =>
      key.startsWith(own + kind),
    );
  const keys = async (): Promise<string[]> => (await redis.keys(`${prefix}:{*`)).filter(isEffect);
  const settings = (await keys()).filter((key) => /:(brand|person)-settings|:freezes$/.test(key));
  if (settings.length > 0) await redis.unlink(settings);
  const existing = new Set(await keys());
  const expected = new Set<string>();
  const reasons: string[] = [];
  const isExpected = async (key: string): Promise<boolean> => {
    if (!key.endsWith(':freezes')) return expected.has(key);
    const pauses = (await redis.hvals(key)).map((json) => JSON.parse(json) as Pause);
    return pauses.every(({ reason }) => reasons.some((words) => words.includes(reason)));
  };
  return {
    expectLater(id, words) {
      expected.add(`${own}hold:${switchLock(id)}`);
      reasons.push(words);
    },
    async storeCard(id, card) {
      await redis.set(cardKey(id), card);
    },
    async takeChanges(id, placed) {
      const found: string[] = [];
      if (placed) {
        const now = await redis.get(cardKey(id));
        if (now === null) found.push('its card was removed');
        else if (decided(now) !== decided(placed)) found.push('its card was changed');
      }
      const made = (await keys()).filter((key) => !existing.has(key));
      for (const key of made)
        if (!(placed && key === cardKey(id)) && !(await isExpected(key))) found.push(`${key} was written`);
      if (made.length > 0) await redis.unlink(made);
      return found;
    },
  };
}
