/** Draws all cards of a brand, or of all, anew that rest, and the report of a freeze that ended: the freeze or the rule has changed. */
import { z } from 'zod';
import { brandOf } from '#src/cards/freeze.ts';
import type { JobDeps } from './deps.ts';
import { drawThawed } from './freeze-report.ts';
import { defineJob, done, type Handler, handle, type Outcome, type Retriable } from './job.ts';

const payload = z.object({
  workspace: z.string(),
  /** A brand's, or that of all brands. */
  scope: z.string(),
});
type Payload = z.infer<typeof payload>;

export const redrawJob = defineJob<Payload>({
  name: 'redraw',
  lane: 'draw',
  payload,
  key: ({ workspace, scope }) => `${workspace}.${scope}`,
});

export function redrawHandler(deps: JobDeps): Handler {
  return handle(redrawJob, { run: (payload) => runRedraw(deps, payload) });
}

/** From the beginning after a crash: a card that is drawn once too often is drawn as it is. */
async function runRedraw(deps: JobDeps, { workspace, scope }: Payload): Promise<Outcome> {
  const changes = (await deps.redraws.due(workspace)).get(scope);
  // also for what was decided about after it, which changes no card
  await reportEnded(deps, workspace, scope);
  if (changes === undefined) return done;
  const brand = brandOf(scope);
  const every = Number.MAX_SAFE_INTEGER;
  const brands = brand === undefined ? await deps.cards.watchedBrands(workspace, every) : [brand];
  for (const one of brands)
    for (const { id } of await deps.cards.watched(workspace, one, '+inf'))
      await deps.desk.move(workspace, id, { type: 'redraw' });
  await deps.redraws.done(workspace, scope, changes);
  return done;
}

/** What Slack does not take for now is tried again, before any card: it would take none of them either. */
async function reportEnded(deps: JobDeps, workspace: string, scope: string): Promise<void> {
  const thawed = await deps.freezes.thawed(workspace, scope);
  if (!thawed) return;
  try {
    await drawThawed(deps, workspace, thawed);
  } catch (cause) {
    if ((cause as Retriable).retry !== false) throw cause;
    deps.log.warn({ err: cause }, 'the report of a freeze could not be drawn');
  }
}
