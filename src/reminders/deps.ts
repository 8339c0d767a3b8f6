/** What reminders and digests work with. */

import type { Catalog } from '#src/catalog/catalog.ts';
import type { StoreTrouble } from '#src/platform/redis/store-trouble.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import type { Core, JobDeps } from '#src/posts/ports.ts';
import type { TeamSettings } from '#src/settings/settings-store.ts';
import type { ReminderStore } from './reminder-store.ts';

export interface Deps extends JobDeps, Pick<Core, 'approversReader'> {
  reminders: ReminderStore;
  teamSettings: TeamSettings;
  pauses: { read(workspace: string): Promise<(brand: string) => Paused | undefined> };
  catalog: Catalog;
  storeTrouble: StoreTrouble;
}
