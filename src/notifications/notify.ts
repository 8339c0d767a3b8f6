/**
 * Makes records into deliveries: one for the thread, and one for each person who gets a direct message. Who
 * gets which is decided here, by the current rule and preferences.
 */

import { again, done, handlerOf, type Outcome } from '#src/platform/queue/job.ts';
import { isChannel } from '#src/platform/slack/channel.ts';
import { needsRendering } from '#src/posts/card/attention.ts';
import type { Card } from '#src/posts/card/card.ts';
import { type EventRecord, rootOfRule } from '#src/posts/card/event-record.ts';
import type { PostEvent } from '#src/posts/card/events.ts';
import { isOneOfMany } from '#src/posts/card/making.ts';
import type { Problem } from '#src/posts/card/problem.ts';
import { notifyJob, type OfRoot } from '#src/posts/jobs.ts';
import { creationKinds } from '#src/posts/operations/operation.ts';
import { listOf } from '#src/posts/post-index/reader.ts';
import {
  alwaysSent,
  type Destination,
  destinationsSchema,
  type Topic,
} from '#src/settings/notification-preferences.ts';
import { nextClockTime } from '#src/time/moments.ts';
import {
  type AboutEvent,
  type Audience,
  isCountedByItsImport,
  isToldByItsCard,
  mostMembers,
} from './audience.ts';
import type { Deps } from './deps.ts';
import { incidentJob } from './incident.ts';
import { deliverJob } from './jobs.ts';
import type { Stored } from './notification-store.ts';
import type { Delivery, SentRecord } from './records.ts';
import {
  alsoConcerned,
  doneBy,
  endsSomething,
  isEnded,
  isOutdated,
  outdatesSomething,
  topicOf,
} from './topics.ts';

/**
 * How long a notification waits for the other posts that were decided together, or for the cards of a
 * campaign's posts.
 */
const waitsAtMostMs = 10 * 60_000;

const waitingCheckMs = 2_000;

export const notifyHandler = handlerOf(notifyJob, runNotify);

async function runNotify(deps: Deps, { workspace, root }: OfRoot): Promise<Outcome> {
  const due = await deps.notifications.ofRoot(workspace, root);
  if (due.length === 0) return done;
  const waits = await waitingFor(deps, workspace, due);
  const now = due.filter((one) => !waits(one.record));
  const ids = [...new Set([root, ...now.map(({ record }) => record.card)])];
  const cards = new Map((await deps.cards.getAll(workspace, ids)).map((card) => [card.id, card]));
  const queued = now.some(({ record }) => endsSomething(record.event))
    ? await deps.notifications.deliveries(workspace)
    : [];
  const outdatesQueued = (later: EventRecord): boolean =>
    queued.some(({ record }) => !record.notBefore && !record.corrects && isUntrueAfter(record, later));
  const taken: Stored<EventRecord>[] = [];
  const made: Delivery[] = [];
  for (const one of now) {
    const { record } = one;
    const card = cards.get(record.card);
    const thread = card && threadOf(cards.get(root) ?? card);
    // its card is being rendered, which queues this job when it's done
    if (card && !thread) continue;
    const created = card && thread ? await deliveriesOf(deps, card, record, thread.channel) : [];
    // the event notifies nobody, so all it can do is correct an earlier notification
    if (created.length === 0 && outdatesQueued(record)) continue;
    taken.push(one);
    made.push(...created);
    made.push(...(await correctionsOf(deps, workspace, record)));
  }
  await deps.failpoint('notification expanding');
  // a record has changed, so who is notified is decided again
  if (taken.length > 0 && !(await deps.notifications.expand(workspace, taken, made))) return again(0);
  await deps.failpoint('notification expanded');
  await deps.notifications.delivered(workspace, await outdatedBy(deps, workspace, taken));
  const readers = new Set(made.map(({ to }) => to));
  await Promise.all(
    [...readers].map((to) => deps.jobs.enqueue(deliverJob, { workspace, to }, { soon: true })),
  );
  const isDelayed = now.some((one) => !taken.includes(one) && outdatesQueued(one.record));
  return isDelayed || now.length < due.length ? again(waitingCheckMs) : done;
}

/** Whether a later event made this one untrue. */
const isUntrueAfter = ({ card, event, at }: Delivery, later: EventRecord): boolean =>
  later.card === card && at < later.at && isEnded(event, later.event);

/** Direct messages that wait for quiet hours to end and will be out of date by then. */
async function outdatedBy(
  deps: Deps,
  workspace: string,
  taken: readonly Stored<EventRecord>[],
): Promise<Stored<Delivery>[]> {
  const later = taken.filter(({ record }) => outdatesSomething(record.event));
  if (later.length === 0) return [];
  const deferred = (await deps.notifications.deliveries(workspace)).filter(({ record }) => record.notBefore);
  return deferred.filter(({ record: { card, event, at } }) =>
    later.some(({ record }) => record.card === card && at < record.at && isOutdated(event, record.event)),
  );
}

