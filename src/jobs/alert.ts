/** Says aloud, once, that something people rely on did not come true; once for all cards that failed for one cause. */
import type { Announcement } from '#src/cards/announcement.ts';
import { isReliedOn } from '#src/cards/attention.ts';
import type { Card, Cause } from '#src/cards/card.ts';
import { cardJob } from './card-job.ts';
import type { JobDeps } from './deps.ts';
import { again, done, type Handler, handle, type Outcome, type Retriable } from './job.ts';

export const alertJob = cardJob('alert', 'draw');

/** Cards of the alert that are named at most; the others are counted. */
const namedAtMost = 10;

/** An alert that is older is not looked at any more, and Slack notifies nobody of a change: what fails then is said anew. */
const countedForMs = 3_600_000;

/** Longer than a call of Slack with its retry. */
const holdMs = 20_000;
const lookAgainMs = 300;

/** Whoever relied on it finds out otherwise by then. */
const saidWithinMs = 24 * 3_600_000;

export function alertHandler(deps: JobDeps): Handler {
  return handle(alertJob, {
    async run({ workspace, card: id }) {
      const card = await deps.desk.get(workspace, id);
      if (!card?.problem) return done;
      const { at, cause } = card.problem;
      const effect = `alert.${id}`;
      if ((await deps.ledger.read(workspace, effect))?.sentAt === at) return done;
      try {
        // an alert that failed is said again: twice is better than never
        const outcome = await (cause === undefined
          ? sayAlone(deps, card)
          : sayTogether(deps, card, cause, at));
        if (outcome.kind !== 'done') return outcome;
      } catch (thrown) {
        return later(deps, card, deps.now() - Date.parse(at), thrown);
      }
      await deps.ledger.said(workspace, effect, at);
      return done;
    },
  });
}

/** The card is drawn by now, so no round comes back to it: a job that gave up would be an alert that nobody ever hears. */
function later(deps: JobDeps, card: Card, ageMs: number, cause: unknown): Outcome {
  const { retry, retryAfterMs } = cause as Retriable;
  if (retry === false || ageMs > saidWithinMs) throw cause;
  deps.log.warn({ err: cause, card: card.id }, 'an alert could not be said yet');
  const pauseMs = Math.min(60_000, Math.max(1_000, ageMs));
  return again(retryAfterMs ?? Math.round(pauseMs / 2 + (Math.random() * pauseMs) / 2));
}

/** Where the team has the card, or the direct messages of whoever has it there. */
function channelOf({ message, channel, author }: Card): string {
  return message?.aside ? author : (message?.channel ?? channel);
}

/** Not below the card, where only those who follow its thread would see it. */
async function sayAlone(deps: JobDeps, card: Card): Promise<Outcome> {
  await sayAt(deps, card, channelOf(card), { kind: 'alert', card });
  return done;
}

/** In the channel, or to the author where the bot may not write; `undefined`: there neither. */
async function sayAt(
  { announcer, log }: JobDeps,
  card: Card,
  channel: string,
  what: Announcement,
): Promise<{ channel: string; ts: string } | undefined> {
  const said =
    (await announcer.say({ channel }, what)) ?? (await announcer.say({ channel: card.author }, what));
  if (!said) log.error({ card: card.id, channel }, 'an alert could be said to nobody');
  return said;
}

/** The one alert of its cause. */
async function sayTogether(deps: JobDeps, card: Card, cause: Cause, at: string): Promise<Outcome> {
  const { workspace, id } = card;
  const channel = channelOf(card);
  const which = `${cause}.${channel}`;
  await deps.incidents.add(workspace, which, id, at);
  // those who come meanwhile are counted by the next
  if (!(await deps.holds.take(workspace, `alert.${which}`, id, holdMs))) return again(lookAgainMs);
  try {
    await sayOfAll(deps, card, { cause, channel, which });
  } finally {
    await deps.holds.release(workspace, `alert.${which}`, id);
  }
  return done;
}

async function sayOfAll(
  deps: JobDeps,
  card: Card,
  { cause, channel, which }: { cause: Cause; channel: string; which: string },
): Promise<void> {
  const { workspace } = card;
  const { cards, shown } = await deps.incidents.read(workspace, which);
  const count = cards.length;
  if (shown ? shown.count >= count : count === 1 && !isReliedOn(card)) return;
  const latest = cards.slice(0, namedAtMost).map(({ id }) => id);
  const since = cards.at(-1)?.at ?? new Date(deps.now()).toISOString();
  const incident = { cause, since, count, cards: await deps.cards.getAll(workspace, latest) };
  const what = { kind: 'incident', incident } as const;
  const isYoung = shown !== undefined && deps.now() - shown.at < countedForMs;
  if (isYoung && (await deps.announcer.sayAgain(shown, what))) {
    await deps.incidents.shown(workspace, which, { ...shown, count });
    return;
  }
  const said = await sayAt(deps, card, channel, what);
  if (said) await deps.incidents.shown(workspace, which, { ...said, count, at: deps.now() });
}
