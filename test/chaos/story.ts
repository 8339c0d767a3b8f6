/** The life of one planned request, as far as people have a part in it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ShownMessage } from '#sandbox/chat/people/handles.ts';
import type { Chat } from '#sandbox/chat/start.ts';
import type { Card } from '#src/cards/card.ts';
import type { People } from './people.ts';
import type { Decision, PlannedRequest } from './plan.ts';

export interface Told {
  request: PlannedRequest;
  /** The id of its card; absent: the submission was never acknowledged. */
  card?: string;
  /** When Slack was told that it arrived (epoch ms). */
  at: number;
  /** Clicks to publish that were acknowledged, by card and person. */
  approved: { card: string; by: string }[];
}

export interface Stage {
  people: People;
  chat: Chat;
  card(id: string): Promise<Card | undefined>;
  /** People stop deciding when this is over. */
  signal: AbortSignal;
}

const settled = new Set<Card['state']>([
  'review',
  'scheduled',
  'published',
  'rejected',
  'failed',
  'outcome unknown',
]);

/** Asks, waits for the card in Slack, and decides. */
export async function live(stage: Stage, request: PlannedRequest, told: Told[]): Promise<void> {
  const id = await stage.people.ask(request);
  const mine: Told = { request, ...(id !== undefined && { card: id }), at: Date.now(), approved: [] };
  told.push(mine);
  if (id === undefined) return;
  const card = await until(stage, id, (now) => settled.has(now.state));
  if (!card) return;
  if (card.kind !== 'campaign') return decide(stage, request, id, request.decision, mine);
  const [first, second] = card.posts;
  if (first) await decide(stage, request, first, request.decision, mine);
  if (second) await decide(stage, request, second, 'reject', mine);
}

async function decide(
  stage: Stage,
  { deciders: [one, other], token }: PlannedRequest,
  id: string,
  decision: Decision,
  told: Told,
): Promise<void> {
  const { people } = stage;
  const publish = async (who: number): Promise<void> => {
    const message = await showing(stage, id, 'Approve & publish');
    if (message && (await people.click(who, message, 'Approve & publish')))
      told.approved.push({ card: id, by: people.idOf(who) });
  };
  const through = async (button: string, title: RegExp, fill: Parameters<People['throughModal']>[4]) => {
    const message = await showing(stage, id, button);
    return message !== undefined && people.throughModal(one, message, button, title, fill);
  };
  const tomorrow = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 86_400_000);
  switch (decision) {
    case 'leave':
    case 'comes due':
      return;
    case 'approve':
      return publish(one);
    case 'approve together':
      await Promise.all([publish(one), publish(other)]);
      return;
    case 'edit, approve':
      await through('Edit', /^Edit/, { Caption: `Better words for ${token}` });
      return publish(other);
    case 'reject':
      await through('Reject', /^Reject/, { Reason: `Not now, ${token}` });
      return;
    case 'schedule':
      await through('Schedule', /^Schedule/, { 'Publish at': tomorrow });
      return;
    case 'schedule, unschedule, approve': {
      await through('Schedule', /^Schedule/, { 'Publish at': tomorrow });
      const message = await showing(stage, id, 'Unschedule');
      if (message) await people.click(other, message, 'Unschedule');
      return publish(one);
    }
  }
}

/** The card's message, once it offers this button; nothing when the card came to rest without it. */
async function showing(stage: Stage, id: string, button: string): Promise<ShownMessage | undefined> {
  let found: ShownMessage | undefined;
  await until(stage, id, (card) => {
    found = messageOf(stage.chat, card);
    if (found?.buttons.includes(button)) return true;
    found = undefined;
    const rests = settled.has(card.state) && !card.pending && card.drawn === card.version;
    return rests;
  });
  return found;
}

export function messageOf(chat: Chat, { message }: Card): ShownMessage | undefined {
  return message && chat.messages(message.channel).find(({ ts }) => ts === message.ts);
}

async function until(stage: Stage, id: string, isSo: (card: Card) => boolean): Promise<Card | undefined> {
  let missed = 0;
  // one that Redis forgot will not come; while Redis is away nobody can tell
  while (!stage.signal.aborted && missed < 100) {
    const card = await stage.card(id).catch(() => 'away' as const);
    if (card === undefined) missed += 1;
    else if (card !== 'away' && isSo(card)) return card;
    await pause(150);
  }
  return undefined;
}
