/** What imports and exports work with. */

import type { PostFiles } from '#src/media/fingerprint.ts';
import type { Service } from '#src/platform/publishing-api/service.ts';
import type { JobBasics } from '#src/platform/queue/job.ts';
import type { Slack } from '#src/platform/slack/slack.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { PlannedPost } from '#src/posts/card/clash.ts';
import type { Core } from '#src/posts/ports.ts';
import type { TeamSettings } from '#src/settings/settings-store.ts';
import type { TermsStore } from '#src/settings/terms-store.ts';
import type { ImportStore } from './import-store.ts';

export interface ImportDeps
  extends CheckDeps,
    ProspectDeps,
    JobBasics,
    Pick<Core, 'audit'>,
    Pick<Slack, 'notifier'> {
  postFiles: Pick<PostFiles, 'isAttached' | 'isExpired' | 'probe'>;
  slots: CheckDeps['slots'] & ProspectDeps['slots'];
  /** The first and shortest delay between two checks of a brand's listing. */
  watchEveryMs: number;
}

export interface CheckDeps
  extends Pick<JobBasics, 'now'>,
    Pick<Core, 'desk' | 'cards' | 'index'>,
    Pick<Slack, 'people' | 'files' | 'slackUrl'> {
  imports: ImportStore;
  service: Service;
  terms: TermsStore;
  teamSettings: TeamSettings;
  slots: { of(workspace: string, brand: string): Promise<{ zone?: string | undefined }> };
  localService: boolean;
  captionLimit: number;
  emptyCaption: boolean;
}

export interface ProspectDeps extends Pick<Slack, 'channelRateLimiter'> {
  terms: TermsStore;
  pauses: { of(workspace: string, brand: string): Promise<object | undefined> };
  slots: { clashes(cards: readonly Card[]): Promise<PlannedPost[][]> };
  postFiles: Pick<PostFiles, 'isAttached' | 'isExpired'>;
  quota: { state(): Promise<{ limit: number }> };
}
