/** What people read where a job did not do what they asked for, in answers. Plain text, whole sentences. */
import { number } from '#views/kit/language.ts';

export const ours = 'Something went wrong on our side.';

export const previewFailed = 'Couldn’t draw the preview. Press *Preview* again in a minute.';
export const previewUnshared =
  'Slack isn’t accepting the preview right now. Press *Preview* again in a minute.';
export const nothingToPreview =
  'There’s nothing to preview: this post has no social profile on a network that I know. Choose one with *Edit*.';
export const previewThere = 'An up-to-date preview of this post is already in its card’s thread.';
export const previewPerhaps =
  'I couldn’t confirm whether Slack shared the preview. If you can’t find it, press *Preview* again.';
export const previewBelow = 'How this post will look:';
export const previewAside =
  'I don’t have permission to share pictures in this post’s channel, so here’s its preview:';
export const previewTitle = (brand: string): string => `Preview for ${brand}`;

export const auditOnItsWay = 'The audit trail you asked for is on its way.';
export const auditPerhaps =
  'I couldn’t confirm whether Slack shared the audit trail. If it isn’t here, export it again.';
export const auditUnsent = 'Couldn’t send you the audit trail. Export it again in a minute.';
/** `found` of the `all` that the trail has; `head`: the hash of the last. */
export const auditSent = (found: number, all: number, head: string): string =>
  `The audit trail you asked for: ${number(found)} of ${number(all)} entries, up to the head \`${head}\`.`;

export const sharedNowhere = 'Slack doesn’t let me share files here or in a direct message.';
