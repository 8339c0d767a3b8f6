/** What reminders and digests work with. */
import type { Audit } from '#src/audit/audit-store.ts';
import type { Catalog } from '#src/catalog/catalog.ts';
import type { JobBasics } from '#src/platform/queue/job.ts';
import type { StoreTrouble } from '#src/platform/redis/store-trouble.ts';
import type { Announces } from '#src/platform/slack/messages.ts';
import type { People } from '#src/platform/slack/users.ts';
import type { ApproversReader, Desk } from '#src/ports.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import type { CardStore } from '#src/posts/card-store.ts';
import type { PostIndex } from '#src/posts/ports.ts';
import type { TeamSettings } from '#src/settings/settings-store.ts';
import type { Announcement } from './announcement.ts';
import type { ReminderStore } from './reminder-store.ts';

export interface Deps extends JobBasics {
  cards: CardStore;
  desk: Desk;
  index: PostIndex;
  reminders: ReminderStore;
  teamSettings: TeamSettings;
  approversReader: ApproversReader;
  pauses: { read(workspace: string): Promise<(brand: string) => Paused | undefined> };
  choices: Catalog;
  people: People;
  notifier: Announces<Announcement>;
  audit: Audit;
  storeTrouble: StoreTrouble;
}
