/** Says aloud, once, that something people rely on did not come true; what many cards may fail for is told together. */
import type { Card } from '#src/cards/card.ts';
import type { Cause, Problem } from '#src/cards/problem.ts';
import { cardJob, type OfCard } from './card-job.ts';
import type { JobDeps } from './deps.ts';
import { incidentJob, listOf } from './incident.ts';
import { done, type Handler, handle, type Outcome } from './job.ts';
import { sayLater, sayToSomebody } from './say-alert.ts';
import { effectKinds } from './send-once.ts';

export const alertJob = cardJob('alert', 'draw');

export function alertHandler(deps: JobDeps): Handler {
  return handle(alertJob, {
    async run(payload) {
      const { workspace, card: id } = payload;
      // before the card, so that what it says about a later problem ends with that one
      const notification = await dueOf(deps, payload);
      const card = await deps.desk.get(workspace, id);
      const later = card?.problem && (await say(deps, card, card.problem));
      if (!later && notification) await deps.notifications.end(workspace, notification);
      return later ?? done;
    },
    async gaveUp(payload) {
      const notification = await dueOf(deps, payload);
      if (notification) await deps.notifications.end(payload.workspace, notification);
    },
  });
}

const dueOf = ({ notifications }: JobDeps, { workspace, card }: OfCard) =>
  notifications.about(workspace, { kind: 'problem', card });

/** Answers when to come again, where Slack does not take it now. */
async function say(deps: JobDeps, card: Card, problem: Problem): Promise<Outcome | undefined> {
  const { workspace, id } = card;
  const { at, cause } = problem;
  const effect = `alert.${id}`;
  // a process died after it was said, or an earlier release said it
  if ((await deps.ledger.read(workspace, effect))?.sentAt === at) return undefined;
  try {
    // an alert that failed is said again: twice is better than never
    if (cause === undefined) await sayAlone(deps, card);
    else await sayTogether(deps, card, { ...problem, cause });
  } catch (thrown) {
    return sayLater(deps, deps.now() - Date.parse(at), thrown, { card: id });
  }
  await deps.ledger.said(workspace, effect, at);
  return undefined;
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
