/** A person's Home tab: what waits for them, and the posts in progress, page by page. */
import type { HomeView, KnownBlock, RichTextBlock } from '@slack/types';
import type { Home, HomeSection } from '#src/home/home.ts';
import { cannotBeApproved, homeSections } from '#src/home/home.ts';
import type { Card } from '#src/posts/card/card.ts';
import { hasNoProfiles, wordsOf } from '#src/posts/card/content.ts';
import type { NotAttached } from '#src/posts/card/file-checks.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import type { HomeEntry } from '#src/posts/card/permissions.ts';
import { isScheduled } from '#src/posts/card/state.ts';
import { contextLine, divider, heading, quote, section } from '#views/kit/blocks.ts';
import { clip } from '#views/kit/limits.ts';
import { compact } from '#views/kit/lists.ts';
import type { Clock } from '#views/kit/moment.ts';
import { type Page, pageOf, turnBlocks } from '#views/kit/paged.ts';
import {
  bold,
  clipped,
  count,
  literal,
  messageLink,
  noCaption,
  oneLine,
  person,
  plural,
} from '#views/kit/text.ts';
import { approvalFacts, blockedLine } from '#views/posts/approval-progress.ts';
import { cardButtons } from '#views/posts/card-buttons.ts';
import { seeAllAction, seeAllText, showButton } from '#views/posts/card-content.ts';
import { linked } from '#views/posts/card-link.ts';
import { isReadyForReview, noteInList, plannedFacts, stateLine } from '#views/posts/card-state.ts';
import { pausedLines } from '#views/posts/paused.ts';
import { problemText } from '#views/posts/problems.ts';
import { createButtons } from '#views/posts/request-modals.ts';

/**
 * Each entry has three blocks, or two without buttons. All of them together stay below Slack's limit of a
 * hundred.
 */
const entriesOnPage: Record<HomeSection, number> = {
  publishing: 3,
  approve: 8,
  problems: 3,
  mine: 4,
  generating: 3,
  scheduled: 4,
};
const captionShown = 160;
const captionNamed = 80;

/** The name of the buttons that turn a section's pages. */
export const homeList = (section: HomeSection): string => `home.${section}`;

/** What the Home tab is, with a link to it. `app`: this app's id in Slack, without which there's no link. */
export function wayHome(workspace: string, app: string | undefined): string {
  const address = `slack://app?team=${workspace}&id=${app}&tab=home`;
  return [
    'Presscheck’s *Home tab* shows the posts waiting for you, with buttons to review them, and everything in progress.',
    ...(app ? [`${messageLink(address, 'Open it')}.`] : []),
    'You can also get there from Slack’s sidebar: under *Apps*, choose *Presscheck*, then *Home*.',
  ].join(' ');
}

interface HomeOptions {
  /** The page of each section, from 0; absent: the first. */
  pages: Record<string, number>;
  leftOut: number;
  /** The person belongs to another organization: they can't request posts, unless a rule names them. */
  isExternal?: boolean;
  /** Whether they can request posts of any brand. */
  creates: boolean;
  pauses: readonly Paused[];
  slackUrl: string;
  clockOf(brand: string): Clock;
  notAttachedOf?(card: Card): NotAttached | undefined;
  undoForMs?: number;
  hasSlots?(brand: string): boolean;
  slash(name: string): string;
}

const titles: Record<HomeSection, string> = {
  publishing: 'Publishing',
  approve: 'Waiting for you',
  problems: 'Needs attention',
  mine: 'Requested by you',
  generating: 'Generating',
  scheduled: 'Up next',
};

export function homeView(user: string, home: Home, options: HomeOptions): HomeView {
  const shown = homeSections.map((section) => ({
    section,
    page: pageOf(home[section], options.pages[section] ?? 0, entriesOnPage[section]),
  }));
  // the person's own posts are shown once with their buttons, in whichever section that is
  const whole = new Map(
    shown.flatMap(({ section, page }) =>
      section === 'mine' ? [] : page.rows.map(({ card }) => [card.id, section] as const),
    ),
  );
  return {
    type: 'home',
    blocks: [
      ...pausesBlocks(options),
      ...summaryBlocks(home, options),
      ...(options.creates ? createButtons : []),
      ...shown.flatMap(({ section, page }) =>
        page.total === 0
          ? []
          : [
              divider,
              heading(`${titles[section]}  (${page.total})`),
              ...(section === 'mine' ? mineBlocks(page, whole, user, options) : rows(page, user, options)),
              ...turnBlocks(homeList(section), '', page),
              ...(section === 'scheduled' ? [elsewhere(options)] : []),
            ],
      ),
    ],
  };
}

/**
 * Where to find posts without a card: they're only in the listing, and opening a Home tab doesn't wait for
 * that.
 */
const elsewhere = ({ slash }: HomeOptions): KnownBlock =>
  contextLine(
    `These were scheduled from Slack. \`${slash('social')} calendar\` also shows posts scheduled in the publishing service.`,
  );

