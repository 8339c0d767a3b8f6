/** What people read after pressing *Preview*. */
export const previewSoon = 'I’ll post the preview in this card’s thread.';
export const previewFailed = 'Couldn’t create the preview. Press *Preview* again in a minute.';
export const previewUnshared = 'Slack didn’t accept the preview. Press *Preview* again in a minute.';
export const nothingToPreview =
  'There’s nothing to preview: this post has no social profile on a network I can preview. Choose one with *Edit*.';
export const previewThere = 'This post’s card already has an up-to-date preview in its thread.';
export const previewPerhaps =
  'I couldn’t confirm whether Slack shared the preview. If you can’t find it, press *Preview* again.';
export const previewBelow = 'How this post will look:';
export const previewAside =
  'I don’t have permission to share images in this post’s channel, so here’s its preview:';
export const previewTitle = (brand: string): string => `Preview for ${brand}`;
