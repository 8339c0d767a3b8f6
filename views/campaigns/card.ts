/**
 * The card of a campaign: its progress, and its posts as a carousel, or one line for each. The posts' own
 * cards are in its thread.
 */

import type { KnownBlock } from '@slack/types';
import type { Request } from '#src/platform/publishing-api/request.ts';
import type { Card } from '#src/posts/card/card.ts';
import { isBeingCreated, isInReview, isInTrouble } from '#src/posts/card/state.ts';
import { button, buttonRow, contextLine, heading, quote, section } from '#views/kit/blocks.ts';
import { clip, slack } from '#views/kit/limits.ts';
import { compact } from '#views/kit/lists.ts';
import {
  clipped,
  count,
  firstLine,
  label,
  literal,
  messageLink,
  noCaption,
  person,
} from '#views/kit/text.ts';
import {
  asideBlocks,
  namedLine,
  profileList,
  type Rendering,
  type RenderOptions,
  titleOf,
} from '#views/posts/card.ts';
import { cardButtons, reviewText } from '#views/posts/card-buttons.ts';
import { stateLine, stateWords } from '#views/posts/card-state.ts';
import { pausedBlocks } from '#views/posts/paused.ts';
import { problemText } from '#views/posts/problems.ts';
import { carouselBlocks, fitsCarousels, type PostsLook } from './carousel.ts';
import { reviewActions } from './review.ts';

const barLength = 20;

/** `detail`: `bare` shows the posts as a list, and so does an absent `look`. */
interface CampaignOptions extends Pick<RenderOptions, 'aside' | 'mentions' | 'paused' | 'slash'> {
  detail?: RenderOptions['detail'];
  look?: Omit<PostsLook, 'paused'> | undefined;
}

/**
 * Whether the posts are shown as a carousel: as soon as all of them are generated, unless Slack refuses it.
 */
export const hasCarousel = (campaign: Card, posts: readonly Card[]): boolean =>
  campaign.state === 'review' && fitsCarousels(posts.length);

/** Also renders an import, or a part of one, whose posts are in its thread like a campaign's. */
export function renderCampaign(campaign: Card, posts: Card[], options: CampaignOptions): Rendering {
  const { request, problem } = campaign;
  if (request?.kind !== 'campaign' && request?.kind !== 'import')
    throw new Error(`card ${campaign.id} isn’t a campaign`);
  const isImport = request.kind === 'import';
  const title = titleOf(campaign);
  const { emoji, text } = headline(campaign, posts, request);
  const isReviewed = !isImport || posts.some(isInReview);
  return {
    text: `${clipped(title, 1_000)}: ${text}`,
    blocks: compact([
      ...(options.aside ? asideBlocks(campaign) : []),
      heading(title),
      section([`${emoji} ${text}`, ...namedLine(campaign, options, [])].join('\n')),
      ...pausedBlocks(posts, options),
      !isImport && quote(clip(literal(request.brief), 500)),
      ...postsBlocks(campaign, posts, request.posts, options),
      contextLine(isImport ? importFacts(campaign, request) : campaignFacts(campaign, request)),
      problem && section(`:warning: ${clipped(problemText(problem), 1_500)}`),
      ...(isReviewed ? reviewBlocks(campaign) : []),
      // a campaign has no time of its own that a button could show
      ...(isImport
        ? []
        : cardButtons(campaign, { clock: { now: Date.parse(campaign.updatedAt), zone: 'UTC' } })),
    ]),
  };
}

type RequestOf<Kind> = Extract<Request, { kind: Kind }>;

function campaignFacts(campaign: Card, request: RequestOf<'campaign'>): string {
  const facts = compact([
    `Requested by ${person(campaign.author)}`,
    `${count(request.posts, 'post')} over ${count(request.days, 'day')}`,
    request.source && `from ${messageLink(request.source, 'this message')}`,
    request.objective && `objective: ${label(request.objective).toLowerCase()}`,
  ]);
  const goesTo = campaign.content.profiles.length > 0 ? `\n:arrow_right: ${profileList(campaign)}` : '';
  return `${facts.join(', ')}${goesTo}`;
}

