/**
 * The deliveries that a record becomes, by the current rule and preferences: one for the thread, and one for
 * each person who gets a direct message.
 */

import { isChannel } from '#src/platform/slack/channel.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { EventRecord } from '#src/posts/card/event-record.ts';
import type { PostEvent } from '#src/posts/card/events.ts';
import { isOneOfMany } from '#src/posts/card/making.ts';
import {
  alwaysSent,
  type Destination,
  quietUntil,
  type Topic,
} from '#src/settings/notification-preferences.ts';
import {
  type AboutEvent,
  type Audience,
  audienceOf,
  isCountedByItsImport,
  isToldByItsCard,
  mostMembers,
} from './audience.ts';
import type { Deps } from './deps.ts';
import { destinationsOf } from './place.ts';
import type { Delivery } from './records.ts';
import { alsoConcerned, doneBy, topicOf } from './topics.ts';

/** `channel`: that of the card's thread. */
export async function deliveriesOf(
  deps: Deps,
  card: Card,
  record: EventRecord,
  channel: string,
): Promise<Delivery[]> {
  const { event } = record;
  const topic = topicOf(event);
  const isByCard = isToldByItsCard(card, event);
  // one message about the campaign covers all its posts
  if (topic === undefined || (isByCard && isOneOfMany(card))) return [];
  const destinations = await destinationsOf(deps, card);
  if (destinations.ready !== 'off' && isCountedByItsImport(card, event)) return [];
  const destination = destinations[topic];
  const isInThread = isByCard ? topic === 'ready' && destination === 'thread' : destination !== 'off';
  const isOnCard = isByCard && !isInThread && destination !== 'off';
  const readers = await readersOf(deps, card, record, { topic, destination, channel, isInThread, isOnCard });
  return [
    ...(isInThread ? threadDelivery(record, channel, destination, readers) : []),
    ...(await directDeliveries(deps, card.workspace, record, readers.direct)),
  ];
}

interface Readers {
  mentions: Audience['mentions'];
  direct: readonly Reader[];
}

async function readersOf(
  deps: Deps,
  card: Card,
  { event, root, at, batch }: EventRecord,
  {
    topic,
    destination,
    channel,
    isInThread,
    isOnCard,
  }: { topic: Topic; destination: Destination; channel: string; isInThread: boolean; isOnCard: boolean },
): Promise<Readers> {
  const by = doneBy(event);
  const about: AboutEvent = {
    topic,
    by,
    also: alsoConcerned(event),
    only: event.type === 'approval_required' ? event.approvers : undefined,
    channel: isInThread || isOnCard ? channel : undefined,
    // the card itself mentions a group under its own name
    id: isOnCard ? undefined : `${root} ${event.type} ${at}`,
  };
  const audiences = await Promise.all(
    [card, ...(await othersCounted(deps, card.workspace, event))].map(async (each) => {
      const audience = await audienceOf(deps, each, about);
      const missed = await missedIn(deps, each, channel, { destination, audience });
      return { mentions: audience.mentions, direct: [...audience.direct, ...missed], card: each.id };
    }),
  );
  const mentions = audiences.flatMap((one) => one.mentions);
  const direct = audiences.flatMap((one) => one.direct.map((reader) => ({ ...reader, card: one.card })));
  // Someone who decided several posts together reads the outcomes in their report. Failures are still sent
  // to them, because an edited report notifies nobody.
  const reaches = (user: string): boolean => batch === undefined || user !== by || alwaysSent.has(topic);
  return {
    mentions: mentions.filter(({ kind, id }) => kind === 'group' || reaches(id)),
    direct: oncePerReader(direct).filter(({ user }) => reaches(user)),
  };
}

/**
 * None if it's news to nobody: what concerns only the person who acted isn't sent to anyone, and a question
 * is sent only if someone is asked.
 */
