import type { AppDelivery } from './app-delivery.ts';
import type { ChatClock } from './clock.ts';
import type { Faults } from './faults.ts';
import type { Guide } from './guide.ts';
import type { Fields } from './json.ts';
import type { InstalledApp } from './manifest.ts';
import type { ResponseUrls } from './response-urls.ts';
import type { SocketMode } from './socket-mode.ts';
import type { Triggers } from './triggers.ts';
import type { ViewStacks } from './view-stacks.ts';
import type { WorkflowRuns } from './workflow-runs.ts';
import type { World } from './world.ts';

/** One call of the bot, as the tests look at it. */
export interface Call {
  method: string;
  /** Of a response URL. */
  path?: string;
  args: Fields;
  token: string;
  at: number;
  /** What was answered; absent when the connection broke. */
  answer?: Fields;
}

/** Everything the parts of the chat share. */
export interface Core {
  /** The chat's own address, without a slash at its end. */
  url: string;
  botToken: string;
  appToken?: string;
  now(): number;
  /** The delays before an event that was not acknowledged is sent again. */
  eventRetriesAfterMs: readonly number[];
  world: World;
  /** How long people wait for what they were told to see. */
  driverTimeoutMs(): number;
  views: ViewStacks;
  faults: Faults;
  installed: InstalledApp;
  /** What the page offers to try. */
  guide: Guide;
  /** Where people see what was published; absent: nowhere. */
  liveUrl?: string;
  /** Absent: the machine's. */
  clock?: ChatClock;
  /** Absent: people can't. */
  restartApp?: () => Promise<void>;
  triggers: Triggers;
  responseUrls: ResponseUrls;
  workflows: WorkflowRuns;
  socket: SocketMode;
  delivery: AppDelivery;
  calls: Call[];
}
