/** A notification: whom it's for, what happened, and to which posts. */
import type { Button, KnownBlock } from '@slack/types';
import type { Line, NotificationMessage } from '#src/notifications/message.ts';
import { messageAddress } from '#src/platform/slack/message-address.ts';
import type { Card, Mention } from '#src/posts/card/card.ts';
import { addressForEveryone } from '#src/posts/card/card-address.ts';
import { hasNoProfiles, wordsOf } from '#src/posts/card/content.ts';
import type { PostEvent } from '#src/posts/card/events.ts';
import { buttonRow, contextLine, section } from '#views/kit/blocks.ts';
import { count } from '#views/kit/language.ts';
import type { RenderedMessage } from '#views/kit/paged.ts';
import { capital, clipped, firstLine, messageLink, mrkdwn, unnamed } from '#views/kit/text.ts';
import { openInService } from '#views/posts/card.ts';
import { actions, cardButtons, reviewAllButton } from '#views/posts/card-buttons.ts';
import { aside, type OwnMessageOptions, rowOf, rowsBlock } from '#views/posts/card-rows.ts';
import { mentionText } from '#views/posts/mentions.ts';
import { correctionOf, sentenceOf, shortReason } from './sentences.ts';

/** The id of its first block: a message that has it is a notification. */
export const notificationBlock = 'notification';

/** How many posts of an event are named; the others are counted. */
const namedAtMost = 10;

/** How many kinds of events one message has. Everything else is on the cards. */
const kindsAtMost = 12;

export function renderNotification(
  message: NotificationMessage,
  options: OwnMessageOptions,
): RenderedMessage {
  const { lines, root } = message;
  // what someone has to act on comes first: previews show only the beginning
  const sorted = lines.toSorted((a, b) => Number(needsAction(b)) - Number(needsAction(a)));
  const groups = [...Map.groupBy(sorted, ({ card, event, ended }) => kindOf(card, event, ended)).values()];
  const parts = groups
    .slice(0, kindsAtMost)
    .map((group, i) => partOf(group, { message, options, isFirst: i === 0 }));
  const left = groups.length - kindsAtMost;
  const [line] = lines;
  const alone = lines.length === 1 && line ? afterOne(line, root, options) : [];
  return {
    text: parts.reduce((all, { text }) => joined(all, text), ''),
    blocks: [
      ...parts.flatMap(({ blocks }) => blocks),
      ...(left > 0 ? [contextLine(`and ${count(left, 'more update')} on the cards`)] : []),
      ...alone,
      ...incidentBlocks(message, options),
    ],
  };
}

const needsAction = ({ event, asked, ended }: Line): boolean =>
  !ended && (asked || ['changes_requested', 'failed', 'outcome_unknown'].includes(event.type));

/** A notification's text has to be shorter than the message. */
const joined = (all: string, text: string): string =>
  all.length + text.length < 3_500 ? [all, text].filter(Boolean).join('\n') : all;

/** Events of the same kind share one sentence, even if they're about several posts. */
function kindOf(card: Card, event: PostEvent, ended: PostEvent | undefined): string {
  const by = 'by' in event ? event.by : undefined;
  const how =
    event.type === 'published'
      ? event.onSchedule
      : event.type === 'resubmitted'
        ? event.unchanged
        : event.type === 'approval_requested' && event.anyone;
  const { code, step } = ('problem' in event && event.problem) || {};
  const words = 'note' in event ? event.note : 'reason' in event ? event.reason : undefined;
  // the posts of each campaign are counted on their own
  const campaign = event.type === 'campaign_ready' ? card.id : card.kind === 'campaign';
  // these have a sentence of their own, because they might not be visible anywhere
  const isNowhere = event.type === 'published' && hasNoProfiles(card);
  const wasRejected = 'rejectedBy' in event;
  return JSON.stringify([campaign, event.type, by, how, wasRejected, isNowhere, code, step, words, ended]);
}

/** Events whose sentences say whose approval is needed. */
const askThemselves = new Set<PostEvent['type']>(['approval_required', 'approvals_cleared']);

function mentioning(mentions: readonly Mention[]): string {
  const all = mentionText(mentions);
  // without the colon, a mention and a name at the beginning of the sentence would read as one name
  return all && `${all}: `;
}

