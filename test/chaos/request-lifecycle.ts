/** The user actions of one planned request, from creation to decision. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import type { Chat } from '#sandbox/chat/start.ts';
import type { Card, Entry } from '#src/posts/card/card.ts';
import { brandOf, channelIdOf } from './channels.ts';
import { repeatAfterMs } from './load-balancer.ts';
import type { Decision, PlannedRequest } from './plan.ts';
import type { RunByKey } from './run-by-key.ts';
import type { SimulatedUsers } from './users.ts';

export interface RequestRecord {
  request: PlannedRequest;
  /** The ID of its card. Absent: the submission was never acknowledged. */
  card?: string;
  /** When it was acknowledged (epoch ms). */
  at: number;
  /** The acknowledged user actions. */
  actions: UserAction[];
  /** Whether its card's message was deleted. */
  deleted?: boolean;
}

export interface UserAction {
  card: string;
  /** The event in the card's history. */
  what: Extract<
    Entry['what'],
    'approved' | 'rejected' | 'edited' | 'scheduled' | 'unscheduled' | 'unscheduled_by_pause'
  >;
  by: string;
  /** The channel of the action. */
  channel: string;
  /** When it started (epoch ms). */
  at: number;
  /** The text they entered. */
  words?: string;
  /** The time they chose. */
  due?: Date;
}

export interface RunContext {
  users: SimulatedUsers;
  chat: Chat;
  card(id: string): Promise<Card | undefined>;
  isPaused(brand: string): Promise<boolean>;
  /** The clock of the run (epoch ms). */
  now(): number;
  /** Allows one pause at a time per channel. */
  pausing: RunByKey;
  /** Aborted when users should stop. */
  signal: AbortSignal;
  /** Called for each user still waiting at the end, with the card and what they waited for. */
  timedOut(card: Card | undefined, wanted: string): void;
}

const settled = new Set<Card['state']>([
  'review',
  'scheduled',
  'published',
  'rejected',
  'failed',
  'outcome_unknown',
]);

/** Submits the request, waits for its card, and makes the decision. */
export async function runRequest(
  run: RunContext,
  request: PlannedRequest,
  records: RequestRecord[],
): Promise<void> {
  const id = await run.users.ask(request);
  const mine: RequestRecord = { request, ...(id !== undefined && { card: id }), at: Date.now(), actions: [] };
  records.push(mine);
  if (id === undefined) return;
  if (request.deleted) mine.deleted = await deleteMessage(run, id);
  const card = await waitForCard(run, id, 'its end', (now) => settled.has(now.state));
  if (!card) return;
  if (card.kind !== 'campaign') return decideOnCard(run, request, id, request.decision, mine);
  const [first, second] = card.posts;
  if (request.decision === 'approve all') return approveAll(run, card, request, mine);
  if (first) await decideOnCard(run, request, first, request.decision, mine);
  if (second) await decideOnCard(run, request, second, 'reject', mine);
}

async function decideOnCard(
  run: RunContext,
  { author, deciders: [one, other], token, channel }: PlannedRequest,
  id: string,
  decision: Decision,
  record: RequestRecord,
): Promise<void> {
  const { users } = run;
  const did = (who: number, action: Omit<UserAction, 'card' | 'by'>): void => {
    record.actions.push({ card: id, by: users.idOf(who), ...action });
  };
  const press = async (wanted: number, button: string, what: UserAction['what']): Promise<void> => {
    const message = await messageWithButton(run, id, button);
    const at = run.now();
    const who = whoSees(message, wanted);
    if (message && (await users.click(who, message, button)))
      did(who, { what, channel: message.channel, at });
  };
  const whoSees = (message: ShownMessage | undefined, who: number): number =>
    message && isDirect(run.chat, message) ? author : who;
  const publish = (who: number): Promise<void> => press(who, 'Approve & publish', 'approved');
  const through = async (
    button: 'Edit' | 'Reject' | 'Schedule',
    fill: Parameters<SimulatedUsers['throughModal']>[4],
    action: Omit<UserAction, 'card' | 'by' | 'channel' | 'at'>,
  ): Promise<boolean> => {
    const message = await messageWithButton(run, id, button);
    const at = run.now();
    const title = new RegExp(`^${button}`);
    const who = whoSees(message, one);
    if (!message || !(await users.throughModal(who, message, button, title, fill))) return false;
    did(who, { ...action, channel: message.channel, at });
    return true;
  };
  const words = `Better words for ${token}`;
  const reason = `Not now, ${token}`;
  const due = new Date(Math.ceil(run.now() / 60_000) * 60_000 + 86_400_000);
  const schedule = (): Promise<boolean> =>
    through('Schedule', { 'Schedule for': due }, { what: 'scheduled', due });
  switch (decision) {
    case 'leave':
    case 'comes due':
    case 'approve all':
      return;
    case 'approve':
      return publish(one);
    case 'approve together':
      await Promise.all([publish(one), publish(other)]);
      return;
    case 'edit, approve':
      await through('Edit', { Caption: words }, { what: 'edited', words });
      return publish(other);
    case 'reject':
      await through('Reject', { Reason: reason }, { what: 'rejected', words: reason });
      return;
    case 'schedule':
      await schedule();
      return;
    case 'schedule, unschedule, approve':
      await schedule();
      await press(other, 'Unschedule', 'unscheduled');
      return publish(one);
    case 'pause':
      return run.pausing(channel, async () => {
        if (!(await schedule())) return;
        if (!(await messageWithButton(run, id, 'Unschedule'))) return;
        const at = run.now();
        if (!(await switchPause(run, other, channel, 'pause', `recall of ${token}`))) return;
        did(other, { what: 'unscheduled_by_pause', channel: channelIdOf(channel), at });
        // if the pause couldn't unschedule it, or someone else did, its card says so
        await waitForCard(
          run,
          id,
          'the pause',
          ({ state, pending, history }) =>
            history.some(({ what }) => what === 'unscheduled_by_pause') ||
            (state !== 'scheduled' && !pending),
        );
        await switchPause(run, other, channel, 'resume');
        // a repeated delivery of `/social pause` can arrive after the resume
        await sleep(repeatAfterMs.most);
        await switchPause(run, other, channel, 'resume');
      });
  }
}

