/** The parts of the demo around the bot, and what they share. */
import { randomBytes } from 'node:crypto';
import type { DemoClock } from './clock/demo-clock.ts';

export interface DemoContext {
  /** A temporary folder, removed when the demo ends. */
  folder: string;
  /** The parsed app manifest. */
  manifest: unknown;
  /** The clock that all parts of the demo share. */
  clock: DemoClock;
  /** Optional scopes that the installer declined. */
  declined: readonly string[];
  /** The page's port. 0: any free port. */
  pagePort: number;
  botUrl: string;
  /** Kills and restarts the bot. Rejects with a message for the user. */
  restartBot(): Promise<void>;
}

export interface DemoEnvironment {
  /** The bot settings that point to these parts. */
  settings: Record<string, string>;
  /** Creates the history of the previous days. `withBot` runs the bot with another clock (epoch ms) during `act`. */
  playHistory?(withBot: (now: () => number, act: () => Promise<void>) => Promise<void>): Promise<void>;
  /** Creates this morning's posts. Call it once the bot is running. */
  play?(): Promise<void>;
  /** The text for the terminal. */
  welcome: string;
}

/** The address of the page of published posts, for a publishing service whose base address ends in `/v1`. */
export const livePageOf = (serviceUrl: string): string => new URL('/live/', serviceUrl).href;

/** Tracks whether anyone has opened the page of published posts. Calls `onFirst` the first time. */
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

/** How long generating takes: long enough to see its progress. */
export const generation = { minMs: 3_000, maxMs: 8_000 };

export const secret = (): string => randomBytes(16).toString('hex');
