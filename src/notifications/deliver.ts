/**
 * Sends what is due for one channel or person, as one message if it belongs together. A delivery is removed
 * after Slack accepted it, so a process that dies in between sends it twice rather than never.
 */

import { again, done, handlerOf, type Outcome, type Retriable } from '#src/platform/queue/job.ts';
import { isChannel } from '#src/platform/slack/channel.ts';
import { unlessRefused } from '#src/platform/slack/render-failed.ts';
import type { Card, Mention } from '#src/posts/card/card.ts';
import { rootOf } from '#src/posts/card/event-record.ts';
import type { OwnMessage } from '#src/posts/notifier.ts';
import { alwaysSent } from '#src/settings/notification-preferences.ts';
import { renderNotification } from '#views/notifications/notification.ts';
import { type PostedAlert, postToFirst } from './alert.ts';
import { askForApproval } from './approval-requests.ts';
import { directDelivery } from './deliveries.ts';
import type { Deps } from './deps.ts';
import { type DeliverPayload, deliverJob } from './jobs.ts';
import type { Line, NotificationMessage } from './message.ts';
import type { Stored } from './notification-store.ts';
import { threadOf } from './place.ts';
import type { Delivery, SentRecord } from './records.ts';
import { doneBy, isEnded, isSameNews, topicOf } from './topics.ts';

type Due = Stored<Delivery>;

/** If more threads of a channel have news at the same time, one message in the channel has all of it. */
const threadsAtOnce = 3;

/** A delivery that couldn't be sent for this long is given up and logged. */
const triedForMs = 24 * 3_600_000;

/** How long to wait while Slack can't be reached. */
const longestDelayMs = 60_000;

export const deliverHandler = handlerOf(deliverJob, runDeliver);

async function runDeliver(deps: Deps, { workspace, to }: DeliverPayload): Promise<Outcome> {
  const all = await deps.notifications.deliveriesWith(workspace, 'to', [to]);
  // the sweeper queues it again when quiet hours end
  const due = all.filter(({ record }) => Date.parse(record.notBefore ?? record.at) <= deps.now());
  const first = due.find(({ record }) => !record.corrects) ?? due[0];
  if (!first) return done;
  const { corrects } = first.record;
  const call = corrects ? 'update' : 'post';
  const slackCall = { workspace, channel: to, call, card: `notification.${to}`, progress: false } as const;
  const waitMs = await deps.channelRateLimiter.consume(slackCall, deps.now());
  if (waitMs > 0) return again(waitMs);
  const together = corrects
    ? [first]
    : togetherWith(
        first,
        due.filter(({ record }) => !record.corrects),
      );
  await deps.failpoint('notification due');
  let sent: SentRecord | undefined;
  try {
    sent = await deps.channelRateLimiter.make(slackCall, deps.now, () =>
      corrects
        ? correct(deps, workspace, { ...first.record, corrects })
        : send(deps, workspace, to, together),
    );
  } catch (cause) {
    if ((cause as Retriable).postponed) throw cause;
    return failed(deps, workspace, { to, together, cause });
  }
  await deps.failpoint('notification sent');
  await deps.notifications.delivered(workspace, together, sent);
  await deps.failpoint('notification noted');
  return together.length < due.length ? again(0) : done;
}

/** Gives up deliveries that are too old to be useful, and those that Slack refuses for good. */
async function failed(
  deps: Deps,
  workspace: string,
  { to, together, cause }: { to: string; together: readonly Due[]; cause: unknown },
): Promise<Outcome> {
  const { retry } = cause as Retriable;
  const ageMs = ({ record }: Due): number => deps.now() - Date.parse(record.notBefore ?? record.at);
  const givenUp = together.filter((one) => retry === false || ageMs(one) > triedForMs);
  if (givenUp.length > 0) deps.log.error({ err: cause, to }, 'nobody could be notified');
  else deps.log.warn({ err: cause, to }, "couldn't send a notification yet; retrying");
  await deps.notifications.delivered(workspace, givenUp);
  // the latest one shows how long this has been going on
  const delayMs = Math.min(...together.map(ageMs));
  return again(Math.min(longestDelayMs, Math.max(1_000, delayMs)));
}

/** The deliveries that go into the same message. */
function togetherWith(first: Due, due: readonly Due[]): Due[] {
  if (!isThread(first)) {
    const { asked } = first.record;
    // approval requests of a changed rule share a message; any other request has its own, with buttons
    const isByRule = ({ record }: Due): boolean => record.asked && record.event.type === 'approval_required';
    if (isByRule(first)) return due.filter(isByRule);
    return asked ? [first] : due.filter(({ record }) => !record.asked);
  }
  const roots = new Set(due.map(({ record }) => record.root));
  return roots.size > threadsAtOnce
    ? [...due]
    : due.filter(({ record }) => record.root === first.record.root);
}

