/** What people read about a problem of a card: one plain text of whole sentences for each code. */

import type { NotAttached } from '#src/posts/card/file-checks.ts';
import type { Failure, Problem, Seen } from '#src/posts/card/problem.ts';
import { alternatives, count, listed, number, plural } from '#views/kit/language.ts';
import { clip, slack } from '#views/kit/limits.ts';
import { capital, lower } from '#views/kit/text.ts';
import { ours, serviceReason } from './service-reason.ts';

type Code = Problem['code'];
type Texts = { [C in Code]: (problem: Extract<Problem, { code: C }>) => string };

/** Plain text, one to four sentences. A code without a text does not compile. */
export function problemText(problem: Problem): string {
  const text = texts[problem.code] as (problem: Problem) => string;
  return text(problem);
}

/** Why a request or a job failed: one or two sentences of plain text. */
export function failureText(failure: Failure): string {
  if (failure.kind === 'internal') return ours;
  const { message: serviceMessage, ...said } = failure;
  return serviceReason({ ...said, serviceMessage });
}

export const notChanged = 'The post wasn’t changed.';
/** Follows what is said about the later request. */
const sentBefore = 'An earlier request to publish was sent and may have published the post anyway.';
const notRetried = 'I didn’t try to publish the post again.';
const notListed =
  'The publishing service doesn’t list this post right now, so I can’t tell whether it still matches what was approved.';
const maybeChanged = 'The post may have been changed anyway. Check the publishing service before you decide.';

const stillSeen = (seen: Seen): string => {
  if (seen.as === 'unread') return 'I can’t read its list of posts';
  return seen.as === 'unlisted' ? 'it doesn’t list the post' : `it still shows the status “${seen.status}”`;
};

const publishSent = {
  unsent: (shown: string) =>
    `The publishing service was already working on this post, so I didn’t send a request. ${capital(shown)}.`,
  answered: (shown: string) => `The publishing service accepted an earlier request to publish, but ${shown}.`,
  unanswered: (shown: string) =>
    `The request to publish was sent, but the publishing service didn’t respond. ${capital(shown)}.`,
};

/** Why an approved post isn't sent. */
const withheld = {
  changed_here: 'It was changed after it was approved',
  changed_there: 'It was changed in the publishing service after it was approved',
  words_changed_there: 'Its text was changed in the publishing service after it was approved',
  no_profiles: 'It no longer has a social profile in the publishing service',
  not_approved: 'It doesn’t have all the approvals its rule requires',
  paused: 'Publishing was paused',
};

const otherVersionGoesOut = 'Another version of this post was kept or is going out';

/** `File 2`, by their numbers in the order of the post. */
const filesText = (files: readonly number[] = []): string =>
  files.length === 0
    ? 'Its files'
    : plural(files.length, { one: `File ${files[0]}`, other: `Files ${listed(files.map(String))}` });

/** `The link to file 2 has expired`. */
export const expiredFiles = (files: readonly number[] = []): string =>
  `The ${plural(files.length, { one: 'link', other: 'links' })} to ${lower(filesText(files))} ${plural(files.length, { one: 'has', other: 'have' })} expired`;

type FilesCode = NonNullable<Extract<Problem, { code: 'schedule_withheld' }>['why']> & `files_${string}`;

/** Why a post isn't published with its files, as a clause that a consequence can follow. */
const wrongFiles: Record<FilesCode, (files: readonly number[] | undefined) => string> = {
  files_replaced: (files) =>
    `Someone replaced ${lower(filesText(files))} after the post was approved, without changing ${plural(files?.length ?? 0, { one: 'its link', other: 'their links' })}`,
  files_unreadable: (files) =>
    `I can no longer read ${lower(filesText(files))}, so I can’t tell whether the post still matches what was approved`,
  files_unchecked: (files) =>
    `I couldn’t check ${lower(filesText(files))}, so I can’t tell whether the post still matches what was approved`,
  files_unconfirmed: (files) =>
    `I couldn’t check ${lower(filesText(files))}, so I won’t notice if someone replaces ${plural(files?.length ?? 0, { one: 'it', other: 'them' })}. This wasn’t shown on the card when the post was approved`,
  files_linked: (files) =>
    `The rule allows only attached files, but ${lower(filesText(files))} ${plural(files?.length ?? 0, { one: 'is a link', other: 'are links' })}`,
  files_expired: (files) => `The rule allows only attached files, and ${lower(expiredFiles(files))}`,
};
const isAboutFiles = (why: string): why is FilesCode => Object.hasOwn(wrongFiles, why);

