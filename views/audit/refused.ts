/** What was refused to somebody, and why, as the end of a sentence of the audit trail. */

import type { AuditEntry } from '#src/posts/card/audit.ts';
import type { Denied, Permission } from '#src/posts/card/rule.ts';
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
  'request changes': 'request changes to',
  resubmit: 'resubmit',
  reopen: 'reopen',
  undo: 'undo the approval of',
  leave: 'leave as a draft',
  'ask again': 'retry',
  'look again': 'check',
  bring: 'show the card of',
  'take off': 'unschedule',
};

const ofOthers: Record<string, string> = {
  ask: 'request a post',
  freeze: 'pause publishing',
  thaw: 'resume publishing',
  audit: 'read the audit trail',
  'API key': 'enter the API key',
  'change settings': 'change settings',
  'change a rule': 'change a rule',
};

const reasons: Record<'not_offered' | (Refused | Denied)['why'] | 'no profile', string> = {
  not_offered: 'the brand doesn’t have what they chose',
  // only in entries of earlier releases
  'no profile': 'it has no social profile',
  changed: 'it was changed in the meantime',
  claimed: 'another card shows it',
  late: 'its planned time had passed',
  frozen: 'publishing is paused',
  'not yours': 'someone else approved it',
  'too late': 'it was too late',
  given: 'they had already approved it',
  'not enough': 'approvals were missing',
  busy: 'a change was being saved',
  decided: 'it was already decided',
  'not now': 'its state didn’t allow that',
  guest: 'they’re a guest',
  outsider: 'they’re from another organization',
  unknown: 'Slack didn’t say who they are',
  group_unavailable: 'Slack didn’t say who is in a group of its approval rule',
  'not named': 'its approval rule doesn’t name them',
  own: 'it’s their own post',
};

const known = (words: Readonly<Record<string, string>>, word = ''): string | undefined =>
  Object.hasOwn(words, word) ? words[word] : undefined;

export interface Ending {
  /** `tried to approve the post for Acme and was refused: publishing is paused`. */
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
    says: `tried to ${wanted}${about} and was refused${why ? `: ${why}` : ''}`,
    told: [note, why && result],
  };
}
