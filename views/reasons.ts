/** What people read where a job did not do what they asked for: on cards, and in answers. Plain text, whole sentences. */
import { count, number } from './language.ts';

/** Behind the reason that the service gave. */
export const unpublished = 'It was not published.';
export const nothingMade = 'Nothing was made.';
export const asBefore = 'The post is as it was.';

/** `because`: what the service said. */
export const maybeMade = (because: string): string =>
  `The request was sent, and we could not see what came of it. ${because} It may still have been made.`;
export const maybePublished = (because: string): string =>
  `The request to publish was sent, and we could not see what came of it. ${because}`;
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

/** `status`: as the service calls it; `undefined`: it is not listed. */
export const unansweredPublish = (status: string | undefined): string =>
  `The request to publish was sent, and no answer came. ${
    status === undefined
      ? 'The service no longer lists the post'
      : `The service still shows the post as ${status}`
  }.`;

/** What the service shows of a post that was waited for; `undefined`: its list cannot be read. */
const stillShown = (status: string | undefined): string =>
  status === undefined ? 'its list cannot be read' : `it still shows the post as ${status}`;

/** The service did not do in time what the post waits for. */
export const waitedFor = {
  proof: (status: string | undefined): string =>
    `The service said yes to publishing, but ${stillShown(status)}.`,
  generate: (minutes: number): string =>
    `We waited for ${count(minutes, 'minute')} and the service has not finished. It may still do so.`,
  due: (minutes: number, status: string | undefined): string =>
    `Its time came, and for ${count(minutes, 'minute')} ${stillShown(status)}.`,
};

export const maybeChanged =
  'It may have been changed all the same: look in the publishing service before you edit it again.';

export const ours = 'Something went wrong on our side.';

export const tooLateToMake =
  'Its time passed before it could be sent, so nothing was made. Make it again with a later time.';
export const tooLateToSend = `Its time passed before it could be sent. ${asBefore}`;

export const changedHere = 'It was changed after it was approved, so it was not published.';
/** `wordsOnly`: nothing else was compared. */
export const changedThere = (wordsOnly: boolean): string =>
  `${wordsOnly ? 'Its words were' : 'It was'} changed in the publishing service after it was approved, so it was not published.`;
export const goesNowhereNow =
  'It has no social profile any more in the publishing service, so it was not published. Choose one with Edit.';

/** Why what is approved under a rule does not go out. */
const isNotListed =
  'The publishing service does not list this post now, so nobody can see whether it still is what was approved.';
export const notListed = {
  publish: `${isNotListed} ${unpublished}`,
  schedule: `${isNotListed} It was not scheduled.`,
};
export const notApprovedNow = 'The rule for approvals asks for more than it has, so it was not published.';
export const notAllApproved = 'It does not have all approvals for what it says now, so it was not scheduled.';

export const frozenUnpublished = 'It was frozen, so it was not published.';
export const frozenUnscheduled = `It was frozen, so it was not scheduled. ${asBefore}`;
export const frozenMeanwhile =
  'It was frozen while it was being scheduled. If it came onto the schedule, it is taken off again.';

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
  'Slack did not say whether it shared the preview. If it is not in the thread of the card, press *Preview* again.';
export const previewBelow = 'How this post will look:';
export const previewAside = 'I may not share pictures in the channel of this post, so its preview is here.';
export const previewTitle = (brand: string): string => `Preview for ${brand}`;

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
