/** What is true at the end of a run. Every sentence in `wrong` is a promise that was broken. */
import type { ShownMessage } from '#sandbox/chat/people/handles.ts';
import type { Chat } from '#sandbox/chat/start.ts';
import type { SandboxService } from '#sandbox/service/index.ts';
import type { Card } from '#src/cards/card.ts';
import { drawCampaign } from '#views/campaign.ts';
import { drawCard } from '#views/card.ts';
import { channelIdOf } from './places.ts';
import { places } from './plan.ts';
import { messageOf, type Told } from './story.ts';

export interface Verdict {
  wrong: string[];
  counts: Record<string, number>;
}

/** Redis waits at most so long for a slow disk before it answers more slowly (`flushAppendOnlyFile` in its source). */
const unwrittenMs = 2_500;

const final = new Set<Card['state']>([
  'review',
  'scheduled',
  'published',
  'rejected',
  'failed',
  'outcome unknown',
]);

export function judge(
  told: Told[],
  cards: ReadonlyMap<string, Card>,
  chat: Chat,
  service: SandboxService,
  /** When Redis was killed, where it answers before it has written (`appendfsync everysec`). */
  forgets: readonly number[],
): Verdict {
  const wrong: string[] = [];
  const counts: Record<string, number> = {};
  const count = (name: string, by = 1): void => {
    counts[name] = (counts[name] ?? 0) + by;
  };
  const accepted = told.filter(({ card }) => card !== undefined);
  count('requests asked for', told.length);
  count('requests acknowledged', accepted.length);

  count('lost with Redis (written and not yet in its file)', 0);
  for (const { card: id, request, approved, at } of accepted) {
    const card = cards.get(id ?? '');
    const forgotten = forgets.some((killed) => killed >= at && killed - at < unwrittenMs);
    if (!card && forgotten) count('lost with Redis (written and not yet in its file)');
    else if (!card) wrong.push(`${request.token}: acknowledged, and there is no card`);
    for (const { card: post, by } of approved) {
      const decided = cards.get(post)?.history.some(({ what }) => /approved|rejected|published/.test(what));
      // such as "Ana is changing this right now"
      const told = chat.world.messages(card?.channel ?? '').some(({ privateTo }) => privateTo === by);
      if (!decided && !told)
        wrong.push(`${request.token}: the click on ${post} was acknowledged and is lost`);
    }
  }
  for (const card of cards.values()) {
    count(`card ${card.kind === 'campaign' && card.state === 'review' ? 'campaign complete' : card.state}`);
    wrong.push(...wrongWith(card, cards, chat));
  }
  judgeEffects(cards, service, wrong, count);
  judgeRequests(service, wrong);
  judgeMessages(cards, chat, wrong, count);
  return { wrong, counts };
}

function wrongWith(card: Card, cards: ReadonlyMap<string, Card>, chat: Chat): string[] {
  const name = `${card.kind} ${card.id} (${/No\d+x\d*/.exec(JSON.stringify(card))?.[0]})`;
  if (!final.has(card.state)) return [`${name} ended in ${card.state}`];
  if (card.pending) return [`${name} still has a change under way`];
  if (card.drawn !== card.version) return [`${name} is not drawn: ${card.drawn} of ${card.version}`];
  const message = messageOf(chat, card);
  if (!message) return [`${name} has no message`];
  const posts = card.posts.flatMap((id) => cards.get(id) ?? []);
  const wanted =
    card.kind === 'campaign'
      ? drawCampaign(card, posts, { aside: false })
      : drawCard(card, { detail: 'pictures', aside: false, slash: (name) => `/${name}` });
  if (stateIn(message.fallback) !== stateIn(wanted.text))
    return [`${name} shows "${message.fallback}" and should show "${wanted.text}"`];
  const buttons = buttonsOf(wanted.blocks);
  if (buttons !== message.buttons.join(', '))
    return [`${name} offers "${message.buttons.join(', ')}" and should offer "${buttons}"`];
  return [];
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

/** What the service did, each thing claimed by one card, or by a card that says that it cannot know. */
function judgeEffects(
  cards: ReadonlyMap<string, Card>,
  service: SandboxService,
  wrong: string[],
  count: (name: string, by?: number) => void,
): void {
  const byPost = Map.groupBy(
    [...cards.values()].filter(({ postId }) => postId),
    ({ postId }) => postId,
  );
  const byCampaign = Map.groupBy(
    [...cards.values()].filter(({ kind, campaignId }) => kind === 'campaign' && campaignId),
    ({ campaignId }) => campaignId,
  );
  const lost = [...cards.values()].filter(
    ({ state, problem }) => state === 'outcome unknown' && problem?.step === 'create',
  );
  count('outcomes of a creation that nobody can know', lost.length);
  let unclaimed = 0;
  const published = new Map<string, number>();
  for (const { kind, id } of service.effects()) {
    count(`effect ${kind}`);
    if (kind === 'publish') published.set(id, (published.get(id) ?? 0) + 1);
    if (kind !== 'create' && kind !== 'generate-post' && kind !== 'generate-campaign') continue;
    const owners = (kind === 'generate-campaign' ? byCampaign : byPost).get(id) ?? [];
    if (owners.length > 1) wrong.push(`${kind} ${id} belongs to ${owners.length} cards`);
    if (owners.length === 0) unclaimed += 1;
  }
  if (unclaimed > lost.length)
    wrong.push(`${unclaimed} things were made that no card knows, and ${lost.length} cards say so`);
  for (const [id, times] of published) {
    if (times > 1) wrong.push(`post ${id} was published ${times} times`);
    const owner = byPost.get(id)?.[0];
    if (owner?.state !== 'published' && owner?.state !== 'outcome unknown')
      wrong.push(`post ${id} is published and its card says ${owner?.state}`);
  }
  for (const card of cards.values())
    if (card.state === 'published' && !published.has(card.postId ?? ''))
      wrong.push(`card ${card.id} says published, and the service did not`);
}

/** An effect is sent once for each request, unless the service said that it did nothing. */
function judgeRequests(service: SandboxService, wrong: string[]): void {
  const sent = new Map<string, number>();
  for (const { method, path, body, status } of service.requests) {
    if (method !== 'POST' || status === 429) continue;
    const token = /No\d+x\d*/.exec(JSON.stringify(body))?.[0] ?? path;
    sent.set(token, (sent.get(token) ?? 0) + 1);
  }
  for (const [token, times] of sent) if (times > 1) wrong.push(`${token} was sent ${times} times`);
}

/** Every message of the bot is the one of its card, or a leftover without buttons. */
function judgeMessages(
  cards: ReadonlyMap<string, Card>,
  chat: Chat,
  wrong: string[],
  count: (name: string, by?: number) => void,
): void {
  const known = new Set([...cards.values()].map(({ message }) => `${message?.channel} ${message?.ts}`));
  for (const message of Array.from({ length: places }, (_, i) => chat.messages(channelIdOf(i))).flat()) {
    count('messages');
    if (known.has(`${message.channel} ${message.ts}`) || message.deleted || isAlert(message)) continue;
    count('messages left over, without buttons', message.buttons.length === 0 ? 1 : 0);
    if (message.buttons.length > 0)
      wrong.push(`a message that no card knows offers ${message.buttons.join(', ')}: ${message.fallback}`);
  }
}

const isAlert = (message: ShownMessage): boolean => message.blocks.length === 0;
