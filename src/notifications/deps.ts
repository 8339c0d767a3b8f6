/** What notifications work with. */

import type { WebClient } from '@slack/web-api';
import type { Paused } from '#src/posts/card/paused.ts';
import type { Core, JobDeps } from '#src/posts/ports.ts';
import type { Rerenders } from '#src/posts/rerenders.ts';
import type { TeamSettings } from '#src/settings/settings-store.ts';
import type { ApprovalRequestStore } from './approval-request-store.ts';
import type { IncidentStore } from './incident-store.ts';
import type { NotificationStore } from './notification-store.ts';

export interface Deps extends JobDeps, Pick<Core, 'approversReader' | 'postFiles'> {
  slack: WebClient;
  notifications: NotificationStore;
  incidents: IncidentStore;
  approvalRequestStore: ApprovalRequestStore;
  rerenders: Rerenders;
  teamSettings: TeamSettings;
  pauses: { of(workspace: string, brand: string): Promise<Paused | undefined> };
  slots: { of(workspace: string, brand: string): Promise<{ times: readonly object[] }> };
  /** The batches of decisions that aren't finished. */
  batches: { open(workspace: string): Promise<string[]> };
  /** The person who got the welcome message. */
  welcomes: { who(workspace: string): Promise<string | undefined> };
  zoneFor(brand: string, person: string): Promise<string>;
  slash(name: string): string;
  /** How long publishing can be undone, in milliseconds. */
  undoForMs: number;
}
