/** A pause in words: who paused what, when and why; how far it is; and what's left to decide. */
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

export const pauseEmoji = ':double_vertical_bar:';

const section = (text: string): KnownBlock => ({ type: 'section', text: mrkdwn(text) });

const nameOf = (brand: Named | undefined): string =>
  brand ? `*${clipped(brand.name, 150).replaceAll('*', '∗')}*` : '*All brands*';

/** `Northwind Coffee is paused by @Bo, today at 10:31: wrong prices.` */
export const pausedText = (pause: Paused, reasonShown = 600): string =>
  saying(pause, pause.brand ? 'is' : 'are', reasonShown);

const saying = ({ brand, by, at, reason }: Paused, verb: string, reasonShown = 600): string =>
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
const typedCommand = (typed: string): string =>
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

const captionsShown = 8;

/** The message in the channel; `resume` is the command that ends the pause. */
export function renderPause(pause: Pause, progress: Progress, resume: string): Said {
  const { trouble, thawed: resumed } = progress;
  // until it's noted where the message is, a crash can leave a copy that nobody edits
  const isPast = resumed !== undefined || pause.report === undefined;
  const title = isPast ? saying(pause, pause.brand ? 'was' : 'were') : pausedText(pause);
  const typed = typedCommand(resume);
  const how = resumed
    ? `${typed} lists the posts that still need a decision.`
    : `Nothing is published or scheduled until someone runs ${typed}, which asks what to do with each post.`;
  return {
    text: title,
    blocks: [
      section(`${resumed ? ':arrow_forward:' : pauseEmoji} ${title}`),
      section(
        [
          ...(resumed ? [`*Resumed* by ${person(resumed.by)}, ${time(resumed.at)}.`] : []),
          goingText(pause, progress),
        ].join('\n'),
      ),
      ...(trouble ? [section(`:warning: ${clipped(`${failureText(trouble)} I’ll keep trying.`, 600)}`)] : []),
      ...doubtBlocks(pause, progress),
      { type: 'context', elements: [mrkdwn(how)] },
    ],
  };
}

function goingText(pause: Pause, { posts, decided = 0, thawed: resumed }: Progress): string {
  const waiting = posts.filter(({ state }) => state === 'off').length;
  const off = waiting + decided;
  if (isAtWork(pause) && !resumed) {
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
function doubtBlocks(pause: Pause, { posts, trouble, thawed: resumed }: Progress): KnownBlock[] {
  // while it goes well, what is left is on its way
  const isKnown = trouble !== undefined || resumed !== undefined || !isAtWork(pause);
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
export function pausing(pause: Pause, channel: string, reason: string, cut?: number): { text: string } {
  const there = pause.channel === channel ? 'in the channel' : `in ${place(pause.channel)}`;
  const next =
    pause.rounds > 1
      ? 'I’m checking the schedule again for posts that were added since then.'
      : `I’m unscheduling its posts, and I’ll report ${there}.`;
  const again = pause.rounds > 1 && pause.reason !== reason;
  const stands = again
    ? `${pause.brand ? 'It was' : 'They were'} paused already, so the first reason stays. Yours is only in the audit trail. `
    : '';
  const left = cut === undefined || again ? '' : ` Your reason was cut to ${number(cut)} characters.`;
  return { text: `${pausedText(pause)}\n${stands}${next}${left}` };
}
