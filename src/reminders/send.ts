/**
 * Sends reminders: in a card's thread for a single card, and as a list to a person who is reminded of
 * several.
 */

import { placeByTime } from '#src/posts/card/content.ts';
import { deliver, deliverEach } from '#src/posts/deliver-each.ts';
import type { OwnMessage } from '#src/posts/notifier.ts';
import { quietUntil } from '#src/settings/notification-preferences.ts';
import { renderReminderList, renderUnanswered, renderWaiting } from '#views/reminders/reminder.ts';
import type { Deps } from './deps.ts';
import type { Unanswered, Waiting } from './message.ts';
import type { Nudged } from './reminder-store.ts';

export interface Reminder extends Waiting {
  user: string;
  /** How often they were reminded of the card, before this and now. */
  before: Nudged | undefined;
  after: Nudged;
  /** False: this reminder isn't due yet, and is only sent together with another one. */
  isDue: boolean;
}

/** A card without an answer, and why there are no more reminders of it. */
export type LastWord = Reminder & { why: Unanswered };

/**
 * Sends these reminders and last messages. Returns in how many milliseconds to continue; throws like
 * `deliverEach`.
 */
export async function remindAll(
  deps: Deps,
  reminders: readonly Reminder[],
  lastWords: readonly LastWord[],
): Promise<number | undefined> {
  const messages: (() => Promise<void>)[] = [];
  const alone: Reminder[] = [];
  for (const [user, theirs] of Map.groupBy(reminders, ({ user }) => user)) {
    const [first] = theirs;
    if (!first) continue;
    const notices = await noticesOf(deps, first.card.workspace, user);
    if (notices === undefined) continue;
    // a card in its author's direct messages can't be opened by others
    const reached = notices ? theirs : theirs.filter(({ card }) => !card.message?.aside);
    for (const together of notices ? [reached] : byChannel(reached))
      if (together.length === 1 && together.every(({ card }) => !card.message?.aside))
        alone.push(...together);
      else messages.push(() => remindOfSeveral(deps, user, together, notices));
  }
  for (const together of Map.groupBy(alone, ({ card }) => card.id).values()) {
    const [first] = together;
    if (first) messages.push(() => remindOfOne(deps, first, together));
  }
  for (const theirs of Map.groupBy(lastWords, ({ card, why }) => `${card.author} ${why}`).values()) {
    const [first, ...others] = theirs;
    if (!first) continue;
    const { workspace, author } = first.card;
    // a single one is in its card's thread anyway
    const notices = others.length > 0 && (await noticesOf(deps, workspace, author));
    if (notices === undefined) continue;
    for (const together of notices ? [theirs] : byChannel(theirs))
      messages.push(() => sayLastWords(deps, together, notices));
  }
  return deliverEach(deps, messages, async (send) => {
    await send();
    return undefined;
  });
}

/**
 * Whether they want private messages now; `undefined` if it can't be read, so that they're reminded later. In
 * quiet hours they don't. The reminder doesn't wait until those end, because working hours may end first.
 */
async function noticesOf(deps: Deps, workspace: string, user: string): Promise<boolean | undefined> {
  try {
    const { notices, direct } = await deps.teamSettings.person(workspace, user);
    const zone = (await deps.users.zoneOf(user)) ?? 'UTC';
    return notices && quietUntil(direct.quiet, deps.now(), zone) === undefined;
  } catch (cause) {
    deps.log.error({ err: cause, user }, "couldn't read a person's settings; skipping their reminders");
    return undefined;
  }
}

/** Others in a channel must not read about the posts of one that they can't see. */
const byChannel = <One extends Waiting>(all: readonly One[]): One[][] => [
  ...Map.groupBy(all, ({ card }) => card.message?.channel).values(),
];

/** In the card's thread, to everyone who is reminded only of this card. */
function remindOfOne(deps: Deps, { card, since }: Reminder, reminders: Reminder[]): Promise<void> {
  const to = reminders.map(({ user }) => user);
  return noted(deps, reminders, () =>
    inThread(deps, card, { about: card, render: (options) => renderWaiting({ to, card, since }, options) }),
  );
}

/**
 * In private, or in the thread of the first card for a person who wants no private messages now. These cards
 * are in one channel then.
 */
function remindOfSeveral(
  deps: Deps,
  user: string,
  reminders: readonly Reminder[],
  privately: boolean,
  why?: Unanswered,
): Promise<void> {
  return noted(deps, reminders, async () => {
    const waiting = reminders.toSorted((a, b) => placeByTime(a.card, a.since) - placeByTime(b.card, b.since));
    const [first] = waiting;
    const reminder = { to: user, aloud: !privately, waiting, why };
    const list: OwnMessage = {
      about: first?.card,
      render: (options) => renderReminderList(reminder, options),
    };
    if (privately) await deps.notifier.postRendered({ channel: user }, list);
    else if (first) await inThread(deps, first.card, list);
  });
}

/** To an author, about their cards that nobody decided about for the same reason. */
async function sayLastWords(deps: Deps, lastWords: readonly LastWord[], privately: boolean): Promise<void> {
  const [first, ...others] = lastWords;
  if (!first) return;
  const { card, since, why } = first;
  if (others.length > 0) return remindOfSeveral(deps, card.author, lastWords, privately, why);
  await noted(deps, lastWords, () =>
    inThread(deps, card, {
      about: card,
      render: (options) => renderUnanswered({ card, since, why }, options),
    }),
  );
}

/** In the card's thread, or to its author if the bot can't post there anymore. */
async function inThread(deps: Deps, card: Reminder['card'], what: OwnMessage): Promise<void> {
  const { postRendered } = deps.notifier;
  const { workspace, author, campaign } = card;
  // a campaign's posts are replies themselves, and Slack knows no thread below a reply
  const message = campaign ? (await deps.desk.get(workspace, campaign))?.message : card.message;
  if (message && (await postRendered({ channel: message.channel, thread: message.ts }, what))) return;
  await postRendered({ channel: author }, what);
}

/** Sends a message that reminds of all these cards, unless none is due. */
async function noted(deps: Deps, reminders: readonly Reminder[], send: () => Promise<void>): Promise<void> {
  const [first] = reminders;
  if (!first || !reminders.some(({ isDue }) => isDue)) return;
  await deps.failpoint('reminder due');
  await deliver(deps, 'reminder', {
    async send() {
      await send();
      await deps.failpoint('reminder sent');
    },
    note: () => deps.reminders.note(first.card.workspace, reminders),
  });
}
