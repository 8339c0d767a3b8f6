/** A pause in words: who paused what, when and why; how far it is; and what's left to decide. */

import type { KnownBlock } from '@slack/types';
import { isAtWork, isOpen, type Pause, type PausedPost, type Progress } from '#src/pause/pause.ts';
import { byPostTime } from '#src/platform/publishing-api/post-time.ts';
import { number } from '#views/kit/language.ts';
import type { Said } from '#views/kit/paged.ts';
import { clipped, count, mrkdwn, person, place, plural, time } from '#views/kit/text.ts';
import { pausedText, pauseEmoji, saying, section, typedCommand } from '#views/posts/paused.ts';
import { failureText } from '#views/posts/problems.ts';

const captionsShown = 8;

/** The message in the channel; `resume` is the command that ends the pause. */
export function renderPause(pause: Pause, progress: Progress, resume: string): Said {
  const { trouble, resumed } = progress;
  // until the message is noted, a crash can leave a copy that isn't updated
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

function goingText(pause: Pause, { posts, decided = 0, resumed }: Progress): string {
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
function doubtBlocks(pause: Pause, { posts, trouble, resumed }: Progress): KnownBlock[] {
  // while it goes well, the rest is under way
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