/** The thread below this card, in which people are notified; `undefined` if the card isn't posted yet. */
export function threadOf({ message }: Card): { channel: string; thread: string } | undefined {
  return message && { channel: message.channel, thread: message.thread ?? message.ts };
}

/**
 * Whether a record has to wait for the end of its batch, or for the cards of the posts that it reports as
 * ready.
 */
async function waitingFor(
  deps: Deps,
  workspace: string,
  due: readonly Stored<EventRecord>[],
): Promise<(record: EventRecord) => boolean> {
  const [open, notRendered] = await Promise.all([
    openBatches(deps, workspace, due),
    notRenderedCampaigns(deps, workspace, due),
  ]);
  const isWaiting = ({ batch, card, event }: EventRecord): boolean =>
    (batch !== undefined && open.has(batch)) || (event.type === 'campaign_ready' && notRendered.has(card));
  return (record) => isWaiting(record) && deps.now() - Date.parse(record.at) < waitsAtMostMs;
}

async function openBatches(
  deps: Deps,
  workspace: string,
  due: readonly Stored<EventRecord>[],
): Promise<Set<string>> {
  if (due.every(({ record }) => record.batch === undefined)) return new Set();
  const [batches, rerenders] = await Promise.all([
    deps.batches.open(workspace),
    deps.rerenders.due(workspace),
  ]);
  return new Set([...batches, ...[...rerenders.keys()].map(rootOfRule)]);
}

/**
 * Campaigns that are ready while Slack doesn't show all of their posts yet. Notifications are sent before
 * progress updates.
 */
async function notRenderedCampaigns(
  deps: Deps,
  workspace: string,
  due: readonly Stored<EventRecord>[],
): Promise<Set<string>> {
  const ready = due.flatMap(({ record }) => (record.event.type === 'campaign_ready' ? [record.card] : []));
  const campaigns = await deps.cards.getAll(workspace, ready);
  const notRendered = await Promise.all(
    campaigns.map(async (campaign) =>
      (await deps.desk.posts(campaign)).some(isNotRendered) ? [campaign.id] : [],
    ),
  );
  return new Set(notRendered.flat());
}

/**
 * Whether the message doesn't show the post yet. With `renderedVersion` at 0, it's only updated until the
 * members of a user group can be read.
 */
const isNotRendered = (post: Card): boolean =>
  needsRendering(post) && (post.message === undefined || post.renderedVersion !== 0);

async function deliveriesOf(
  deps: Deps,
  card: Card,
  record: EventRecord,
  channel: string,
): Promise<Delivery[]> {
  const { workspace } = card;
  const { event, root, at, batch } = record;
  await countedIn(deps, card, event);
  const topic = topicOf(event);
  const isByCard = isToldByItsCard(card, event);
  // one message about the campaign covers all its posts
  if (topic === undefined || (isByCard && isOneOfMany(card))) return [];
  const destinations = await destinationsOf(deps, card);
  if (destinations.ready !== 'off' && isCountedByItsImport(card, event)) return [];
  const destination = destinations[topic];
  const isInThread = isByCard ? topic === 'ready' && destination === 'thread' : destination !== 'off';
  const by = doneBy(event);
  const also = alsoConcerned(event);
  const isOnCard = isByCard && !isInThread && destination !== 'off';
  const about: AboutEvent = {
    topic,
    by,
    also,
    only: event.type === 'approval_required' ? event.approvers : undefined,
    channel: isInThread || isOnCard ? channel : undefined,
    // the card itself mentions a group under its own name
    id: isOnCard ? undefined : `${root} ${event.type} ${at}`,
  };
  const audiences = await Promise.all(
    [card, ...(await othersCounted(deps, workspace, event))].map(async (each) => {
      const audience = await deps.audience(each, about);
      const missed = await missedIn(deps, each, channel, { destination, audience });
      return { mentions: audience.mentions, direct: [...audience.direct, ...missed], card: each.id };
    }),
  );
  const mentions = audiences.flatMap((one) => one.mentions);
  const direct = audiences.flatMap((one) => one.direct.map((reader) => ({ ...reader, card: one.card })));
  // Someone who decided several posts together reads the outcomes in their report. Failures are still sent
  // to them, because an edited report notifies nobody.
  const reaches = (user: string): boolean => batch === undefined || user !== by || alwaysSent.has(topic);
  const mentioned = mentions.filter(({ kind, id }) => kind === 'group' || reaches(id));
  const messaged = oncePerReader(direct).filter(({ user }) => reaches(user));
  const what = { root, card: card.id, event, at, ...(batch !== undefined && { batch }) };
  const made: Delivery[] = [];
  // what concerns only the person who acted isn't sent to anyone, and a question is sent only if someone is
  // asked
  const asksOnly = event.type === 'approval_required';
  // a request to anyone mentions nobody who can decide, so the channel has to see it
  const asksAnyone = event.type === 'approval_requested' && event.anyone === true && isChannel(channel);
  const isNews = asksOnly
    ? mentioned.length > 0
    : asksAnyone || by === undefined || mentioned.length + messaged.length > 0;
  if (isInThread && isNews)
    made.push({
      to: channel,
      ...what,
      mentions: mentioned,
      asked: false,
      broadcast: destination === 'channel' || asksAnyone,
    });
  for (const { user, asked, card } of messaged) {
    const until = await quietFor(deps, workspace, user);
    made.push({
      to: user,
      ...what,
      card,
      mentions: [],
      broadcast: false,
      asked,
      ...(until !== undefined && { notBefore: new Date(until).toISOString() }),
    });
  }
  return made;
}

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

