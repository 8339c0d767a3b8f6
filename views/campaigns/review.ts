/**
 * The modal that shows all posts of a campaign, page by page, in which people choose posts and say what to do
 * with them.
 */

import type { Button, Checkboxes, KnownBlock, ModalView, Option } from '@slack/types';
import { z } from 'zod';
import { isDecidable } from '#src/campaigns/batch.ts';
import { refusalOf } from '#src/posts/card/apply-transition.ts';
import type { Card } from '#src/posts/card/card.ts';
import { contentHash, timeOf } from '#src/posts/card/content.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import type { CurrentApprovers } from '#src/posts/card/rule.ts';
import {
  isBeingGenerated,
  isDropped,
  isInReview,
  isInTrouble,
  isScheduled,
  wasPublished,
} from '#src/posts/card/state.ts';
import { button, buttonRow, contextLine, divider, modal, readingModal, section } from '#views/kit/blocks.ts';
import { input } from '#views/kit/fields.ts';
import { allOf } from '#views/kit/language.ts';
import { clip, slack } from '#views/kit/limits.ts';
import { compact } from '#views/kit/lists.ts';
import { type Page, pageOf, turnBlocks } from '#views/kit/paged.ts';
import { contextBy, fieldsOf, type Submitted } from '#views/kit/parse.ts';
import { capital, clipped, count, plain, plural } from '#views/kit/text.ts';
import { buttonText, reviewAllAction, reviewText } from '#views/posts/card-buttons.ts';
import { seeAllAction, seeAllText, showButton } from '#views/posts/card-content.ts';
import { linked, type Reader } from '#views/posts/card-link.ts';
import { excerpt, isReadyForReview, listedLine, when } from '#views/posts/card-state.ts';
import { type ChosenPost, chosenSchema, hashKept } from '#views/posts/chosen.ts';
import { pauseNotice } from '#views/posts/paused.ts';
import { setNewTimes, stops, where } from './review-parts.ts';

/** The id of the button on the campaign's card, of the modal, and of its pages. */
export const reviewList = 'campaign.review';

export const reviewActions = {
  open: reviewList,
  choose: 'campaign.review.choose',
  chooseWaiting: 'campaign.review.choose-waiting',
  chooseNone: 'campaign.review.choose-none',
  refresh: 'campaign.review.refresh',
  /** Opens the first part of an import that has posts to review. */
  openAll: reviewAllAction,
  /** Opens the posts of the previous part. */
  earlierPart: 'campaign.review.earlier-part',
  laterPart: 'campaign.review.later-part',
  edit: 'campaign.review.edit',
} as const;

export const reviewOnPage = 10;
const captionShown = 160;

const contextSchema = z.object({
  card: z.string(),
  page: z.int(),
  /**
   * A number that no earlier render had. It's in the ids of the checkboxes, so that Slack shows the current
   * selection instead of the old one.
   */
  draw: z.int(),
  /** Posts chosen on other pages. */
  chosen: z.array(chosenSchema),
});

const whatToDoOptions = ['publish', 'approve', 'reject', 'shift', 'times', 'queue', 'each'] as const;
export type WhatToDo = (typeof whatToDoOptions)[number];

export const whatToDoLabel = 'What to do with the selected posts';
export const reviewEach = 'Review each post separately';

const whatToDoBlock = 'wish';
const postBlock = /^post\.(\d+)\./;

interface Shown {
  campaign: Card;
  /** The cards of all parts of the import, in order, including this one. */
  parts: readonly Card[];
  /** In the order in which they are shown. */
  posts: readonly { card: Card; n: number }[];
  approvers: CurrentApprovers | undefined;
  paused: Paused | undefined;
  hasSlots: boolean;
  page: number;
  renderId: number;
  chosen: readonly ChosenPost[];
  reader: Reader;
  /** Epoch ms. */
  now: number;
}

