/** What was done according to an entry of the audit trail, in words that people can read and search. */

import type { AuditEntry, AuditWord } from '#src/posts/card/audit.ts';
import type { Refused } from '#src/posts/card/refused.ts';
import type { Denied, Permission } from '#src/posts/card/rule.ts';
import { refusalWords, transitionWords } from '#src/posts/card/stored.ts';
import type { Transition } from '#src/posts/card/transition.ts';
import { ownNoteText, resultText } from './details.ts';

/**
 * `link` turns a word into a link to the entry's card; `brand`: the brand's name: `approved the post for
 * Acme`.
 */
export function actionOf(
  entry: AuditEntry,
  { link = (word) => word, brand }: { link?: (word: string) => string; brand: string | undefined },
): Action {
  const { what, card } = entry;
  const behindIt = brand ? ` for ${brand}` : '';
  const about = card ? ` the ${link(thingOf(entry))}${behindIt}` : behindIt;
  switch (what) {
    case 'refused':
      return refusedAction(entry, about);
    case 'set':
      return setAction(entry, about);
    case 'imported':
      return {
        text: `${known(imports, importedOf(entry).did) ?? 'imported posts'}${about}`,
        saysAlready: [],
      };
    case 'asked to switch':
    case 'switched':
      return switchAction(entry);
    case 'failed':
      return { text: failedText(entry, about), saysAlready: [] };
    case 'froze':
    case 'thawed':
      return { text: `${phrases[what]} ${brand ?? 'all brands'}`, saysAlready: [] };
    default: {
      const phrase = what === 'exported' && brand ? 'exported the posts' : phrases[what];
      const text = `${(card ? undefined : withoutPost[what]) ?? phrase}${about}${behind[what] ?? ''}`;
      return { text, saysAlready: [] };
    }
  }
}

/** What the card is about, if the entry says so: the note of a request begins with its kind. */
function thingOf({ what, note = '' }: AuditEntry): string {
  // those of a campaign or an import
  if (what === 'completed') return 'posts';
  return (what === 'asked' ? known(requests, firstOf(note)) : undefined) ?? 'post';
}

const requests: Record<string, string> = {
  post: 'post',
  'ai-post': 'AI post',
  campaign: 'campaign',
  import: 'import',
};

const firstOf = (note: string): string => note.split(', ', 1)[0] ?? '';

/** The same as plain text with a reworded note, for searches. It includes earlier words for pausing. */
export function actionText(entry: AuditEntry): string {
  const { text, saysAlready } = actionOf(entry, { brand: entry.brand?.name });
  const note = noteText(entry);
  const result = entry.result && !saysAlready.includes(entry.result) ? resultText(entry.result) : '';
  const reworded = [...(note !== entry.note ? [note] : []), ...(result !== entry.result ? [result] : [])];
  return [text, ...reworded.filter(Boolean), ...(olderWords[entry.what] ?? [])].join(' ');
}

const olderWords: Partial<Record<AuditWord, string[]>> = {
  froze: ['freeze', 'froze'],
  thawed: ['thaw', 'thawed'],
};

/** The note as it's shown; empty if the action says it. What people wrote is unchanged. */
export function noteText({ by, what, note = '' }: Pick<AuditEntry, 'by' | 'what' | 'note'>): string {
  if (what === 'imported') return importedOf({ note }).rest;
  const first = firstOf(note);
  const isSaid =
    (what === 'asked' && known(requests, first)) || (what === 'failed' && known(failures, first));
  const rest = isSaid ? note.slice(first.length).replace(/^, /, '') : note;
  const isOwn = by === 'presscheck' || by === 'outside' || what === 'set';
  return isOwn ? ownNoteText(rest) : rest;
}

/** For entries that aren't about a post, such as a brand's analytics. */
const withoutPost: Partial<Record<AuditWord, string>> = {
  sending: 'started sending a request',
  answered: 'got a response to a request',
  'not taken': 'couldn’t send a request',
  'no answer': 'got no response to a request',
  'taken off': 'unscheduled a post',
  'left as draft': 'left a post',
  'kept on schedule': 'kept a post',
};

/** The text after the post. */
const behind: Partial<Record<AuditWord, string>> = {
  adopted: ' to Slack',
  brought: ' in the channel',
  'left as draft': ' as a draft',
  'kept on schedule': ' on the schedule',
  held: ' off the schedule until it’s reviewed',
};

/** The words that `actionOf` doesn't take from `phrases`. */
type Worded = 'refused' | 'set' | 'failed' | 'imported' | 'asked to switch' | 'switched';

/** The text between the person and the post. */
const phrases: Record<Exclude<AuditWord, Worded>, string> = {
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
  brought: 'showed',
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
  'outcome unknown': 'couldn’t confirm what happened to',
  warned: 'warned about',
  'changes requested': 'requested changes to',
  'asked for approval': 'requested approval for',
  resubmitted: 'resubmitted',
  reopened: 'reopened',
  held: 'decided to keep',
  'taken back': 'undid the approval of',
  'left as draft': 'left',
  'kept on schedule': 'kept',
  'kept version': 'kept this version of',
  'taken off': 'unscheduled',
  froze: 'paused',
  thawed: 'resumed',
  'asked to connect': 'requested a link to connect a profile',
  'asked for analytics': 'requested analytics',
  exported: 'exported the audit trail',
  trimmed: 'removed old entries',
};

