/** What posts, lists and answers say about a pause: who paused what, when and why. */

import type { KnownBlock, ModalView } from '@slack/types';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { NotAttached } from '#src/posts/card/file-checks.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import { isResting } from '#src/posts/card/state.ts';
import { section } from '#views/kit/blocks.ts';
import { block } from '#views/kit/fields.ts';
import { clip } from '#views/kit/limits.ts';
import { bold, clipped, escapedWithMarks, oneLine, person, sentence, time } from '#views/kit/text.ts';
import { notAttachedText } from './problems.ts';

export const pauseEmoji = ':double_vertical_bar:';

const nameOf = (brand: Named | undefined): string => (brand ? bold(brand.name) : '*all brands*');

/** `@Bo paused Northwind Coffee today at 10:31 AM: wrong prices`. Stays true after publishing resumes. */
export const pausedText = ({ brand, by, at, reason }: Paused, reasonShown = 600): string =>
  `${person(by)} paused ${nameOf(brand)} ${time(at)}: ${clipped(reason, reasonShown)}`;

/** The same as plain text, which a workflow can put into a message. */
export const plainPaused = ({ brand: { name } }: Pick<Card, 'brand'>, { brand, reason }: Paused): string =>
  `Publishing is paused for ${brand ? clip(name, 100) : 'all brands'}: ${sentence(clip(oneLine(reason), 500))} Posts can’t be approved, published, or scheduled until it resumes.`;

const nothingWhilePaused =
  'Posts can’t be published or scheduled until publishing resumes, so nothing changed.';

/** The answer to people who try to publish or schedule something. */
export function pausedRefusal(pause: Paused, slash?: (name: string) => string): string {
  const way = slash ? ` To resume, use ${resumeCommand(pause, slash)}.` : '';
  return `${pausedText(pause)}\n${nothingWhilePaused}${way}`;
}

/** `/social resume Northwind Coffee`, as code. `slash`: the slash command of this installation for a name. */
export const resumeCommand = ({ brand }: Paused, slash: (name: string) => string): string =>
  typedCommand(`${slash('social')} resume ${typedScope(brand)}`);

/** The answer to a click on a button that was rendered during a pause that has ended. */
export const resumedSince =
  'This button is from before publishing was resumed, so nothing changed. Press the button on the post’s card, or open the list again.';

/**
 * For a post that was requested with a time. `slot`: it was to take the next open slot, which is this one
 * (UTC).
 */
export const madeAsDraft = (pause: Paused, slot?: string): string =>
  `${pausedText(pause)}\n${savedAsDraft(slot)}`;

/** For a post that was requested with a time, and with files that its rule refuses. */
export const linksMadeAsDraft = (files: NotAttached, slot?: string): string =>
  `${notAttachedText(files)}\n${savedAsDraft(slot)}`;

const savedAsDraft = (slot: string | undefined): string =>
  slot
    ? `Your post was saved as a draft planned for the next open slot (${time(slot)}), but it isn’t scheduled.`
    : 'Your post was saved as a draft with its planned time, but it isn’t scheduled.';

/** Shown below the pauses of the brands that are chosen in a form. */
export const savedAsDrafts =
  'Posts for a paused brand are saved as drafts, even if you set a time. They keep the time but aren’t scheduled.';

/** Shown below the pauses in a form for generated posts. */
export const generatedWhilePaused =
  'You can still generate posts, but they can’t be published or scheduled until publishing resumes.';

export const pausesBlock = 'pauses';

/**
 * The pauses of the brands chosen in a form, and what they mean for the new posts. If everything is paused,
 * all brands have the same pause.
 */
export function pausesInForm(pauses: readonly Paused[], meaning: string): KnownBlock[] {
  const each = [...new Map(pauses.map((pause) => [pause.brand?.id, pause])).values()];
  if (each.length === 0) return [];
  return [{ ...section([...pausedLines(each), meaning].join('\n')), block_id: pausesBlock }];
}

/** The form of a new post or campaign, with the pause of the brand that is chosen in it. */
export function withPause(form: ModalView, paused: Paused | undefined): ModalView {
  const hasTime = form.blocks.some(({ block_id }) => block_id === block.time);
  const shown = pausesInForm(paused ? [paused] : [], hasTime ? savedAsDrafts : generatedWhilePaused);
  return {
    ...form,
    blocks: form.blocks.flatMap((one) => (one.block_id === block.brand ? [one, ...shown] : [one])),
  };
}

/** The line above a list. */
export const pauseNotice = (pause: Paused): KnownBlock => section(`${pauseEmoji} ${pausedText(pause)}`);

/**
 * On the card of a post, or of a campaign with these posts. `slash`: the slash command of this installation
 * for a name.
 */
export function pausedBlocks(
  posts: readonly Card[],
  { paused, slash }: { paused?: Paused | undefined; slash(name: string): string },
): KnownBlock[] {
  if (!paused || !posts.some(isResting)) return [];
  return [
    section(
      `${pauseEmoji} ${pausedText(paused)}\nTo approve, publish, or schedule posts, resume publishing with ${resumeCommand(paused, slash)}.`,
    ),
  ];
}

/** Shown as code, whatever characters the brand's name has. */
export const typedCommand = (typed: string): string =>
  `\`${escapedWithMarks(clip(typed.replaceAll('`', ''), 200))}\``;

const pausesShown = 5;

/** One line for each pause, for as many as fit. */
export function pausedLines(pauses: readonly Paused[]): string[] {
  const more = pauses.length - pausesShown;
  const lines = pauses.slice(0, pausesShown).map((pause) => `${pauseEmoji} ${pausedText(pause, 200)}`);
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}

/** What people type after a command: `Northwind Coffee`. */
const typedScope = (brand: Named | undefined): string => (brand ? brand.name : 'all');
