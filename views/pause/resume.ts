/** What a pause unscheduled, post by post, with the buttons that decide about each. */
import type { Button, KnownBlock } from '@slack/types';
import { isListedAsBefore, isOnSchedule, type Pause, type PausedPost } from '#src/pause/pause.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { isUndecided } from '#src/posts/card/attention.ts';
import type { Card } from '#src/posts/card/card.ts';
import { contentHash, timeOf } from '#src/posts/card/content.ts';
import { listed } from '#views/kit/language.ts';
import { clip, slack } from '#views/kit/limits.ts';
import type { Clock } from '#views/kit/moment.ts';
import { type Page, rowBlock, type Said, turnBlocks } from '#views/kit/paged.ts';
import { clipped, count, escapedWithMarks, literal, mrkdwn, plain, plural, time } from '#views/kit/text.ts';
import { confirmLeave, confirmUnschedule } from '#views/posts/card-questions.ts';
import { listedLine } from '#views/posts/card-state.ts';
import { pausedLines, pausedText, pauseEmoji } from '#views/posts/paused.ts';

export const resumeList = 'thaw';
export const resumeActions = {
  again: 'thaw.again',
  leave: 'thaw.leave',
  keep: 'thaw.keep',
  off: 'thaw.off',
  newTime: 'thaw.new-time',
} as const;

/** Each takes up to three of the blocks that a message may have. */
export const resumeOnPage = 10;

export interface ResumeRow {
  post: PausedPost;
  /** Its card, or the one it would get; absent: it is on no card, and the service's list does not show it. */
  card: Card | undefined;
  /** The service is being asked about it, and the list is updated then. */
  isPending?: boolean;
}

/** Where a button is in the list. */
interface ResumePlace {
  page: number;
  scope: string;
  /** When the pause began that noted the post above the button (epoch ms). */
  pausedAt: number;
}

export function resumePlaceOf(block_id: string | undefined): ResumePlace | undefined {
  const [, page, at, scope] = /^thaw\.(\d+)\.\d+-(\d+)\.(.*)$/s.exec(block_id ?? '') ?? [];
  if (page === undefined || at === undefined || scope === undefined) return undefined;
  return { page: Number(page), scope, pausedAt: Number(at) };
}

const blockOf = ({ page }: Page<ResumeRow>, row: number, { of }: PausedPost, scope: string): string =>
  rowBlock({ list: resumeList, page, of: scope }, `${row}-${Date.parse(of)}`);

interface ResumeAbout {
  /** Absent: all brands. */
  brand: Named | undefined;
  scope: string;
  /** What was just done. */
  says: string;
  /** Nothing of it can still be scheduled. */
  allOff: boolean;
  /** How many of its posts wait in the list of all brands. */
  inAll: number;
  /** The command that resumes publishing. */
  typed: string;
}

/** `clockOf`: now, and the zone that plain text states the times of a brand in, by its id. */
export function renderResume(
  { brand, scope, says, allOff, inAll, typed }: ResumeAbout,
  shown: Page<ResumeRow>,
  clockOf: (brand: string) => Clock,
): Said {
  const name = brand?.name ?? 'all brands';
  const title =
    shown.total === 0 ? `Resume: ${name}` : `${allOff ? 'Unscheduled' : 'After the pause'}: ${name}`;
  const nothing = inAll > 0 ? '' : 'Nothing is left to decide here.';
  const here =
    shown.total === 0
      ? nothing
      : `${count(shown.total, 'post')} to decide about. ${allOff ? 'Nothing goes out by itself.' : 'Posts that are still scheduled go out at their time.'}`;
  const there =
    inAll > 0
      ? `${count(inAll, 'post')} of this brand ${plural(inAll, { one: 'is', other: 'are' })} in the list of all brands. Use \`${typed} all\` to decide about ${plural(inAll, { one: 'it', other: 'them' })}.`
      : '';
  const left = `${here} ${there}`.trim();
  const text = `${says}${says.includes('\n') ? '\n' : ' '}${left}`.trim();
  return {
    text,
    blocks: [
      { type: 'header', text: plain(clip(title, slack.headerText)) },
      { type: 'section', text: mrkdwn(text) },
      ...shown.rows.flatMap((row, i) =>
        rowBlocks(row, blockOf(shown, i, row.post, scope), clockOf(row.post.brand.id)),
      ),
      ...turnBlocks(resumeList, scope, shown),
    ],
  };
}

function rowBlocks({ post, card, isPending }: ResumeRow, block_id: string, clock: Clock): KnownBlock[] {
  const words = clip(post.caption.replace(/\s+/g, ' ').trim(), 160) || 'No caption yet';
  const overdue = post.was !== undefined && Date.parse(post.was) <= clock.now;
  const was = post.was
    ? `${overdue ? 'Was due' : 'Was planned for'} ${time(post.was)}`
    : 'Its time isn’t known';
  const { note, buttons } = isPending
    ? { note: [stillRead], buttons: [] }
    : card
      ? decisionOf(card, post, clock)
      : unlisted(post);
  return [
    // as on the card: nothing in a caption is markup
    {
      type: 'rich_text',
      elements: [{ type: 'rich_text_quote', elements: [{ type: 'text', text: literal(words) }] }],
    },
    {
      type: 'context',
      elements: [mrkdwn([clipped(post.brand.name, 100), was, ...note].join(' · '))],
    },
    ...(buttons.length > 0 ? [{ type: 'actions' as const, block_id, elements: buttons }] : []),
  ];
}

