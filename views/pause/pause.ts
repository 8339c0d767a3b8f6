/** A freeze in words: who froze what, when and why; how far it is; and what it left to decide. */
import type { KnownBlock } from '@slack/types';
import { isAtWork, isOpen, type Pause, type PausedPost, type Progress } from '#src/pause/pause.ts';
import { byPostTime } from '#src/platform/publishing-api/post-time.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { Paused } from '#src/posts/card/scope.ts';
import { number } from '#views/kit/language.ts';
import { clip } from '#views/kit/limits.ts';
import type { Said } from '#views/kit/paged.ts';
import { clipped, count, escapedWithMarks, mrkdwn, person, place, plural, time } from '#views/kit/text.ts';
import { failureText } from '#views/posts/problems.ts';

const section = (text: string): KnownBlock => ({ type: 'section', text: mrkdwn(text) });

const nameOf = (brand: Named | undefined): string =>
  brand ? `*${clipped(brand.name, 150).replaceAll('*', '∗')}*` : '*All brands*';

/** `Northwind Coffee is frozen by @Bo, today at 10:31: wrong prices.` */
export const pausedText = (freeze: Paused, reasonShown = 600): string =>
  saying(freeze, freeze.brand ? 'is' : 'are', reasonShown);

const saying = ({ brand, by, at, reason }: Paused, verb: string, reasonShown = 600): string =>
  `${nameOf(brand)} ${verb} frozen by ${person(by)}, ${time(at)}: ${clipped(reason, reasonShown)}`;

/** The answer to whoever wanted to publish or schedule something. */
export function pausedRefusal(freeze: Paused, slash?: (name: string) => string): string {
  const way = slash ? ` \`${slash('social')} thaw\` shows how to end it.` : '';
  return `${pausedText(freeze)}\nNothing is published or scheduled until the freeze ends, so nothing was done.${way}`;
}

/** To whoever presses a button that was drawn in a freeze, after it. */
export const resumedSince =
  'This button is from before the freeze ended, so nothing was done. Press the button on the post’s card, or open the list again.';

/** For a post that was asked for with a time. */
export const madeAsDraft = (freeze: Paused): string =>
  `${pausedText(freeze)}\nYour post is saved as a draft. Its time stays on the card and isn’t sent to the service.`;

/** Above a list. */
export const pauseNotice = (freeze: Paused): KnownBlock => section(`:snowflake: ${pausedText(freeze)}`);

/** On a card that waits. `slash`: the slash command of this installation for a name. */
export function pausedBlock(freeze: Paused, slash: (name: string) => string): KnownBlock {
  const typed = typedCommand(`${slash('social')} thaw ${typedScope(freeze.brand)}`);
  return section(
    `:snowflake: ${pausedText(freeze)}\nIt can be approved, published or scheduled again after ${typed}.`,
  );
}

/** As code, whatever the name of a brand has in it. */
const typedCommand = (typed: string): string =>
  `\`${escapedWithMarks(clip(typed.replaceAll('`', ''), 200))}\``;

const freezesShown = 5;

/** One line for each freeze, of so many as fit. */
export function pausedLines(freezes: readonly Paused[]): string[] {
  const more = freezes.length - freezesShown;
  const lines = freezes.slice(0, freezesShown).map((freeze) => `:snowflake: ${pausedText(freeze, 200)}`);
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}

/** `Northwind Coffee`, as it is typed behind a command. */
export const typedScope = (brand: Named | undefined): string => (brand ? brand.name : 'all');

const captionsShown = 8;

/** The message in the channel; `thaw` is the command that thaws it. */
export function renderPause(freeze: Pause, progress: Progress, thaw: string): Said {
  const { trouble, thawed } = progress;
  // until it's noted where the message is, a crash can leave a copy that nobody edits
  const isPast = thawed !== undefined || freeze.report === undefined;
  const title = isPast ? saying(freeze, freeze.brand ? 'was' : 'were') : pausedText(freeze);
  const typed = typedCommand(thaw);
  const how = thawed
    ? `${typed} lists the posts that still need a decision.`
    : `Nothing is published or scheduled until someone runs ${typed}, which asks what to do with each post.`;
  return {
    text: title,
    blocks: [
      section(`${thawed ? ':sunny:' : ':snowflake:'} ${title}`),
      section(
        [
          ...(thawed ? [`*Thawed* by ${person(thawed.by)}, ${time(thawed.at)}.`] : []),
          goingText(freeze, progress),
        ].join('\n'),
      ),
      ...(trouble ? [section(`:warning: ${clipped(`${failureText(trouble)} I keep trying.`, 600)}`)] : []),
      ...doubtBlocks(freeze, progress),
      { type: 'context', elements: [mrkdwn(how)] },
    ],
  };
}