function threadDelivery(
  record: EventRecord,
  channel: string,
  destination: Destination,
  { mentions, direct }: Readers,
): Delivery[] {
  const { event } = record;
  // a request to anyone mentions nobody who can decide, so the channel has to see it
  const asksAnyone = event.type === 'approval_requested' && event.anyone === true && isChannel(channel);
  const isNews =
    event.type === 'approval_required'
      ? mentions.length > 0
      : asksAnyone || doneBy(event) === undefined || mentions.length + direct.length > 0;
  if (!isNews) return [];
  const broadcast = destination === 'channel' || asksAnyone;
  return [{ to: channel, ...aboutRecord(record), mentions, asked: false, broadcast }];
}

const directDeliveries = (
  deps: Deps,
  workspace: string,
  record: EventRecord,
  readers: readonly Reader[],
): Promise<Delivery[]> =>
  Promise.all(
    readers.map(({ user, asked, card }) =>
      directDelivery(deps, workspace, user, { ...aboutRecord(record), card, asked }),
    ),
  );

/** A direct message to this person. In their quiet hours, it's sent when they end. */
export async function directDelivery(
  deps: Deps,
  workspace: string,
  user: string,
  about: Omit<Delivery, 'to' | 'mentions' | 'broadcast' | 'notBefore'>,
): Promise<Delivery> {
  const until = await quietFor(deps, workspace, user);
  return {
    ...about,
    to: user,
    mentions: [],
    broadcast: false,
    ...(until !== undefined && { notBefore: new Date(until).toISOString() }),
  };
}

const aboutRecord = ({ root, card, event, at, batch }: EventRecord) => ({
  root,
  card,
  event,
  at,
  ...(batch !== undefined && { batch }),
});

type Reader = Audience['direct'][number] & { card: string };

/** An approver of several brands gets one message for each brand. Everyone else gets a single message. */
function oncePerReader(readers: readonly Reader[]): Reader[] {
  const toApprove = readers.filter((one) => one.asked);
  const others = readers.filter(({ user }) => !toApprove.some((one) => one.user === user));
  return [...toApprove, ...new Map(others.map((one) => [one.user, one])).values()];
}

/**
 * The cards of other brands that a message about an import counts, too, so that their approvers are asked
 * with it.
 */
const othersCounted = ({ cards }: Deps, workspace: string, event: PostEvent): Promise<Card[]> =>
  cards.getAll(workspace, event.type === 'campaign_ready' ? [...(event.others ?? [])] : []);

/**
 * People who are mentioned but don't get a notification from it, so they need a direct message: those who
 * aren't in the private channel, and everyone but the author if the card is in a direct message. For a user
 * group, its approvers if none of them is in the channel.
 */
async function missedIn(
  deps: Pick<Deps, 'users'>,
  { author }: Card,
  channel: string,
  {
    destination,
    audience: { mentions, direct, reviewers },
  }: { destination: Destination; audience: Audience },
): Promise<Audience['direct']> {
  if (destination === 'off' || mentions.length === 0) return [];
  const readers = isChannel(channel) ? await deps.users.channelMembers(channel) : new Set([author]);
  if (!readers) return [];
  const missed = mentions.flatMap(({ kind, id, quiet }) => {
    if (kind === 'user') return [id];
    // a card in a direct message mentions groups once it has moved to its channel
    const members = isChannel(channel) && quiet === undefined ? (reviewers.groups.get(id) ?? []) : [];
    return members.some((user) => readers.has(user)) ? [] : members.slice(0, mostMembers);
  });
  const canApprove = new Set([...reviewers.users, ...[...reviewers.groups.values()].flat()]);
  return [...new Set(missed)]
    .filter((user) => !readers.has(user) && !direct.some((one) => one.user === user))
    .map((user) => ({ user, asked: canApprove.has(user) }));
}

/**
 * Until when (epoch ms) this person gets no direct messages; `undefined` if they can get them now. If their
 * settings can't be read, they can, so that nothing is lost.
 */
async function quietFor(deps: Deps, workspace: string, user: string): Promise<number | undefined> {
  try {
    const { quiet } = (await deps.teamSettings.person(workspace, user)).direct;
    return quietUntil(quiet, deps.now(), (await deps.users.zoneOf(user)) ?? 'UTC');
  } catch (cause) {
    deps.log.warn({ err: cause, user }, "couldn't read a person's settings; ignoring their quiet hours");
    return undefined;
  }
}
