/** What an entry of the audit trail says was done, in the words that people read and search. */
import type { AuditEntry, AuditWord } from '#src/posts/card/audit.ts';
import { type Action, refusedAction } from './refused.ts';

/** `link` makes a link to its card of a word; `brand` is what its brand is called: `approved the post for Acme`. */
export function actionOf(
  entry: AuditEntry,
  { link = (word) => word, brand }: { link?: (word: string) => string; brand: string | undefined },
): Action {
  const { what, card } = entry;
  const behindIt = brand ? ` for ${brand}` : '';
  const about = card ? ` the ${link(what === 'completed' ? 'campaign' : 'post')}${behindIt}` : behindIt;
  if (what === 'refused') return refusedAction(entry, about);
  const text =
    what === 'froze' || what === 'thawed'
      ? `${phrases[what]} ${brand ?? 'all brands'}`
      : what === 'exported' && brand
        ? `exported the posts${about}`
        : `${(card ? undefined : withoutPost[what]) ?? phrases[what]}${about}${behind[what] ?? ''}`;
  return { text, saysAlready: [] };
}

/** The same as plain text, for searches: also by the words that stood for pausing before. */
export function actionText(entry: AuditEntry): string {
  const { text } = actionOf(entry, { brand: entry.brand?.name });
  return [text, ...(olderWords[entry.what] ?? [])].join(' ');
}

const olderWords: Partial<Record<AuditWord, string[]>> = {
  froze: ['freeze', 'froze'],
  thawed: ['thaw', 'thawed'],
};

/** Results that read badly as they were recorded. The trail keeps its bytes, so that its chain still verifies. */
const rewordedResults: Record<string, string> = {
  'already paused, the first reason stays': 'it was already paused, so people still see the first reason',
};

export const resultText = (result: string): string =>
  Object.hasOwn(rewordedResults, result) ? (rewordedResults[result] ?? result) : result;

/** For entries that aren't about a post, such as a brand's analytics. */
const withoutPost: Partial<Record<AuditWord, string>> = {
  sending: 'started sending a request',
  answered: 'got a response to a request',
  'not taken': 'couldn’t send a request',
  'no answer': 'got no response to a request',
  'taken off': 'unscheduled a post',
};

/** The text behind the post. */
const behind: Partial<Record<AuditWord, string>> = {
  adopted: ' to Slack',
  'left as draft': ' as a draft',
  'kept on schedule': ' on the schedule',
};

/** The text between the person and the post. */
const phrases: Record<Exclude<AuditWord, 'refused'>, string> = {
  asked: 'requested',
  appeared: 'found',
  adopted: 'added',
  approved: 'approved',
  rejected: 'rejected',
  'asked to edit': 'submitted an edit to',
  'asked to schedule': 'chose to schedule',
  planned: 'set the planned time of',
  'asked to unschedule': 'chose to unschedule',
  'asked again': 'retried',
  'looked again': 'rechecked',
  brought: 'moved the card of',
  sending: 'started sending',
  answered: 'got a response about',
  'not taken': 'couldn’t send',
  'no answer': 'got no response about',
  made: 'created',
  generated: 'generated',
  completed: 'finished creating',
  changed: 'changed',
  'change failed': 'couldn’t change',
  published: 'published',
  deleted: 'no longer lists',
  failed: 'couldn’t finish',
  'outcome unknown': 'couldn’t confirm what happened to',
  warned: 'warned about',
  set: 'edited a rule or setting',
  'changes requested': 'requested changes to',
  'asked for approval': 'requested approval for',
  resubmitted: 'resubmitted',
  reopened: 'reopened',
  held: 'held back',
  'taken back': 'undid the approval of',
  'left as draft': 'left',
  'kept on schedule': 'kept',
  'kept version': 'kept this version of',
  'taken off': 'unscheduled',
  froze: 'paused',
  thawed: 'resumed',
  'asked to switch': 'chose to turn a workflow on or off',
  switched: 'turned a workflow on or off',
  'asked to connect': 'requested a link to connect a profile',
  'asked for analytics': 'requested analytics',
  exported: 'exported the audit trail',
  imported: 'imported posts',
  trimmed: 'removed old entries',
};