const isThread = ({ record }: Due): boolean => !/^[UW]/.test(record.to);

/** Returns the message that was sent, if it may have to be corrected later. */
async function send(
  deps: Deps,
  workspace: string,
  to: string,
  together: readonly Due[],
): Promise<SentRecord | undefined> {
  const cards = await cardsOf(
    deps,
    workspace,
    together.map(({ record }) => record),
  );
  const current = stillTrue(together).filter(({ record }) => cards.has(record.card));
  const shown = latestOf(current);
  const lines = shown.flatMap(({ record: { card: id, event, asked } }): Line[] => {
    const card = cards.get(id);
    return card ? [{ card, event, asked }] : [];
  });
  const [line] = lines;
  if (!line || (lines.length === 1 && (await isAsked(deps, to, lines)))) return undefined;
  // approval requests of a changed rule have no thread in common
  const roots =
    lines.length === 1 ? [rootOf(line.card)] : [...new Set(current.map(({ record }) => record.root))];
  const [root = ''] = roots;
  const isInThread = roots.length === 1 && together.every(isThread);
  const thread = isInThread ? await threadIn(deps, workspace, root) : undefined;
  const mentions = distinct(current.flatMap(({ record }) => record.mentions));
  const message = await messageOf(deps, workspace, lines, { mentions, root: thread && root });
  const broadcast = current.some(({ record }) => record.broadcast);
  const where = thread ? { ...thread, broadcast } : { channel: to };
  const noted = {
    roots,
    inThread: thread !== undefined,
    mentions,
    lines: shown.map(({ record: { card, event, at } }) => ({ card, event, at })),
  };
  // the card has moved to a direct message, where only one person can see its thread
  const isOutOfSight = thread !== undefined && isChannel(to) && !isChannel(thread.channel);
  const there = isOutOfSight
    ? undefined
    : await unlessRefused(
        () => deps.notifier.postRendered(where, message),
        (cause) => deps.log.warn({ err: cause, channel: where.channel }, 'Slack refused a notification'),
      );
  if (there) return { ...there, ...noted };
  const why = isOutOfSight ? 'its thread is now in a direct message' : 'Slack refused it here';
  deps.log.warn({ channel: where.channel }, `sending a notification elsewhere: ${why}`);
  if (together.every(isThread)) return redirect(deps, workspace, { current, together, cards });
  const other = lines.some((one) => isOwed(to, one)) && (await toSetUp(deps, workspace, to, message));
  if (!other) throw Object.assign(new Error('Slack refused a notification everywhere'), { retry: false });
  const { channel, ts } = other;
  return { ...noted, channel, ts, inThread: false, mentions: [] };
}

/** Whether this person has to be notified: it's their post, or something went wrong. */
function isOwed(user: string, { card, event }: Line): boolean {
  const topic = topicOf(event);
  return card.author === user || (topic !== undefined && alwaysSent.has(topic));
}

/**
 * Notifies the person who installed Presscheck. Does nothing if that isn't known, or if Slack refuses that
 * message, too.
 */
async function toSetUp(
  deps: Deps,
  workspace: string,
  to: string,
  message: OwnMessage,
): Promise<PostedAlert | undefined> {
  const who = await deps.welcomes.who(workspace);
  return who === undefined || who === to ? undefined : postToFirst(deps, [who], () => message);
}

/** Nobody can be notified in the thread anymore, so those who would be mentioned get direct messages. */
async function redirect(
  deps: Deps,
  workspace: string,
  {
    current,
    together,
    cards,
  }: { current: readonly Due[]; together: readonly Due[]; cards: Map<string, Card> },
): Promise<undefined> {
  const direct = current.flatMap(({ record }) => {
    const users = record.mentions.flatMap(({ kind, id }) => (kind === 'user' ? [id] : []));
    // a group can have many members, so the author is notified instead
    const instead =
      users.length === 0 && record.mentions.length > 0 ? cards.get(record.card)?.author : undefined;
    return [...users, ...(instead === undefined ? [] : [instead])].map((user) =>
      directDelivery(deps, workspace, user, record),
    );
  });
  const made = await Promise.all(direct);
  if (!(await deps.notifications.redirect(workspace, together, made)))
    throw new Error('one of these notifications has changed in the meantime');
  const readers = new Set(made.map(({ to }) => to));
  await Promise.all(
    [...readers].map((to) => deps.jobs.enqueue(deliverJob, { workspace, to }, { soon: true })),
  );
}