/**
 * Repeats the command until it succeeds, because an acknowledged command can still fail later. Resolves to whether it succeeded.
 */
async function switchPause(
  { users, isPaused, signal }: RunContext,
  who: number,
  channel: number,
  how: 'pause' | 'resume',
  reason = '',
): Promise<boolean> {
  const { id, name } = brandOf(channel);
  const isDone = async () => (await isPaused(id).catch(() => undefined)) === (how === 'pause');
  if (await isDone()) return true;
  while (!signal.aborted && (await users.types(who, `/social ${how} ${name} ${reason}`.trim(), channel)))
    for (let i = 0; i < 20; i += 1) {
      if (await isDone()) return true;
      await sleep(150);
    }
  return false;
}

async function approveAll(
  run: RunContext,
  campaign: Card,
  { author, deciders: [one] }: PlannedRequest,
  record: RequestRecord,
): Promise<void> {
  const message = await messageWithButton(run, campaign.id, 'Review campaign');
  const at = run.now();
  const who = message && isDirect(run.chat, message) ? author : one;
  if (!message || !(await run.users.approvesAll(who, message))) return;
  const by = run.users.idOf(who);
  const { channel } = message;
  record.actions.push(
    ...campaign.posts.map((card) => ({ card, what: 'approved' as const, by, channel, at })),
  );
}

/** Deletes the message of a card that's still generating; the card has to be posted again. Resolves to whether it was deleted. */
async function deleteMessage(run: RunContext, id: string): Promise<boolean> {
  let deleted = false;
  await waitForCard(run, id, 'its first message', (card) => {
    const message = run.chat
      .messages(card.channel)
      .find(({ fallback }) => fallback.startsWith(':hourglass_flowing_sand:'));
    deleted = message !== undefined && card.message === undefined;
    if (deleted && message) run.chat.faults.deleteMessage(message);
    return deleted || settled.has(card.state);
  });
  return deleted;
}

/** The card's message once it has this button; undefined if the card settled without it. */
async function messageWithButton(
  run: RunContext,
  id: string,
  button: string,
): Promise<ShownMessage | undefined> {
  let found: ShownMessage | undefined;
  await waitForCard(run, id, button, (card) => {
    found = messageOf(run.chat, card);
    if (found?.buttons.includes(button)) return true;
    found = undefined;
    const rests = settled.has(card.state) && !card.pending && card.renderedVersion === card.version;
    return rests;
  });
  // buttons in an archived channel can't be clicked
  return found && run.chat.world.channels.get(found.channel)?.archived ? undefined : found;
}

/** Whether the card is in its author's direct messages. */
export const isDirect = (chat: Chat, { channel }: { channel: string }): boolean =>
  chat.world.channels.get(channel)?.kind === 'direct';

export function messageOf(chat: Chat, { message }: Card): ShownMessage | undefined {
  return message && chat.messages(message.channel).find(({ ts }) => ts === message.ts);
}

async function waitForCard(
  run: RunContext,
  id: string,
  wanted: string,
  isSo: (card: Card) => boolean,
): Promise<Card | undefined> {
  let missed = 0;
  let last: Card | undefined;
  // stop waiting for a card that Redis lost, but not while Redis is down
  while (!run.signal.aborted && missed < 100) {
    const card = await run.card(id).catch(() => 'away' as const);
    if (card === undefined) missed += 1;
    else if (card !== 'away') {
      last = card;
      if (isSo(card)) return card;
    }
    await sleep(150);
  }
  if (missed < 100) run.timedOut(last, wanted);
  return undefined;
}
