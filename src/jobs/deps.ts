/** What the jobs work with. */
import type { Logger } from 'pino';
import type { Batches } from '#src/cards/batch.ts';
import type { PostFiles } from '#src/cards/file-checks.ts';
import type { Freezes } from '#src/cards/freezes.ts';
import type { RuleStore } from '#src/cards/rules.ts';
import type { TeamSettings } from '#src/cards/team-settings.ts';
import type { Audit, Desk, DrawPreview, Homes, Lists, Outside, Reports } from '#src/ports.ts';
import type { ApprovalRequestStore } from '#src/store/approval-requests.ts';
import type { CardStore } from '#src/store/cards.ts';
import type { Creations } from '#src/store/creations.ts';
import type { Holds } from '#src/store/holds.ts';
import type { HomeStore } from '#src/store/homes.ts';
import type { IncidentStore } from '#src/store/incidents.ts';
import type { Ledger } from '#src/store/ledger.ts';
import type { NotificationStore } from '#src/store/notifications.ts';
import type { PostIndexStore } from '#src/store/post-index.ts';
import type { Redraws } from '#src/store/redraws.ts';
import type { ReminderStore } from '#src/store/reminders.ts';
import type { Rounds } from '#src/store/rounds.ts';
import type { StatusStore } from '#src/store/statuses.ts';
import type { Turns } from '#src/store/turns.ts';
import type { WatchMemory } from '#src/store/watching.ts';
import type { Welcomes } from '#src/store/welcomes.ts';
import type { Jobs } from './job.ts';

/** What belongs to the workspace that a job is about. */
type OfWorkspace = Pick<
  Outside,
  | 'keyed'
  | 'service'
  | 'quota'
  | 'index'
  | 'choices'
  | 'painter'
  | 'homeTab'
  | 'people'
  | 'panels'
  | 'audience'
  | 'approvalRequests'
  | 'teller'
  | 'announcer'
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
  holds: Holds;
  freezes: Freezes;
  rules: Pick<RuleStore, 'of' | 'all' | 'changed'>;
  approvalRequestStore: ApprovalRequestStore;
  homes: HomeStore & Pick<Homes, 'soon'>;
  teamSettings: TeamSettings;
  incidents: IncidentStore;
  notifications: NotificationStore;
  postIndex: PostIndexStore;
  redraws: Redraws;
  reminders: ReminderStore;
  rounds: Rounds;
  statuses: StatusStore;
  turns: Turns;
  welcomes: Welcomes;
  watchMemory: WatchMemory;
  reports: Reports;
  drawPreview: DrawPreview;
  lists: Lists;
  postFiles: PostFiles;
  log: Logger;
  /** Does nothing; a test of crashes passes one that ends the process at the step it names. */
  reached(step: string): Promise<void>;
  /** Epoch ms. */
  now(): number;
  /** How long whoever approved a post can take that back before it is published; 0: not at all. */
  undoForMs: number;
  /** First and shortest pause between two looks at a brand's listing. */
  watchEveryMs: number;
  /** First pause between two reads for an operation whose answer never came; the next ones grow. */
  lookEveryMs: number;
  /** The pause between two looks at what came onto the schedule of a frozen brand. */
  freezeLookEveryMs: number;
  /** After this long in generation, or past its time, a post is no longer waited for. */
  watchForMs: number;
  /** The longest that one call of the service can take: a sent effect without an answer may still be on its way. */
  requestTimeoutMs: number;
}
