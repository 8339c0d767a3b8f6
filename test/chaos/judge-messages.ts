/** Judges whether the messages in Slack match the cards. */
import { app } from '#sandbox/chat/defaults.ts';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import type { Chat } from '#sandbox/chat/start.ts';
import type { Card } from '#src/posts/card/card.ts';
import { isNotification } from '#test/support/notifications.ts';
import { renderCampaign } from '#views/campaigns/card.ts';
import { renderCard } from '#views/posts/card.ts';
import { retryButtons } from '#views/posts/card-questions.ts';
import { channelIdOf } from './channels.ts';
import { isReminder } from './judge-mornings.ts';
import { channelCount } from './plan.ts';
import type { Judged } from './promises.ts';
import { isDirect, messageOf } from './request-lifecycle.ts';

/** Every message with card buttons must be its card's message, show its state, and be visible to its author. `now`: by the run's clock. */
export function judgeMessages(
  cards: ReadonlyMap<string, Card>,
  chat: Chat,
  { breaks }: Pick<Judged, 'breaks'>,
  { count, now }: { count: (name: string, by?: number) => void; now: number },
): void {
  const known = new Set<string>();
  for (const card of cards.values()) {
    const { kind, id, message } = card;
    const shown = messageOf(chat, card);
    const place = `${message?.channel} ${message?.ts}`;
    if (!shown || !seenBy(card.author, shown, chat))
      breaks('seen', `${kind} ${id} isn't visible to its author`);
    else if (known.has(place)) breaks('seen', `${kind} ${id} has the same message as another card`);
    known.add(place);
    const how = shown && wrongWith(card, shown, { cards, now });
    if (how) breaks('rendered', `${kind} ${id} ${how}`);
    count(`cards in ${whereIs(shown, chat)}`);
  }
  const { channels } = chat.world;
  const directs = [...channels.values()].filter(({ kind }) => kind === 'direct').map(({ id }) => id);
  const inChannels = Array.from({ length: channelCount }, (_, i) => channelIdOf(i));
  for (const message of [...inChannels, ...directs].flatMap((id) => chat.messages(id))) {
    const direct = isDirect(chat, message);
    if (!direct) count('messages');
    if (
      known.has(`${message.channel} ${message.ts}`) ||
      message.deleted ||
      isAlert(message) ||
      isNotification(message) ||
      isReminder(message)
    )
      continue;
    const offers = message.buttons.filter((button) => !direct || ofCards.has(button));
    const isStatus = message.fallback.startsWith(':hourglass_flowing_sand:');
    const left = isStatus ? 'status messages left over' : 'messages left over, without buttons';
    if (offers.length === 0) count(left, direct ? 0 : 1);
    else if (isClosed(chat, message)) count('messages left over where the bot can’t update them');
    else
      breaks(
        'rendered',
        `a message without a card offers ${message.buttons.join(', ')}: ${message.fallback}`,
      );
  }
}

/** Direct messages also have other buttons, such as those of a batch of decisions, which stay if a crash leaves a second message behind. */
const ofCards = new Set([
  'Approve & publish',
  'Publish now',
  'Review campaign',
  'Unschedule',
  retryButtons.check,
  retryButtons.createUnknown,
]);

function seenBy(author: string, { channel }: ShownMessage, chat: Chat): boolean {
  return chat.world.channels.get(channel)?.members.includes(author) ?? false;
}

/** Whether the bot was removed from the channel, or the channel is archived. */
export function isClosed(chat: Chat, { channel: id }: ShownMessage): boolean {
  const channel = chat.world.channels.get(id);
  return (
    !channel || channel.archived || (channel.kind === 'private' && !channel.members.includes(app.botUser))
  );
}

function whereIs(shown: ShownMessage | undefined, chat: Chat): string {
  if (!shown) return 'no place';
  if (isDirect(chat, shown)) return 'direct messages';
  return isClosed(chat, shown) ? 'channels that were closed later' : 'channels';
}

function wrongWith(
  card: Card,
  message: ShownMessage,
  { cards, now }: { cards: ReadonlyMap<string, Card>; now: number },
): string | undefined {
  if (card.renderedVersion !== card.version)
    return `isn't rendered: ${card.renderedVersion} of ${card.version}`;
  const aside = (card.message?.aside ?? false) && !card.campaign;
  const posts = card.posts.flatMap((id) => cards.get(id) ?? []);
  const clock = { now, zone: 'UTC' };
  const look = { approvers: undefined, undoForMs: 0, clock };
  const slash = (name: string): string => `/${name}`;
  // Slack can have refused the carousel
  const hasCarousel = message.blocks.some(({ type }) => type === 'carousel');
  const wanted =
    card.kind === 'campaign'
      ? renderCampaign(card, posts, { aside, slash, look: hasCarousel ? look : undefined })
      : renderCard(card, { detail: 'pictures', aside, slash, clock });
  if (stateIn(message.fallback) !== stateIn(wanted.text))
    return `shows "${message.fallback}" and should show "${wanted.text}"`;
  const buttons = buttonsOf(wanted.blocks);
  if (buttons !== message.buttons.map(withoutTime).join(', '))
    return `offers "${message.buttons.join(', ')}" and should offer "${buttons}"`;
  return undefined;
}

/** The text without its title, which can contain the position in a campaign. */
const stateIn = (text: string): string => text.slice(text.indexOf(': '));

/** A button's text without its time, which is in the author's time zone. */
const withoutTime = (text: string): string => text.replace(/^(Approve|Schedule) for .*/, '$1 for');

function buttonsOf(blocks: readonly unknown[]): string {
  const texts = blocks.flatMap((block) => {
    const { elements = [], accessory } = block as { elements?: unknown[]; accessory?: unknown };
    const all = [...elements, accessory].flatMap((one) => (one as { actions?: unknown[] })?.actions ?? [one]);
    return all.flatMap((element) => {
      const { type, text } = (element ?? {}) as { type?: string; text?: { text?: string } };
      return type === 'button' ? [withoutTime(text?.text ?? '')] : [];
    });
  });
  return texts.join(', ');
}

const isAlert = (message: ShownMessage): boolean => message.blocks.length === 0;
