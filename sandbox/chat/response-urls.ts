import { newId } from './ids.ts';

/** The conversation and message of an interaction, which its responses go to. */
export interface Origin {
  user: string;
  channel: string;
  /** The message with the button; absent for a slash command. */
  ts?: string;
}

const usesAllowed = 5;
const validForMs = 30 * 60 * 1000;

/** Response URLs: five uses within thirty minutes (docs.slack.dev/interactivity/handling-user-interaction). */
export class ResponseUrls {
  readonly #known = new Map<string, { origin: Origin; at: number; uses: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Issues a response URL and returns its path. */
  issue(origin: Origin): string {
    const path = `/response/${newId('', 24)}`;
    this.#known.set(path, { origin, at: this.#now(), uses: 0 });
    return path;
  }

  use(path: string): Origin | 'expired_url' | 'used_url' {
    const known = this.#known.get(path);
    if (!known || this.#now() - known.at > validForMs) return 'expired_url';
    if (known.uses >= usesAllowed) return 'used_url';
    known.uses += 1;
    return known.origin;
  }
}
