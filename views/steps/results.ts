/** What a workflow is told about the post of a step. Pure. */
import { lastApproval } from '#src/posts/card/approvals.ts';
import type { Card, State } from '#src/posts/card/card.ts';
import { addressForEveryone } from '#src/posts/card/card-address.ts';
import type { PlannedPost } from '#src/posts/card/clash.ts';
import { wordsOf } from '#src/posts/card/content.ts';
import type { NotAttached } from '#src/posts/card/file-checks.ts';
import type { Paused } from '#src/posts/card/paused.ts';
import { wasPublished } from '#src/posts/card/state.ts';
import type { StepName } from '#src/steps/step.ts';
import { beforePeriod, clip } from '#views/kit/limits.ts';
import { clipped, messageLink, oneLine } from '#views/kit/text.ts';
import { pausedText, pauseEmoji, plainPaused } from '#views/posts/paused.ts';
import { problemText } from '#views/posts/problems.ts';
import { plainClashes, plainWarnings } from '#views/posts/warnings.ts';

/** Slack accepts more, but nobody would read it. */
const longestError = 1_500;

const statuses: Record<State, string> = {
  queued: 'In progress',
  creating: 'In progress',
  generating: 'In progress',
  review: 'Ready for review',
  approved: 'Approved',
  publishing: 'Approved',
  published: 'Published',
  scheduled: 'Scheduled',
  changes_requested: 'Changes requested',
  rejected: 'Rejected',
  failed: 'Failed',
  outcome_unknown: 'Outcome unknown',
};

/** Empty if the card has no message that others can see. */
const cardLink = (card: Card, slackUrl: string): string => addressForEveryone(card, slackUrl) ?? '';

interface StepContext {
  slackUrl: string;
  /** The brand's pause, if it's paused. */
  paused: Paused | undefined;
  /** Files that the brand's rule doesn't allow. */
  refused: NotAttached | undefined;
  /** Posts that are close to its planned time. */
  clashes: readonly PlannedPost[];
}

/** The outputs that `step-forms.ts` names. */
export function outputsOf(
  step: StepName,
  card: Card,
  { slackUrl, paused, refused, clashes }: StepContext,
): Record<string, string> {
  const approver = step === 'request_approval' ? lastApproval(card)?.by : undefined;
  const warnings = [plainWarnings(card, refused), plainClashes(clashes)].filter(Boolean).join('\n');
  return {
    post: card.id,
    post_id: card.postId ?? '',
    card_link: cardLink(card, slackUrl),
    caption: card.content.caption,
    status: statuses[card.state],
    ...(approver !== undefined && { approver }),
    ...(warnings !== '' && { warnings }),
    ...(paused && !wasPublished(card) && { paused: plainPaused(card, paused) }),
  };
}

/** A direct message that the workflow waits for the end of a pause. */
export function waitsForPause(
  step: StepName,
  card: Card,
  { slackUrl, paused }: { slackUrl: string; paused: Paused },
): string {
  const words = clipped(oneLine(wordsOf(card)), 80);
  const becomes = step === 'request_approval' ? 'approved' : 'published';
  const link = cardLink(card, slackUrl);
  return [
    `A workflow is waiting for ${words ? `“${words}”` : `a post for ${clipped(card.brand.name, 100)}`} to be ${becomes}.`,
    `${pauseEmoji} ${pausedText(paused)}`,
    `The workflow continues once publishing resumes and the post is ${becomes}.${link === '' ? '' : `  ·  ${messageLink(link, 'Open card')}`}`,
  ].join('\n');
}

/** Why a step failed, as plain text: what happened, and where to continue. */
export function failureOfStep(step: StepName, card: Card, slackUrl: string): string {
  const { problem, state, history } = card;
  const link = cardLink(card, slackUrl);
  const next = `${nextStep(card)}${link === '' ? '.' : `: ${link}`}`;
  if (state === 'rejected') {
    const { note: reason, replaced } = history.findLast(({ what }) => what === 'rejected') ?? {};
    const was = replaced ? `discarded because another version was ${replaced}` : 'rejected';
    const why = reason ? `: “${beforePeriod(clip(reason, 500))}”` : '';
    return `The post for ${nameOf(card)} was ${was}${why}. ${next}`;
  }
  if (step === 'request_approval' && (state === 'published' || state === 'scheduled'))
    return unapproved(card, link);
  const why = problem ? clip(problemText(problem), longestError) : '';
  return [whatFailed(step, card), why, next].filter(Boolean).join(' ');
}

/**
 * Nobody here approved the post: it was scheduled without an approval, or someone used the service's web app.
 */
function unapproved({ state, history, onSchedule, ...card }: Card, link: string): string {
  const wentOut = history.findLast(({ what }) => what === 'published' || what === 'published_on_schedule');
  const isOurs = state === 'scheduled' ? onSchedule !== undefined : wentOut?.by !== undefined;
  const where = isOurs ? '' : ` ${state === 'scheduled' ? 'in' : 'from'} the publishing service`;
  const did = `The post for ${clip(card.brand.name, 100)} was ${state}${where} without approval`;
  return link === '' ? `${did}.` : `${did}. Go to its card: ${link}`;
}

const nameOf = ({ brand }: Card): string => clip(brand.name, 100);

function whatFailed(step: StepName, card: Card): string {
  const did = step === 'create_post' || step === 'generate_post' ? 'created' : 'published';
  const isMade = card.postId !== undefined;
  const what = isMade ? did : 'created';
  return card.state === 'outcome_unknown'
    ? `I couldn’t confirm whether the post for ${nameOf(card)} was ${what}.`
    : `The post for ${nameOf(card)} couldn’t be ${what}.`;
}

const nextStep = ({ state }: Card): string =>
  state === 'rejected'
    ? 'If you run the workflow again, it may create another post. To use this one after all, reopen it on its card'
    : 'Its card says what to do';
