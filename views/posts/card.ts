/** The card of one post: what it is, how far it is, what it says, and the buttons that its state allows. */
import type { KnownBlock } from '@slack/types';
import { isChannel } from '#src/platform/slack/channel.ts';
import { isUndecided } from '#src/posts/card/attention.ts';
import type { Card, Mentions, State } from '#src/posts/card/card.ts';
import { isOverdue, timeOf } from '#src/posts/card/content.ts';
import type { NotAttached } from '#src/posts/card/file-checks.ts';
import { isBeingMade, isRequestedPost } from '#src/posts/card/making.ts';
import type { Permission, Review } from '#src/posts/card/rule.ts';
import type { Paused } from '#src/posts/card/scope.ts';
import { alternatives } from '#views/kit/language.ts';
import { clip, slack } from '#views/kit/limits.ts';
import type { Clock } from '#views/kit/moment.ts';
import { clipped, label, messageLink, mrkdwn, person, place, plain, time } from '#views/kit/text.ts';
import { mention, mentionedIn } from '#views/notifications/mentions.ts';
import { renderMakingAgain } from '#views/notifications/status.ts';
import { approvalBlocks } from './approval-progress.ts';
import { actions, cardButtons } from './card-buttons.ts';
import { captionBlocks, lookBlocks, pictureBlocks } from './card-content.ts';
import { checkingFiles, stateLine } from './card-state.ts';
import { pausedBlock } from './paused.ts';
import { problemText } from './problems.ts';
import { groupsUnavailable } from './refusals.ts';
import { warningBlocks } from './warnings.ts';

export interface Rendering {
  /** What notifications and screen readers say. */
  text: string;
  blocks: KnownBlock[];
}

export interface RenderOptions {
  /**
   * Pictures as blocks; or as links, for when Slack cannot fetch one (it refuses the whole message); or only
   * the state and the buttons, for when Slack takes neither.
   */
  detail: 'pictures' | 'links' | 'bare';
  /** Which of its campaign's posts it is. */
  place?: { n: number; of: number } | undefined;
  /** Files that are no attachments; only some rules care. */
  notAttached?: NotAttached | undefined;
  /** Where a rule asks for approval. */
  review?: Review | undefined;
  /** Nothing of its brand goes out. */
  paused?: Paused | undefined;
  /** What its one reader can do; absent where many read it. */
  permissions?: ReadonlySet<Permission>;
  /** How long a publish can be taken back. */
  undoForMs?: number;
  /** Its brand has posting times. */
  hasSlots?: boolean | undefined;
  clock: Clock;
  /** The slash command of this installation for a name. */
  slash(name: string): string;
  /** The address of the alert about what it failed for, where that stands elsewhere. */
  alert?: string | undefined;
  /** The message stands aside because the bot may not post in the card's channel. */
  aside: boolean;
  /** One approver alone reads it, in a direct message. */
  toApprover?: boolean;
  /** Whom the message notifies; absent: those whom it named when it was posted, as long as the card is in that state. */
  mentions?: Mentions | undefined;
}

export function renderCard(card: Card, options: RenderOptions): Rendering {
  if (isBeingMade(card)) return renderMakingAgain(card);
  const title = titleOf(card, options.place);
  const buttons = cardButtons(card, { ...options, paused: options.paused !== undefined });
  const canEdit = buttons.some((block) => has(block, actions.edit));
  const { emoji, text } = options.paused && isUndecided(card) ? pausedLine(card) : stateLine(card);
  const body = options.detail === 'bare' ? bareBlocks : bodyBlocks(card, canEdit, options);
  return {
    text: (options.toApprover ? undefined : madeText(card, options)) ?? `${clipped(title, 1_000)}: ${text}`,
    blocks: [
      ...(options.aside ? asideBlocks(card) : []),
      { type: 'header', text: plain(clip(title, slack.headerText)) },
      { type: 'section', text: mrkdwn([`${emoji} ${text}`, ...namedLine(card, options, body)].join('\n')) },
      ...(options.paused && waiting.has(card.state) ? [pausedBlock(options.paused, options.slash)] : []),
      ...body,
      ...buttons,
    ],
  };
}

/** What was sent back to its author waits for them also while publishing is paused. */
const pausedLine = (card: Card): ReturnType<typeof stateLine> =>
  card.state === 'review' && !card.statusWord
    ? { emoji: ':double_vertical_bar:', text: '*Publishing is paused*' }
    : stateLine(card);

