/** The posts that a pause unscheduled, each with the buttons that decide about it. */
import type { Button, KnownBlock } from '@slack/types';
import { isLeftScheduled, isListedAsBefore, type Pause, type PausedPost } from '#src/pause/pause.ts';
import { networksShown } from '#src/platform/publishing-api/networks.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { isUndecided } from '#src/posts/card/attention.ts';
import type { Card } from '#src/posts/card/card.ts';
import { contentHash, timeOf } from '#src/posts/card/content.ts';
import { button, buttonRow, contextLine, dialog, heading, quote, section } from '#views/kit/blocks.ts';
import { listed } from '#views/kit/language.ts';
import { clip } from '#views/kit/limits.ts';
import { andMore, compact } from '#views/kit/lists.ts';
import type { Clock } from '#views/kit/moment.ts';
import { type Page, type RenderedMessage, rowBlock, turnBlocks } from '#views/kit/paged.ts';
import {
  clipped,
  count,
  escapedWithMarks,
  literal,
  noCaption,
  oneLine,
  plain,
  plural,
  time,
} from '#views/kit/text.ts';
import { confirmLeave, confirmUnschedule } from '#views/posts/card-questions.ts';
import { listedLine } from '#views/posts/card-state.ts';
import { moveLine, type PlannedMove } from '#views/posts/moved.ts';
import { pausedLines, pausedText, pauseEmoji } from '#views/posts/paused.ts';

export const resumeList = 'thaw';
export const resumeActions = {
  again: 'thaw.again',
  leave: 'thaw.leave',
  keep: 'thaw.keep',
  off: 'thaw.off',
  newTime: 'thaw.new-time',
  pushBack: 'thaw.push-back',
} as const;

/** Each post takes up to three of a message's blocks. */
export const resumeOnPage = 10;

export interface ResumeRow {
  post: PausedPost;
  /** The post's card, or the one it would get; absent if it has no card and the listing doesn't show it. */
  card: Card | undefined;
  /** The service is being asked about the post, and the list is updated after that. */
  isPending?: boolean;
}

interface ResumeListPage {
  page: number;
  scope: string;
  /** When the pause of the post above the button began (epoch ms). */
  pausedAt: number;
}

export function resumeListPageOf(block_id: string | undefined): ResumeListPage | undefined {
  const [, page, at, scope] = /^thaw\.(\d+)\.\d+-(\d+)\.(.*)$/s.exec(block_id ?? '') ?? [];
  if (page === undefined || at === undefined || scope === undefined) return undefined;
  return { page: Number(page), scope, pausedAt: Number(at) };
}

const blockOf = ({ page }: Page<ResumeRow>, row: number, { pausedAt }: PausedPost, scope: string): string =>
  rowBlock({ list: resumeList, page, of: scope }, `${row}-${Date.parse(pausedAt)}`);

interface ResumeAbout {
  /** Absent: all brands. */
  brand: Named | undefined;
  scope: string;
  /** What was just done. */
  says: string;
  /** A pause has just ended. */
  ended: boolean;
  /** No post of the pause can still be scheduled. */
  allOff: boolean;
  /** How many of the brand's posts are in the list for all brands. */
  inAll: number;
  /** How many posts missed their time, and can get a posting slot. */
  missed: number;
  /** What *Push queue back* would do now; empty if no post missed its time. */
  moves: readonly PlannedMove[];
  /** The command that resumes publishing. */
  typed: string;
}

export const resumeTitle = {
  none: (brand: string): string => `Publishing for ${brand}`,
  unscheduled: (brand: string): string => `Unscheduled posts for ${brand}`,
  /** Used while some of the posts can still be published. */
  paused: (brand: string): string => `Posts affected by the pause: ${brand}`,
};

export const resumeButtons = {
  again: 'Schedule again',
  newTime: 'Change time',
  leave: 'Leave as draft',
  keep: 'Keep scheduled',
  pushBack: 'Push queue back',
} as const;