export const reviewModal = {
  id: reviewList,

  reading(campaign: Card): ModalView {
    const view = readingModal(plain(reviewText(campaign)), 'Loading posts…');
    const context = { card: campaign.id, page: 0, draw: 0, chosen: [] };
    return { ...view, callback_id: reviewList, private_metadata: JSON.stringify(context) };
  },

  render(shown: Shown): ModalView {
    const { campaign, parts, posts, paused, renderId } = shown;
    const page = pageOf(posts, shown.page, reviewOnPage);
    const here = new Set(page.rows.map(({ n }) => n));
    const chosen = shown.chosen.filter(({ n }) => !here.has(n));
    const decidable = posts.filter(({ card }) => isDecidable(card)).length;
    const options = {
      callback_id: reviewList,
      title: reviewText(campaign),
      close: 'Close',
      submit: decidable > 0 ? 'Continue' : undefined,
      context: z.encode(contextSchema, { card: campaign.id, page: page.page, draw: renderId, chosen }),
    };
    return modal(options, [
      section(summary(campaign, posts)),
      ...partBlocks(campaign, parts),
      paused && pauseNotice(paused),
      ...toolBlocks(posts, decidable, renderId),
      ...page.rows.flatMap((row) => postBlocks(row, shown)),
      ...turnBlocks(reviewList, campaign.id, page),
      divider,
      chosen.length > 0 && elsewhereBlock(chosen.length, page),
      // repeated below a long list, where the first one is out of sight
      ...(page.rows.length > fewRows ? buttonRow(chooseWaiting(posts), `choose.${renderId}`) : []),
      decidable > 0 && whatToDoField(shown),
      ...otherPartBlocks(campaign, parts),
    ]);
  },

  contextOf: contextBy(contextSchema),

  /** Everything that is selected, on this page as it was rendered and on the others. */
  chosenIn(view: Submitted): ChosenPost[] {
    const values = z.record(z.string(), z.unknown()).parse(view.state.values);
    const fields = fieldsOf(view);
    const here = Object.keys(values).flatMap((block) => {
      const n = Number(postBlock.exec(block)?.[1]);
      return n > 0 ? fields.choices(block).map(({ id }) => ({ n, contentHash: id.slice(0, hashKept) })) : [];
    });
    return [...this.contextOf(view).chosen, ...here].sort((a, b) => a.n - b.n);
  },

  /**
   * What to do with the selected posts; `undefined` if nothing was chosen, which is an error at its field.
   */
  whatToDoIn(view: Submitted): WhatToDo | undefined {
    const id = fieldsOf(view).choice(whatToDoBlock)?.id;
    return whatToDoOptions.find((one) => one === id);
  },

  errorAt: (text: string): Record<string, string> => ({ [whatToDoBlock]: text }),
};

/** Whether the post waits for a decision. All such posts can be selected with one click. */
export const isWaiting = (card: Card): boolean => isInReview(card) && !card.pending;

function summary(campaign: Card, posts: Shown['posts']): string {
  const { request } = campaign;
  const requested = request?.kind === 'campaign' || request?.kind === 'import' ? request.posts : posts.length;
  const of = (fits: (card: Card) => boolean): number => posts.filter(({ card }) => fits(card)).length;
  const counts: [number, string][] = [
    [of(isWaiting), 'to review'],
    [of(({ state }) => state === 'changes_requested'), 'with changes requested'],
    [of(isScheduled), 'scheduled'],
    [of(wasPublished), 'published'],
    [of(isDropped), 'rejected'],
    [of(isInTrouble), plural(of(isInTrouble), { one: 'needs attention', other: 'need attention' })],
    [of(isBeingGenerated), 'being generated'],
  ];
  const told = counts.flatMap(([n, what]) => (n > 0 ? [`${n} ${what}`] : []));
  const missing = campaign.state === 'generating' ? requested - posts.length : 0;
  return [
    `*${count(posts.length, 'post')} for ${clipped(campaign.brand.name, 150).replaceAll('*', '∗')}*`,
    ...told,
    ...(missing > 0 ? [`${missing} not ready yet: press *Refresh* to check`] : []),
  ].join('  ·  ');
}

/** Says which of the import's threads this is. */
function partBlocks(campaign: Card, parts: readonly Card[]): KnownBlock[] {
  if (parts.length < 2) return [];
  const n = parts.findIndex(({ id }) => id === campaign.id) + 1;
  const buttons = n > 1 && n < parts.length ? 'buttons' : 'button';
  const others = plural(parts.length - 1, { one: 'the other one', other: 'the others' });
  return [
    contextLine(
      `Thread ${n} of ${parts.length} in this import: ${partText(campaign)}. Use the ${buttons} at the bottom to review ${others}. Selections don’t carry over.`,
    ),
  ];
}

function otherPartBlocks(campaign: Card, parts: readonly Card[]): KnownBlock[] {
  const n = parts.findIndex(({ id }) => id === campaign.id);
  const [earlier, later] = [parts[n - 1], parts[n + 1]];
  const named = (part: Card): string => {
    const text = partText(part);
    const brand = part.brand.id === campaign.brand.id ? '' : `, ${part.brand.name}`;
    return clip(`${capital(text)}${brand}`, slack.buttonText);
  };
  return buttonRow([
    earlier && button(reviewActions.earlierPart, named(earlier), { value: earlier.id }),
    later && button(reviewActions.laterPart, named(later), { value: later.id }),
  ]);
}

