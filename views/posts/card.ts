/** The card of one post: its state, its content, and the buttons that the state allows. */
import type { KnownBlock } from '@slack/types';
import type { PostRequest } from '#src/platform/publishing-api/request.ts';
import { isChannel } from '#src/platform/slack/channel.ts';
import { isUndecided } from '#src/posts/card/attention.ts';
import type { Card, Mentions } from '#src/posts/card/card.ts';
import { isOverdue, timeOf } from '#src/posts/card/content.ts';
import type { NotAttached } from '#src/posts/card/file-checks.ts';
import { isBeingMade } from '#src/posts/card/making.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import type { Permission, Review } from '#src/posts/card/rule.ts';
import { isBeingPublished, isDropped, isInReview, isScheduled, wasPublished } from '#src/posts/card/state.ts';
import { button, contextLine, heading, section } from '#views/kit/blocks.ts';
import { alternatives } from '#views/kit/language.ts';
import { clip, slack } from '#views/kit/limits.ts';
import { type Clock, everyText } from '#views/kit/moment.ts';
import {
  clipped,
  escaped,
  label,
  messageLink,
  mrkdwn,
  oneLine,
  person,
  place,
  plain,
  time,
} from '#views/kit/text.ts';
import { timeIn } from '#views/kit/zone-names.ts';
import { approvalBlocks, editBlocks } from './approval-progress.ts';
import { actions, cardButtons, duplicateButton } from './card-buttons.ts';
import { captionBlocks, pictureBlocks, showBlocks } from './card-content.ts';
import { checkingFiles, isReadyForReview, stateLine } from './card-state.ts';
import { completionText, isAuthor, namedBy } from './completion-notification.ts';
import { mention, mentionedIn } from './mentions.ts';
import { pausedBlocks, typedCommand } from './paused.ts';
import { problemText } from './problems.ts';
import { groupsUnavailable } from './refusals.ts';
import { renderMakingAgain } from './status.ts';
import { publishedNowhere, warningBlocks } from './warnings.ts';

export interface Rendering {
  /** What notifications and screen readers say. */
  text: string;
  blocks: KnownBlock[];
}

export interface RenderOptions {
  /**
   * `pictures`: as blocks. `links`: instead of pictures, if Slack can't fetch one, since it refuses the whole
   * message then. `bare`: only the state and the buttons, if Slack refuses links, too.
   */
  detail: 'pictures' | 'links' | 'bare';
  /** The post's number in its campaign. */
  position?: { n: number; of: number } | undefined;
  /** Files that aren't attached, if the rule allows attached files only. */
  notAttached?: NotAttached | undefined;
  /** The review, if a rule asks for approval. */
  review?: Review | undefined;
  /** The brand's pause, if it's paused. */
  paused?: Paused | undefined;
  /** What the only reader can do; absent if many people read the message. */
  permissions?: ReadonlySet<Permission>;
  /** How long publishing can be undone, in milliseconds. */
  undoForMs?: number;
  /** Its brand has posting times. */
  hasSlots?: boolean | undefined;
  clock: Clock;
  /** The slash command of this installation for a name. */
  slash(name: string): string;
  /** The address of the post in the publishing service's web app, if that's known. */
  address?: string | undefined;
  /** The address of the alert about the cause of its failure, if that's in another message. */
  alert?: string | undefined;
  /** The version that was kept or published instead, and the address of its card. */
  kept?: { isPublished: boolean; address: string | undefined } | undefined;
  /** The card is a direct message, because the bot can't post in its channel. */
  aside: boolean;
  /** Only an approver reads the card, in a direct message. */
  toApprover?: boolean;
  /**
   * Whom the message notifies; absent: those whom it named when it was posted, as long as the card is in that
   * state.
   */
  mentions?: Mentions | undefined;
}

export function renderCard(card: Card, options: RenderOptions): Rendering {
  if (isBeingMade(card)) return renderMakingAgain(card);
  const title = titleOf(card, options.position);
  const buttons = cardButtons(card, { ...options, paused: options.paused !== undefined });
  const offers = (action: string): boolean => buttons.some((block) => has(block, action));
  const { emoji, text } = options.paused && isUndecided(card) ? pausedLine(card) : stateLine(card);
  const body = options.detail === 'bare' ? bareBlocks : bodyBlocks(card, offers, options);
  return {
    text:
      (options.toApprover ? undefined : completionText(card, options)) ?? `${clipped(title, 1_000)}: ${text}`,
    blocks: [
      ...(options.aside ? asideBlocks(card) : []),
      heading(title),
      section([`${emoji} ${text}`, ...keptLine(card, options), ...namedLine(card, options, body)].join('\n')),
      ...pausedBlocks([card], options),
      ...body,
      ...buttons,
    ],
  };
}

/** A post whose author was asked for changes waits for them, even while publishing is paused. */
const pausedLine = (card: Card): ReturnType<typeof stateLine> =>
  isReadyForReview(card)
    ? { emoji: ':double_vertical_bar:', text: '*Publishing is paused*' }
    : stateLine(card);