/** By the step that failed. */
const failures: Record<string, (about: string) => string> = {
  create: (about) => `couldn’t create${about}`,
  generate: (about) => `couldn’t generate${about}`,
  publish: (about) => `couldn’t publish${about}`,
  update: (about) => `couldn’t change${about}`,
  due: (about) => `found that${about} wasn’t published on schedule`,
};

/** What the publishing service shows has no step: Presscheck waits until a post is generated. */
function failedText({ by, note }: AuditEntry, about: string): string {
  const step = note === undefined ? (by === 'outside' ? 'publish' : 'generate') : firstOf(note);
  return known(failures, step)?.(about) ?? `couldn’t finish${about}`;
}

/** By the beginning of the note. */
const imports: Record<string, string> = {
  'import started': 'started checking an import',
  'import confirmed': 'confirmed an import',
  'import canceled': 'canceled an import',
  'import stopped': 'stopped an import',
  'import finished': 'finished an import',
};

/** A note such as `import started: 01JX, plan.csv, 3 posts` (`importEntry`), without the import's id. */
function importedOf({ note = '' }: Pick<AuditEntry, 'note'>): { did: string; rest: string } {
  // an import that was just started has 0 posts, because its file wasn't read yet
  const [, did = '', rest = note] = /^([^:]+): [^,]+, (.*?)(?:, 0 posts)?$/s.exec(note) ?? [];
  return { did, rest: rest.replace(/, 1 posts$/, ', 1 post') };
}

/** What was set, by the beginning of the note. */
const settings: [recorded: RegExp, phrase: string][] = [
  [/^installed$/, 'installed Presscheck'],
  [/^API key entered$/, 'entered the API key'],
  [/^API key replaced$/, 'replaced the API key'],
  [/^API key removed$/, 'removed the API key'],
  [/^rule: /, 'saved an approval rule'],
  [/^rule removed$/, 'removed an approval rule'],
  [/^own settings: /, 'edited their own settings'],
  [/^(settings|notifications): /, 'edited settings'],
  [/^posting times: /, 'edited posting times'],
  [/^\w+ template “.*” deleted$/s, 'deleted a template'],
  [/^\w+ template “/, 'saved a template'],
  [/^recurring post set up: /, 'set up a recurring post'],
  [/^recurring post changed: /, 'edited a recurring post'],
  [/^recurring post stopped: /, 'stopped a recurring post'],
  [/^recurring post ended: /, 'ended a recurring post'],
  [/^recurring post skipped: /, 'skipped a recurring post'],
];

/** The note is shown, too, unless it's a few words that say the same. */
function setAction({ note = '' }: AuditEntry, about: string): Action {
  const [, phrase] = settings.find(([recorded]) => recorded.test(note)) ?? [];
  const hasDetails = /[:“]/.test(note);
  return {
    text: `${phrase ?? 'changed the setup'}${about}`,
    saysAlready: [phrase && !hasDetails ? note : undefined],
  };
}

/**
 * A failed request may have been carried out anyway, and the service may have answered that nothing changed:
 * the result is only how the workflow was afterwards.
 */
function switchAction({ what, result }: AuditEntry): Action {
  const on = result === 'on' || result === 'off' ? result : undefined;
  const text =
    what === 'asked to switch'
      ? `chose to turn a workflow ${on ?? 'on or off'}`
      : on
        ? `requested a workflow change, and the workflow is now ${on}`
        : 'tried to turn a workflow on or off';
  return { text, saysAlready: [on] };
}

/** People's transitions, and actions that need a role, by their names in entries. */
type RefusedAction = Extract<Transition, { by: string }>['type'] | 'keep' | Permission;

/** Includes what follows: `the post for Acme`, or `for Acme`. */
const ofPosts: Record<RefusedAction, string> = {
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
  show_in_channel: 'show',
  unschedule: 'unschedule',
};

/** What follows the post. */
const behindRefused: Record<string, string> = {
  leave_as_draft: ' as a draft',
  show_in_channel: ' in the channel',
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
  other_published: 'another version was approved or published first',
  other_scheduled: 'someone scheduled another version at the same moment',
  claimed: 'it already has another card',
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

function known<Words>(words: Readonly<Record<string, Words>>, code: string): Words | undefined {
  return Object.hasOwn(words, code) ? words[code] : undefined;
}

/** What someone did, as the end of a sentence that begins with their name. */
interface Action {
  /** `tried to approve the post for Acme but couldn’t: publishing is paused`. */
  text: string;
  /** The entry's note or result, if the text says it, so that it isn't shown twice. */
  saysAlready: (string | undefined)[];
}

/**
 * `about`: the text about the post or the brand. Another release's entry may name an action that this one
 * doesn't know.
 */
function refusedAction({ card, result = '', note = '' }: AuditEntry, about: string): Action {
  const action = known(card ? ofPosts : ofOthers, transitionWords.read(note));
  const behind = known(behindRefused, transitionWords.read(note)) ?? '';
  const why = known(reasons, refusalWords.read(result));
  const because = why ? `: ${why}` : '';
  if (!action)
    return {
      text: `tried something that wasn’t allowed${card ? ' with' : ''}${about}${because}`,
      saysAlready: [why && result],
    };
  return {
    text: `tried to ${action}${about}${behind} but couldn’t${because}`,
    saysAlready: [note, why && result],
  };
}