function goingText(freeze: Pause, { posts, decided = 0, thawed }: Progress): string {
  const waiting = posts.filter(({ state }) => state === 'off').length;
  const off = waiting + decided;
  if (isAtWork(freeze) && !thawed) {
    const open = posts.filter(isOpen).length;
    const soFar =
      off === 0
        ? 'Reading what is scheduled…'
        : `*${count(off, 'post')} unscheduled so far.* Checking for more…`;
    const going = open === 0 ? soFar : `Unscheduling ${count(off + open, 'post')}: ${number(off)} done.`;
    return `:hourglass_flowing_sand: ${going}`;
  }
  if (off === 0) return 'No posts were unscheduled.';
  const drafts = `${plural(off, { one: 'It', other: 'Each' })} is a draft now, and its time is kept.`;
  const since = waiting === 0 ? 'All decided.' : `${decided} decided, ${waiting} waiting.`;
  return `*${count(off, 'post')} unscheduled.* ${decided === 0 ? drafts : since}`;
}

/** What went out, or may: a block for each, since together they may be too long for one. */
function doubtBlocks(freeze: Pause, { posts, trouble, thawed }: Progress): KnownBlock[] {
  // while it goes well, what is left is on its way
  const isKnown = trouble !== undefined || thawed !== undefined || !isAtWork(freeze);
  return [
    ...listBlock(
      posts.filter(({ state }) => state === 'faster'),
      (n) => `*${n} went out anyway:*`,
    ),
    ...listBlock(
      posts.filter(({ state }) => state === 'stuck'),
      (n) => `*${n} couldn’t be unscheduled. Check the publishing service now:*`,
    ),
    ...listBlock(isKnown ? posts.filter(isOpen) : [], (n) => `*${n} may still be on the schedule:*`),
  ];
}

/** The soonest first. */
function listBlock(posts: readonly PausedPost[], title: (posts: string) => string): KnownBlock[] {
  if (posts.length === 0) return [];
  const soonest = posts.toSorted((a, b) => byPostTime(a.was, b.was)).slice(0, captionsShown);
  const more = posts.length - captionsShown;
  return [
    section(
      [
        `:warning: ${title(count(posts.length, 'post'))}`,
        ...soonest.map((post) => `• ${knownBy(post)}`),
        ...(more > 0 ? [`• and ${more} more`] : []),
      ].join('\n'),
    ),
  ];
}

/** `Northwind Coffee: “Beans from Huila”, tomorrow at 10:00`. */
function knownBy({ brand, caption, was }: PausedPost): string {
  const words = clipped(caption.replace(/\s+/g, ' ').trim(), 80) || 'no caption';
  return `${clipped(brand.name, 60)}: “${words}”${was ? `, ${time(was)}` : ''}`;
}

/**
 * The private answer to whoever froze something in `channel`, for `reason`. `cut`: so many characters of that are kept, and it
 * has more.
 */
export function pausing(freeze: Pause, channel: string, reason: string, cut?: number): { text: string } {
  const there = freeze.channel === channel ? 'in the channel' : `in ${place(freeze.channel)}`;
  const next =
    freeze.rounds > 1
      ? 'I’m checking the schedule again for posts that were added since.'
      : `I’m unscheduling what is scheduled, and I’ll report ${there}.`;
  const again = freeze.rounds > 1 && freeze.reason !== reason;
  const stands = again
    ? `${freeze.brand ? 'It was' : 'They were'} frozen already, so the first reason stays. Yours is only in the audit trail. `
    : '';
  const left = cut === undefined || again ? '' : ` Your reason was cut to ${number(cut)} characters.`;
  return { text: `${pausedText(freeze)}\n${stands}${next}${left}` };
}
