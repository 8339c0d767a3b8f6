/** What notifications work with. */

import type { Core, JobDeps } from '#src/posts/ports.ts';
import type { Rerenders } from '#src/posts/rerenders.ts';
import type { TeamSettings } from '#src/settings/settings-store.ts';
import type { ApprovalRequests } from './approval-request-messages.ts';
import type { ApprovalRequestStore } from './approval-request-store.ts';
import type { AudienceOf } from './audience.ts';
import type { IncidentStore } from './incident-store.ts';
import type { NotificationStore } from './notification-store.ts';

export interface Deps extends JobDeps, Pick<Core, 'postFiles'> {
  notifications: NotificationStore;
  incidents: IncidentStore;
  approvalRequestStore: ApprovalRequestStore;
  approvalRequests: ApprovalRequests;
  audience: AudienceOf;
  rerenders: Rerenders;
  teamSettings: TeamSettings;
  /** The batches of decisions that aren't finished. */
  batches: { open(workspace: string): Promise<string[]> };
  /** The person who got the welcome message. */
  welcomes: { who(workspace: string): Promise<string | undefined> };
}