/** `clockOf`: the current time, and the zone for times in plain text, by the brand's id. */
export function renderResume(
  { brand, scope, says, ended, allOff, inAll, missed, moves, typed }: ResumeAbout,
  shown: Page<ResumeRow>,
  clockOf: (brand: string) => Clock,
): RenderedMessage {
  const name = brand?.name ?? 'all brands';
  const title = resumeTitle[shown.total === 0 ? 'none' : allOff ? 'unscheduled' : 'paused'](name);
  const nothing = inAll > 0 ? '' : nothingLeft;
  const here =
    shown.total === 0
      ? nothing
      : `${leftToDecide(shown.total)} ${allOff ? staysOff(shown.total) : stillGoesOut}`;
  const there = inAll > 0 ? inListOfAll(inAll, typed) : '';
  const left = `${here} ${there}`.trim();
  const text = `${says}${says.includes('\n') ? '\n' : ' '}${left}`.trim();
  return {
    text,
    blocks: [
      heading(title),
      section(text),
      ...(ended ? [contextLine(madeMeanwhile)] : []),
      ...(missed > 0
        ? pushBackBlocks(
            missed,
            moves,
            rowBlock({ list: resumeList, page: shown.page, of: scope }, pageOfAll),
          )
        : []),
      ...shown.rows.flatMap((row, i) =>
        rowBlocks(row, blockOf(shown, i, row.post, scope), clockOf(row.post.brand.id)),
      ),
      ...turnBlocks(resumeList, scope, shown),
    ],
  };
}

/** For a button that isn't about a single post, in `resumeListPageOf`. */
const pageOfAll = `${resumeOnPage}-0`;

const movesShown = 10;

function pushBackBlocks(missed: number, moves: readonly PlannedMove[], block_id: string): KnownBlock[] {
  const lines = andMore(moves, movesShown, moveLine, (more) => `and ${count(more, 'later post')}`);
  const those = plural(missed, { one: 'it', other: 'them' });
  return compact([
    contextLine(
      `:alarm_clock: ${count(missed, 'post')} missed ${plural(missed, { one: 'its time', other: 'their times' })}. *Push queue back* gives ${those} the next open ${plural(missed, { one: 'slot', other: 'slots' })} and pushes later posts back, in the same order${lines.length > 0 ? ':' : '.'}`,
    ),
    lines.length > 0 && section(lines.join('\n')),
    ...buttonRow(
      [
        button(resumeActions.pushBack, resumeButtons.pushBack, {
          confirm: dialog(
            'Push queue back?',
            plain(
              'Posts that missed their time get the next open slots, and later posts are pushed back if needed, as the list shows. The order stays the same. Posts added to the queue during the pause keep their slots, so once approved, they may go out before the others.',
            ),
            'Push queue back',
          ),
        }),
      ],
      block_id,
    ),
  ]);
}

/**
 * After *Push queue back* moved nothing, because someone was faster or the publishing service’s listing lags
 * behind.
 */
export const nothingToPushBack =
  'No times were changed: there are no open slots for the posts in this list right now. Check the list, or try again in a minute.';

/** Said once, when publishing resumes. */
export const madeMeanwhile =
  'Posts that were created during the pause aren’t listed here. They’re waiting for approval on their cards.';
export const nothingLeft = 'There’s nothing left to decide here.';
export const leftToDecide = (posts: number): string => `Decide what to do with ${count(posts, 'post')}.`;
const staysOff = (posts: number): string =>
  plural(posts, { one: 'It won’t go out on its own.', other: 'They won’t go out on their own.' });
const stillGoesOut = 'Any post that’s still scheduled goes out at its scheduled time.';
const inListOfAll = (posts: number, typed: string): string =>
  `${count(posts, 'post')} for this brand ${plural(posts, { one: 'is', other: 'are' })} in the list for all brands. To see ${plural(posts, { one: 'it', other: 'them' })}, use \`${typed} all\`.`;

function rowBlocks({ post, card, isPending }: ResumeRow, block_id: string, clock: Clock): KnownBlock[] {
  const words = clip(oneLine(post.caption), 160) || noCaption;
  const { scheduledFor } = post;
  const networks = networksShown(card?.content.profiles ?? []);
  const overdue = scheduledFor !== undefined && Date.parse(scheduledFor) <= clock.now;
  const planned = scheduledFor
    ? `${overdue ? 'Missed its planned time,' : 'Was planned for'} ${time(scheduledFor)}`
    : 'Planned time unknown';
  const { note, buttons } = isPending
    ? { note: [stillRead], buttons: [] }
    : card
      ? decisionOf(card, post, clock)
      : unlisted(post);
  return [
    // as on the card, nothing in a caption is markup
    quote(literal(words)),
    contextLine(
      [
        clipped(post.brand.name, 100),
        ...(networks.length > 0 ? [clipped(listed(networks), 200)] : []),
        planned,
        ...note,
      ].join(' · '),
    ),
    ...buttonRow(buttons, block_id),
  ];
}

interface Decision {
  note: string[];
  buttons: Button[];
}

/** Shown while the service is asked about a post. */
export const stillRead = 'Checking this post in the publishing service…';

export const stillListed =
  'Unscheduled, but the publishing service still shows the post’s old time. Run this command again in a minute.';

