/** What the steps of Workflow Builder work with. */
import type { Audit } from '#src/audit/audit-store.ts';
import type { Catalog } from '#src/catalog/catalog.ts';
import type { PostFiles } from '#src/media/fingerprint.ts';
import type { Service } from '#src/platform/publishing-api/service.ts';
import type { JobBasics } from '#src/platform/queue/job.ts';
import type { SlackCalls } from '#src/platform/slack/calls.ts';
import type { PersonNotifier } from '#src/platform/slack/person-notifier.ts';
import type { People } from '#src/platform/slack/users.ts';
import type { Desk } from '#src/ports.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { PlannedPost } from '#src/posts/card/clash.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import type { CardStore } from '#src/posts/card-store.ts';
import type { TermsStore } from '#src/settings/terms-store.ts';
import type { StepStore } from './step-store.ts';

export interface Deps extends PrepareDeps, FindDeps, JobBasics {
  /** `undefined`: the steps for Workflow Builder are turned off. */
  steps: StepStore | undefined;
  desk: Desk;
  pauses: { of(workspace: string, brand: string): Promise<Paused | undefined> };
  slots: { clashes(cards: readonly Card[]): Promise<PlannedPost[][]> };
  postFiles: Pick<PostFiles, 'isAttached' | 'isExpired'>;
  slackCalls: SlackCalls;
  personNotifier: PersonNotifier;
  slackUrl(): Promise<string>;
}

interface RequesterDeps {
  people: People;
  terms: TermsStore;
  audit: Audit;
  slash(name: string): string;
}

export interface FindDeps extends RequesterDeps {
  cards: CardStore;
}

export interface PrepareDeps extends RequesterDeps, Pick<JobBasics, 'now'> {
  choices: Catalog;
  service: Service;
  keyed: boolean;
  localService: boolean;
  captionLimit: number;
  emptyCaption: boolean;
}
