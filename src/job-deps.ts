/** What the jobs work with. */

import type { ResultsStore } from '#src/analytics/results-store.ts';
import type { Homes } from '#src/home/homes.ts';
import type { ApprovalRequestStore } from '#src/notifications/approval-request-store.ts';
import type { IncidentStore } from '#src/notifications/incident-store.ts';
import type { NotificationStore } from '#src/notifications/notification-store.ts';
import type { StatusStore } from '#src/notifications/status-store.ts';
import type { Welcomes } from '#src/onboarding/welcome-store.ts';
import type { ChannelRateLimiter } from '#src/platform/slack/channel-rate-limiter.ts';
import type { RuleStore } from '#src/posts/card/rule.ts';
import type { CardStore } from '#src/posts/card-store.ts';
import type { Heartbeat } from '#src/posts/heartbeat.ts';
import type { Creations } from '#src/posts/operations/creations.ts';
import type { Guard } from '#src/posts/operations/guards.ts';
import type { Ledger } from '#src/posts/operations/ledger.ts';
import type { PostIndexStore } from '#src/posts/post-index/post-index-store.ts';
import type { Rerenders } from '#src/posts/redraws.ts';
import type { RenderPreview } from '#src/preview/types.ts';
import type { ReminderStore } from '#src/reminders/reminder-store.ts';
import type { PostFiles } from './media/fingerprint.ts';
import type { CommonDeps, Lists, WorkspaceContext } from './ports.ts';

/** What belongs to the workspace of a job. */
type OfWorkspace = Pick<
  WorkspaceContext,
  | 'keyed'
  | 'service'
  | 'quota'
  | 'index'
  | 'choices'
  | 'renderer'
  | 'slackCalls'
  | 'people'
  | 'approversReader'
  | 'audience'
  | 'approvalRequests'
  | 'personNotifier'
  | 'notifier'
  | 'exportMessages'
  | 'uploader'
  | 'slackUrl'
  | 'files'
  | 'zoneFor'
>;

export type JobDeps = SharedJobDeps & OfWorkspace;

/** What the jobs of all workspaces share. */
export interface SharedJobDeps extends CommonDeps {
  cards: CardStore;
  creations: Creations;
  ledger: Ledger;
  guards: readonly Guard[];
  rules: Pick<RuleStore, 'of' | 'all' | 'changed'>;
  approvalRequestStore: ApprovalRequestStore;
  homes: Homes;
  incidents: IncidentStore;
  /** Called when the service did what was asked of it: a kind of operation (`creationKinds`, `publish`, `update`), or `listOf` a brand. */
  serviceWorked(workspace: string, asked: string): Promise<void>;
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
  lists: Lists;
  postFiles: PostFiles;
  /** Does nothing. A crash test passes a function that ends the process at the failpoint that it names. */
  failpoint(step: string): Promise<void>;
  /** The first and shortest delay between two checks of a brand's listing. */
  watchEveryMs: number;
  /** The first delay between two reads for an operation that wasn't answered. It grows from there. */
  checkEveryMs: number;
  /** The delay between two checks for posts that were scheduled during a pause. */
  pauseCheckEveryMs: number;
  /** How long a post is waited for while it's being generated, or after its time. */
  watchForMs: number;
}