function decisionOf(card: Card, post: PausedPost, clock: Clock): Decision {
  if (isUndecided(card)) return { note: [], buttons: buttonsOf(card, post, clock) };
  if (isListedAsBefore(card, post)) return { note: [stillListed], buttons: [] };
  if (!isLeftScheduled(card, post)) return { note: [listedLine(card, false).text], buttons: [] };
  const off = {
    ...decisionButton(card, resumeActions.off, 'Unschedule'),
    confirm: confirmUnschedule(card, clock),
  };
  if (post.state === 'sending') return { note: [beingUnscheduled], buttons: [off] };
  return {
    note: [stillScheduled],
    buttons: [off, decisionButton(card, resumeActions.keep, resumeButtons.keep)],
  };
}

/** The listing may lag behind, so it doesn't decide anything. */
function unlisted({ state }: PausedPost): Decision {
  const note =
    state === 'unscheduled' ? notListed : `:warning: *It may still be on the schedule.* ${notListed}`;
  return { note: [note], buttons: [] };
}

const notListed =
  'The publishing service doesn’t list this post right now. Run this command again in a minute. If someone deleted it, you don’t need to do anything.';

const stillScheduled = ':warning: *Still on the schedule: it goes out unless you unschedule it.*';

/** Shown without a button that keeps the time, since pressing it could be too late. */
const beingUnscheduled =
  ':warning: *It’s being unscheduled, and may still go out.* Run this command again in a minute.';

function buttonsOf(card: Card, { scheduledFor }: PausedPost, clock: Clock): Button[] {
  const same = scheduledFor !== undefined && Date.parse(scheduledFor) > clock.now;
  const confirm = confirmLeave({ ...card, requestedTime: timeOf(card) ?? scheduledFor }, clock);
  return compact([
    same && { ...decisionButton(card, resumeActions.again, resumeButtons.again), style: 'primary' as const },
    decisionButton(card, resumeActions.newTime, resumeButtons.newTime),
    { ...decisionButton(card, resumeActions.leave, resumeButtons.leave), ...(confirm && { confirm }) },
  ]);
}

const decisionButton = (card: Card, action_id: string, text: string): Button =>
  button(action_id, text, { value: `${card.id} ${contentHash(card)}` });

/** `resume`: the command that ends a pause. */
export function activePauses(pauses: readonly Pause[], resume: string): string {
  if (pauses.length === 0)
    return `Nothing is paused. \`${resume} &lt;brand|all&gt;\` lists posts that an earlier pause unscheduled and that still need a decision.`;
  const ofAll = pauses.filter(({ brand }) => !brand).length;
  const what = ofAll === 0 ? '&lt;brand&gt;' : ofAll === pauses.length ? 'all' : '&lt;brand|all&gt;';
  return [...pausedLines(pauses), `\`${resume} ${what}\` resumes publishing.`].join('\n');
}

export const resumed = 'Publishing has resumed.';

/** A brand was resumed, or had no pause of its own, but all brands are paused. */
export const stillPaused = (all: Pause, resume: string, ended: Named | undefined): string =>
  `${ended ? `${clipped(ended.name, 60)}’s own pause has ended, but *all brands are still paused.*` : '*All brands are still paused.*'} ${pausedText(all)}\nNothing goes out until someone runs \`${resume} all\`.`;

const brandsNamed = 20;
/** All brands were resumed. `alone`: pauses of single brands, which continue. */
export function pausedAlone(alone: readonly Pause[], resume: string): string {
  const names = andMore(alone, brandsNamed, ({ brand }) => clipped(brand?.name ?? '', 60));
  const one = plural(alone.length, { one: 'it', other: 'one' });
  return `${pauseEmoji} *Still paused separately:* ${listed(names)}. To resume ${one}, use \`${resume} &lt;brand&gt;\`.`;
}

export const notPaused = (one: boolean): string =>
  one ? 'This brand isn’t paused.' : 'There’s no pause covering all brands right now.';

export const noListNow = 'I can’t show the list of posts right now.';
export const decideLater = 'Run this command again later to decide what to do with each post.';

/** `why`: why the list of posts can't be shown, in plain text. */
export const noList = (why: string): string => `${noListNow} ${escapedWithMarks(why)} ${decideLater}`;

export const decisionSaved = 'Your decision was saved.';

export const listBehind = 'Nothing changed: someone already handled this post, or a newer pause covers it.';

/** Why a post can't keep its time. */
export const notKept = {
  timePassed: 'Its planned time has passed. Choose a new time, or leave it as a draft.',
  unscheduled: 'This post was just unscheduled. Choose what to do with it in the list.',
  sending:
    'This post is being unscheduled, so it wasn’t kept on the schedule. Run this command again in a minute.',
};
