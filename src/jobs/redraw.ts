/** Draws all cards of a brand, or of all, anew that rest: the freeze or the rule that they are shown with has changed. */
import { z } from 'zod';
import { brandOf } from '#src/cards/freeze.ts';
import type { JobDeps } from './deps.ts';
import { defineJob, done, type Handler, handle, type Outcome } from './job.ts';

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
