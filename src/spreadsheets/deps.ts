/** What imports work with. */

import type { PostFiles } from '#src/media/fingerprint.ts';
import type { Slack } from '#src/platform/slack/slack.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { PlannedPost } from '#src/posts/card/clash.ts';
import type { JobDeps } from '#src/posts/ports.ts';
import type { BrandConfigStore } from '#src/settings/brand-config-store.ts';
import type { TeamSettings } from '#src/settings/settings-store.ts';
import type { ImportStore } from './import-store.ts';

export interface Deps extends JobDeps, Pick<Slack, 'files'> {
  imports: ImportStore;
  brandConfigs: BrandConfigStore;
  teamSettings: TeamSettings;
  pauses: { of(workspace: string, brand: string): Promise<object | undefined> };
  slots: {
    of(workspace: string, brand: string): Promise<{ zone?: string | undefined }>;
    clashes(cards: readonly Card[]): Promise<PlannedPost[][]>;
  };
  postFiles: PostFiles;
  quota: { state(): Promise<{ limit: number }> };
  localService: boolean;
  captionLimit: number;
  emptyCaption: boolean;
  /** The first and shortest delay between two checks of a brand's listing. */
  watchEveryMs: number;
}
