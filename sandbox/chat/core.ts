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

/** A Web API or response URL call by the bot, recorded for tests. */
export interface Call {
  method: string;
  /** The path, if it's a response URL. */
  path?: string;
  args: Fields;
  token: string;
  at: number;
  /** The response; absent if the connection was dropped. */
  answer?: Fields;
}

/** What the chat's modules share. */
export interface Core {
  /** The chat's address, without a trailing slash. */
  url: string;
  botToken: string;
  appToken?: string;
  now(): number;
  /** The delays before each retry of an unacknowledged event. */
  eventRetriesAfterMs: readonly number[];
  world: World;
  /** How long drivers wait for an expected message or view. */
  driverTimeoutMs(): number;
  views: ViewStacks;
  faults: Faults;
  installed: InstalledApp;
  /** The guide on the page. */
  guide: Guide;
  /** The page of published posts, if there is one. */
  liveUrl?: string;
  /** Absent: the machine's. */
  clock?: ChatClock;
  /** Absent: users can't restart the bot. */
  restartApp?: () => Promise<void>;
  triggers: Triggers;
  responseUrls: ResponseUrls;
  workflows: WorkflowRuns;
  socket: SocketMode;
  delivery: AppDelivery;
  calls: Call[];
}
