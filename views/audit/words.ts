/** What an entry of the audit trail says was done, in the words that people read and search. */
import type { AuditEntry, AuditWord } from '#src/posts/card/audit.ts';
import { type Ending, refusedSentence } from './refused.ts';

/** `post` and `brand` are what its post and its brand are called: `approved the post of Acme`. */
export function deedOf(
  entry: AuditEntry,
  { post, brand }: { post: string; brand: string | undefined },
): Ending {
  const { what, card } = entry;
  const about = card ? ` the ${post}${brand ? ` of ${brand}` : ''}` : brand ? ` for ${brand}` : '';
  const refused = what === 'refused' ? refusedSentence(entry, about) : undefined;
  if (refused) return refused;
  const says =
    what === 'froze' || what === 'thawed'
      ? `${phrases[what]} ${brand ?? 'all brands'}`
      : `${(card ? undefined : withoutPost[what]) ?? phrases[what]}${about}`;
  return { says, told: [] };
}

/** The same as plain text, for whoever searches it: also by `freeze`, which no part of `froze` is. */
export function deedText(entry: AuditEntry): string {
  const { says } = deedOf(entry, { post: 'post', brand: entry.brand?.name });
  return entry.what === 'froze' ? `${says}: freeze` : says;
}

/** Of what is no post, such as the numbers of a brand. */
const withoutPost: Partial<Record<AuditWord, string>> = {
  sending: 'began to send something',
  answered: 'got an answer',
  'not taken': 'was told no, or sent nothing,',
  'no answer': 'got no answer',
  'taken off': 'took a post off the schedule',
};

/** What stands between who did it and the post that it was done to. */
const phrases: Record<AuditWord, string> = {
  asked: 'asked for',
  appeared: 'found, for a campaign,',
  adopted: 'took over',
  approved: 'approved',
  rejected: 'rejected',
  'asked to edit': 'asked to edit',
  'asked to schedule': 'asked to schedule',
  planned: 'set the planned time of',
  'asked to unschedule': 'asked to take off the schedule',
  'asked again': 'asked again for',
  'looked again': 'asked to look again for',
  brought: 'asked to show in its channel',
  refused: 'was refused',
  sending: 'began to send',
  answered: 'got an answer about',
  'not taken': 'was told no, or did not send,',
  'no answer': 'got no answer about',
  made: 'made',
  generated: 'received',
  completed: 'completed the campaign of',
  changed: 'changed',
  'change failed': 'could not change',
  published: 'published',
  deleted: 'no longer lists',
  failed: 'could not finish',
  'outcome unknown': 'does not know the outcome of',
  warned: 'warned about',
  set: 'changed a rule or setting',
  'changes requested': 'asked for changes of',
  resubmitted: 'submitted again',
  reopened: 'reopened',
  held: 'kept back',
  'taken back': 'took back the approval of',
  'left as draft': 'left as a draft',
  'kept on schedule': 'kept on the schedule',
  'taken off': 'took off the schedule',
  froze: 'froze',
  thawed: 'thawed',
  'asked to switch': 'asked to switch a workflow',
  switched: 'switched a workflow',
  'asked to connect': 'asked to connect a profile',
  'asked for analytics': 'asked for the numbers',
  exported: 'exported the audit trail',
  trimmed: 'trimmed old entries',
};