interface Decision {
  note: string[];
  buttons: Button[];
}

/** While the service is asked about a post. */
export const stillRead = 'Checking this post in the publishing service…';

export const stillListed =
  'Unscheduled, but the publishing service still shows its old time. Run the same command again in a minute';

function decisionOf(card: Card, post: PausedPost, clock: Clock): Decision {
  if (isUndecided(card)) return { note: [], buttons: buttonsOf(card, post, clock) };
  if (isListedAsBefore(card, post)) return { note: [stillListed], buttons: [] };
  if (!isOnSchedule(card, post)) return { note: [listedLine(card, false).text], buttons: [] };
  const off = {
    ...button(card, resumeActions.off, 'Unschedule'),
    confirm: confirmUnschedule(card, clock),
  };
  if (post.state === 'sending') return { note: [beingTakenOff], buttons: [off] };
  return { note: [stillScheduled], buttons: [off, button(card, resumeActions.keep, 'Keep its time')] };
}

/** The list may lag behind: nothing is decided by that. */
function unlisted({ state }: PausedPost): Decision {
  const note = state === 'off' ? notListed : `:warning: *It may still be on the schedule.* ${notListed}`;
  return { note: [note], buttons: [] };
}

const notListed =
  'The publishing service doesn’t list it right now. Run the same command again in a minute. If it was deleted there, there’s nothing left to do';

const stillScheduled = ':warning: *Still on the schedule: it goes out unless you unschedule it*';

/** A person who kept its time could be too late. */
const beingTakenOff =
  ':warning: *It’s being unscheduled, and may still go out.* Run the same command again in a minute';

function buttonsOf(card: Card, { was }: PausedPost, clock: Clock): Button[] {
  const same = was !== undefined && Date.parse(was) > clock.now;
  const confirm = confirmLeave({ ...card, requestedTime: timeOf(card) ?? was }, clock);
  return [
    ...(same ? [{ ...button(card, resumeActions.again, 'Schedule again'), style: 'primary' as const }] : []),
    button(card, resumeActions.newTime, 'New time'),
    { ...button(card, resumeActions.leave, 'Leave as draft'), ...(confirm && { confirm }) },
  ];
}

const button = (card: Card, action_id: string, text: string): Button => ({
  type: 'button',
  action_id,
  text: plain(text),
  value: `${card.id} ${contentHash(card)}`,
});

/** `resume`: the command that ends a pause. */
export function activePauses(pauses: readonly Pause[], resume: string): string {
  if (pauses.length === 0)
    return `Nothing is paused. \`${resume} &lt;brand|all&gt;\` lists posts that an earlier pause unscheduled and that still need a decision.`;
  const ofAll = pauses.filter(({ brand }) => !brand).length;
  const what = ofAll === 0 ? '&lt;brand&gt;' : ofAll === pauses.length ? 'all' : '&lt;brand|all&gt;';
  return [...pausedLines(pauses), `\`${resume} ${what}\` resumes publishing.`].join('\n');
}

export const resumed = 'Resumed.';

/** One brand was resumed, and all are paused. */
export const stillPaused = (all: Pause, resume: string): string =>
  `${pausedText(all)}\nNothing goes out until someone runs \`${resume} all\`.`;

const brandsNamed = 20;
/** All were resumed: `alone` are the pauses of single brands, which continue. */
export function pausedAlone(alone: readonly Pause[], resume: string): string {
  const names = alone.slice(0, brandsNamed).map(({ brand }) => clipped(brand?.name ?? '', 60));
  const more = alone.length - names.length;
  return `${pauseEmoji} *Still paused on their own:* ${listed(more > 0 ? [...names, `${more} more`] : names)}. Use \`${resume} &lt;brand&gt;\`.`;
}

export const notPaused = (one: boolean): string =>
  one ? 'This brand isn’t paused.' : 'There’s no pause on all brands.';

export const noListNow = 'The list of posts can’t be shown right now.';
export const decideLater = 'Run the same command again to decide about each post.';

/** `why`, in plain text: the list of posts is not at hand. */
export const noList = (why: string): string => `${noListNow} ${escapedWithMarks(why)} ${decideLater}`;

/** It is done, or is being done. */
export const decisionNoted = 'Your decision is noted.';

export const listBehind =
  'Nothing was done: someone already decided about this post, or a later pause includes it.';

/** Why nothing keeps its time. */
export const notKept = {
  off: 'It was unscheduled in the meantime. Choose in the list what to do with it.',
  sending: 'Nothing was done: it’s being unscheduled. Run the same command again in a minute.',
};

export const timePassed = 'Its time has passed. Choose a new time, or leave it as a draft.';
