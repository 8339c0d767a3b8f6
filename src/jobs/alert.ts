/** Says aloud, once, that something people rely on did not come true; once for all cards that failed for one cause. */
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

export function alertHandler(deps: JobDeps): Handler {
  return handle(alertJob, {
    async run({ workspace, card: id }) {
      const card = await deps.desk.get(workspace, id);
      if (!card?.problem) return done;
      const { at, cause } = card.problem;
      const effect = `alert.${id}`;
      if ((await deps.ledger.read(workspace, effect))?.sentAt === at) return done;
      // an alert that failed is said again: twice is better than never
      if (cause === undefined) await deps.painter.alert(card);
      else {
        const outcome = await alertOfAll(deps, card, cause, at);
        if (outcome.kind !== 'done') return outcome;
      }
      await deps.ledger.said(workspace, effect, at);
      return done;
    },
  });
}

/** The one alert of its cause, in the channel of the card, or in the direct messages of whoever has the card there. */
async function alertOfAll(deps: JobDeps, card: Card, cause: Cause, at: string): Promise<Outcome> {
  const { workspace, id, message } = card;
  const channel = message?.aside ? card.author : (message?.channel ?? card.channel);
  const which = `${cause}.${channel}`;
  await deps.incidents.add(workspace, which, id, at);
  // those who come meanwhile are counted by the next
  if (!(await deps.holds.take(workspace, `alert.${which}`, id, holdMs))) return again(lookAgainMs);
  try {
    await say(deps, card, { cause, channel, which });
  } catch (cause) {
    const { retryAfterMs } = cause as Retriable;
    if (retryAfterMs === undefined) throw cause;
    return again(retryAfterMs);
  } finally {
    await deps.holds.release(workspace, `alert.${which}`, id);
  }
  return done;
}

async function say(
  deps: JobDeps,
  card: Card,
  { cause, channel, which }: { cause: Cause; channel: string; which: string },
): Promise<void> {
  const { workspace, author } = card;
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
  const said =
    (await deps.announcer.say({ channel }, what)) ?? (await deps.announcer.say({ channel: author }, what));
  if (said) await deps.incidents.shown(workspace, which, { ...said, count, at: deps.now() });
}
