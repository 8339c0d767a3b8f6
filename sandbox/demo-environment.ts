/** What the demo puts around the bot. */
import { randomBytes } from 'node:crypto';
import type { DemoClock } from './clock/demo-clock.ts';

export interface DemoContext {
  /** For what has to be written somewhere; removed with the demo. */
  folder: string;
  /** The parsed app manifest. */
  manifest: unknown;
  /** Of everything in the demo. */
  clock: DemoClock;
  /** The optional scopes that the bot isn't granted. */
  declined: readonly string[];
  /** Where the page is; 0: anywhere. */
  pagePort: number;
  botUrl: string;
  /** Kills the bot and starts it again. Rejects with a sentence for the person. */
  restartBot(): Promise<void>;
}

export interface DemoEnvironment {
  /** With these the bot finds it. */
  settings: Record<string, string>;
  /** What happened in it on the days before; `withBot` runs the bot with another clock (epoch ms) while something happens. */
  playHistory?(withBot: (now: () => number, act: () => Promise<void>) => Promise<void>): Promise<void>;
  /** What people did in it before somebody comes, once the bot runs. */
  play?(): Promise<void>;
  /** What the person at the terminal reads. */
  welcome: string;
}

/** The page of what went live with the publishing service at this address, which ends in `/v1`. */
export const livePageOf = (serviceUrl: string): string => new URL('/live/', serviceUrl).href;

/** Whether somebody has read the page of what went live; `onFirst` is called once. */
export function createLiveReads(onFirst: () => void): { onLiveRead(): void; isLiveRead(): boolean } {
  let isRead = false;
  return {
    onLiveRead() {
      if (isRead) return;
      isRead = true;
      onFirst();
    },
    isLiveRead: () => isRead,
  };
}

/** How long a generation takes, so that there is something to see. */
export const generation = { minMs: 3_000, maxMs: 8_000 };

export const secret = (): string => randomBytes(16).toString('hex');
