/** What people read where a job did not do what they asked for: on cards, and in answers. Plain text, whole sentences. */
import type { Problem } from '#src/cards/card.ts';
import { count, number } from './language.ts';

/** What went wrong, as its card tells it. */
export function problemText({ step, reason, shows }: Problem): string {
  if (shows === undefined) return reason;
  if (step === 'due') return `Its time came, and the service shows the post as ${shows}, not as published.`;
  return step === 'generate'
    ? `The service could not write it and gave no reason (it says ${shows}). Nothing was published.`
    : `The service could not publish it and gave no reason (it says ${shows}).`;
}

/** Behind the reason that the service gave. */
export const unpublished = 'It was not published.';
export const nothingMade = 'Nothing was made.';
export const asBefore = 'The post is as it was.';

/** `because`: what the service said. */
export const maybeMade = (because: string): string =>
  `The request was sent, and we could not see what came of it. ${because} It may still have been made.`;
export const maybePublished = (because: string): string =>
  `The request to publish was sent, and we could not see what came of it. ${because}`;
/** Behind what became of the later request. */
const sentBefore = 'An earlier request to publish was sent, and may still have published it.';
export const maybePublishedBefore = (because: string): string => `${because} ${sentBefore}`;
/** After a request that may have been taken; `found`: how many new ones there are that may be it. */
export function maybeMadeUnseen({
  answered,
  found,
  what,
}: {
  answered: boolean;
  found: number;
  what: 'post' | 'campaign';
}): string {
  const sent = answered
    ? `The publishing service accepted the request and named no ${what}`
    : 'The request was sent to the publishing service, and no answer came';
  const seen =
    found === 0
      ? `its list shows no new ${what} that could be this one`
      : `its list shows ${count(found, `new ${what}`)} that could be this one${answered ? '' : ', or somebody else’s'}`;
  return `${sent}; ${seen}. It may still have been made.`;
}

export const madeOnAnotherCard =
  'It was made, and another card shows it already: somebody took it from the list of posts. Decide about it there.';

/** How the service's list shows a post that was waited for: by the service's own word, or not at all. */
export type Seen = { status: string } | 'unlisted' | 'unread';

const stillSeen = (seen: Seen): string => {
  if (seen === 'unread') return 'its list of posts cannot be read';
  return seen === 'unlisted' ? 'it does not list the post' : `it still shows the post as ${seen.status}`;
};

/** `unsent`: we sent no request, because the service was publishing the post already. */
export function unseenPublish(seen: Seen, sent: 'unsent' | 'answered' | 'unanswered'): string {
  const told = {
    unsent: 'The publishing service was at work on this post already, so we sent no request',
    answered: 'The service said yes to an earlier request to publish',
    unanswered: 'The request to publish was sent, and no answer came',
  };
  const shown = {
    unread: 'Its list of posts cannot be read',
    unlisted: 'The service no longer lists the post',
  };
  return `${told[sent]}. ${typeof seen === 'string' ? shown[seen] : `The service still shows the post as ${seen.status}`}.`;
}

/** The service did not do in time what the post waits for. */
export const waitedFor = {
  proof: (seen: Seen): string => `The service said yes to publishing, but ${stillSeen(seen)}.`,
  generate: (minutes: number, seen: Seen): string =>
    seen === 'unread'
      ? `We waited for ${count(minutes, 'minute')}, and the service's list of posts cannot be read. It may have finished.`
      : `We waited for ${count(minutes, 'minute')} and the service has not finished. It may still do so.`,
  due: (seen: Seen): string =>
    `Its time came and is past. We waited for the service, but ${stillSeen(seen)}.`,
};

export const maybeChanged =
  'It may have been changed all the same: look in the publishing service before you decide about it.';
/** `because`: what the service said; nobody decides about it meanwhile. */
export const looksWhetherChanged = (because: string): string => `${because} ${inDoubt}`;
const inDoubt = 'It may have been changed all the same, so we keep looking.';
/** Of what it said before that. */
export const shownSince = (reason: string): string =>
  reason.replace(inDoubt, 'The card shows the post as the publishing service shows it now.');
export const unshownSince = (reason: string): string => reason.replace(inDoubt, maybeChanged);
export const unreadSince = (reason: string): string =>
  reason.replace(inDoubt, `The service's list of posts cannot be read. ${maybeChanged}`);

export const ours = 'Something went wrong on our side.';

export const tooLateToMake =
  'Its time passed before it could be sent, so nothing was made. Make it again with a later time.';
