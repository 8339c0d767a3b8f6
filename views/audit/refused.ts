/** What was refused to someone, and why, as the end of a sentence of the audit trail. */

import type { AuditEntry } from '#src/posts/card/audit.ts';
import type { Denied, Permission } from '#src/posts/card/rule.ts';
import { refusalWords, transitionWords } from '#src/posts/card/stored.ts';
import type { Transition } from '#src/posts/card/transition.ts';
import type { Refused } from '#src/posts/card/transitions.ts';

/** Transitions by people, and actions that need a role, by their names in entries. */
type Wish = Extract<Transition, { by: string }>['type'] | 'keep' | Permission;

/** With what follows: `the post of Acme`, or `for Acme`. */
const ofPosts: Record<Wish, string> = {
  approve: 'approve',
  reject: 'reject',
  change: 'change',
  touch: 'change',
  decide: 'review',
  request_changes: 'request changes to',
  request_approval: 'request approval for',
  resubmit: 'resubmit',
  keep: 'keep a version of',
  reopen: 'reopen',
  undo: 'undo the approval of',
  leave_as_draft: 'leave',
  retry: 'retry',
  check_again: 'check',
  show_in_channel: 'move the card of',
  unschedule: 'unschedule',
};

const ofOthers: Record<string, string> = {
  ask: 'request a post',
  freeze: 'pause publishing',
  thaw: 'resume publishing',
  audit: 'read the audit trail',
  API_key: 'enter the API key',
  change_settings: 'edit settings',
  change_a_rule: 'edit an approval rule',
  change_posting_times: 'edit posting times',
  change_a_template: 'edit a template',
};

const reasons: Record<'not_offered' | (Refused | Denied)['why'] | 'not_in_workspace', string> = {
  not_offered: 'the brand doesn’t have what they chose',
  changed: 'it was changed in the meantime',
  slot_taken: 'another post took that slot first',
  files_linked: 'its approval rule doesn’t allow media links',
  files_expired: 'the link to an attached file had expired',
  other_kept: 'someone kept another version first',
  claimed: 'another card already shows it',
  time_passed: 'its planned time had passed',
  paused: 'publishing was paused',
  not_yours: 'someone else approved it',
  too_late: 'it was too late',
  already_approved: 'they had already approved it',
  final_approval: 'by then, their approval would have published or scheduled the post',
  not_enough: 'it didn’t have all its approvals',
  busy: 'another change was being saved',
  decided: 'someone else had already reviewed it',
  not_now: 'its status didn’t allow that',
  guest: 'they’re a guest',
  outsider: 'they’re from another organization',
  not_in_workspace: 'they aren’t in this workspace',
  unknown: 'Presscheck couldn’t look them up in Slack',
  group_unavailable: 'Presscheck couldn’t see who’s in a user group in the approval rule',
  not_named: 'its approval rule doesn’t name them',
  own: 'it’s their own post',
};

function known(words: Readonly<Record<string, string>>, code: string): string | undefined {
  return Object.hasOwn(words, code) ? words[code] : undefined;
}

/** What someone did, as the end of a sentence that begins with their name. */
export interface Action {
  /** `tried to approve the post for Acme but couldn’t: publishing is paused`. */
  text: string;
  /** The note or result of the entry, if the text says it, so that it isn't shown twice. */
  saysAlready: (string | undefined)[];
}

/** `about`: the text about the post or the brand. An entry of another release may name what was wanted in unknown words. */
export function refusedAction({ card, result = '', note = '' }: AuditEntry, about: string): Action {
  const wanted = known(card ? ofPosts : ofOthers, transitionWords.read(note));
  const behind = transitionWords.read(note) === 'leave_as_draft' ? ' as a draft' : '';
  const why = known(reasons, refusalWords.read(result));
  const because = why ? `: ${why}` : '';
  if (!wanted)
    return {
      text: `tried something that wasn’t allowed${card ? ' with' : ''}${about}${because}`,
      saysAlready: [why && result],
    };
  return {
    text: `tried to ${wanted}${about}${behind} but couldn’t${because}`,
    saysAlready: [note, why && result],
  };
}