/** What became of making it, as a notification says it; `undefined` where there's something else to say. */
function madeText(card: Card, options: RenderOptions): string | undefined {
  if (!isRequestedPost(card) || card.pending) return undefined;
  const isWritten = card.kind === 'ai-post';
  const what = `${isWritten ? 'AI post' : 'post'} for ${clipped(card.brand.name, 150)}`;
  const { problem, statusWord, state, content } = card;
  if (state === 'review' && !problem && !statusWord) {
    // approvers read it, too
    const isForAuthor = namedBy(card, options).every((one) => isAuthor(card, one));
    const ready = isForAuthor
      ? `Your ${what} is ready for review`
      : `${isWritten ? 'An' : 'A'} ${what} needs approval`;
    return `${ready}: ${clipped(content.caption.replace(/\s+/g, ' '), 150)}`;
  }
  if (problem?.step !== 'create' && problem?.step !== 'generate') return undefined;
  const why = clipped(problemText(problem), 300);
  if (state === 'failed') return `Your ${what} couldn’t be ${isWritten ? 'written' : 'saved'}: ${why}`;
  return state === 'outcome_unknown' ? `I couldn’t confirm what happened to your ${what}: ${why}` : undefined;
}

/** Whom the message notifies, or notified when it was posted in this state. */
function namedBy({ message, state }: Card, { mentions }: Pick<RenderOptions, 'mentions'>): Mentions {
  const { mentioned } = message ?? {};
  return mentions ?? (mentioned?.as === state ? mentioned.mentions : []);
}

const isAuthor = ({ author }: Card, { kind, id }: Mentions[number]): boolean =>
  kind === 'user' && id === author;

/**
 * Who it's for, and who can approve it: those whom the rest of the card doesn't mention, since a mention anywhere in a message
 * notifies. Nobody has to be named where one person alone reads it.
 */
export function namedLine(
  card: Card,
  options: Pick<RenderOptions, 'aside' | 'mentions' | 'toApprover'>,
  body: KnownBlock[],
): string[] {
  const { users, groups } = mentionedIn({ text: '', blocks: body });
  const named = namedBy(card, options).filter(
    ({ kind, id }) => !(kind === 'user' ? users : groups).includes(id),
  );
  if (options.aside || options.toApprover || named.length === 0) return [];
  const others = named.filter((one) => !isAuthor(card, one)).map(mention);
  const approve = others.length > 0 ? `${alternatives(others)} can approve` : '';
  const author = others.length < named.length ? `For ${person(card.author)}` : '';
  return [[author, approve].filter(Boolean).join(' · ')];
}

/** Cards that are drawn anew when it is thawed. */
const waiting = new Set<State>(['review', 'changes_requested', 'scheduled']);

/** `canEdit`: the card has an *Edit* button, so what it says may point there. */
function bodyBlocks(
  card: Card,
  canEdit: boolean,
  { detail, review, notAttached, paused, slash, alert, clock }: RenderOptions,
): KnownBlock[] {
  const refused = review?.approvers.rule.attachedOnly ? notAttached : undefined;
  const warnings = warningBlocks(card, canEdit, refused);
  return [
    ...problemBlocks(card, alert),
    ...waitBlocks(card),
    ...captionBlocks(card),
    ...warnings,
    ...pictureBlocks(card, detail === 'pictures'),
    ...lookBlocks(card),
    // a line each: the names of profiles have marks of their own, and a row of facts would run together
    { type: 'context', elements: [mrkdwn(facts(card, clock.now, warnings.length > 0).join('\n'))] },
    ...editBlocks(card),
    ...approvalBlocks(card, review, paused !== undefined),
    ...(card.state === 'rejected' && !card.replacedBy ? [howToAskAgain(card, slash)] : []),
  ];
}

function howToAskAgain({ kind, postId }: Card, slash: RenderOptions['slash']): KnownBlock {
  const name = kind === 'campaign-post' ? 'campaign' : kind === 'ai-post' ? 'ai-post' : 'post';
  const reopen = postId ? 'press *Reopen*, or ' : '';
  const text = `This post is closed. To go on, ${reopen}use \`${slash(name)}\` to start a new one.`;
  return { type: 'context', elements: [mrkdwn(text)] };
}

const bareBlocks: KnownBlock[] = [
  {
    type: 'section',
    text: plain('Slack couldn’t show this post here. Open it in the publishing service.'),
  },
];

const kindNames: Record<Card['kind'], string> = {
  post: 'Post',
  'found-post': 'Post',
  'ai-post': 'AI post',
  'campaign-post': 'Campaign post',
  campaign: 'Campaign',
};

/** `AI post for Northwind Coffee`, not escaped. */
export function titleOf({ kind, brand }: Card, place?: RenderOptions['place']): string {
  return `${place ? `Post ${place.n} of ${place.of}` : kindNames[kind]} for ${brand.name}`;
}

const profilesShown = 12;

/**
 * Who asked and how; where it goes; when it is planned for, unless the state says so already. `isWarned`: the warnings
 * above say already where no profile is selected.
 */
