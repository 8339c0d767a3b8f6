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

export const sharedNowhere = 'Slack doesn’t let me share files here or in a direct message.';
