/** What posts, lists and answers say about a pause: who paused what, when and why. */

import type { KnownBlock } from '@slack/types';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { Paused } from '#src/posts/card/scope.ts';
import { clip } from '#views/kit/limits.ts';
import { clipped, escapedWithMarks, mrkdwn, person, time } from '#views/kit/text.ts';

export const pauseEmoji = ':double_vertical_bar:';

export const section = (text: string): KnownBlock => ({ type: 'section', text: mrkdwn(text) });

const nameOf = (brand: Named | undefined): string =>
  brand ? `*${clipped(brand.name, 150).replaceAll('*', '∗')}*` : '*All brands*';

/** `Northwind Coffee is paused by @Bo, today at 10:31: wrong prices.` */
export const pausedText = (pause: Paused, reasonShown = 600): string =>
  saying(pause, pause.brand ? 'is' : 'are', reasonShown);

export const saying = ({ brand, by, at, reason }: Paused, verb: string, reasonShown = 600): string =>
  `${nameOf(brand)} ${verb} paused by ${person(by)}, ${time(at)}: ${clipped(reason, reasonShown)}`;

/** The answer to whoever wanted to publish or schedule something. */
export function pausedRefusal(pause: Paused, slash?: (name: string) => string): string {
  const way = slash ? ` \`${slash('social')} resume\` shows how to resume publishing.` : '';
  return `${pausedText(pause)}\nNothing is published or scheduled while it’s paused, so nothing was done.${way}`;
}

/** For people who press a button after publishing was resumed that was drawn before. */
export const resumedSince =
  'This button is from before publishing was resumed, so nothing was done. Press the button on the post’s card, or open the list again.';

/** For a post that was asked for with a time. */
export const madeAsDraft = (pause: Paused): string =>
  `${pausedText(pause)}\nYour post is saved as a draft. Its time stays on the card and isn’t sent to the service.`;

/** Above a list. */
export const pauseNotice = (pause: Paused): KnownBlock => section(`${pauseEmoji} ${pausedText(pause)}`);

/** On a card that waits. `slash`: the slash command of this installation for a name. */
export function pausedBlock(pause: Paused, slash: (name: string) => string): KnownBlock {
  const typed = typedCommand(`${slash('social')} resume ${typedScope(pause.brand)}`);
  return section(
    `${pauseEmoji} ${pausedText(pause)}\nTo approve, publish or schedule it, resume publishing with ${typed}.`,
  );
}

/** As code, whatever the name of a brand has in it. */
export const typedCommand = (typed: string): string =>
  `\`${escapedWithMarks(clip(typed.replaceAll('`', ''), 200))}\``;

const pausesShown = 5;

/** One line for each pause, for as many as fit. */
export function pausedLines(pauses: readonly Paused[]): string[] {
  const more = pauses.length - pausesShown;
  const lines = pauses.slice(0, pausesShown).map((pause) => `${pauseEmoji} ${pausedText(pause, 200)}`);
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}

/** `Northwind Coffee`, as it is typed behind a command. */
export const typedScope = (brand: Named | undefined): string => (brand ? brand.name : 'all');