function facts(card: Card, now: number, isWarned: boolean): string[] {
  const { request, content } = card;
  const wishes =
    request?.kind === 'ai-post'
      ? [
          ...(request.rewrites ? [`rewritten: ${clipped(request.rewrites.wish, 300)}`] : []),
          ...(request.tone ? [`tone: ${label(request.tone).toLowerCase()}`] : []),
          ...(request.postLength ? [`length: ${label(request.postLength).toLowerCase()}`] : []),
        ]
      : [];
  const who =
    card.kind === 'found-post'
      ? `Created in the publishing service, added to Slack by ${person(card.author)}`
      : `Requested by ${person(card.author)}`;
  const planned = timeOf(card);
  const saysTime = card.state === 'published' || card.state === 'scheduled';
  return [
    [
      who,
      ...wishes,
      ...(request?.source ? [`from ${messageLink(request.source, 'this message')}`] : []),
    ].join(', '),
    ...(content.profiles.length > 0 ? [`:arrow_right: ${profileList(card)}`] : noProfile(card, isWarned)),
    ...(planned && !saysTime ? [plannedText(card, planned, now)] : []),
  ];
}

function plannedText(card: Card, planned: string, now: number): string {
  const passed = card.state === 'review' && isOverdue(card, now);
  return `Planned for ${time(planned)}${passed ? ', which has passed: publish it now, or choose a new time' : ''}`;
}

function noProfile({ profilesUnknown }: Card, isWarned: boolean): string[] {
  if (profilesUnknown) return ['The publishing service doesn’t say which social profiles it has'];
  return isWarned ? [] : ['No social profiles selected'];
}

const has = (block: KnownBlock, action_id: string): boolean =>
  block.type === 'actions' && block.elements.some((it) => 'action_id' in it && it.action_id === action_id);

/** The names of its profiles; when they are many, how many more there are. */
export function profileList(card: Card): string {
  const names = card.content.profiles.map(({ name }) => clipped(name, 150));
  const more = names.length - profilesShown;
  return (more > 0 ? [...names.slice(0, profilesShown), `${more} more`] : names).join(', ');
}

/** Who changed what last, so that nobody approves another text than they read. */
function editBlocks(card: Card): KnownBlock[] {
  const edit = card.history.findLast((entry) => entry.what === 'edited');
  if (!edit) return [];
  const where = edit.by ? `by ${person(edit.by)}` : 'in the publishing service, seen';
  const text = `:pencil2: Edited ${where}${edit.by ? ',' : ''} ${time(edit.at)}: ${clipped(edit.note ?? '', 300)}`;
  return [{ type: 'context', elements: [mrkdwn(text)] }];
}

/** What went wrong, unless the state line says it already. */
function problemBlocks(card: Card, alert: string | undefined): KnownBlock[] {
  if (!card.problem) return [];
  const isLinked = alert !== undefined && alert.length <= slack.linkUrl;
  const others = isLinked
    ? `\n${messageLink(alert, 'One alert')} counts all posts that fail because of this, and says when it works again.`
    : '';
  return [
    { type: 'section', text: mrkdwn(`:warning: ${clipped(problemText(card.problem), 1_500)}${others}`) },
  ];
}

/** Why what is approved isn't sent yet. */
function waitBlocks({ state, waitsForGroups = [], pending, fileChecks }: Card): KnownBlock[] {
  const isGoingOut = state === 'approved' || state === 'publishing' || pending !== undefined;
  if (isGoingOut && fileChecks?.waitingSince)
    return [{ type: 'section', text: mrkdwn(`:hourglass_flowing_sand: ${checkingFiles}`) }];
  if (waitsForGroups.length === 0) return [];
  const waits =
    state === 'scheduled'
      ? 'so I can’t tell whether this is approved. If that continues, I’ll unschedule it before it goes out.'
      : 'so this is waiting and nothing was sent. I’ll keep trying, and continue automatically.';
  const text = `:hourglass_flowing_sand: ${groupsUnavailable(waitsForGroups)}, ${waits}`;
  return [{ type: 'section', text: mrkdwn(text) }];
}

export const bringAction = 'card.bring';

/** Shown above a card that its author gets privately. */
export function asideBlocks(card: Card): KnownBlock[] {
  // nobody can invite an app there
  if (!isChannel(card.channel))
    return [
      {
        type: 'section',
        text: mrkdwn(
          ':lock: You requested this in a direct message that I’m not part of, so this card is here, where only you can see it.',
        ),
      },
    ];
  return [
    {
      type: 'section',
      text: mrkdwn(
        `:lock: I don’t have permission to post in ${place(card.channel)}, so this card is here, where only you can see it. To move it there, invite me with \`/invite @Presscheck\`, then press *Show it there*.`,
      ),
      accessory: { type: 'button', action_id: bringAction, text: plain('Show it there'), value: card.id },
    },
  ];
}
