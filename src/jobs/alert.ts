/** Says aloud, once, that something people rely on did not come true; what many cards may fail for is told together. */
import type { Card } from '#src/cards/card.ts';
import type { Cause, Problem } from '#src/cards/problem.ts';
import { cardJob } from './card-job.ts';
import type { JobDeps } from './deps.ts';
import { incidentJob, listOf } from './incident.ts';
import { done, type Handler, handle } from './job.ts';
import { sayLater, sayToSomebody } from './say-alert.ts';
import { effectKinds } from './send-once.ts';

export const alertJob = cardJob('alert', 'draw');

export function alertHandler(deps: JobDeps): Handler {
  return handle(alertJob, {
    async run({ workspace, card: id }) {
      const card = await deps.desk.get(workspace, id);
      if (!card?.problem) return done;
      const { problem } = card;
      const { at, cause } = problem;
      const effect = `alert.${id}`;
      if ((await deps.ledger.read(workspace, effect))?.sentAt === at) return done;
      try {
        // an alert that failed is said again: twice is better than never
        if (cause === undefined) await sayAlone(deps, card);
        else await sayTogether(deps, card, { ...problem, cause });
      } catch (thrown) {
        return sayLater(deps, deps.now() - Date.parse(at), thrown, { card: id });
      }
      await deps.ledger.said(workspace, effect, at);
      return done;
    },
  });
}

/** Where the team has the card, or the direct messages of whoever has it there. */
function placeOf({ message, channel, author }: Card): string {
  return message?.aside ? author : (message?.channel ?? channel);
}

/** Not below the card, where only those who follow its thread would see it. */
async function sayAlone(deps: JobDeps, card: Card): Promise<void> {
  await sayToSomebody(deps, card.workspace, [placeOf(card), card.author], () => ({ kind: 'alert', card }));
}

async function sayTogether(deps: JobDeps, card: Card, problem: Problem & { cause: Cause }): Promise<void> {
  const { workspace, id, author } = card;
  const { cause, at } = problem;
  const failed = { card: id, at, place: placeOf(card), author };
  await deps.incidents.add(workspace, cause, failed, askedOf(card, problem));
  await deps.jobs.enqueue(incidentJob, { workspace, cause });
}

/** What had been asked of the service: that it does the same again tells that it works. */
function askedOf({ kind, brand }: Card, { step }: Problem): string {
  if (step === 'create') return effectKinds[kind];
  return step === 'publish' || step === 'update' ? step : listOf(brand.id);
}
