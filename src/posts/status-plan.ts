/**
 * Status messages: while posts are being created, a channel has a short message that says so. Which ones it
 * should have follows from its cards, so a process can die at any line. Pure: takes cards and messages,
 * returns the next call to Slack.
 */
import type { Card } from '#src/posts/card/card.ts';
import { awaitsMessage, statusFrom } from '#src/posts/card/making.ts';
import type { StatusMessage } from './status-store.ts';

/**
 * Up to this many cards have a status message each. More share one, since Slack accepts about one message a
 * second in a channel.
 */
const mostOwn = 3;

export type StatusStep =
  | { do: 'post'; cards: Card[]; shared: boolean }
  | { do: 'edit'; message: StatusMessage; cards: Card[] }
  /** All of the message's posts have cards by now. */
  | { do: 'retire'; message: StatusMessage; cards: Card[] };

/** A key for the status of these cards: the same key means the same text. */
export const shownOf = (cards: readonly Card[]): string =>
  cards.map(({ id, problem }) => (problem ? `${id} ${problem.code}` : id)).join(', ');

/**
 * The most urgent call at `now` (epoch ms) for the status messages of a channel; `undefined` if there is
 * none. `cards`: those that have no status message yet, and those that the messages are about, as far as
 * they're stored.
 */
export function nextStatusStep(
  channel: string,
  cards: ReadonlyMap<string, Card>,
  messages: readonly StatusMessage[],
  now: number,
): StatusStep | undefined {
  const cardsOf = (message: StatusMessage): Card[] => message.cards.flatMap((id) => cards.get(id) ?? []);
  const covered = new Set(messages.flatMap((message) => message.cards));
  const isDue = (card: Card): boolean => awaitsMessage(card) && statusFrom(card) <= now;
  const uncovered = [...cards.values()]
    .filter((card) => !covered.has(card.id) && isDue(card))
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  const live = messages.filter((message) => cardsOf(message).some(awaitsMessage));
  const covering = live.flatMap(cardsOf).filter(awaitsMessage);
  const [first] = uncovered;
  if (first && covering.length + uncovered.length <= mostOwn)
    return { do: 'post', cards: [first], shared: false };
  const shared = live.find((message) => message.shared && message.channel === channel);
  if (first && !shared) return { do: 'post', cards: uncovered, shared: true };
  for (const message of messages) {
    const added = message === shared ? uncovered : [];
    const all = [...cardsOf(message), ...added];
    const unposted = all.filter((card) => card.message === undefined);
    if (unposted.length === 0) return { do: 'retire', message, cards: all };
    if (added.length > 0 || shownOf(unposted) !== message.shows) return { do: 'edit', message, cards: all };
  }
  return undefined;
}
