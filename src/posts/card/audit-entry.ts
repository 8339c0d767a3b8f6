/** The audit entries of new cards, their transitions and their operations. Pure. */
import { type AuditEntry, aboutCard } from './audit.ts';
import type { Card } from './card.ts';
import { contentHash } from './content.ts';
import { type EventType, eventsOf, type PostEvent } from './events.ts';
import { isStillScheduled } from './problem.ts';
import { isBeingGenerated } from './state.ts';
import { cardWords } from './stored.ts';
import type { Transition } from './transition.ts';

export function entryOfNew(card: Card): AuditEntry {
  const about = aboutCard(card);
  const { author, createdAt: at, kind, request, rewriteOf } = card;
  if (kind === 'campaign-post') return { at, by: 'presscheck', what: 'appeared', ...about, via: 'job' };
  if (kind === 'found-post')
    return { at, by: author, what: 'adopted', ...about, via: 'click', result: cardWords.write(card.state) };
  const original = request?.kind === 'post' && request.duplicateOf;
  const run = request?.workflowRun;
  const what = request?.kind === 'import' ? 'import' : kind;
  const note = [
    what,
    original && `duplicate of ${original.card}`,
    rewriteOf && `rewrite of ${rewriteOf}`,
    run && `workflow ${run}`,
  ]
    .filter(Boolean)
    .join(', ');
  const via = run || (request?.kind === 'post' && request.recurring) ? 'job' : 'submission';
  return { at, by: author, what: 'asked', ...about, via, note };
}

/** The entry of a step of an operation; `operation` is its name in the ledger, which begins with its kind. */
export function entryOfOperation(
  at: string,
  what: 'sending' | 'answered' | 'not taken' | 'no answer',
  operation: string,
  about: Partial<AuditEntry>,
  result?: string,
): AuditEntry {
  const [kind = operation] = operation.split('.');
  return { at, by: 'presscheck', what, ...about, via: 'job', ...(result && { result }), note: kind };
}

type AuditWords = Pick<AuditEntry, 'what'> & Partial<Pick<AuditEntry, 'by' | 'via' | 'result' | 'note'>>;

/** The entry of a transition; `undefined` if it has nothing new to say, such as a render. */
export function entryOfTransition(before: Card, transition: Transition, after: Card): AuditEntry | undefined {
  const events = eventsOf(before, transition, after);
  const words = decisionIn(events) ?? wordsOf(before, transition, after);
  if (!words) return undefined;
  const { what, result } = words;
  const isVoid = events.some(({ type }) => type === 'approvals_cleared');
  const note = [words.note, isVoid ? 'approval void' : undefined].filter(Boolean).join(', ');
  const by = words.by ?? ('by' in transition && transition.by !== undefined ? transition.by : 'presscheck');
  const via = words.via ?? ('by' in transition ? 'click' : 'job');
  return {
    at: transition.at,
    by,
    what,
    ...aboutCard(after),
    via,
    result: result ?? cardWords.write(after.state),
    ...(note && { note }),
  };
}

const words: Partial<Record<EventType, AuditEntry['what']>> = {
  campaign_ready: 'completed',
  approved: 'approved',
  approval_undone: 'taken back',
  changes_requested: 'changes requested',
  approval_requested: 'asked for approval',
  resubmitted: 'resubmitted',
  rejected: 'rejected',
  reopened: 'reopened',
  retried: 'asked again',
};

/** The audit entry's word for an event, whichever transition caused it. */
function decisionIn(events: readonly PostEvent[]): AuditWords | undefined {
  for (const event of events) {
    const what = words[event.type];
    if (!what) continue;
    if (event.type === 'changes_requested') return { what, via: 'submission', note: event.note };
    if (event.type === 'approval_requested')
      return { what, via: 'job', ...(event.note && { note: event.note }) };
    return event.type === 'rejected' ? { what, via: 'submission', note: event.reason } : { what };
  }
  return undefined;
}

/** The words for transitions without an event, or whose event alone doesn't say what happened. */
function wordsOf(before: Card, transition: Transition, after: Card): AuditWords | undefined {
  switch (transition.type) {
    case 'accept':
    case 'create':
      return { what: 'made' };
    case 'observe':
      return entryOfCheck(before, after);
    case 'fail':
      return transition.problem.step === 'gone'
        ? { what: 'deleted', by: 'outside' }
        : { what: 'failed', note: transition.problem.step };
    case 'note_deleted':
      return { what: 'deleted', by: 'outside' };
    case 'lose_track':
      return { what: 'outcome unknown', note: transition.problem.step };
    case 'void_files':
      return { what: 'warned', note: transition.files.map((n) => `file ${n}`).join(', ') };
    case 'warn':
      return { what: 'warned', note: transition.problem.step };
    case 'publish':
      return { what: 'published' };
    case 'update':
      return { what: 'changed', ...(before.pending && { note: cardWords.write(before.pending.what) }) };
    case 'doubt_update':
      return { what: 'outcome unknown', note: cardWords.write(transition.pending.what) };
    case 'fail_update':
      if (isStillScheduled(before.problem, transition.problem)) return undefined;
      return { what: 'change failed', ...(before.pending && { note: cardWords.write(before.pending.what) }) };
    case 'show_in_channel':
      return { what: 'brought' };
    case 'leave_as_draft':
      return { what: 'left as draft' };
    case 'withhold':
      return { what: 'held' };
    case 'change':
      // noted once, however often unscheduling is tried
      if (transition.pending.replacedBy && before.problem?.code === 'still_scheduled') return undefined;
      return {
        what: isPlanned(before, after) ? 'planned' : `asked to ${transition.pending.what}`,
        via: transition.pending.what === 'unschedule' ? 'click' : 'submission',
      };
    // the first version's card gets this transition, too, but the choice is noted once
    case 'keep':
      return after.id === transition.version && before.keptVersion !== transition.version
        ? { what: 'kept version' }
        : undefined;
    case 'reject':
      return {
        what: 'rejected',
        note: `another version was ${transition.replacedBy && transition.isPublished ? 'published' : 'kept'}`,
      };
    case 'check_again':
      return { what: 'looked again' };
    // no entry for rendering, or for what the entries of an operation, of the post's own card or of a pause
    // already say
    default:
      return undefined;
  }
}

/** Whether only the planned time was changed. */
const isPlanned = (before: Card, { history, pending }: Card): boolean =>
  !pending &&
  history.length !== before.history.length &&
  history.some(({ what }, i) => what === 'planned' && i >= before.history.length);

/** What the listing showed: the result of our own work, or something that was done elsewhere. */
function entryOfCheck(before: Card, after: Card): AuditWords | undefined {
  const { problem } = before;
  const generating = isBeingGenerated(before) || problem?.step === 'generate';
  if (generating && !isBeingGenerated(after) && after.state !== before.state)
    return { what: after.state === 'failed' ? 'failed' : 'generated' };
  if (after.state === 'failed' && after.problem?.step === 'due') return { what: 'failed', note: 'due' };
  // the outcome of an operation is known at last
  if (before.state === 'outcome_unknown' && after.state === 'published' && problem?.step !== 'due')
    return { what: 'published' };
  if (before.state === after.state && contentHash(before) === contentHash(after)) return undefined;
  const decided = before.state !== after.state && (after.state === 'published' || after.state === 'failed');
  return { what: decided ? (after.state as 'published' | 'failed') : 'changed', by: 'outside' };
}