/** `rows 52 to 101`. */
function partText({ request }: Card): string {
  if (request?.kind !== 'import') return '';
  const { first, last } = request.rows;
  return first === last ? `row ${first}` : `rows ${first} to ${last}`;
}

function toolBlocks(posts: Shown['posts'], decidable: number, renderId: number): KnownBlock[] {
  const tools = [
    ...chooseWaiting(posts),
    ...(decidable > 0 ? [button(reviewActions.chooseNone, 'Clear selection')] : []),
    button(reviewActions.refresh, 'Refresh'),
  ];
  return buttonRow(tools, `tools.${renderId}`);
}

const fewRows = 3;

function chooseWaiting(posts: Shown['posts']): Button[] {
  const waiting = posts.filter(({ card }) => isWaiting(card)).length;
  return waiting > 0 ? [button(reviewActions.chooseWaiting, chooseText(waiting))] : [];
}

export const chooseText = (waiting: number): string =>
  plural(waiting, {
    one: 'Select the post that’s waiting',
    other: `Select ${allOf(waiting, 'waiting posts')}`,
  });

function postBlocks(
  { card, n }: Shown['posts'][number],
  { approvers, renderId, chosen, reader, now }: Shown,
): KnownBlock[] {
  const link = linked(card, 'Open card', reader);
  const { emoji, text } = listedLine(card, link !== undefined);
  // a planned time means nothing for a post that was published or rejected
  const isPublished = wasPublished(card);
  const goesOut = isDropped(card) ? 'Not going out' : when(card);
  const { caption, mediaUrls } = card.content;
  const isCut = caption.length > captionShown || mediaUrls.length > 0;
  const lines = [
    `${emoji} *${n}.* ${isPublished ? text : `*${goesOut}*`}${link ? `  ·  ${link}` : ''}`,
    `:arrow_right: ${where(card)}`,
    ...(isPublished || isReadyForReview(card) ? [] : [text]),
    ...stops(card, approvers, now),
    `> ${excerpt(card, captionShown)}`,
  ];
  return [
    divider,
    section(lines.join('\n'), {
      block_id: `post.${n}.${renderId}`,
      ...(isDecidable(card) && { accessory: checkbox(card, n, chosen) }),
    }),
    ...buttonRow(
      [
        isCut && showButton(card, seeAllAction, seeAllText),
        ...(refusalOf(card, { type: 'change' })
          ? []
          : [button(reviewActions.edit, buttonText.edit, { value: card.id })]),
      ],
      `edit.${n}.${renderId}`,
    ),
  ];
}

function checkbox(card: Card, n: number, chosen: readonly ChosenPost[]): Checkboxes {
  const hash = contentHash(card);
  const option: Option = { text: plain(`Post ${n}`), value: hash };
  const isChosen = chosen.some((one) => one.n === n);
  return {
    type: 'checkboxes',
    action_id: reviewActions.choose,
    options: [option],
    ...(isChosen && { initial_options: [option] }),
  };
}

function elsewhereBlock(n: number, { pages }: Page<unknown>): KnownBlock {
  const others = pages > 2 ? 'other pages' : 'the other page';
  return contextLine(`*${count(n, 'post')}* selected on ${others}`);
}

function whatToDoField({ posts, approvers, hasSlots }: Shown): KnownBlock {
  const option = (value: WhatToDo, text: string, description: string): Option => ({
    text: plain(text),
    value,
    description: plain(description),
  });
  const timed = posts.some(({ card }) => isWaiting(card) && timeOf(card) !== undefined);
  const options = compact([
    approvers && option('approve', 'Approve', 'The final approval publishes or schedules the post'),
    !approvers &&
      timed &&
      option('approve', 'Approve and keep planned times', 'Posts without a time are published right away'),
    !approvers && timed && option('publish', 'Publish now', 'Removes their planned times'),
    !approvers && !timed && option('publish', 'Approve & publish', 'All at once'),
    option('reject', 'Reject', 'With one reason for all of them'),
    option('shift', 'Shift times by days or hours', 'All by the same amount, earlier or later'),
    option('times', setNewTimes, 'Choose a time for each post'),
    hasSlots && option('queue', buttonText.addToQueue, 'Each takes the next open posting slot'),
    option('each', reviewEach, 'Choose what to do with each one'),
  ]);
  return input(
    whatToDoBlock,
    whatToDoLabel,
    { type: 'radio_buttons', options },
    { hint: 'You’ll see what will happen to each post before you confirm.' },
  );
}
