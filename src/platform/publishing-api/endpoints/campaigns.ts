/** Campaigns can only be created; their posts appear in the listing of posts. */

import { isUnreadable, readId } from '#src/platform/publishing-api/answers/ids.ts';
import type { CampaignRequest } from '#src/platform/publishing-api/request.ts';
import { campaignBody } from '#src/platform/publishing-api/requests/bodies.ts';
import type { Call } from '#src/platform/publishing-api/service.ts';
import type { Parts } from './parts.ts';

/**
 * `POST /campaigns?brandId=`: queues 1 to 30 posts over 1 to 30 days, from a brief of 3 characters or more; 1 to
 * 10 images for each post, at most 3 references of each kind, and those only with images. All names but
 * `generateMedia` are open facts. The answer may have no id: `undefined`. Kind `refused` if the
 * service doesn't accept it; for any other error, `taken` says whether it may be generating.
 * service-api.md, POST /campaigns.
 */
export async function createCampaign({ exchange, facts }: Parts, request: CampaignRequest, call: Call) {
  const body = campaignBody(request, facts);
  const query = { brandId: request.brand.id };
  const answer = await exchange({ endpoint: 'POST /campaigns', query, body }, call);
  const campaignId = readId(answer.text, facts.campaignIdNames, facts.campaignIdPlaces);
  return { campaignId, ...(isUnreadable(answer) && { isUnreadable: true }) };
}
