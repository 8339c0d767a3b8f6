/** Updates all cards of a brand, or of all brands, because a pause or the rule has changed. */

import { z } from 'zod';
import {
  done,
  type HandlerOf,
  handlerOf,
  type Outcome,
  type PayloadOf,
  queues,
  workspaceJob,
} from '#src/platform/queue/job.ts';
import { waitsSince } from '#src/posts/card/attention.ts';
import type { Card } from '#src/posts/card/card.ts';
import { rootOfRule } from '#src/posts/card/event-record.ts';
import { addedApprovers, type RuleChange } from '#src/posts/card/rule.ts';
import { brandOf } from '#src/posts/card/scope.ts';
import { isDropped } from '#src/posts/card/state.ts';
import { notifyJob, renderCardJob } from './jobs.ts';
import type { Core, JobDeps } from './ports.ts';
import type { Rerenders } from './rerenders.ts';

/** `scope`: a brand's, or that of all brands. */
export const renderAgainJob = workspaceJob('redraw', queues.messages, { scope: z.string() });
type Payload = PayloadOf<typeof renderAgainJob>;

interface Deps extends JobDeps, Pick<Core, 'rules'> {
  rerenders: Rerenders;
}

/**
 * Updates what a feature shows about a scope besides cards. Throws temporary errors of Slack.
 */
type RenderFeature<Of> = (deps: Of, workspace: string, scope: string) => Promise<void>;

/** `render`: what is updated before the cards. */
export const renderAgainHandler = <Of>(render: RenderFeature<Of>): HandlerOf<Deps & Of> =>
  handlerOf(renderAgainJob, (deps, payload) => runRerender(deps, render, payload));

/** After a crash, it starts from the beginning: updating a card twice changes nothing. */
async function runRerender<Of>(
  deps: Deps & Of,
  render: RenderFeature<Of>,
  { workspace, scope }: Payload,
): Promise<Outcome> {
  const changes = (await deps.rerenders.due(workspace)).get(scope);
  await render(deps, workspace, scope);
  if (changes === undefined) return done;
  const brand = brandOf(scope);
  const root = rootOfRule(scope);
  const every = Number.MAX_SAFE_INTEGER;
  const brands = brand === undefined ? await deps.cards.watchedBrands(workspace, every) : [brand];
  const change = await deps.rules.changed(workspace, brand);
  const campaigns = new Set<string>();
  for (const one of brands) {
    const approvers = change && (await newApprovers(deps, workspace, { brand: one, scope, change }));
    // rejected cards have no buttons that depend on it, and there can be hundreds
    const cards = (await deps.cards.watched(workspace, one, '+inf')).filter((card) => !isDropped(card));
    for (const { id } of cards) {
      const card = approvers && (await deps.desk.get(workspace, id));
      const asks = change && card && requestedAtOf(card) < change.at && { by: change.by, approvers, root };
      const result = await deps.desk.transition(workspace, id, { type: 'rerender', ...(asks && { asks }) });
      if (result && 'card' in result && result.card.campaign) campaigns.add(result.card.campaign);
    }
  }
  // each shows the buttons of its posts
  for (const id of campaigns) await deps.jobs.enqueue(renderCardJob, { workspace, card: id });
  await deps.rerenders.done(workspace, scope, changes);
  if (change) await deps.jobs.enqueue(notifyJob, { workspace, root });
  return done;
}

/**
 * When approvers were last asked about the card (epoch ms). If it was posted after the change, it asked them
 * under the new rule.
 */
const requestedAtOf = (card: Card): number =>
  Math.max(waitsSince(card), Number(card.message?.ts ?? 0) * 1_000);

/** The people who can approve a brand's posts since the rule changed; `undefined` if nobody is new. */
async function newApprovers(
  { rules }: Deps,
  workspace: string,
  { brand, scope, change }: { brand: string; scope: string; change: RuleChange },
) {
  // a change of the common rule doesn't affect a brand with its own
  const isOwn = brandOf(scope) === undefined && (await rules.all(workspace)).brands.has(brand);
  if (isOwn) return undefined;
  const { people: users, groups } = addedApprovers(change.before, await rules.of(workspace, brand));
  return users.length + groups.length > 0 ? { people: users, groups } : undefined;
}