const theFiles = (files: readonly number[] = []): string =>
  plural(files.length, { one: 'the file', other: 'the files' });

const anyway = {
  publish: 'Press “Publish now” to publish it anyway',
  schedule: 'Schedule it again to go ahead anyway',
};

const afterFiles: Record<
  FilesCode,
  (files: readonly number[] | undefined, step: keyof typeof anyway) => string
> = {
  files_replaced: (files) => `Check ${theFiles(files)} and approve the post again.`,
  files_unreadable: (files) =>
    `Check ${theFiles(files)} and approve the post again, or press “Edit” to attach ${theFiles(files)}.`,
  files_unchecked: (files) => `Check ${theFiles(files)} and approve the post again.`,
  files_unconfirmed: (files, step) => `${anyway[step]}, or press “Edit” to attach ${theFiles(files)}.`,
  files_linked: (files) => `Press “Edit” to attach ${theFiles(files)}.`,
  files_expired: (files) => `Press “Edit” to attach ${theFiles(files)} again.`,
};

/** Shown on the card before anyone approves it, and to people who try. */
export const notAttachedText = ({ why, files }: NotAttached): string =>
  `${wrongFiles[why](files)}. ${afterFiles[why](files, 'publish')}`;

const unscheduled = {
  not_listed: `${notListed} The post wasn’t scheduled.`,
  not_approved: 'It doesn’t have all the approvals it needs for its current content, so it wasn’t scheduled.',
  paused: `Publishing was paused, so the post wasn’t scheduled. ${notChanged}`,
};

const whileChecking = {
  looking: 'The post may have been changed anyway, so I’ll keep checking.',
  shown: 'The card now matches the publishing service.',
  not_shown: maybeChanged,
  unread: `I can’t read the publishing service’s list of posts. ${maybeChanged}`,
};

type InDoubt = NonNullable<Extract<Problem, { code: 'update_outcome_unknown' }>['because']>;

function whyInDoubt(why: InDoubt): string {
  switch (why.kind) {
    case 'time_passed':
      return 'Its planned time passed before the publishing service confirmed the change.';
    case 'not_listed':
      return notListed;
    case 'resumed':
      return 'Publishing was paused while this post was being scheduled, and has since been resumed.';
    default:
      return failureText(why);
  }
}

const sentForIt = (what: string, answered: boolean): string =>
  answered
    ? `The publishing service accepted the request but didn’t say which ${what} it created`
    : 'The request was sent, but the publishing service didn’t respond';

