/**
 * Sends what is due to one channel or one person: everything that belongs together is one message. It is removed when Slack took
 * it, so a process that dies in between sends it once more, and never loses it.
 */
import type { Card } from '#src/cards/card.ts';
import { isChannel } from '#src/cards/place.ts';
import type { JobDeps } from '#src/jobs/deps.ts';
import { again, done, type Handler, handle, type Outcome, type Retriable } from '#src/jobs/job.ts';
import { type Said, sayFirst } from '#src/jobs/say-alert.ts';
import type { Stored } from '#src/store/notifications.ts';
import { askForApproval } from './approval-requests.ts';
import type { Mention } from './audience.ts';
import { deliverJob, type OfReader } from './jobs.ts';
import type { Line, NotificationMessage } from './message.ts';
import { threadOf } from './notify.ts';
import type { Delivery } from './records.ts';
import { doneBy, isEnded } from './topics.ts';

type Due = Stored<Delivery>;

/** Of more threads in one channel at the same time one message in the channel tells. */
const threadsAtOnce = 3;

/** What could not be sent for so long is given up, and logged. */
const triedForMs = 24 * 3_600_000;

/** While Slack can't be reached. */
const longestPauseMs = 60_000;

export function deliverHandler(deps: JobDeps): Handler {
  return handle(deliverJob, { run: (payload) => runDeliver(deps, payload) });
}

async function runDeliver(deps: JobDeps, { workspace, to }: OfReader): Promise<Outcome> {
  const all = await deps.notifications.deliveries(workspace, to);
  // the sweep comes by when quiet hours are over
  const due = all.filter(({ record }) => Date.parse(record.notBefore ?? record.at) <= deps.now());
  const [first] = due;
  if (!first) return done;
  const turn = { workspace, channel: to, call: 'post', card: `notification.${to}`, progress: false } as const;
  const waitMs = await deps.turns.take(turn, deps.now());
  if (waitMs > 0) return again(waitMs);
  const together = togetherWith(first, due);
  await deps.reached('notification due');
  try {
    await send(deps, workspace, to, together);
  } catch (cause) {
    const { retry, retryAfterMs } = cause as Retriable;
    if (retryAfterMs !== undefined) {
      await deps.turns.limited(turn, retryAfterMs, deps.now());
      return again(retryAfterMs);
    }
    const ageMs = ({ record }: Due): number => deps.now() - Date.parse(record.notBefore ?? record.at);
    const isOver = (one: Due): boolean => retry === false || ageMs(one) > triedForMs;
    const givenUp = together.filter(isOver);
    if (givenUp.length > 0) deps.log.error({ err: cause, to }, 'nobody could be notified');
    else deps.log.warn({ err: cause, to }, "a notification couldn't be sent yet");
    await deps.notifications.delivered(workspace, givenUp);
    // the youngest says how long this has gone on
    const pauseMs = Math.min(...together.map(ageMs));
    return again(Math.min(longestPauseMs, Math.max(1_000, pauseMs)));
  }
  await deps.reached('notification sent');
  await deps.notifications.delivered(workspace, together);
  await deps.reached('notification noted');
  return together.length < due.length ? again(0) : done;
}

/** What is told in the same message. */
function togetherWith(first: Due, due: readonly Due[]): Due[] {
  if (!isThread(first)) {
    const { asked } = first.record;
    // each post that somebody is asked to approve has its buttons
    return asked ? [first] : due.filter(({ record }) => !record.asked);
  }
  const roots = new Set(due.map(({ record }) => record.root));
  return roots.size > threadsAtOnce
    ? [...due]
    : due.filter(({ record }) => record.root === first.record.root);
}

const isThread = ({ record }: Due): boolean => !/^[UW]/.test(record.to);

