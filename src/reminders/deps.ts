/** What reminders and digests work with. */

import type { Catalog } from '#src/catalog/catalog.ts';
import type { JobBasics } from '#src/platform/queue/job.ts';
import type { StoreTrouble } from '#src/platform/redis/store-trouble.ts';
import type { Slack } from '#src/platform/slack/slack.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import type { Notifier } from '#src/posts/notifier.ts';
import type { Core } from '#src/posts/ports.ts';
import type { PublishedDeps } from '#src/posts/published-cards.ts';
import type { TeamSettings } from '#src/settings/settings-store.ts';
import type { ReminderStore } from './reminder-store.ts';

export interface Deps
  extends JobBasics,
    PublishedDeps,
    Pick<Core, 'desk' | 'cards' | 'index' | 'approversReader'>,
    Pick<Slack, 'users'> {
  reminders: ReminderStore;
  teamSettings: TeamSettings;
  pauses: { read(workspace: string): Promise<(brand: string) => Paused | undefined> };
  catalog: Catalog;
  notifier: Pick<Notifier, 'postRendered'>;
  storeTrouble: StoreTrouble;
}