function importFacts({ author }: Card, { rows: { first, last }, file, source }: RequestOf<'import'>): string {
  return compact([
    `Requested by ${person(author)}`,
    `${first === last ? `row ${first}` : `rows ${first} to ${last}`} of ${clipped(file, 100)}`,
    source && `from ${messageLink(source, 'this message')}`,
  ]).join(', ');
}

/** Shown as soon as there is a post to review. */
function reviewBlocks(campaign: Card): KnownBlock[] {
  const { id, posts } = campaign;
  return posts.length === 0
    ? []
    : buttonRow([button(reviewActions.open, reviewText(campaign), { value: id })]);
}

function headline(
  campaign: Card,
  posts: Card[],
  { kind, posts: requested }: RequestOf<'campaign' | 'import'>,
): { emoji: string; text: string } {
  const done = `${written(posts)} of ${count(requested, 'post')}`;
  if (campaign.state === 'generating')
    return kind === 'import'
      ? { emoji: ':hourglass_flowing_sand:', text: `*Creating…* ${done} created` }
      : { emoji: ':sparkles:', text: `*Generating…* ${done} generated` };
  if (campaign.state !== 'review') return stateLine(campaign);
  const waiting = posts.filter(isInReview).length;
  const wrong = posts.filter(isInTrouble).length;
  const look = `${count(wrong, 'post needs', 'posts need')} attention`;
  if (waiting > 0)
    return {
      emoji: ':eyes:',
      text: `*${count(waiting, 'post')} to review* in the thread below${wrong > 0 ? `, and ${count(wrong, 'more needs', 'more need')} attention` : ''}`,
    };
  return wrong > 0
    ? { emoji: ':warning:', text: `*${look}* in the thread below` }
    : { emoji: ':white_check_mark:', text: '*No posts left to review*' };
}

/** How many lines a section has: more might not fit. */
const linesOfSection = 30;

const chunked = (lines: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(lines.length / linesOfSection) }, (_, i) =>
    lines.slice(i * linesOfSection, (i + 1) * linesOfSection),
  );

function written(posts: Card[]): number {
  return posts.filter((post) => !isBeingCreated(post)).length;
}

function postsBlocks(
  campaign: Card,
  posts: Card[],
  requested: number,
  { detail = 'pictures', look, paused }: CampaignOptions,
): KnownBlock[] {
  if (!look || detail === 'bare' || !hasCarousel(campaign, posts))
    return progressBlocks(campaign, posts, requested);
  const missing = requested - posts.length;
  return [
    ...carouselBlocks(posts, {
      ...look,
      paused,
      of: Math.max(requested, posts.length),
      pictures: detail === 'pictures',
    }),
    ...(missing > 0 ? [contextLine(missingText(campaign, missing))] : []),
  ];
}

function progressBlocks(campaign: Card, posts: Card[], requested: number): KnownBlock[] {
  if (campaign.state !== 'generating' && campaign.state !== 'review') return [];
  const done = Math.min(barLength, Math.round((barLength * written(posts)) / requested));
  const bar = `${'▰'.repeat(done)}${'▱'.repeat(barLength - done)}`;
  const missing = requested - posts.length;
  const lines = [...posts.map(postLine), ...(missing > 0 ? [missingText(campaign, missing)] : [])];
  return [
    ...(campaign.state === 'generating' ? [section(`${bar}  ${written(posts)}/${requested}`)] : []),
    ...chunked(lines).map((some) => section(clip(some.join('\n'), slack.sectionText))),
  ];
}

/** For an import, some posts may have been imported with another file, or someone stopped it. */
function missingText({ state, request }: Card, posts: number): string {
  const isImport = request?.kind === 'import';
  const what =
    isImport && state === 'review'
      ? count(posts, 'post wasn’t created by this import', 'posts weren’t created by this import')
      : `${count(posts, 'post')} not ${isImport ? 'created' : 'generated'} yet`;
  return `:black_square_button: ${what}`;
}

function postLine(post: Card, i: number): string {
  const words = clipped(firstLine(post.content.caption), 60);
  return `${stateLine(post).emoji} ${i + 1}. ${words || (post.state === 'generating' ? stateWords.generating : noCaption)}`;
}