function partOf(
  group: readonly Line[],
  {
    message: { root, names, mentions },
    options,
    isFirst,
  }: { message: NotificationMessage; options: OwnMessageOptions; isFirst: boolean },
): RenderedMessage {
  const [first] = group;
  if (!first) return { text: '', blocks: [] };
  const { card, event, ended } = first;
  const nameOf = (one: PostEvent): string | undefined =>
    'by' in one && one.by !== undefined
      ? clipped(names.get(one.by) ?? capital(unnamed.person), 80)
      : undefined;
  const many = group.length > 1;
  const asked = group.some((line) => line.asked);
  const asks = asked && !askThemselves.has(event.type) ? ' Your approval is needed.' : '';
  const saying = (one: string): string => {
    const subject = { text: many ? count(group.length, 'post') : one, many };
    const facts = { card, subject, name: nameOf(event), asked };
    // placed before what someone wrote, which is quoted below
    const [sentence = '', ...quote] = sentenceOf(event, facts).split('\n');
    return [`${isFirst ? mentioning(mentions) : ''}${sentence}${asks}`, ...quote].join('\n');
  };
  const text = saying(namedIn(card, root, options));
  const push = saying(namedAlone(card));
  const rows = group.map((line) => {
    // the reason is about one post, so with several, it's next to each
    const why = many ? shortReason(line.event) : undefined;
    return { ...rowOf(line.card, options.slackUrl), after: why ? [aside(why)] : [] };
  });
  const more = rows.length - namedAtMost;
  const id = isFirst && { block_id: notificationBlock };
  const now = ended && correctionOf(ended, { name: nameOf(ended), many });
  return {
    text: now ? `${push} ${now}` : push,
    blocks: [
      // text that isn't true anymore stays readable, in small print
      ...(now
        ? [{ ...contextLine(text), ...id }, section(`*Update:* ${now}`)]
        : [{ type: 'section' as const, text: mrkdwn(text), ...id }]),
      ...(many ? [rowsBlock(rows, namedAtMost)] : []),
      ...(more > 0 ? [contextLine(`and ${more} more`)] : []),
    ],
  };
}

/** Names a post: in its own thread as *this post*, elsewhere as one of several. */
function namedIn(card: Card, root: string | undefined, { slackUrl }: OwnMessageOptions): string {
  const thing = card.kind === 'campaign' ? seriesNameOf(card) : 'post';
  if (card.id === root) return `this ${thing}`;
  const words = firstWords(card);
  const named = words || `a ${thing} for ${clipped(card.brand.name, 80)}`;
  const address = addressForEveryone(card, slackUrl);
  const linked = address ? messageLink(address, named) : named;
  return words ? `“${linked}”` : linked;
}

/** Names a post for a lock screen or a corner of the screen, where nobody sees the card. Without a link. */
function namedAlone(card: Card): string {
  const words = firstWords(card);
  if (card.kind === 'campaign') return words ? `the ${seriesNameOf(card)} “${words}”` : 'a campaign';
  return words ? `“${words}”` : `a post for ${clipped(card.brand.name, 80)}`;
}

const seriesNameOf = ({ request }: Card): string => (request?.kind === 'import' ? 'import' : 'campaign');

/** Without its final period, because the sentence continues, or ends with its own. */
const firstWords = (card: Card): string => clipped(firstLine(wordsOf(card)).replace(/(?<!\.)\.$/, ''), 80);

function afterOne(
  { card, event, ended }: Line,
  root: string | undefined,
  { addressOf }: OwnMessageOptions,
): KnownBlock[] {
  if (ended) return [];
  const address = event.type === 'published' && addressOf?.(card);
  if (address) return [contextLine(messageLink(address, openInService))];
  if (event.type === 'campaign_ready')
    return card.posts.length === 0 ? [] : buttonRow([reviewAllButton(card)]);
  if (event.type !== 'failed' && event.type !== 'outcome_unknown') return [];
  return [contextLine(waysOn(card, card.id === root ? 'above' : 'on the post’s card'))];
}

/** Buttons that everyone sees can be named. The others depend on the brand's rule. */
const sameForAll = new Set<string>([actions.checkAgain, actions.retry]);

function waysOn(card: Card, where: string): string {
  // only buttons without a time are named
  const clock = { now: Date.parse(card.updatedAt), zone: 'UTC' };
  const buttons = cardButtons(card, { clock }).flatMap((block) =>
    block.type === 'actions' ? (block.elements as Button[]) : [],
  );
  const check = 'Check the publishing service';
  if (buttons.length === 0) return `${check}. There’s nothing you can do from Slack.`;
  const ways = buttons.filter(({ action_id }) => sameForAll.has(action_id ?? ''));
  if (ways.length === 0) return `${check}, then use the buttons ${where}.`;
  return `${check}, then press ${ways.map(({ text }) => `*${text.text}*`).join(' or ')} ${where}.`;
}

function incidentBlocks({ incident }: NotificationMessage, { slackUrl }: OwnMessageOptions): KnownBlock[] {
  if (!incident || !slackUrl) return [];
  const link = messageLink(messageAddress(slackUrl, incident), 'See all posts affected by this problem');
  return [contextLine(`:rotating_light: ${link}`)];
}
