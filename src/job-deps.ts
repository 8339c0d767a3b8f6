/** What the jobs work with. */
import type { Logger } from 'pino';
import type { Batches } from '#src/campaigns/batch.ts';
import type { HomeStore } from '#src/home/home-store.ts';
import type { PostFiles } from '#src/media/file-found.ts';
import type { ApprovalRequestStore } from '#src/notifications/approval-request-store.ts';
import type { IncidentStore } from '#src/notifications/incident-store.ts';
import type { NotificationStore } from '#src/notifications/notification-store.ts';
import type { StatusStore } from '#src/notifications/status-store.ts';
import type { Welcomes } from '#src/onboarding/welcome-store.ts';
import type { Pauses } from '#src/pause/pauses.ts';
import type { Locks } from '#src/platform/redis/locks.ts';
import type { ChannelRateLimiter } from '#src/platform/slack/channel-rate-limiter.ts';
import type { RuleStore } from '#src/posts/card/rule.ts';
import type { CardStore } from '#src/posts/card-store.ts';
import type { Heartbeat } from '#src/posts/heartbeat.ts';
import type { Creations } from '#src/posts/operations/creations.ts';
import type { Ledger } from '#src/posts/operations/ledger.ts';
import type { PostIndexStore } from '#src/posts/post-index/post-index-store.ts';
import type { Rerenders } from '#src/posts/redraws.ts';
import type { ReminderStore } from '#src/reminders/reminder-store.ts';
import type { TeamSettings } from '#src/settings/settings.ts';
import type { Jobs } from './platform/queue/job.ts';
import type { Audit, Desk, Homes, Lists, RenderPreview, Reports, Slots, WorkspaceContext } from './ports.ts';

/** What belongs to the workspace that a job is about. */
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
  | 'statusMessages'
  | 'exportMessages'
  | 'batchMessages'
  | 'uploader'
  | 'slackUrl'
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
  pauses: Pauses;
  slots: Slots;
  rules: Pick<RuleStore, 'of' | 'all' | 'changed'>;
  approvalRequestStore: ApprovalRequestStore;
  homes: HomeStore & Pick<Homes, 'soon'>;
  teamSettings: TeamSettings;
  incidents: IncidentStore;
  notifications: NotificationStore;
  postIndex: PostIndexStore;
  rerenders: Rerenders;
  reminders: ReminderStore;
  heartbeat: Heartbeat;
  statuses: StatusStore;
  channelRateLimiter: ChannelRateLimiter;
  welcomes: Welcomes;
  reports: Reports;
  drawPreview: RenderPreview;
  lists: Lists;
  postFiles: PostFiles;
  log: Logger;
  /** Does nothing; a test of crashes passes one that ends the process at the step it names. */
  failpoint(step: string): Promise<void>;
  /** Epoch ms. */
  now(): number;
  /** How long whoever approved a post can take that back before it is published; 0: not at all. */
  undoForMs: number;
  /** First and shortest pause between two looks at a brand's listing. */
  watchEveryMs: number;
  /** How long after an answer a read has to begin that shows what was answered, or never will (`src/posts/lag.ts`). */
  settledAfterMs: number;
  /** First pause between two reads for an operation whose answer never came; the next ones grow. */
  checkEveryMs: number;
  /** The pause between two looks at what came onto the schedule of a frozen brand. */
  pauseCheckEveryMs: number;
  /** After this long in generation, or past its time, a post is no longer waited for. */
  watchForMs: number;
  /** The longest that one call of the service can take: a sent effect without an answer may still be on its way. */
  requestTimeoutMs: number;
}