/**
 * Who the post is for, and who can approve it. Names only people whom the rest of the card doesn't mention,
 * since a mention anywhere in a message notifies. Names nobody if only one person reads the message.
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

/** `offers`: whether the card has a button that its texts can point to, by action id. */
function bodyBlocks(
  card: Card,
  offers: (action: string) => boolean,
  { detail, review, notAttached, paused, slash, address, alert, clock, toApprover = false }: RenderOptions,
): KnownBlock[] {
  const refused = review?.approvers.rule.attachedOnly ? notAttached : undefined;
  const warnings = warningBlocks(card, offers(actions.edit), refused);
  return [
    ...problemBlocks(card, alert),
    ...waitBlocks(card),
    ...captionBlocks(card),
    ...warnings,
    ...pictureBlocks(card, detail === 'pictures'),
    ...showBlocks(card, toApprover ? [] : duplicateButton(card)),
    // one line each: profile names have separators of their own, so facts in one row would run together
    contextLine(facts(card, { now: clock.now, isWarned: warnings.length > 0, offers }).join('\n')),
    ...(address ? [contextLine(messageLink(address, openInService))] : []),
    ...recurringBlocks(card, slash),
    ...(card.request?.workflowRun ? [contextLine(fromWorkflow)] : []),
    ...editBlocks(card),
    ...keptBlocks(card),
    ...approvalBlocks(card, review, { paused: paused !== undefined, now: clock.now }),
    ...(card.state === 'rejected' && !card.replacedBy ? [howToRetry(card, { slash, offers })] : []),
  ];
}

export const openInService = 'Open in the publishing service';

/** Leads from a discarded version to the one that was kept, which is somewhere in a thread. */
function keptLine({ replacedBy }: Card, { kept }: Pick<RenderOptions, 'kept'>): string[] {
  const { address, isPublished } = kept ?? {};
  if (!replacedBy || address === undefined || address.length > slack.linkUrl) return [];
  return [`*${messageLink(address, `Open the version that was ${isPublished ? 'published' : 'kept'}`)}*`];
}

