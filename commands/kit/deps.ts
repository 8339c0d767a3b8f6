/** What commands get of each part of the bot, as types only. `src/main.ts` builds it. */

import type { Audit } from '#src/audit/audit-store.ts';
import type { Batches } from '#src/campaigns/batch-store.ts';
import type { Catalog } from '#src/catalog/catalog.ts';
import type { BrandMemory } from '#src/catalog/last-brand.ts';
import type { Lookups } from '#src/catalog/lookups.ts';
import type { Homes } from '#src/home/homes.ts';
import type { PostAddress } from '#src/links/post-address.ts';
import type { Pauses } from '#src/pause/pause-store.ts';
import type { JobBasics } from '#src/platform/queue/job.ts';
import type { Locks } from '#src/platform/redis/locks.ts';
import type { StoreTrouble } from '#src/platform/redis/store-trouble.ts';
import type { Media } from '#src/platform/slack/media.ts';
import type { Slack } from '#src/platform/slack/slack.ts';
import type { Core } from '#src/posts/ports.ts';
import type { RecurringStore } from '#src/recurring/series-store.ts';
import type { BrandConfigStore } from '#src/settings/brand-config-store.ts';
import type { TeamSettings } from '#src/settings/settings-store.ts';
import type { Slots } from '#src/slots/slots.ts';
import type { ImportStore } from '#src/spreadsheets/import-store.ts';
import type { StepStore } from '#src/steps/step-store.ts';
import type { Templates } from '#src/templates/template-store.ts';
import type { ApiKeys } from '#src/workspaces/api-keys.ts';

export interface OfAllWorkspaces
  extends Pick<JobBasics, 'jobs' | 'log' | 'now'>,
    Pick<Core, 'desk' | 'rules' | 'postFiles'> {
  locks: Locks;
  audit: Audit;
  storeTrouble: StoreTrouble;
  teamSettings: TeamSettings;
  brandConfigs: BrandConfigStore;
  homes: Homes;
  lastBrand: BrandMemory;
  batches: Batches;
  pauses: Pauses;
  slots: Slots;
  recurring: RecurringStore;
  imports: ImportStore;
  templates: Templates;
  /** `undefined` if the steps for Workflow Builder are turned off. */
  steps: StepStore | undefined;
  /** Absent if there's a single workspace, whose key is in the settings. */
  apiKeys: ApiKeys | undefined;
  /** The addresses of posts in the publishing service's web app; absent if they aren't known. */
  postAddress: PostAddress | undefined;
  /** The public address of a file in Slack; absent if the bot can't serve files. */
  fileAddress: ((workspace: string, media: Media) => string) | undefined;
  /** The publishing service is on this machine or in a private network. */
  localService: boolean;
  /** The longest caption that the service accepts, in characters. */
  captionLimit: number;
  /** The service accepts an empty caption. */
  emptyCaption: boolean;
  /** The name of a slash command in this installation: `/post`, or `/pc-post` with a prefix. */
  slash(name: string): string;
  /** How long a person can undo their approval before the post is published; 0: not at all. */
  undoForMs: number;
  /**
   * How long after an answer a read has to begin to be sure to show its effect
   * (`src/posts/post-index/lag.ts`).
   */
  settledAfterMs: number;
  /** The longest one call to the service can take, not counting a long wait for the quota. */
  requestTimeoutMs: number;
}

export interface OfWorkspace
  extends Pick<Core, 'index' | 'approversReader'>,
    Pick<
      Slack,
      'users' | 'personNotifier' | 'files' | 'threads' | 'channels' | 'grantedScopes' | 'slackUrl'
    > {
  workspace: string;
  /** False: nobody has entered an API key, and every call to the service is refused with the kind `key`. */
  keyed: boolean;
  catalog: Catalog;
  /** What only the service can answer, asked after the command was acknowledged. */
  lookups: Lookups;
  /** For a brand's posts: the brand's zone, or else this person's, or else UTC. An IANA zone or an offset. */
  zoneFor(brand: string, person: string): Promise<string>;
}
