/** What was refused to somebody, and why, as the end of a sentence of the audit trail. */

import type { Denied, Permission } from '#src/approval/rule.ts';
import type { AuditEntry } from '#src/posts/card/audit.ts';
import type { Transition } from '#src/posts/card/transition.ts';
import type { Refused } from '#src/posts/card/transitions.ts';

/** The moves of people, and what asks for a role, as entries name them. */
type Wish = Extract<Transition, { by: string }>['type'] | Permission;

/** With what follows: `the post of Acme`, or `for Acme`. */
const ofPosts: Record<Wish, string> = {
  approve: 'approve',
  reject: 'reject',
  change: 'change',
  touch: 'change',
  decide: 'decide about',
  'request changes': 'ask for changes of',
  resubmit: 'submit again',
  reopen: 'reopen',
  undo: 'take back the approval of',
  leave: 'leave as a draft',
  'ask again': 'ask again for',
  'look again': 'have looked again for',
  bring: 'bring into its channel',
  'take off': 'take off the schedule',
};

const ofOthers: Record<string, string> = {
  ask: 'ask for a post',
  freeze: 'begin a freeze',
  thaw: 'end a freeze',
  audit: 'read the audit trail',
  'API key': 'enter the API key',
  'change settings': 'change settings',
  'change a rule': 'change a rule',
};

const reasons: Record<'not_offered' | (Refused | Denied)['why'] | 'no profile', string> = {
  not_offered: 'the brand does not have what they chose',
  // only in entries of earlier releases
  'no profile': 'it has no social profile',
  changed: 'it was changed meanwhile',
  claimed: 'another card shows it',
  late: 'the time it was planned for had passed',
  frozen: 'it is frozen',
  'not yours': 'somebody else approved it',
  'too late': 'it was too late',
  given: 'they had approved it already',
  'not enough': 'approvals were missing',
  busy: 'a change was being saved',
  decided: 'it was decided already',
  'not now': 'its state did not allow that',
  guest: 'they are a guest',
  outsider: 'they are from another organisation',
  unknown: 'Slack did not say who they are',
  group_unavailable: 'Slack did not say who is in a group of its approval rule',
  'not named': 'its approval rule does not name them',
  own: 'it is their own',
};

const known = (words: Readonly<Record<string, string>>, word = ''): string | undefined =>
  Object.hasOwn(words, word) ? words[word] : undefined;

export interface Ending {
  /** `wanted to approve the post of Acme and was refused: it is frozen`. */
  says: string;
  /** The words of the entry that it says so. */
  told: (string | undefined)[];
}

/** `about`: what is said of the post or the brand. `undefined`: the entry does not say in words that are known what was wanted. */
export function refusedSentence({ card, result, note }: AuditEntry, about: string): Ending | undefined {
  const wanted = known(card ? ofPosts : ofOthers, note);
  if (!wanted) return undefined;
  const why = known(reasons, result);
  return {
    says: `wanted to ${wanted}${about} and was refused${why ? `: ${why}` : ''}`,
    told: [note, why && result],
  };
}