function howToRetry(
  { kind, request }: Card,
  { slash, offers }: Pick<RenderOptions, 'slash'> & { offers: (action: string) => boolean },
): KnownBlock {
  const reopen = offers(actions.reopen) ? ' To review it again, press *Reopen*.' : '';
  const isGenerated = kind === 'ai-post' || kind === 'campaign-post';
  const how = request?.workflowRun
    ? 'run the workflow again'
    : `use \`${slash(isGenerated ? 'ai-post' : 'post')}\``;
  const text = `This post was rejected.${reopen} To create a new one, ${how}.`;
  return contextLine(text);
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

/** `AI post for Northwind Coffee`, and for a rewrite what it was asked for: `… · Shorter`. Not escaped. */
export function titleOf({ kind, brand, request }: Card, position?: RenderOptions['position']): string {
  const title = `${position ? `Post ${position.n} of ${position.of}` : request?.kind === 'import' ? 'Imported posts' : kindNames[kind]} for ${brand.name}`;
  const wish = request?.kind === 'ai-post' ? request.rewrites?.wish : undefined;
  return wish === undefined ? title : `${clip(title, 90)} · ${clip(wishText(wish), 50)}`;
}

const wishText = (wish: string): string => oneLine(wish.replaceAll(' · ', ', '));

const profilesShown = 12;

/**
 * Who requested the post and how, where it goes, and when it's planned for, unless the state says that or it's
 * rejected.
 * `isWarned`: a warning above already says that no profile is selected.
 */
function facts(
  card: Card,
  { now, isWarned, offers }: { now: number; isWarned: boolean; offers: (action: string) => boolean },
): string[] {
  const { request, content } = card;
  const wishes =
    request?.kind === 'ai-post'
      ? request.rewrites
        ? [`Rewrite: ${clipped(wishText(request.rewrites.wish), 300)}`]
        : [
            ...(request.tone ? [`Tone: ${label(request.tone).toLowerCase()}`] : []),
            ...(request.postLength ? [`Length: ${label(request.postLength).toLowerCase()}`] : []),
          ]
      : [];
  const who =
    card.kind === 'found-post'
      ? `Created in the publishing service, added to Slack by ${person(card.author)}`
      : `Requested by ${person(card.author)}`;
  const planned = timeOf(card);
  // the state says when the others go out, and a rejected post doesn't
  const isPlanned = !wasPublished(card) && !isScheduled(card) && !isDropped(card);
  return [
    [
      who,
      ...(request?.source ? [`from ${messageLink(request.source, 'this message')}`] : []),
      ...(request?.kind === 'post' && request.duplicateOf ? [originText(request.duplicateOf)] : []),
    ].join(', ') + wishes.map((one) => ` · ${one}`).join(''),
    ...(content.profiles.length > 0 ? [`:arrow_right: ${profileList(card)}`] : noProfile(card, isWarned)),
    ...(planned && isPlanned
      ? [`Planned for ${time(planned)}${isInReview(card) && isOverdue(card, now) ? passedText(offers) : ''}`]
      : []),
  ];
}

function originText({ brand, url }: NonNullable<PostRequest['duplicateOf']>): string {
  const post = `a post for ${clipped(brand, 150)}`;
  return `duplicate of ${url ? messageLink(url, post) : post}`;
}

/**
 * The schedule when this post was created, which stays true when the series stops. It has its own block
 * because the other facts can fill theirs.
 */
function recurringBlocks({ brand, request }: Card, slash: RenderOptions['slash']): KnownBlock[] {
  if (request?.kind !== 'post' || !request.recurring) return [];
  const { days, at, zone } = request.recurring;
  const list = typedCommand(`${slash('social')} recurring ${brand.name}`);
  const when = `${everyText(days, at)}, ${escaped(timeIn(zone))}`;
  return [contextLine(`:repeat: From a recurring post (${when}). To manage recurring posts, use ${list}.`)];
}

/**
 * Shown instead of an author, because the person who started the workflow might not have written the post.
 */
export const fromWorkflow = 'From a workflow in Slack';

/**
 * What to do after the planned time has passed. Under a rule, such a post can be published only once it's
 * approved.
 */
function passedText(offers: (action: string) => boolean): string {
  if (offers(actions.publishNow)) return ', which has passed. Publish it now, or choose a new time.';
  return offers(actions.schedule) ? passedUnapproved : ', which has passed.';
}

export const passedUnapproved = ', which has passed. Choose a new time, or publish it once it’s approved.';

function noProfile({ state, profilesUnknown }: Card, isWarned: boolean): string[] {
  if (!profilesUnknown && wasPublished({ state })) return [`:warning: ${publishedNowhere('this post')}`];
  if (profilesUnknown) return ['The publishing service doesn’t say which social profiles this goes to.'];
  return isWarned ? [] : ['No social profiles'];
}

const has = (block: KnownBlock, action_id: string): boolean =>
  block.type === 'actions' && block.elements.some((it) => 'action_id' in it && it.action_id === action_id);

/** The names of the post's profiles; if there are many, the first ones and how many more. */
export function profileList(card: Card): string {
  const names = card.content.profiles.map(({ name }) => clipped(name, 150));
  const more = names.length - profilesShown;
  return (more > 0 ? [...names.slice(0, profilesShown), `and ${more} more`] : names).join(', ');
}

/** Shown on the version that people kept, unless it's published. */
function keptBlocks({ id, keptVersion, keptAt, keptBy, state }: Card): KnownBlock[] {
  if (keptVersion !== id || !keptAt || wasPublished({ state })) return [];
  return [contextLine(`:pushpin: Version kept${keptBy ? ` by ${person(keptBy)}` : ''}, ${time(keptAt)}`)];
}

/** What went wrong, unless the state line says it already. */
function problemBlocks(card: Card, alert: string | undefined): KnownBlock[] {
  if (!card.problem) return [];
  const isLinked = alert !== undefined && alert.length <= slack.linkUrl;
  const others = isLinked
    ? `\nSee ${messageLink(alert, 'this alert')} for all affected posts. I’ll update it when the problem is resolved.`
    : '';
  return [section(`:warning: ${clipped(problemText(card.problem), 1_500)}${others}`)];
}

/** Why an approved post hasn't been sent yet. */
function waitBlocks(card: Card): KnownBlock[] {
  const { waitsForGroups = [], pending, fileChecks } = card;
  if ((pending || isBeingPublished(card)) && fileChecks?.waitingSince)
    return [section(`:hourglass_flowing_sand: ${checkingFiles}`)];
  if (waitsForGroups.length === 0) return [];
  const waits = isScheduled(card)
    ? 'so I can’t tell whether this is approved. If this continues, I’ll unschedule the post before it goes out.'
    : 'so this is on hold and nothing was sent. I’ll keep trying and continue automatically.';
  const text = `:hourglass_flowing_sand: ${groupsUnavailable(waitsForGroups)}, ${waits}`;
  return [section(text)];
}

export const bringAction = 'card.bring';

/** Shown above a card that its author gets privately. */
export function asideBlocks(card: Card): KnownBlock[] {
  // nobody can invite an app there
  if (!isChannel(card.channel))
    return [
      section(
        ':lock: You requested this in a direct message that I’m not in, so I posted the card here, where only you can see it.',
      ),
    ];
  return [
    {
      type: 'section',
      text: mrkdwn(
        `:lock: I don’t have permission to post in ${place(card.channel)}, so I posted this card here, where only you can see it. To move it there, invite me with \`/invite @Presscheck\`, then press *Move card*.`,
      ),
      accessory: button(bringAction, 'Move card', { value: card.id }),
    },
  ];
}
