/** Draws all cards of a brand, or of all, anew that rest, and the report of a freeze that ended: the freeze or the rule has changed. */
import { z } from 'zod';
import type { JobDeps } from '#src/job-deps.ts';
import { notifyJob } from '#src/notifications/jobs.ts';
import { rootOfRule } from '#src/notifications/records.ts';
import { renderResumed } from '#src/pause/report.ts';
import {
  done,
  type Handler,
  handle,
  type Outcome,
  type PayloadOf,
  type Retriable,
  workspaceJob,
} from '#src/platform/queue/job.ts';
import { waitsSince } from '#src/posts/card/attention.ts';
import type { Card } from '#src/posts/card/card.ts';
import { addedApprovers, type RuleChange } from '#src/posts/card/rule.ts';
import { brandOf } from '#src/posts/card/scope.ts';

/** `scope`: a brand's, or that of all brands. */
export const renderAgainJob = workspaceJob('redraw', 'draw', { scope: z.string() });
type Payload = PayloadOf<typeof renderAgainJob>;

export function renderAgainHandler(deps: JobDeps): Handler {
  return handle(renderAgainJob, { run: (payload) => runRerender(deps, payload) });
}

/** From the beginning after a crash: a card that is drawn once too often is drawn as it is. */
async function runRerender(deps: JobDeps, { workspace, scope }: Payload): Promise<Outcome> {
  const changes = (await deps.rerenders.due(workspace)).get(scope);
  // also for what was decided about after it, which changes no card
  await reportEnded(deps, workspace, scope);
  if (changes === undefined) return done;
  const brand = brandOf(scope);
  const root = rootOfRule(scope);
  const every = Number.MAX_SAFE_INTEGER;
  const brands = brand === undefined ? await deps.cards.watchedBrands(workspace, every) : [brand];
  const change = await deps.rules.changed(workspace, brand);
  for (const one of brands) {
    const approvers = change && (await newApprovers(deps, workspace, { brand: one, scope, change }));
    for (const { id } of await deps.cards.watched(workspace, one, '+inf')) {
      const card = approvers && (await deps.desk.get(workspace, id));
      const asks = change && card && wasAskedAt(card) < change.at && { by: change.by, approvers, root };
      await deps.desk.move(workspace, id, { type: 'rerender', ...(asks && { asks }) });
    }
  }
  await deps.rerenders.done(workspace, scope, changes);
  if (change) await deps.jobs.enqueue(notifyJob, { workspace, root });
  return done;
}

/** When approvers were asked for it last (epoch ms): a card that came after the change asked by the new rule. */
const wasAskedAt = (card: Card): number => Math.max(waitsSince(card), Number(card.message?.ts ?? 0) * 1_000);

/** Those whom a change of the rule lets approve posts of a brand; `undefined`: nobody new. */
async function newApprovers(
  { rules }: JobDeps,
  workspace: string,
  { brand, scope, change }: { brand: string; scope: string; change: RuleChange },
) {
  // a change of the common rule is nothing to a brand with its own
  const isOwn = brandOf(scope) === undefined && (await rules.all(workspace)).brands.has(brand);
  if (isOwn) return undefined;
  const { people, groups } = addedApprovers(change.before, await rules.of(workspace, brand));
  return people.length + groups.length > 0 ? { people, groups } : undefined;
}

/** What Slack does not take for now is tried again, before any card: it would take none of them either. */
async function reportEnded(deps: JobDeps, workspace: string, scope: string): Promise<void> {
  const resumed = await deps.pauses.thawed(workspace, scope);
  if (!resumed) return;
  try {
    await renderResumed(deps, workspace, resumed);
  } catch (cause) {
    if ((cause as Retriable).retry !== false) throw cause;
    deps.log.warn({ err: cause }, 'the report of a pause could not be drawn');
  }
}
