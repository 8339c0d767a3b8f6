/** Whether the messages in Slack show what the cards say, and offer nothing else. */
import type { ShownMessage } from '#sandbox/chat/people/handles.ts';
import type { Chat } from '#sandbox/chat/start.ts';
import type { Card } from '#src/cards/card.ts';
import { drawCampaign } from '#views/campaign.ts';
import { drawCard } from '#views/card.ts';
import { channelIdOf } from './places.ts';
import { places } from './plan.ts';
import type { Judged } from './promises.ts';
import { messageOf } from './story.ts';

/** Every message of the bot with buttons is the one of its card, and shows it. */
export function judgeMessages(
  cards: ReadonlyMap<string, Card>,
  chat: Chat,
  { breaks }: Pick<Judged, 'breaks'>,
  count: (name: string, by?: number) => void,
): void {
  for (const card of cards.values()) {
    const how = wrongWith(card, cards, chat);
    if (how) breaks('drawn', `${card.kind} ${card.id} ${how}`);
  }
  const known = new Set([...cards.values()].map(({ message }) => `${message?.channel} ${message?.ts}`));
  for (const message of Array.from({ length: places }, (_, i) => chat.messages(channelIdOf(i))).flat()) {
    count('messages');
    if (known.has(`${message.channel} ${message.ts}`) || message.deleted || isAlert(message)) continue;
    count('messages left over, without buttons', message.buttons.length === 0 ? 1 : 0);
    if (message.buttons.length > 0)
      breaks(
        'drawn',
        `a message that no card knows offers ${message.buttons.join(', ')}: ${message.fallback}`,
      );
  }
}

function wrongWith(card: Card, cards: ReadonlyMap<string, Card>, chat: Chat): string | undefined {
  if (card.drawn !== card.version) return `is not drawn: ${card.drawn} of ${card.version}`;
  const message = messageOf(chat, card);
  if (!message) return 'has no message';
  const posts = card.posts.flatMap((id) => cards.get(id) ?? []);
  const wanted =
    card.kind === 'campaign'
      ? drawCampaign(card, posts, { aside: false })
      : drawCard(card, { detail: 'pictures', aside: false, slash: (name) => `/${name}` });
  if (stateIn(message.fallback) !== stateIn(wanted.text))
    return `shows "${message.fallback}" and should show "${wanted.text}"`;
  const buttons = buttonsOf(wanted.blocks);
  if (buttons !== message.buttons.join(', '))
    return `offers "${message.buttons.join(', ')}" and should offer "${buttons}"`;
  return undefined;
}

/** Without its title, which may name its place in a campaign. */
const stateIn = (text: string): string => text.slice(text.indexOf(': '));

function buttonsOf(blocks: readonly unknown[]): string {
  const texts = blocks.flatMap((block) => {
    const { elements, accessory } = block as { elements?: unknown[]; accessory?: unknown };
    return [...(elements ?? []), accessory].flatMap((element) => {
      const { type, text } = (element ?? {}) as { type?: string; text?: { text?: string } };
      return type === 'button' ? [text?.text ?? ''] : [];
    });
  });
  return texts.join(', ');
}

const isAlert = (message: ShownMessage): boolean => message.blocks.length === 0;
