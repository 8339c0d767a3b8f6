/** Judges notifications: none is lost, and only a few are sent twice. */
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import type { Chat } from '#sandbox/chat/start.ts';
import { threadOf } from '#src/notifications/place.ts';
import type { SentRecord } from '#src/notifications/records.ts';
import { doneBy, isEnded, topicOf } from '#src/notifications/topics.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { EventType } from '#src/posts/card/events.ts';
import { publisherOf } from '#src/posts/card/publisher.ts';
import { alwaysSent } from '#src/settings/notification-preferences.ts';
import { isNotification } from '#test/support/notifications.ts';
import { notificationBlock } from '#views/notifications/notification.ts';
import { isClosed } from './judge-messages.ts';
import type { Judged } from './promises.ts';
import { type Repeats, repeatsAtMost } from './repeats.ts';

export interface Notified extends Repeats {
  /** The records of sent notifications. They have the events; the messages are read from Slack. */
  said: readonly SentRecord[];
}

/** A notification that's due. */
interface Due {
  card: Card;
  type: EventType;
  to: string;
}

export function judgeNotifications(
  cards: ReadonlyMap<string, Card>,
  { said, ...interrupted }: Notified,
  chat: Chat,
  { breaks }: Pick<Judged, 'breaks'>,
  count: (name: string, by?: number) => void,
): void {
  const shown = new Map(
    [...chat.world.channels.keys()]
      .flatMap((id) => chat.messages(id))
      .filter((message) => !message.deleted && isNotification(message))
      .map((message) => [addressOf(message), message]),
  );
  const noted = new Map(said.map((record) => [addressOf(record), record]));
  count('notifications sent', shown.size);

  for (const due of [...cards.values()].flatMap(dueOf)) {
    count('notifications due');
    const isNotified = [...noted.values()].some((record) =>
      isAbout(record, due, shown.get(addressOf(record)), chat),
    );
    if (!isNotified) breaks('notified', `${due.to} of ${due.type} ${due.card.kind} ${due.card.id}`);
  }

  const repeats = [...shown.keys()].filter((address) => !noted.has(address));
  const times = new Map<string, number>();
  for (const [address, record] of noted) {
    const message = shown.get(address);
    if (!message) continue;
    for (const how of wrongWith(record, message, cards, chat)) breaks('notified', how);
    const news = record.lines.map(({ card, event, at }) => `${card} ${event.type} ${at}`).join(', ');
    const key = `${record.channel}: ${news}`;
    times.set(key, (times.get(key) ?? 0) + 1);
  }
  for (const [key, { length }] of [...times].map(([one, n]) => [one, { length: n - 1 }] as const))
    repeats.push(...Array<string>(length).fill(key));
  const atMost = repeatsAtMost(interrupted, chat, ({ blocks = '' }) =>
    aNotification.test(JSON.stringify(blocks)),
  );
  count('notifications repeated', repeats.length);
  count('notifications that may be repeated', atMost);
  if (repeats.length > atMost) breaks('notified', `${repeats.length} repeated: ${repeats.join('; ')}`);
}

const aNotification = new RegExp(`block_id\\W+${notificationBlock}\\W`);

const addressOf = ({ channel, ts }: { channel: string; ts: string }): string => `${channel} ${ts}`;

/** The notifications due for a card. Users aren't notified of their own actions, except for failures. */
function dueOf(card: Card): Due[] {
  const { state, author, history, kind, problem } = card;
  const others = (type: EventType, by: string | undefined): Due[] =>
    by === author ? [] : [{ card, type, to: author }];
  if (state === 'published') {
    const last = history.findLast(({ what }) => what === 'published' || what === 'published_on_schedule');
    return others('published', last?.what === 'published' ? last.by : undefined);
  }
  if (state === 'rejected')
    return others('rejected', history.findLast(({ what }) => what === 'rejected')?.by);
  if (state === 'scheduled') {
    const last = history.findLast(({ what }) => what === 'scheduled');
    return last?.by ? others('scheduled', last.by) : [];
  }
  if (kind === 'campaign' && state === 'review') return [{ card, type: 'campaign_ready', to: author }];
  if (state !== 'failed' && state !== 'outcome_unknown') return [];
  // the card itself is the new message that shows it
  if (kind !== 'campaign' && (problem?.step === 'create' || problem?.step === 'generate')) return [];
  const by = problem?.step === 'publish' || problem?.step === 'proof' ? publisherOf(card) : undefined;
  const type = state === 'failed' ? 'failed' : 'outcome_unknown';
  return [...new Set([author, ...(by === undefined ? [] : [by])])].map((to) => ({ card, type, to }));
}

function isAbout(
  record: SentRecord,
  { card, type, to }: Due,
  message: ShownMessage | undefined,
  chat: Chat,
): boolean {
  if (!message || !record.lines.some((line) => line.card === card.id && line.event.type === type))
    return false;
  const { kind, members: processes = [] } = chat.world.channels.get(message.channel) ?? {};
  return kind === 'direct' ? processes.includes(to) : message.fallback.includes(`<@${to}>`);
}

function* wrongWith(
  { roots, inThread, mentions, lines }: SentRecord,
  message: ShownMessage,
  cards: ReadonlyMap<string, Card>,
  chat: Chat,
): Generator<string> {
  const [root] = roots;
  const what = `“${message.fallback}”`;
  if (inThread) {
    const here = [...cards.values()].find((card) => {
      const place = !card.campaign && threadOf(card);
      return place && place.channel === message.channel && place.thread === message.thread;
    });
    if (here && here.id !== root) yield `${what} is in the thread of ${here.id}, not of ${root}`;
  }
  const [line] = lines;
  const topic = line && topicOf(line.event);
  const by = line && doneBy(line.event);
  if (lines.length === 1 && topic && !alwaysSent.has(topic) && mentions.some(({ id }) => id === by))
    yield `${what} notifies ${by} of their own click`;
  // if the bot can't post in a channel anymore, corrections are skipped
  if (
    lines.some(({ ended }) => ended) &&
    !isClosed(chat, message) &&
    // a message with many kinds of events leaves out the last ones
    !/\*Update:\*|more updates? on the cards/.test(JSON.stringify(message.blocks))
  )
    yield `${what} is recorded as corrected but isn't`;
  for (const { card: id, event, ended } of lines) {
    const card = cards.get(id);
    const isOver = lines.some((other) => other.card === id && isEnded(event, other.event));
    if (card && !ended && !isOver && isOutdated(event, card))
      yield `${what} is wrong: ${id} is ${card.state}`;
  }
}

/** Whether a message without a correction is wrong by now. */
function isOutdated(event: SentRecord['lines'][number]['event'], { state }: Card): boolean {
  if (event.type === 'published') return state === 'review' || state === 'failed';
  if (event.type === 'rejected') return state !== 'rejected';
  if (event.type === 'scheduled') return state === 'review';
  if (event.type !== 'failed' && event.type !== 'outcome_unknown') return false;
  return ['publish', 'proof', 'due'].includes(event.problem.step) && state === 'published';
}
