/** What was refused to someone, and why, as the end of a sentence of the audit trail. */

import type { AuditEntry } from '#src/posts/card/audit.ts';
import type { Denied, Permission } from '#src/posts/card/rule.ts';
import { refusalWords, transitionWords } from '#src/posts/card/stored.ts';
import type { Transition } from '#src/posts/card/transition.ts';
import type { Refused } from '#src/posts/card/transitions.ts';

/** Transitions by people, and actions that need a role, by their names in entries. */
type Wish = Extract<Transition, { by: string }>['type'] | Permission;

/** With what follows: `the post of Acme`, or `for Acme`. */
const ofPosts: Record<Wish, string> = {
  approve: 'approve',
  reject: 'reject',
  change: 'change',
  touch: 'change',
  decide: 'decide about',
  request_changes: 'request changes to',
  resubmit: 'resubmit',
  keep: 'keep a version of',
  reopen: 'reopen',
  undo: 'undo the approval of',
  leave_as_draft: 'leave as a draft',
  retry: 'retry',
  check_again: 'check',
  show_in_channel: 'show the card of',
  unschedule: 'unschedule',
};

const ofOthers: Record<string, string> = {
  ask: 'request a post',
  freeze: 'pause publishing',
  thaw: 'resume publishing',
  audit: 'read the audit trail',
  API_key: 'enter the API key',
  change_settings: 'change settings',
  change_a_rule: 'change a rule',
};

const reasons: Record<'not_offered' | (Refused | Denied)['why'] | 'no_profile', string> = {
  not_offered: 'the brand doesn’t have what they chose',
  // only in entries of earlier releases
  no_profile: 'it has no social profile',
  changed: 'it was changed in the meantime',
  slot_taken: 'another post took that slot first',
  other_kept: 'someone kept another version first',
  claimed: 'another card shows it',
  time_passed: 'its planned time had passed',
  paused: 'publishing is paused',
  not_yours: 'someone else approved it',
  too_late: 'it was too late',
  already_approved: 'they had already approved it',
  not_enough: 'approvals were missing',
  busy: 'a change was being saved',
  decided: 'it was already decided',
  not_now: 'its state didn’t allow that',
  guest: 'they’re a guest',
  outsider: 'they’re from another organization',
  unknown: 'Slack didn’t say who they are',
  group_unavailable: 'Slack didn’t say who is in a group of its approval rule',
  not_named: 'its approval rule doesn’t name them',
  own: 'it’s their own post',
};

function known(words: Readonly<Record<string, string>>, code: string): string | undefined {
  return Object.hasOwn(words, code) ? words[code] : undefined;
}

export interface Ending {
  /** `tried to approve the post for Acme and was refused: publishing is paused`. */
  says: string;
  /** The words of the entry that it says so. */
  told: (string | undefined)[];
}

/** `about`: the text about the post or the brand. `undefined` if the entry doesn't say what was wanted in known words. */
export function refusedSentence(
  { card, result = '', note = '' }: AuditEntry,
  about: string,
): Ending | undefined {
  const wanted = known(card ? ofPosts : ofOthers, transitionWords.read(note));
  if (!wanted) return undefined;
  const why = known(reasons, refusalWords.read(result));
  return {
    says: `tried to ${wanted}${about} and was refused${why ? `: ${why}` : ''}`,
    told: [note, why && result],
  };
}
