/** Decides about a post that stands on the service's schedule and that nobody here put there as it is now. */
import { workOf } from '#src/cards/attention.ts';
import { standingOf } from '#src/cards/rules.ts';
import { cardJob, type OfCard } from './card-job.ts';
import type { JobDeps } from './deps.ts';
import { again, done, type Handler, handle, type Outcome } from './job.ts';

export const holdJob = cardJob('hold', 'work');

/** After the service refused to take it off the schedule. */
const onceMoreAfterMs = 60_000;

export function holdHandler(deps: JobDeps): Handler {
  return handle(holdJob, { run: (payload) => runHold(deps, payload) });
}

async function runHold(deps: JobDeps, { workspace, card: id }: OfCard): Promise<Outcome> {
  const card = await deps.desk.get(workspace, id);
  if (!card || workOf(card) !== 'hold') return done;
  const [panel, frozen] = await Promise.all([
    deps.panels.of(workspace, card.brand.id),
    deps.freezes.of(workspace, card.brand.id),
  ]);
  const of = card.moves;
  if (!frozen && (!panel?.rule.scheduled || standingOf(card, panel).complete)) {
    await deps.desk.move(workspace, id, { type: 'clear', of });
    return done;
  }
  const { problem } = card;
  if (problem?.step === 'update') {
    const wait = Date.parse(problem.at) + onceMoreAfterMs - deps.now();
    if (wait > 0) return again(wait);
  }
  await deps.desk.move(workspace, id, { type: 'hold', of });
  return done;
}
