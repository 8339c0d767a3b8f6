/** What people read where a job did not do what they asked for, in answers. Plain text, whole sentences. */
import { number } from '#views/kit/language.ts';

export const ours = 'Something went wrong on our side.';

export const previewFailed = "Couldn't draw the preview. Press *Preview* again in a minute.";
export const previewUnshared =
  "Slack isn't accepting the preview right now. Press *Preview* again in a minute.";
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

export const sharedNowhere = 'Slack doesn’t let me share files here or in a direct message.';
