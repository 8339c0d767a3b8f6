import { newId } from './ids.ts';

export type TriggerRefusal = 'invalid_trigger_id' | 'expired_trigger_id' | 'exchanged_trigger_id';

/** Trigger ids: valid once, for three seconds (docs.slack.dev/interactivity/handling-user-interaction). */
export class Triggers {
  readonly #known = new Map<string, { user: string; at: number; used: boolean }>();
  readonly #now: () => number;
  readonly #validForMs: number;

  constructor(now: () => number, validForMs: number) {
    this.#now = now;
    this.#validForMs = validForMs;
  }

  issue(user: string): string {
    const id = `${Date.now()}.${newId('', 6)}.${newId('', 16).toLowerCase()}`;
    this.#known.set(id, { user, at: this.#now(), used: false });
    return id;
  }

  /** Uses the trigger ID up. Returns its user, or why it's invalid. */
  exchange(id: string): { user: string } | { refusal: TriggerRefusal } {
    const trigger = this.#known.get(id);
    if (!trigger) return { refusal: 'invalid_trigger_id' };
    if (trigger.used) return { refusal: 'exchanged_trigger_id' };
    if (this.#now() - trigger.at > this.#validForMs) return { refusal: 'expired_trigger_id' };
    trigger.used = true;
    return { user: trigger.user };
  }
}
