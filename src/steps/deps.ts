/** What the steps of Workflow Builder work with. */

import type { Catalog } from '#src/catalog/catalog.ts';
import type { Slack } from '#src/platform/slack/slack.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { PlannedPost } from '#src/posts/card/clash.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import type { Core, JobDeps } from '#src/posts/ports.ts';
import type { BrandConfigStore } from '#src/settings/brand-config-store.ts';
import type { StepStore } from './step-store.ts';

export interface Deps extends JobDeps, Pick<Core, 'postFiles'>, Pick<Slack, 'personNotifier' | 'slackCalls'> {
  /** `undefined` if the steps for Workflow Builder are turned off. */
  steps: StepStore | undefined;
  brandConfigs: BrandConfigStore;
  catalog: Catalog;
  pauses: { of(workspace: string, brand: string): Promise<Paused | undefined> };
  slots: { clashes(cards: readonly Card[]): Promise<PlannedPost[][]> };
  keyed: boolean;
  localService: boolean;
  captionLimit: number;
  emptyCaption: boolean;
  slash(name: string): string;
}
