/** What the jobs work with. */

import type { Logger } from 'pino';
import type { ResultsStore } from '#src/analytics/results-store.ts';
import type { HomeStore } from '#src/home/home-store.ts';
import type { ApprovalRequestStore } from '#src/notifications/approval-request-store.ts';
import type { IncidentStore } from '#src/notifications/incident-store.ts';
import type { NotificationStore } from '#src/notifications/notification-store.ts';
import type { StatusStore } from '#src/notifications/status-store.ts';
import type { Welcomes } from '#src/onboarding/welcome-store.ts';
import type { Locks } from '#src/platform/redis/locks.ts';
import type { ChannelRateLimiter } from '#src/platform/slack/channel-rate-limiter.ts';
import type { Media } from '#src/platform/slack/media.ts';
import type { RuleStore } from '#src/posts/card/rule.ts';
import type { CardStore } from '#src/posts/card-store.ts';
import type { Heartbeat } from '#src/posts/heartbeat.ts';
import type { Creations } from '#src/posts/operations/creations.ts';
import type { Ledger } from '#src/posts/operations/ledger.ts';
import type { PostIndexStore } from '#src/posts/post-index/post-index-store.ts';
import type { Rerenders } from '#src/posts/redraws.ts';
import type { ReminderStore } from '#src/reminders/reminder-store.ts';
import type { Batches } from './campaigns/batch-store.ts';
import type { PostFiles } from './media/fingerprint.ts';
import type { Pauses } from './pause/pause-store.ts';
import type { Jobs } from './platform/queue/job.ts';
import type { StoreTrouble } from './platform/redis/store-trouble.ts';
import type {
  Audit,
  Desk,
  Homes,
  ImportStore,
  Lists,
  RenderPreview,
  Slots,
  WorkspaceContext,
} from './ports.ts';
import type { RecurringStore } from './recurring/series-store.ts';
import type { TeamSettings } from './settings/settings-store.ts';
import type { TermsStore } from './settings/terms-store.ts';
import type { StepStore } from './steps/step-store.ts';

/** What belongs to the workspace of a job. */
type OfWorkspace = Pick<
  WorkspaceContext,
  | 'keyed'
  | 'service'
  | 'quota'
  | 'index'
  | 'choices'
  | 'renderer'
  | 'homeTab'
  | 'people'
  | 'approversReader'
  | 'audience'
  | 'approvalRequests'
  | 'personNotifier'
  | 'notifier'
  | 'exportMessages'
  | 'uploader'
  | 'functions'
  | 'unfurler'
  | 'slackUrl'
  | 'files'
  | 'zoneFor'
>;

export type JobDeps = SharedJobDeps & OfWorkspace;

/** What the jobs of all workspaces share. */
export interface SharedJobDeps {
  desk: Desk;
  jobs: Jobs;
  cards: CardStore;
  creations: Creations;
  batches: Batches;
  ledger: Ledger;
  audit: Audit;
  locks: Locks;
  storeTrouble: StoreTrouble;
  pauses: Pauses;
  slots: Slots;
  recurring: RecurringStore;
  imports: ImportStore;
  /** The publishing service is on this machine or in a private network. */
  localService: boolean;
  /** The longest caption that the service accepts, in characters. */
  captionLimit: number;
  /** The service accepts an empty caption. */
  emptyCaption: boolean;
  /** `undefined`: the steps for Workflow Builder are turned off. */
  steps: StepStore | undefined;
  terms: TermsStore;
  rules: Pick<RuleStore, 'of' | 'all' | 'changed'>;
  approvalRequestStore: ApprovalRequestStore;
  homes: HomeStore & Pick<Homes, 'soon'>;
  teamSettings: TeamSettings;
  incidents: IncidentStore;
  notifications: NotificationStore;
  postIndex: PostIndexStore;
  rerenders: Rerenders;
  reminders: ReminderStore;
  results: ResultsStore;
  /** What a column of the analytics export can be called that says which post a row is about. */
  postColumnNames: readonly string[];
  heartbeat: Heartbeat;
  statuses: StatusStore;
  channelRateLimiter: ChannelRateLimiter;
  welcomes: Welcomes;
  drawPreview: RenderPreview;
  /** The name of a slash command in this installation: `/post`, or `/pc-post` with a prefix. */
  slash(name: string): string;
  lists: Lists;
  postFiles: PostFiles;
  /** The public address of a file in Slack; absent: the bot can't serve files. */
  fileAddress: ((workspace: string, media: Media) => string) | undefined;
  /** What the service takes as a caption, and whether it can reach this machine. */
  captionRules: { captionLimit: number; emptyCaption: boolean; localService: boolean };
  log: Logger;
  /** Does nothing. A crash test passes a function that ends the process at the failpoint that it names. */
  failpoint(step: string): Promise<void>;
  /** Epoch ms. */
  now(): number;
  /** How long a person can undo their approval before the post is published; 0: not at all. */
  undoForMs: number;
  /** The first and shortest delay between two checks of a brand's listing. */
  watchEveryMs: number;
  /** How long after an answer a read has to begin to show its effect for sure (`src/posts/post-index/lag.ts`). */
  settledAfterMs: number;
  /** The first delay between two reads for an operation that wasn't answered. It grows from there. */
  checkEveryMs: number;
  /** The delay between two checks for posts that were scheduled during a pause. */
  pauseCheckEveryMs: number;
  /** How long a post is waited for while it's being generated, or after its time. */
  watchForMs: number;
  /** The longest that one call to the service can take. Until then, a request without an answer may still be under way. */
  requestTimeoutMs: number;
}
