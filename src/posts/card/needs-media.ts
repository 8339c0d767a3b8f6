/** Networks that refuse a post without a picture or a video. */

import type { Provider } from '#src/platform/publishing-api/networks.ts';
import type { Content } from './card.ts';
import { networksOf } from './lengths.ts';

/**
 * Instagram Platform, IG User Media: an image or a video. Pinterest, API v5, PinCreate: `media_source` is
 * required. TikTok, Content Posting API: a video or photos.
 */
const needing = new Set<Provider>(['instagram', 'pinterest', 'tiktok']);

export const needsMedia = (network: Provider): boolean => needing.has(network);

/** The networks of a post's profiles that would refuse it because it has neither a picture nor a video. */
export function withoutMedia(content: Content): Provider[] {
  return content.mediaUrls.length > 0 ? [] : networksOf(content).filter(needsMedia);
}
