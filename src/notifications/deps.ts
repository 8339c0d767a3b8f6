/** What notifications work with. */

import type { JobBasics } from '#src/platform/queue/job.ts';
import type { Slack } from '#src/platform/slack/slack.ts';
import type { Notifier } from '#src/posts/notifier.ts';
import type { Core } from '#src/posts/ports.ts';
import type { Rerenders } from '#src/posts/rerenders.ts';
import type { TeamSettings } from '#src/settings/settings-store.ts';
import type { ApprovalRequests } from './approval-request-messages.ts';
import type { ApprovalRequestStore } from './approval-request-store.ts';
import type { AudienceOf } from './audience.ts';
import type { IncidentStore } from './incident-store.ts';
import type { NotificationStore } from './notification-store.ts';

export interface Deps
  extends JobBasics,
    Pick<Core, 'desk' | 'cards' | 'postFiles'>,
    Pick<Slack, 'users' | 'channelRateLimiter' | 'slackUrl'> {
  notifications: NotificationStore;
  incidents: IncidentStore;
  approvalRequestStore: ApprovalRequestStore;
  approvalRequests: ApprovalRequests;
  audience: AudienceOf;
  notifier: Notifier;
  rerenders: Rerenders;
  teamSettings: TeamSettings;
  /** The batches of decisions that aren't finished. */
  batches: { open(workspace: string): Promise<string[]> };
  /** The person who got the welcome message. */
  welcomes: { who(workspace: string): Promise<string | undefined> };
}
