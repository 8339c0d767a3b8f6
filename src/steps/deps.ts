/** What the steps of Workflow Builder work with. */

import type { Catalog } from '#src/catalog/catalog.ts';
import type { Service } from '#src/platform/publishing-api/service.ts';
import type { JobBasics } from '#src/platform/queue/job.ts';
import type { Slack } from '#src/platform/slack/slack.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { PlannedPost } from '#src/posts/card/clash.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import type { Core } from '#src/posts/ports.ts';
import type { BrandConfigStore } from '#src/settings/brand-config-store.ts';
import type { StepStore } from './step-store.ts';

export interface Deps
  extends JobBasics,
    Pick<Core, 'desk' | 'cards' | 'audit' | 'postFiles'>,
    Pick<Slack, 'users' | 'personNotifier' | 'slackCalls' | 'slackUrl'> {
  /** `undefined` if the steps for Workflow Builder are turned off. */
  steps: StepStore | undefined;
  brandConfigs: BrandConfigStore;
  catalog: Catalog;
  service: Service;
  pauses: { of(workspace: string, brand: string): Promise<Paused | undefined> };
  slots: { clashes(cards: readonly Card[]): Promise<PlannedPost[][]> };
  keyed: boolean;
  localService: boolean;
  captionLimit: number;
  emptyCaption: boolean;
  slash(name: string): string;
}
