/** The life of one planned request, as far as people have a part in it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ShownMessage } from '#sandbox/chat/people/handles.ts';
import type { Chat } from '#sandbox/chat/start.ts';
import type { Card, Entry } from '#src/posts/card/card.ts';
import { repeatAfterMs } from './front.ts';
import type { OneByOne } from './one-by-one.ts';
import type { People } from './people.ts';
import { brandOf, channelIdOf } from './places.ts';
import type { Decision, PlannedRequest } from './plan.ts';

export interface Told {
  request: PlannedRequest;
  /** The id of its card; absent: the submission was never acknowledged. */
  card?: string;
  /** When Slack was told that it arrived (epoch ms). */
  at: number;
  /** What people did and Slack was told had arrived. */
  acts: Act[];
  /** The message of its card was deleted. */
  deleted?: boolean;
}

export interface Act {
  card: string;
  /** The word of the card's history for it. */
  what: Extract<
    Entry['what'],
    'approved' | 'rejected' | 'edited' | 'scheduled' | 'unscheduled' | 'unscheduled_by_pause'
  >;
  by: string;
  /** Where they did it. */
  channel: string;
  /** When they began (epoch ms). */
  at: number;
  /** What they wrote. */
  words?: string;
  /** The time that they chose. */
  due?: Date;
}

export interface Stage {
  people: People;
  chat: Chat;
  card(id: string): Promise<Card | undefined>;
  isPaused(brand: string): Promise<boolean>;
  /** The clock of the run (epoch ms). */
  now(): number;
  /** One freeze at a time in a place. */
  freezing: OneByOne;
  /** People stop deciding when this is over. */
  signal: AbortSignal;
  /** Told of everyone who was still waiting then: of which card, and for what. */
  gaveUp(card: Card | undefined, wanted: string): void;
}

const settled = new Set<Card['state']>([
  'review',
  'scheduled',
  'published',
  'rejected',
  'failed',
  'outcome_unknown',
]);

/** Asks, waits for the card in Slack, and decides. */
export async function live(stage: Stage, request: PlannedRequest, told: Told[]): Promise<void> {
  const id = await stage.people.ask(request);
  const mine: Told = { request, ...(id !== undefined && { card: id }), at: Date.now(), acts: [] };
  told.push(mine);
  if (id === undefined) return;
  if (request.deleted) mine.deleted = await deleteMessage(stage, id);
  const card = await until(stage, id, 'its end', (now) => settled.has(now.state));
  if (!card) return;
  if (card.kind !== 'campaign') return decide(stage, request, id, request.decision, mine);
  const [first, second] = card.posts;
  if (request.decision === 'approve all') return approveAll(stage, card, request, mine);
  if (first) await decide(stage, request, first, request.decision, mine);
  if (second) await decide(stage, request, second, 'reject', mine);
}

async function decide(
  stage: Stage,
  { author, deciders: [one, other], token, place }: PlannedRequest,
  id: string,
  decision: Decision,
  told: Told,
): Promise<void> {
  const { people } = stage;
  const did = (who: number, act: Omit<Act, 'card' | 'by'>): void => {
    told.acts.push({ card: id, by: people.idOf(who), ...act });
  };
  const press = async (wanted: number, button: string, what: Act['what']): Promise<void> => {
    const message = await showing(stage, id, button);
    const at = stage.now();
    const who = whoSees(message, wanted);
    if (message && (await people.click(who, message, button)))
      did(who, { what, channel: message.channel, at });
  };
  const whoSees = (message: ShownMessage | undefined, who: number): number =>
    message && isDirect(stage.chat, message) ? author : who;
  const publish = (who: number): Promise<void> => press(who, 'Approve & publish', 'approved');
  const through = async (
    button: 'Edit' | 'Reject' | 'Schedule',
    fill: Parameters<People['throughModal']>[4],
    act: Omit<Act, 'card' | 'by' | 'channel' | 'at'>,
  ): Promise<boolean> => {
    const message = await showing(stage, id, button);
    const at = stage.now();
    const title = new RegExp(`^${button}`);
    const who = whoSees(message, one);
    if (!message || !(await people.throughModal(who, message, button, title, fill))) return false;
    did(who, { ...act, channel: message.channel, at });
    return true;
  };
  const words = `Better words for ${token}`;
  const reason = `Not now, ${token}`;
  const due = new Date(Math.ceil(stage.now() / 60_000) * 60_000 + 86_400_000);
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
    case 'freeze':
      return stage.freezing(place, async () => {
        if (!(await schedule())) return;
        if (!(await showing(stage, id, 'Unschedule'))) return;
        const at = stage.now();
        if (!(await switches(stage, other, place, 'pause', `recall of ${token}`))) return;
        did(other, { what: 'unscheduled_by_pause', channel: channelIdOf(place), at });
        // what a pause could not take back, or what somebody else took back, says so itself
        await until(
          stage,
          id,
          'the pause',
          ({ state, pending, history }) =>
            history.some(({ what }) => what === 'unscheduled_by_pause') ||
            (state !== 'scheduled' && !pending),
        );
        await switches(stage, other, place, 'resume');
        // a `/social pause` that Slack delivered once more may have come after the resume
        await sleep(repeatAfterMs.most);
        await switches(stage, other, place, 'resume');
      });
  }
}