export const tooLateToSend = `Its time passed before it could be sent. ${asBefore}`;
export const tooLateToKnow = 'Its time passed before the publishing service confirmed it.';

export const isNotListed =
  'The publishing service does not list this post now, so nobody can see whether it still is what was approved.';
export const unlistedUnscheduled = `${isNotListed} It was not scheduled.`;

/** Why what was approved is not sent. */
const whys = {
  'changed here': 'It was changed after it was approved',
  'changed there': 'It was changed in the publishing service after it was approved',
  // nothing else was compared
  'words changed there': 'Its words were changed in the publishing service after it was approved',
  'goes nowhere': 'It has no social profile any more in the publishing service',
  'not listed': isNotListed,
  'not approved': 'The rule for approvals asks for more than it has',
  frozen: 'It was frozen',
};

/** `before`: an earlier request was sent, and nobody knows what came of it. */
export function unsent(why: keyof typeof whys, before: boolean): string {
  const not = before ? 'it was not sent again' : 'it was not published';
  const told =
    why === 'not listed' ? `${isNotListed} ${not.replace('it', 'It')}.` : `${whys[why]}, so ${not}.`;
  const then = why === 'goes nowhere' ? ' Choose one with Edit.' : '';
  return `${told}${then}${before ? ` ${sentBefore}` : ''}`;
}
/** It could not be decided about, or not be taken off. */
export const stillScheduled = (because: string): string => `${because} ${onSchedule}`;
const onSchedule = 'It is still on the schedule, and may go out. I keep trying.';
export const saysStillScheduled = (reason: string): boolean => reason.endsWith(onSchedule);
export const leftScheduled = `${ours} It is still on the schedule, and may go out: take it off if it must not.`;

export const notAllApproved = 'It does not have all approvals for what it says now, so it was not scheduled.';

export const frozenUnscheduled = `It was frozen, so it was not scheduled. ${asBefore}`;
export const frozenMeanwhile =
  'It was frozen while it was being scheduled. If it came onto the schedule, it is taken off again.';
export const thawedMeanwhile = 'It was frozen while it was being scheduled, and thawed again.';
export const frozenSince =
  'It was frozen after you decided, so nothing was done with it. Decide again if it is still to go out.';

export const vanishedThere =
  'The publishing service no longer lists this post. It was probably deleted there.';
export const campaignStopped = (came: number, asked: number): string =>
  `${number(came)} of ${number(asked)} posts came, and the rest did not in the time we wait.`;
export const putAway = 'It is no longer known here: what is finished is put away after a while.';

export const previewFailed = 'The preview could not be drawn. Press *Preview* again in a minute.';
export const nothingToPreview =
  'There is nothing to draw: this post has no social profile of a network that I know. Choose one with *Edit*.';
export const previewThere = 'The preview of this post, as it is now, is in the thread of its card already.';
export const previewPerhaps =
  'Slack did not say whether it shared the preview. If you do not find it, press *Preview* again.';
export const previewBelow = 'How this post will look:';
export const previewAside =
  'I may not share pictures in the channel of this post, so its preview comes here.';
export const previewTitle = (brand: string): string => `Preview for ${brand}`;

export const auditOnItsWay = 'The audit trail that you asked for is on its way.';
export const auditPerhaps =
  'Slack did not say whether it shared the file of the audit trail. If it is not here, ask for it again.';
export const auditUnsent = 'The audit trail could not be sent to you. Ask for it again in a minute.';
/** `found` of the `all` that the trail has; `head`: the hash of the last. */
export const auditSent = (found: number, all: number, head: string): string =>
  `The audit trail you asked for: ${number(found)} of ${number(all)} entries, up to the head \`${head}\`.`;

export const analyticsNowhere = 'Slack lets me share files neither here nor directly.';

export const switchedBySomebody = 'Somebody else is switching it by now, so this was left out.';
export const switchStuck = 'The publishing service took it, and still shows the old state.';
export const switchUntouched = 'It is as it was.';
export const maybeSwitched = 'It may have been switched all the same: look before you try again.';

/** Behind why a freeze cannot go on. */
export const keepsTrying = (because: string): string => `${because} I keep trying.`;

/** Behind why a list cannot be read. */
export const keepsLooking = (because: string): string => `${because} We keep looking.`;
/** Behind what became of one post of several. */
export const nothingDone = (because: string): string => `${because} Nothing was done with it.`;