/** Edits a notification that isn't true anymore. */
async function correct(
  deps: Deps,
  workspace: string,
  { root, card, event, at, corrects }: Delivery & { corrects: { channel: string; ts: string } },
): Promise<SentRecord | undefined> {
  const known = await deps.notifications.said(workspace, root);
  const before = known.find(({ channel, ts }) => channel === corrects.channel && ts === corrects.ts);
  if (!before) return undefined;
  const isUntrue = (line: SentRecord['lines'][number]): boolean =>
    line.card === card && line.at <= at && isEnded(line.event, event);
  const next: SentRecord = {
    ...before,
    lines: before.lines.map((line) => (!line.ended && isUntrue(line) ? { ...line, ended: event } : line)),
  };
  const cards = await cardsOf(deps, workspace, next.lines);
  const lines = next.lines.flatMap((line) => {
    const found = cards.get(line.card);
    return found ? [{ card: found, event: line.event, asked: false, ended: line.ended }] : [];
  });
  if (lines.length === 0) return undefined;
  const { mentions, inThread } = next;
  const message = await messageOf(deps, workspace, lines, { mentions, root: inThread ? root : undefined });
  // a message that was deleted, or can't be edited anymore, needs no correction
  await deps.notifier.replaceRendered(corrects, message);
  return next;
}

async function messageOf(
  deps: Deps,
  workspace: string,
  lines: readonly Line[],
  to: Pick<NotificationMessage, 'mentions' | 'root'>,
): Promise<OwnMessage> {
  const [names, incident] = await Promise.all([namesIn(deps, lines), incidentOf(deps, workspace, lines)]);
  const message = { lines, ...to, names, incident };
  return { about: lines[0]?.card, render: (options) => renderNotification(message, options) };
}

/** Whether this person gets the message with the buttons, or has nothing to approve anymore. */
async function isAsked(deps: Deps, user: string, [line]: readonly Line[]): Promise<boolean> {
  if (!line?.asked) return false;
  const asked = await unlessRefused(
    () => askForApproval(deps, line.card, user),
    (cause) => deps.log.warn({ err: cause, user }, "couldn't ask an approver"),
  );
  return asked !== undefined;
}

/** Without events that later ones in the same message have made untrue. */
const stillTrue = (together: readonly Due[]): Due[] =>
  together.filter(
    ({ record: { card, event } }, i) =>
      !together.slice(i + 1).some(({ record }) => record.card === card && isEnded(event, record.event)),
  );

/** Only the last of several events of one type about a card, for everyone whom any of them concerns. */
const latestOf = (deliveries: readonly Due[]): Due[] =>
  deliveries.filter(
    ({ record: { card, event } }, i) =>
      !deliveries.slice(i + 1).some(({ record }) => record.card === card && isSameNews(event, record.event)),
  );

async function cardsOf(
  deps: Deps,
  workspace: string,
  about: readonly { card: string }[],
): Promise<Map<string, Card>> {
  const ids = [...new Set(about.map(({ card }) => card))];
  return new Map((await deps.cards.getAll(workspace, ids)).map((card) => [card.id, card]));
}

async function threadIn(deps: Deps, workspace: string, root: string) {
  const card = await deps.desk.get(workspace, root);
  return card && threadOf(card);
}

function distinct(mentions: readonly Mention[]): Mention[] {
  const found = new Map<string, Mention>();
  // a mention that notifies wins over one that only names the group
  for (const one of mentions) if (!found.get(one.id) || one.quiet === undefined) found.set(one.id, one);
  return [...found.values()];
}

async function namesIn(deps: Deps, lines: readonly Line[]): Promise<NotificationMessage['names']> {
  const events = lines.flatMap(({ event, ended }) => [event, ...(ended ? [ended] : [])]);
  const users = new Set(events.flatMap((event) => doneBy(event) ?? []));
  const named = await Promise.all(
    [...users].map(async (user) => [user, await deps.users.nameOf(user)] as const),
  );
  return new Map(named);
}

/** The alert that counts the posts that failed for the same cause, if everyone in the channel can open it. */
async function incidentOf(deps: Deps, workspace: string, lines: readonly Line[]) {
  for (const { event } of lines) {
    const cause = 'problem' in event ? event.problem?.cause : undefined;
    const shown = cause && (await deps.incidents.alert(workspace, cause));
    if (shown && isChannel(shown.channel) && !shown.over) return { channel: shown.channel, ts: shown.ts };
  }
  return undefined;
}