function summaryBlocks(home: Home, options: HomeOptions): KnownBlock[] {
  const { publishing, approve, problems, mine, generating, scheduled } = home;
  if (Object.values(home).every((entries) => entries.length === 0)) return nothingBlocks(options);
  const blocked = problems.filter(cannotBeApproved).length;
  const sentBack = mine.filter(({ card }) => card.state === 'changes_requested').length;
  const failed = problems.length - blocked;
  const all: [number, string][] = [
    [publishing.length, 'being published'],
    [failed, plural(failed, { one: 'needs attention', other: 'need attention' })],
    [blocked, 'can’t be approved'],
    [generating.length, 'being generated'],
    [scheduled.length, 'scheduled'],
  ];
  const others = all.filter(([n]) => n > 0);
  const parts = compact([
    approve.length > 0 && `${count(approve.length, 'post')} waiting for you`,
    sentBack > 0 && `${count(sentBack, 'post needs', 'posts need')} changes from you`,
    approve.length + sentBack === 0 && 'Nothing is waiting for you',
    ...others.map(([n, are], i) => `${i + approve.length + sentBack === 0 ? count(n, 'post') : n} ${are}`),
  ]);
  const more = options.leftOut > 0 ? ` ${count(options.leftOut, 'older post')} not shown.` : '';
  return [contextLine(`${parts.join('  ·  ')}.${more}`)];
}

function pausesBlocks({ pauses, slash }: HomeOptions): KnownBlock[] {
  if (pauses.length === 0) return [];
  const all = pauses.some(({ brand }) => !brand);
  const what = all
    ? 'Nothing'
    : `Nothing for ${plural(pauses.length, { one: 'this brand', other: 'these brands' })}`;
  const how = `${what} will be published or scheduled until publishing resumes. To resume, use \`${slash('social')} resume\`.`;
  return [section([...pausedLines(pauses), how].join('\n'))];
}

function nothingBlocks({ isExternal, creates, slash }: HomeOptions): KnownBlock[] {
  const follow = isExternal
    ? 'Posts that you requested or can approve appear here.'
    : 'Once someone requests a post, you can follow it here until it’s published. Posts that need your approval or attention come first.';
  const how = creates
    ? `To create a post, use the buttons below, or type \`${slash('post')}\`, \`${slash('ai-post')}\`, or \`${slash('campaign')}\`. For everything else, see \`${slash('social')} help\`.`
    : `\`${slash('social')} help\` shows the commands you can use.`;
  return [heading('Nothing is waiting for you'), section([follow, how].join('\n\n'))];
}

function rows({ rows: entries }: Page<HomeEntry>, user: string, options: HomeOptions): KnownBlock[] {
  return entries.flatMap((entry) => rowBlocks(entry, user, options));
}

/** Cards that other sections of this page show are only named, in one list. */
function mineBlocks(
  page: Page<HomeEntry>,
  whole: ReadonlyMap<string, HomeSection>,
  user: string,
  options: HomeOptions,
): KnownBlock[] {
  const elsewhere = page.rows.filter(({ card }) => whole.has(card.id));
  const here = page.rows.filter(({ card }) => !whole.has(card.id));
  return [
    ...(elsewhere.length > 0 ? [namesBlock(elsewhere, whole)] : []),
    ...rows({ ...page, rows: here }, user, options),
  ];
}

/** Rich text, so nothing in a caption is markup. */
function namesBlock(entries: HomeEntry[], whole: ReadonlyMap<string, HomeSection>): RichTextBlock {
  return {
    type: 'rich_text',
    elements: [
      {
        type: 'rich_text_list',
        style: 'bullet',
        elements: entries.map(({ card }) => ({
          type: 'rich_text_section' as const,
          elements: [
            { type: 'text' as const, text: captionOf(card, captionNamed) },
            {
              type: 'text' as const,
              text: `  ·  see “${titles[whole.get(card.id) ?? 'mine']}”`,
              style: { italic: true },
            },
          ],
        })),
      },
    ],
  };
}

function rowBlocks(
  { card, review, permissions }: HomeEntry,
  user: string,
  options: HomeOptions,
): KnownBlock[] {
  const { emoji, text } = stateLine(card, noteInList);
  // the section's title says it already
  const told = isReadyForReview(card);
  const more = card.content.caption.length > captionShown || card.content.mediaUrls.length > 0;
  const link = linked(card, 'Open card', { user, slackUrl: options.slackUrl });
  const who = card.author === user ? 'you' : person(card.author);
  const facts = compact([
    bold(card.brand.name),
    `${card.kind === 'found-post' ? 'created in the publishing service, added to Slack by' : 'requested by'} ${who}`,
    ...factsOf(card, review, options.clockOf(card.brand.id).now),
    link,
  ]);
  const lines = compact([
    `${emoji} ${facts.join('  ·  ')}`,
    !told && text,
    ...blockedLine(card, review),
    card.problem && `:warning: ${clipped(problemText(card.problem), 300)}`,
  ]);
  return [
    section(lines.join('\n'), more ? { accessory: showButton(card, seeAllAction, seeAllText) } : {}),
    quote(captionOf(card, captionShown)),
    ...cardButtons(card, { ...renderedFor(card, options), review, permissions, isRow: true }),
  ];
}

const renderedFor = (card: Card, { pauses, undoForMs, hasSlots, clockOf, notAttachedOf }: HomeOptions) => ({
  undoForMs,
  hasSlots: hasSlots?.(card.brand.id),
  clock: clockOf(card.brand.id),
  paused: pauses.some(({ brand }) => brand === undefined || brand.id === card.brand.id),
  notAttached: notAttachedOf?.(card),
});

function factsOf(card: Card, review: HomeEntry['review'], now: number): string[] {
  return [
    ...(isScheduled(card) ? [] : plannedFacts(card, now)),
    ...approvalFacts(card, review),
    ...(card.kind !== 'campaign' && hasNoProfiles(card) ? ['no social profiles'] : []),
    ...(card.content.mediaUrls.length > 0 ? [count(card.content.mediaUrls.length, 'file')] : []),
  ];
}

function captionOf(card: Card, max: number): string {
  return clip(oneLine(literal(wordsOf(card))), max) || noCaption;
}