/**
 * Types the command again until it's done: what Slack was told had arrived can still fail, and its answer says so. Answers
 * whether it was done.
 */
async function switches(
  { people, isPaused, signal }: Stage,
  who: number,
  place: number,
  how: 'pause' | 'resume',
  reason = '',
): Promise<boolean> {
  const { id, name } = brandOf(place);
  const isDone = async () => (await isPaused(id).catch(() => undefined)) === (how === 'pause');
  if (await isDone()) return true;
  while (!signal.aborted && (await people.types(who, `/social ${how} ${name} ${reason}`.trim(), place)))
    for (let i = 0; i < 20; i += 1) {
      if (await isDone()) return true;
      await sleep(150);
    }
  return false;
}

async function approveAll(
  stage: Stage,
  campaign: Card,
  { author, deciders: [one] }: PlannedRequest,
  told: Told,
): Promise<void> {
  const message = await showing(stage, campaign.id, 'Review campaign');
  const at = stage.now();
  const who = message && isDirect(stage.chat, message) ? author : one;
  if (!message || !(await stage.people.approvesAll(who, message))) return;
  const by = stage.people.idOf(who);
  const { channel } = message;
  told.acts.push(...campaign.posts.map((card) => ({ card, what: 'approved' as const, by, channel, at })));
}

/** The one that says that the post is being written: its card comes all the same. Answers whether it came to that. */
async function deleteMessage(stage: Stage, id: string): Promise<boolean> {
  let deleted = false;
  await until(stage, id, 'its first message', (card) => {
    const message = stage.chat
      .messages(card.channel)
      .find(({ fallback }) => fallback.startsWith(':hourglass_flowing_sand:'));
    deleted = message !== undefined && card.message === undefined;
    if (deleted && message) stage.chat.faults.deleteMessage(message);
    return deleted || settled.has(card.state);
  });
  return deleted;
}

/** The card's message, once it offers this button; nothing when the card came to rest without it. */
async function showing(stage: Stage, id: string, button: string): Promise<ShownMessage | undefined> {
  let found: ShownMessage | undefined;
  await until(stage, id, button, (card) => {
    found = messageOf(stage.chat, card);
    if (found?.buttons.includes(button)) return true;
    found = undefined;
    const rests = settled.has(card.state) && !card.pending && card.renderedVersion === card.version;
    return rests;
  });
  // there nobody can press anything
  return found && stage.chat.world.channels.get(found.channel)?.archived ? undefined : found;
}

/** Only its author sees it there. */
export const isDirect = (chat: Chat, { channel }: { channel: string }): boolean =>
  chat.world.channels.get(channel)?.kind === 'direct';

export function messageOf(chat: Chat, { message }: Card): ShownMessage | undefined {
  return message && chat.messages(message.channel).find(({ ts }) => ts === message.ts);
}

async function until(
  stage: Stage,
  id: string,
  wanted: string,
  isSo: (card: Card) => boolean,
): Promise<Card | undefined> {
  let missed = 0;
  let last: Card | undefined;
  // one that Redis forgot will not come; while Redis is away nobody can tell
  while (!stage.signal.aborted && missed < 100) {
    const card = await stage.card(id).catch(() => 'away' as const);
    if (card === undefined) missed += 1;
    else if (card !== 'away') {
      last = card;
      if (isSo(card)) return card;
    }
    await sleep(150);
  }
  if (missed < 100) stage.gaveUp(last, wanted);
  return undefined;
}
