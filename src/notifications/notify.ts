/** Makes records into deliveries, once those that belong together have all been recorded. */

import { again, done, handlerOf, type Outcome } from '#src/platform/queue/job.ts';
import { needsRendering } from '#src/posts/card/attention.ts';
import type { Card } from '#src/posts/card/card.ts';
import { type EventRecord, rootOfRule } from '#src/posts/card/event-record.ts';
import type { PostEvent } from '#src/posts/card/events.ts';
import type { Problem } from '#src/posts/card/problem.ts';
import { type NotifyPayload, notifyJob } from '#src/posts/jobs.ts';
import { creationKinds } from '#src/posts/operations/operation.ts';
import { listingName } from '#src/posts/post-index/reader.ts';
import { deliveriesOf } from './deliveries.ts';
import type { Deps } from './deps.ts';
import { incidentJob } from './incident.ts';
import { deliverJob } from './jobs.ts';
import type { Stored } from './notification-store.ts';
import { threadOf } from './place.ts';
import type { Delivery, SentRecord } from './records.ts';
import { endsSomething, isEnded, isNewsOutdated, outdatesSomething } from './topics.ts';

/**
 * How long a notification waits for the other posts that were decided together, or for the cards of a
 * campaign's posts.
 */
const waitsAtMostMs = 10 * 60_000;

const waitingCheckMs = 2_000;

export const notifyHandler = handlerOf(notifyJob, runNotify);

async function runNotify(deps: Deps, { workspace, root }: NotifyPayload): Promise<Outcome> {
  const due = await deps.notifications.ofRoot(workspace, root);
  if (due.length === 0) return done;
  const waits = await waitingFor(deps, workspace, due);
  const now = due.filter((one) => !waits(one.record));
  const ids = [...new Set([root, ...now.map(({ record }) => record.card)])];
  const cards = new Map((await deps.cards.getAll(workspace, ids)).map((card) => [card.id, card]));
  const ending = now.filter(({ record }) => endsSomething(record.event));
  const queued = await deliveriesAbout(deps, workspace, ending);
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
    if (card) await countIncident(deps, card, record.event);
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

/** What hasn't been sent yet about the cards of these events. */
async function deliveriesAbout(
  { notifications }: Pick<Deps, 'notifications'>,
  workspace: string,
  events: readonly Stored<EventRecord>[],
): Promise<Stored<Delivery>[]> {
  const cards = [...new Set(events.map(({ record }) => record.card))];
  return cards.length === 0 ? [] : notifications.deliveriesWith(workspace, 'card', cards);
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
  const about = await deliveriesAbout(deps, workspace, later);
  const deferred = about.filter(({ record }) => record.notBefore);
  return deferred.filter(({ record: { card, event, at } }) =>
    later.some(({ record }) => record.card === card && at < record.at && isNewsOutdated(event, record.event)),
  );
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

/** Adds the failure to its incident: if many cards fail for the same cause, one message counts them. */
async function countIncident(deps: Deps, card: Card, event: PostEvent): Promise<void> {
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
  return step === 'publish' || step === 'update' ? step : listingName(brand.id);
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

/** The channel of the card, or its author if the card is in their direct messages. */
const whereIs = ({ message, channel, author }: Pick<Card, 'message' | 'channel' | 'author'>): string =>
  message?.aside ? author : (message?.channel ?? channel);
