/** A pause in words: who paused what, when and why; its progress; and what's left to decide. */

import type { KnownBlock } from '@slack/types';
import {
  isAtWork,
  isOpen,
  type Pause,
  type PausedPost,
  type Progress,
  unscheduledBy,
} from '#src/pause/pause.ts';
import { byPostTime } from '#src/platform/publishing-api/post-time.ts';
import { contextLine, section } from '#views/kit/blocks.ts';
import { number } from '#views/kit/language.ts';
import { andMore } from '#views/kit/lists.ts';
import type { RenderedMessage } from '#views/kit/paged.ts';
import { clipped, count, lower, noCaption, oneLine, person, place, plural, time } from '#views/kit/text.ts';
import { linked } from '#views/posts/card-link.ts';
import type { OwnMessageOptions } from '#views/posts/card-rows.ts';
import { pausedText, pauseEmoji, resumeCommand } from '#views/posts/paused.ts';
import { failureText } from '#views/posts/problems.ts';

const captionsShown = 8;

/** The message in the channel. */
export function renderPause(
  pause: Pause,
  progress: Progress,
  { slash, slackUrl }: Pick<OwnMessageOptions, 'slash' | 'slackUrl'>,
): RenderedMessage {
  const { trouble, resumed } = progress;
  // a crash can leave a copy of this message that nobody updates, so the title has to stay true after the
  // pause
  const title = pausedText(pause);
  const typed = resumeCommand(pause, slash);
  const how = resumed
    ? `${typed} lists the posts that still need a decision.`
    : `${pause.brand ? `Nothing for ${clipped(pause.brand.name, 60)}` : 'Nothing'} will be published or scheduled until someone runs ${typed}. I’ll then ask what to do with each post.`;
  return {
    text: title,
    blocks: [
      section(`${resumed ? ':arrow_forward:' : pauseEmoji} ${title}`),
      section(
        [
          ...(resumed ? [`${person(resumed.by)} *resumed publishing* ${time(resumed.at)}.`] : []),
          goingText(pause, progress),
        ].join('\n'),
      ),
      ...unscheduledBlocks(progress, slackUrl),
      ...(trouble ? [section(`:warning: ${clipped(`${failureText(trouble)} I’ll keep trying.`, 600)}`)] : []),
      ...doubtBlocks(pause, progress),
      contextLine(how),
    ],
  };
}

function goingText(pause: Pause, progress: Progress): string {
  const { posts, resumed } = progress;
  const decided = progress.decided?.length ?? 0;
  const off = unscheduledBy(progress).all.length;
  const waiting = off - decided;
  if (isAtWork(pause) && !resumed) {
    const open = posts.filter(isOpen).length;
    const soFar =
      off === 0 ? 'Checking schedule…' : `*${count(off, 'post')} unscheduled so far.* Checking for more…`;
    const going = open === 0 ? soFar : `Unscheduling ${count(off + open, 'post')}: ${number(off)} done.`;
    return `:hourglass_flowing_sand: ${going}`;
  }
  if (off === 0) return 'No posts were unscheduled.';
  const drafts = plural(off, {
    one: 'It’s now a draft and keeps its planned time.',
    other: 'They’re now drafts and keep their planned times.',
  });
  const since =
    waiting === 0
      ? plural(off, { one: 'It’s been handled.', other: 'All of them have been handled.' })
      : `${decided} handled, ${waiting} to go.`;
  return `*${count(off, 'post')} unscheduled.* ${decided === 0 ? drafts : since}`;
}

/** Everyone in the channel can read this, so it doesn't link to cards that only their authors can see. */
function unscheduledBlocks(progress: Progress, slackUrl: string): KnownBlock[] {
  const { all, named } = unscheduledBy(progress);
  if (named.length === 0) return [];
  const more = all.length - named.length;
  const linkOf = (post: string): string | undefined => {
    const card = progress.cards?.find(({ postId }) => postId === post);
    return card && linked(card, 'Open card', { user: '', slackUrl });
  };
  const lines = named.map((post) => `• ${[knownBy(post), linkOf(post.id)].filter(Boolean).join('  ·  ')}`);
  return [section([...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'))];
}

/** Posts that were published, or may be: one block each, since together they may be too long for one. */
function doubtBlocks(pause: Pause, { posts, trouble, resumed }: Progress): KnownBlock[] {
  // as long as everything works, the rest is in progress
  const isKnown = trouble !== undefined || resumed !== undefined || !isAtWork(pause);
  return [
    ...listBlock(
      posts.filter(({ state }) => state === 'published'),
      (n) => `*${n} went out anyway:*`,
    ),
    ...listBlock(
      posts.filter(({ state }) => state === 'stuck'),
      (posts, n) =>
        `*${posts} couldn’t be unscheduled. Check ${plural(n, { one: 'it', other: 'them' })} in the publishing service now:*`,
    ),
    ...listBlock(isKnown ? posts.filter(isOpen) : [], (n) => `*${n} may still be on the schedule:*`),
  ];
}

/** Soonest first. */
function listBlock(posts: readonly PausedPost[], title: (posts: string, n: number) => string): KnownBlock[] {
  if (posts.length === 0) return [];
  const soonest = posts.toSorted((a, b) => byPostTime(a.scheduledFor, b.scheduledFor));
  const lineOf = (post: PausedPost): string => `• ${knownBy(post)}`;
  const lines = andMore(soonest, captionsShown, lineOf, (more) => `and ${more} more`);
  return [section([`:warning: ${title(count(posts.length, 'post'), posts.length)}`, ...lines].join('\n'))];
}

/** `Northwind Coffee: “Beans from Huila”, tomorrow at 10:00`. */
function knownBy({ brand, caption, scheduledFor }: PausedPost): string {
  const words = clipped(oneLine(caption), 80);
  return `${clipped(brand.name, 60)}: ${words ? `“${words}”` : lower(noCaption)}${scheduledFor ? `, ${time(scheduledFor)}` : ''}`;
}

/**
 * The private answer to the person who paused something in `channel`. `cut`: how many characters of the
 * `reason` were kept.
 */
export function pausing(pause: Pause, channel: string, reason: string, cut?: number): { text: string } {
  const there = pause.channel === channel ? 'in the channel' : `in ${place(pause.channel)}`;
  const next =
    pause.checksRequested > 1
      ? 'I’m checking the schedule again for posts added since then.'
      : `I’m unscheduling posts now and will post a report ${there}.`;
  const again = pause.checksRequested > 1 && pause.reason !== reason;
  const shortened = cut === undefined ? '' : ` shortened to ${number(cut)} characters`;
  const stands = again
    ? `${pause.brand ? 'It was' : 'They were'} already paused, so people still see the first reason. Yours is in the audit trail${shortened && `,${shortened}`}. `
    : '';
  const left = again || !shortened ? '' : ` Your reason was${shortened}.`;
  return { text: `${pausedText(pause)}\n${stands}${next}${left}` };
}