async function send(deps: JobDeps, workspace: string, to: string, together: readonly Due[]): Promise<void> {
  const lines = await linesOf(deps, workspace, together);
  const [line] = lines;
  if (!line || (await isAsked(deps, to, lines))) return;
  const roots = new Set(together.map(({ record }) => record.root));
  const [root = ''] = roots;
  const thread =
    roots.size === 1 && isThread(together[0] as Due) ? await threadIn(deps, workspace, root) : undefined;
  const message: NotificationMessage = {
    kind: 'notification',
    lines,
    mentions: distinct(together.flatMap(({ record }) => record.mentions)),
    ...(thread && { root }),
    names: await namesIn(deps, lines),
    incident: await incidentOf(deps, workspace, lines),
  };
  const broadcast = together.some(({ record }) => record.broadcast);
  const where = thread ? { ...thread, broadcast } : { channel: to };
  if (await said(deps, where, message)) return;
  deps.log.warn({ channel: where.channel }, 'a notification is said elsewhere: Slack refuses it here');
  const elsewhere = [
    ...new Set([...lines.map(({ card }) => card.author), await deps.welcomes.who(workspace)]),
  ]
    .filter((user) => user !== undefined)
    .filter((user) => user !== to);
  const { root: _, ...named } = message;
  if (!(await sayFirst(deps, elsewhere, () => ({ ...named, mentions: [] }))))
    throw Object.assign(new Error('Slack refuses a notification everywhere'), { retry: false });
}

/** Whether this person was asked for their approval with the buttons, or has nothing to approve anymore. */
async function isAsked(deps: JobDeps, user: string, [line]: readonly Line[]): Promise<boolean> {
  if (!line?.asked) return false;
  try {
    await askForApproval(deps, line.card, user);
    return true;
  } catch (cause) {
    if ((cause as Retriable).retry !== false) throw cause;
    deps.log.warn({ err: cause, user }, "an approver couldn't be asked");
    return false;
  }
}

/** `undefined`: Slack refuses it there for good. */
async function said(
  deps: JobDeps,
  where: { channel: string; thread?: string; broadcast?: boolean },
  message: NotificationMessage,
): Promise<Omit<Said, 'to'> | undefined> {
  try {
    return await deps.announcer.say(where, message);
  } catch (cause) {
    if ((cause as Retriable).retry !== false) throw cause;
    deps.log.warn({ err: cause, channel: where.channel }, 'Slack refuses a notification');
    return undefined;
  }
}

/** Of cards that still exist; what is no longer true by what is told with it is left out. */
async function linesOf(deps: JobDeps, workspace: string, together: readonly Due[]): Promise<Line[]> {
  const ids = [...new Set(together.map(({ record }) => record.card))];
  const cards = new Map((await deps.cards.getAll(workspace, ids)).map((card) => [card.id, card]));
  return together.flatMap(({ record: { card: id, event, asked } }, i) => {
    const card = cards.get(id);
    const isOver = together
      .slice(i + 1)
      .some(({ record }) => record.card === id && isEnded(event, record.event));
    return card && !isOver ? [{ card, event, asked }] : [];
  });
}

async function threadIn(deps: JobDeps, workspace: string, root: string) {
  const card = await deps.desk.get(workspace, root);
  return card && threadOf(card);
}

function distinct(mentions: readonly Mention[]): Mention[] {
  const found = new Map<string, Mention>();
  // a mention that notifies counts, where another event may only name the group
  for (const one of mentions) if (!found.get(one.id) || one.quiet === undefined) found.set(one.id, one);
  return [...found.values()];
}

async function namesIn(deps: JobDeps, lines: readonly Line[]): Promise<Map<string, string>> {
  const users = new Set(
    lines.flatMap(({ card, event, asked }: { card: Card } & Line) =>
      [doneBy(event) ?? [], ...(asked ? [card.author] : [])].flat(),
    ),
  );
  const named = await Promise.all(
    [...users].map(async (user) => [user, (await deps.people.nameOf(user)) ?? 'Somebody'] as const),
  );
  return new Map(named);
}

/** The message that counts the posts which failed for the same, where everybody can open it. */
async function incidentOf(deps: JobDeps, workspace: string, lines: readonly Line[]) {
  for (const { event } of lines) {
    const cause = 'problem' in event ? event.problem?.cause : undefined;
    const shown = cause && (await deps.incidents.alert(workspace, cause));
    if (shown && isChannel(shown.channel) && !shown.over) return { channel: shown.channel, ts: shown.ts };
  }
  return undefined;
}