/** Corrects earlier notifications about the card, where they were posted. */
async function correctionsOf(
  deps: Deps,
  workspace: string,
  { root, card, event, at }: EventRecord,
): Promise<Delivery[]> {
  if (!endsSomething(event)) return [];
  const isUntrue = (line: SentRecord['lines'][number]): boolean =>
    line.card === card && !line.ended && line.at <= at && isEnded(line.event, event);
  const untrue = (await deps.notifications.said(workspace, root)).filter(({ lines }) => lines.some(isUntrue));
  return untrue.map(({ channel, ts }) => ({
    to: channel,
    root,
    card,
    event,
    at,
    corrects: { channel, ts },
    mentions: [],
    broadcast: false,
    asked: false,
  }));
}

/** Until when (epoch ms) this person gets no direct messages; `undefined` if they can get them now. */
async function quietFor(deps: Deps, workspace: string, user: string): Promise<number | undefined> {
  const { quiet } = (await deps.teamSettings.person(workspace, user)).direct;
  if (quiet === 'off') return undefined;
  return quietUntil(deps.now(), quiet, (await deps.users.zoneOf(user)) ?? 'UTC');
}

/** Adds the failure to its incident: if many cards fail for the same cause, one message counts them. */
async function countedIn(deps: Deps, card: Card, event: PostEvent): Promise<void> {
  if (!('problem' in event) || !event.problem?.cause) return;
  const { workspace, id, author } = card;
  const { cause, at } = event.problem;
  // the card has continued in the meantime, so nothing delays it anymore
  if (event.type === 'delayed' && card.problem?.cause !== cause) return;
  const failed = { card: id, at, place: whereIs(card), author };
  await deps.incidents.add(workspace, cause, failed, endpointOf(card, event.problem));
  await deps.jobs.enqueue(incidentJob, { workspace, cause });
}

/**
 * What a failed card had requested from the service. When the service does that again, the incident is over.
 */
function endpointOf({ kind, brand }: Card, { step }: Problem): string {
  if (step === 'create') return creationKinds[kind];
  return step === 'publish' || step === 'update' ? step : listOf(brand.id);
}

/** Queues records and deliveries that are so old that their jobs must have been lost. `before`: epoch ms. */
export async function sweepNotifications(
  deps: Pick<Deps, 'notifications' | 'jobs'>,
  workspace: string,
  before: number,
): Promise<void> {
  const settled = ({ at }: { at: string }): boolean => Date.parse(at) <= before;
  const due = (await deps.notifications.due(workspace)).filter(({ record }) => settled(record));
  const roots = new Set<string>();
  for (const { record } of due) {
    if (record.kind === 'incident') await deps.jobs.enqueue(incidentJob, { workspace, cause: record.cause });
    else roots.add(record.root);
  }
  for (const root of roots) await deps.jobs.enqueue(notifyJob, { workspace, root });
  const deliveries = (await deps.notifications.deliveries(workspace)).map(({ record }) => record);
  const isDue = ({ at, notBefore }: Delivery): boolean => settled({ at: notBefore ?? at });
  for (const to of new Set(deliveries.filter(isDue).map(({ to }) => to)))
    await deps.jobs.enqueue(deliverJob, { workspace, to });
}

/**
 * When a person's quiet hours end (epoch ms), which may be after midnight; `undefined` if they aren't on at
 * `now`. `zone`: IANA name or offset.
 */
function quietUntil(
  now: number,
  { from, to }: { from: string; to: string },
  zone: string,
): number | undefined {
  const ends = nextClockTime(to, zone, now);
  return from !== to && ends < nextClockTime(from, zone, now) ? ends : undefined;
}

/**
 * The channel of each topic. If the brand's settings can't be read, the default channels, so that nothing is
 * lost.
 */
export async function destinationsOf(
  { teamSettings, log }: Pick<Deps, 'teamSettings' | 'log'>,
  { workspace, brand }: Pick<Card, 'workspace' | 'brand'>,
): Promise<Record<Topic, Destination>> {
  try {
    return (await teamSettings.brand(workspace, brand.id)).notifications;
  } catch (cause) {
    log.warn({ err: cause, brand: brand.id }, "couldn't read a brand's settings");
    return destinationsSchema.parse(undefined);
  }
}

/** The channel of the card, or its author if the card is in their direct messages. */
const whereIs = ({ message, channel, author }: Pick<Card, 'message' | 'channel' | 'author'>): string =>
  message?.aside ? author : (message?.channel ?? channel);
