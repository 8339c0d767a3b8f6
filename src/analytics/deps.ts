/** What reports of analytics work with. */
import type { Audit } from '#src/audit/audit-store.ts';
import type { Catalog } from '#src/catalog/catalog.ts';
import type { Service } from '#src/platform/publishing-api/service.ts';
import type { JobBasics } from '#src/platform/queue/job.ts';
import type { StoreTrouble } from '#src/platform/redis/store-trouble.ts';
import type { ChannelRateLimiter } from '#src/platform/slack/channel-rate-limiter.ts';
import type { Announces } from '#src/platform/slack/messages.ts';
import type { Uploader } from '#src/platform/slack/uploader.ts';
import type { Desk } from '#src/ports.ts';
import type { CardStore } from '#src/posts/card-store.ts';
import type { NoPlace } from '#src/posts/deliver-each.ts';
import type { Ledger } from '#src/posts/operations/ledger.ts';
import type { PostIndex } from '#src/posts/ports.ts';
import type { TeamSettings } from '#src/settings/settings-store.ts';
import type { ExportMessages } from './export-messages.ts';
import type { PostResult } from './results.ts';
import type { ResultsStore } from './results-store.ts';
import type { WeekReport } from './summary.ts';

/** What exports and reports share. */
export interface ReadDeps extends JobBasics {
  service: Service;
  cards: CardStore;
  index: PostIndex;
  /** What a column of the analytics export can be called that says which post a row is about. */
  postColumnNames: readonly string[];
}

export interface ExportDeps extends ReadDeps {
  exportMessages: ExportMessages;
  ledger: Ledger;
  uploader: Uploader;
  slackUrl(): Promise<string>;
}

export interface ResultsDeps extends ReadDeps {
  results: ResultsStore;
  desk: Desk;
  choices: Catalog;
  teamSettings: TeamSettings;
  audit: Audit;
  storeTrouble: StoreTrouble;
  channelRateLimiter: ChannelRateLimiter;
  notifier: Announces<
    { kind: 'results'; results: readonly PostResult[] } | { kind: 'report'; report: WeekReport } | NoPlace
  >;
}
