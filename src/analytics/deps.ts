/** What reports of analytics work with. */

import type { Catalog } from '#src/catalog/catalog.ts';
import type { Service } from '#src/platform/publishing-api/service.ts';
import type { JobBasics } from '#src/platform/queue/job.ts';
import type { StoreTrouble } from '#src/platform/redis/store-trouble.ts';
import type { Slack } from '#src/platform/slack/slack.ts';
import type { Notifier } from '#src/posts/notifier.ts';
import type { Core } from '#src/posts/ports.ts';
import type { PublishedDeps } from '#src/posts/published-cards.ts';
import type { SharingDeps } from '#src/posts/share-once.ts';
import type { TeamSettings } from '#src/settings/settings-store.ts';
import type { ExportMessages } from './export-messages.ts';
import type { ResultsStore } from './results-store.ts';

/** What exports and reports share. */
export interface ReadDeps extends JobBasics, Pick<Core, 'cards' | 'index'> {
  service: Service;
  /** What a column of the analytics export can be called that says which post a row is about. */
  postColumnNames: readonly string[];
}

export interface ExportDeps extends ReadDeps, SharingDeps, Pick<Slack, 'slackUrl'> {
  exportMessages: ExportMessages;
}

export interface ResultsDeps
  extends ReadDeps,
    PublishedDeps,
    Pick<Core, 'desk'>,
    Pick<Slack, 'channelRateLimiter'> {
  results: ResultsStore;
  catalog: Catalog;
  teamSettings: TeamSettings;
  storeTrouble: StoreTrouble;
  notifier: Pick<Notifier, 'postRendered'>;
}