const texts: Texts = {
  create_failed: ({ failure }) => `${failureText(failure)} Nothing was created.`,
  create_too_late: () =>
    'Its planned time passed before it could be sent, so nothing was created. Try again to create it without a time.',
  choice_not_offered: ({ step, names }) =>
    `${notOfThisBrand(names)} ${step === 'update' ? `Nothing was sent. ${notChanged}` : 'Nothing was created.'}`,
  create_outcome_unknown: ({ failure }) =>
    `${failureText(failure)} The request may have gone through anyway.`,
  created_not_found({ what, answered, found }) {
    const seen =
      found === 0
        ? `It doesn’t list a new ${what} that matches this one`
        : `It lists ${count(found, `new ${what}`)}, and I can’t tell ${plural(found, { one: 'whether it belongs to this card', other: answered ? 'which one belongs to this card' : 'whether any of them belongs to this card' })}`;
    return `${sentForIt(what, answered)}. ${seen}. The ${what} may have been created anyway.`;
  },
  created_not_recognized: ({ what, answered }) =>
    `${sentForIt(what, answered)}. I hadn’t loaded all of this brand’s posts yet, so I can’t tell which one this is. The ${what} may have been created anyway.`,
  created_on_another_card: () =>
    'It was created, but it already has another card because someone opened it from the list of posts. Review it there.',

  generation_failed: ({ shows }) =>
    `The publishing service couldn’t generate it and didn’t say why. Status: “${shows}”. Nothing was published.`,
  generation_overdue: ({ minutes, seen }) =>
    seen.as === 'unread'
      ? `It’s been ${count(minutes, 'minute')}, and I can’t read the publishing service’s list of posts, so I can’t tell whether this is ready.`
      : `It’s been ${count(minutes, 'minute')}, but the publishing service hasn’t finished. It still might.`,
  campaign_incomplete: ({ came, requested }) =>
    came === 0
      ? plural(requested, {
          one: 'The post wasn’t ready in time.',
          other: 'None of the posts were ready in time.',
        })
      : `${number(came)} of ${count(requested, 'post')} ${plural(came, { one: 'was', other: 'were' })} generated. ${plural(requested - came, { one: 'The other one wasn’t', other: 'The rest weren’t' })} ready in time.`,

  publish_failed: ({ failure }) => `${failureText(failure)} The post wasn’t published.`,
  publishing_failed: ({ shows }) =>
    `The publishing service couldn’t publish it and didn’t say why. Status: “${shows}”.`,
  publish_outcome_unknown: ({ failure, sent }) =>
    sent === 'earlier'
      ? `${failureText(failure)} ${sentBefore}`
      : `${failureText(failure)} The request to publish may have gone through anyway.`,
  publish_not_shown: ({ seen, sent }) => publishSent[sent](stillSeen(seen)),
  publish_withheld({ why, files, otherVersion, earlierRequestSent: before }) {
    if (isAboutFiles(why))
      return `${wrongFiles[why](files)}. ${before ? `${notRetried} ${sentBefore}` : `The post wasn’t published. ${afterFiles[why](files, 'publish')}`}`;
    const it = otherVersion ? 'this one' : why === 'paused' ? 'the post' : 'it';
    const told =
      why === 'not_listed'
        ? `${notListed} ${before ? notRetried : 'The post wasn’t published.'}`
        : `${otherVersion ? otherVersionGoesOut : withheld[why]}, so ${before ? `I didn’t try to publish ${it} again` : `${it} wasn’t published`}.`;
    return `${told}${why === 'no_profiles' ? ' Press “Edit” to choose one.' : ''}${before ? ` ${sentBefore}` : ''}`;
  },
  published_not_shown: ({ seen }) =>
    `The publishing service accepted the request to publish, but ${stillSeen(seen)}.`,

  due_not_shown: ({ seen }) =>
    `Its scheduled time has passed. I gave the publishing service time to update, but ${stillSeen(seen)}.`,
  due_not_published: ({ shows }) =>
    `Its scheduled time has passed, but the publishing service shows the status “${shows}” instead of “published”.`,

  update_failed: ({ failure, mayHaveChanged }) =>
    `${failureText(failure)} ${mayHaveChanged ? maybeChanged : notChanged}`,
  update_too_late: () => `Its planned time passed before the change could be sent. ${notChanged}`,
  update_outcome_unknown: ({ because: why, result }) =>
    [...(why ? [whyInDoubt(why)] : []), whileChecking[result]].join(' '),
  schedule_withheld: ({ why, files }) =>
    isAboutFiles(why)
      ? `${wrongFiles[why](files)}. The post wasn’t scheduled. ${afterFiles[why](files, 'schedule')}`
      : unscheduled[why],
  files_withheld: ({ why, files, lost, step }) =>
    lost && step === 'create'
      ? `${expiredFiles(files)}, so nothing was created. To try again, press “Duplicate” and attach ${theFiles(files)} again.`
      : `${lost ? expiredFiles(files) : wrongFiles[why](files)}. ${notChanged} ${afterFiles[why](files, 'schedule')}`,
  paused_while_scheduling: () =>
    'Publishing was paused while this post was being scheduled. If it was scheduled anyway, I’ll unschedule it.',
  still_scheduled: ({ failure, retrying }) =>
    `${failureText(failure)} The post is still scheduled and may go out${retrying ? '. I’ll keep trying.' : '. Unschedule it if it shouldn’t.'}`,

  not_listed: () => 'The publishing service no longer lists this post. It was probably deleted there.',
  listing_unread: ({ failure }) => `${failureText(failure)} I’ll keep checking.`,
};

/** The choices that the brand doesn't have, as plain text. */
export function notOfThisBrand(names: readonly string[]): string {
  const shown = alternatives(names.map((name) => `“${clip(name, slack.optionText)}”`));
  return `This brand doesn’t have ${clip(shown, 600)}.`;
}
