/** The direct message that asks one person for approval, with the buttons that this person can use. */
import type { KnownBlock } from '@slack/types';
import { isChannel } from '#src/platform/slack/channel.ts';
import type { Card } from '#src/posts/card/card.ts';
import { contentHash } from '#src/posts/card/content.ts';
import { type HomeEntry, waitsFor } from '#src/posts/card/permissions.ts';
import type { Permission } from '#src/posts/card/rule.ts';
import { isInReview } from '#src/posts/card/state.ts';
import { buttonRow, contextLine, heading, quote, section, sections } from '#views/kit/blocks.ts';
import { clip } from '#views/kit/limits.ts';
import { andMore } from '#views/kit/lists.ts';
import { clipped, count, literal, oneLine, person, place, plural } from '#views/kit/text.ts';
import { approvalCount } from '#views/posts/approval-progress.ts';
import { type Rendering, type RenderOptions, renderCard, titleOf } from '#views/posts/card.ts';
import {
  approvalRequestBlock,
  cardButtons,
  permissionOf,
  reviewAllButton,
} from '#views/posts/card-buttons.ts';
import { linked } from '#views/posts/card-link.ts';
import { excerpt, stateLine, when } from '#views/posts/card-state.ts';

interface Reading {
  /** The person who is asked. */
  user: string;
  /** A newer message asks them about the same card. */
  isRepeated: boolean;
  /** They chose to get direct messages that ask for approval. */
  chosen: boolean;
  /** The address of the workspace in Slack; empty when it can't be read. */
  slackUrl: string;
  slash(name: string): string;
}

export type ApprovalRequestOptions = Reading &
  Omit<RenderOptions, 'aside' | 'position' | 'alert'> & {
    permissions: ReadonlySet<Permission>;
  };

/** While a post waits for this person, it's shown with its buttons. After that, the result in two lines. */
export function renderApprovalRequest(card: Card, options: ApprovalRequestOptions): Rendering {
  const { user, permissions, review, isRepeated } = options;
  if (isRepeated) return closed(card, repeated, options);
  if (!waitsFor(user, { card, review, permissions }))
    return closed(card, outcome(card, options), options, undoButtons(card, options));
  const { text, blocks } = renderCard(card, { ...options, aside: false, toApprover: true });
  const asks = asking(card, user, 'post', 'it needs your approval');
  return {
    text: `${named(card.content.caption)}${asks} ${text}`,
    blocks: [section(`:wave: ${asks}`), ...asRequest(blocks), footer(card, options)],
  };
}

const postsListed = 10;

/**
 * The same for a campaign, whose posts are reviewed together. `posts`: each with what this person can do with
 * it.
 */
export function renderCampaignRequest(
  campaign: Card,
  posts: readonly HomeEntry[],
  reading: Reading,
): Rendering {
  const { user, isRepeated } = reading;
  const waiting = posts.filter((entry) => waitsFor(user, entry));
  if (isRepeated || waiting.length === 0)
    return closed(
      campaign,
      isRepeated ? repeated : ':white_check_mark: *No posts are waiting for you.*',
      reading,
    );
  const { request } = campaign;
  const isPart = request?.kind === 'import' && (request.parts ?? 1) > 1;
  const many = isPart ? 'its posts' : count(waiting.length, 'post');
  const needs = plural(isPart ? 2 : waiting.length, {
    one: 'needs your approval',
    other: 'need your approval',
  });
  const thing = request?.kind === 'import' ? 'import' : 'campaign';
  const asks = asking(campaign, user, thing, `${many} ${needs}`);
  const brief = campaign.request?.kind === 'campaign' ? campaign.request.brief : '';
  const lines = andMore(
    waiting,
    postsListed,
    ({ card }) => `•  ${excerpt(card, 80)}  ·  ${when(card)}`,
    (more) => (isPart ? 'and more' : `and ${more} more`),
  );
  return {
    text: `${named(brief)}${asks} ${titleText(campaign)}`,
    blocks: [
      section(`:wave: ${asks}`),
      heading(titleOf(campaign)),
      ...(brief === '' ? [] : [quote(clip(literal(brief), quoteShown))]),
      ...sections(lines),
      ...buttonRow([reviewAllButton(campaign, { style: 'primary' })]),
      footer(campaign, reading),
    ],
  };
}

