/** Requests and errors that several tests need. */
import assert from 'node:assert/strict';
import type { Service } from '#src/platform/publishing-api/client.ts';
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import type { Post } from '#src/platform/publishing-api/post.ts';
import type { AiPostRequest, CampaignRequest, PostRequest } from '#src/platform/publishing-api/request.ts';
import type { Call } from '#src/platform/publishing-api/service.ts';

const brand = { id: 'brand-1', name: 'North Roast' };

export function aPost(with_: Partial<PostRequest> = {}): PostRequest {
  return { kind: 'post', brand, profiles: [], caption: 'Hello', mediaUrls: [], ...with_ };
}

export function anAiPost(with_: Partial<AiPostRequest> = {}): AiPostRequest {
  const none = { profiles: [], imageCount: 0, referenceUrls: [], referenceDesigns: [] };
  return { kind: 'ai-post', brand, prompt: 'A post about coffee', ...none, ...with_ };
}

export function aCampaign(with_: Partial<CampaignRequest> = {}): CampaignRequest {
  const none = { profiles: [], imageCount: 0, referenceUrls: [], referenceDesigns: [] };
  return { kind: 'campaign', brand, brief: 'Autumn', days: 7, posts: 5, ...none, ...with_ };
}

/** The error that a call ends with, which must be a `ServiceError`. */
export async function errorOf(call: Promise<unknown>): Promise<ServiceError> {
  try {
    await call;
  } catch (cause) {
    assert.ok(cause instanceof ServiceError, `not a ServiceError: ${cause}`);
    return cause;
  }
  return assert.fail('the call did not fail');
}

/** The first page of a brand's posts. */
export async function postsOf(
  service: Pick<Service, 'postPage'>,
  brandId: string,
  call?: Call,
): Promise<Post[]> {
  return (await service.postPage(brandId, { n: 0 }, { first: 0 }, call)).posts;
}
