/** What imports and exports work with. */
import type { Audit } from '#src/audit/audit-store.ts';
import type { PostFiles } from '#src/media/fingerprint.ts';
import type { Service } from '#src/platform/publishing-api/service.ts';
import type { JobBasics } from '#src/platform/queue/job.ts';
import type { ChannelRateLimiter } from '#src/platform/slack/channel-rate-limiter.ts';
import type { SlackFiles } from '#src/platform/slack/media.ts';
import type { Messages } from '#src/platform/slack/messages.ts';
import type { People } from '#src/platform/slack/users.ts';
import type { Desk } from '#src/ports.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { PlannedPost } from '#src/posts/card/clash.ts';
import type { CardStore } from '#src/posts/card-store.ts';
import type { PostIndex } from '#src/posts/ports.ts';
import type { TeamSettings } from '#src/settings/settings-store.ts';
import type { TermsStore } from '#src/settings/terms-store.ts';
import type { ImportStore } from './import-store.ts';

export interface ImportDeps extends CheckDeps, ProspectDeps, JobBasics {
  notifier: Messages;
  audit: Audit;
  postFiles: Pick<PostFiles, 'isAttached' | 'isExpired' | 'probe'>;
  slots: CheckDeps['slots'] & ProspectDeps['slots'];
  /** The first and shortest delay between two checks of a brand's listing. */
  watchEveryMs: number;
}

export interface CheckDeps extends Pick<JobBasics, 'now'> {
  imports: ImportStore;
  files: SlackFiles;
  service: Service;
  index: PostIndex;
  desk: Desk;
  cards: CardStore;
  terms: TermsStore;
  teamSettings: TeamSettings;
  slots: { of(workspace: string, brand: string): Promise<{ zone?: string | undefined }> };
  people: People;
  localService: boolean;
  captionLimit: number;
  emptyCaption: boolean;
  slackUrl(): Promise<string>;
}

export interface ProspectDeps {
  terms: TermsStore;
  pauses: { of(workspace: string, brand: string): Promise<object | undefined> };
  slots: { clashes(cards: readonly Card[]): Promise<PlannedPost[][]> };
  postFiles: Pick<PostFiles, 'isAttached' | 'isExpired'>;
  quota: { state(): Promise<{ limit: number }> };
  channelRateLimiter: ChannelRateLimiter;
}