const repeated = '*There’s a newer message about this.*';

const titleText = (card: Card): string => clipped(titleOf(card), 200);

function asking(
  { kind, author, history }: Card,
  user: string,
  thing: 'post' | 'campaign' | 'import',
  needs: string,
): string {
  const who = author === user ? 'You' : person(author);
  // nobody here requested a post that was found in the service
  if (kind === 'found-post') return 'A post needs your approval.';
  const last = history.at(-1);
  if (last?.what === 'resubmitted') {
    const how = last.unchanged ? ' without changes' : '';
    return `${last.by === user ? 'You' : person(last.by ?? author)} resubmitted this post${how}, and ${needs}.`;
  }
  return `${who} requested this ${thing}, and ${needs}.`;
}

const hasCardButton = (block: KnownBlock): boolean =>
  block.type === 'actions' &&
  block.elements.some((element) => 'action_id' in element && (element.action_id ?? '') in permissionOf);

/** The blocks of a card as those of a direct message. */
const asRequest = (blocks: KnownBlock[]): KnownBlock[] =>
  blocks.map((block) => (hasCardButton(block) ? { ...block, block_id: approvalRequestBlock } : block));

/** A person who approved here can undo that here, as on the card. */
const undoButtons = (card: Card, options: ApprovalRequestOptions): KnownBlock[] =>
  card.state === 'approved'
    ? asRequest(cardButtons(card, { ...options, paused: options.paused !== undefined }))
    : [];

const quoteShown = 300;

/** The first words of a notification, which show on a lock screen. `text`: the caption or the brief. */
function named(text: string): string {
  const name = clipped(oneLine(text), 80);
  return name === '' ? '' : `“${name}”: `;
}

function outcome(card: Card, { user, review }: Pick<ApprovalRequestOptions, 'user' | 'review'>): string {
  const { emoji, text } = stateLine(card, quoteShown);
  if (!isInReview(card) || card.pending) return `${emoji} ${text}`;
  const content = contentHash(card);
  const { given = [], needed } = review?.progress ?? {};
  const far = needed === undefined ? '' : ` ${approvalCount(given.length, needed)}.`;
  return card.approvals.some(({ by, content: of }) => by === user && of === content)
    ? `:ballot_box_with_check: *You approved this.*${far}`
    : `${emoji} *It no longer needs your approval.*${far}`;
}

function closed(card: Card, what: string, reading: Reading, buttons: KnownBlock[] = []): Rendering {
  const link = linked(card, 'Open card', reading);
  const caption = card.kind === 'campaign' ? '' : `\n> ${excerpt(card, quoteShown)}`;
  return {
    text: `${titleText(card)}: ${what}`,
    blocks: [
      heading(titleOf(card)),
      section(`${what}${caption}`),
      ...buttons,
      ...(link ? [contextLine(link)] : []),
    ],
  };
}

/** Where the card is, and why this person gets the message. */
function footer(card: Card, { user, chosen, slackUrl, slash }: Reading): KnownBlock {
  const link = linked(card, 'Open card', { user, slackUrl });
  const channel = card.message?.channel;
  const where = link && `${link}${channel && isChannel(channel) ? ` in ${place(channel)}` : ''}`;
  const because = card.message?.aside
    ? 'the card isn’t in a channel'
    : chosen
      ? `of your choices in \`${slash('social')} settings\``
      : 'you’re not in the card’s channel';
  const why = `You got this direct message because ${because}.`;
  return contextLine([...(where ? [where] : []), why].join('  ·  '));
}
