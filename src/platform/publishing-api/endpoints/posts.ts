/** Posts: list them, create one or a campaign of them, change one. */

import { placesOf, readIfJson } from '#src/platform/publishing-api/answers/body.ts';
import { isUnreadable, otherPostId, readId } from '#src/platform/publishing-api/answers/ids.ts';
import { postReader } from '#src/platform/publishing-api/answers/post.ts';
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import { misfit } from '#src/platform/publishing-api/failures.ts';
import { readListPage } from '#src/platform/publishing-api/pages.ts';
import type { Post } from '#src/platform/publishing-api/post.ts';
import type { AiPostRequest, CampaignRequest, PostRequest } from '#src/platform/publishing-api/request.ts';
import {
  aiPostBody,
  type Body,
  campaignBody,
  changeBody,
  postBody,
} from '#src/platform/publishing-api/requests/bodies.ts';
import type { Call, PageAt, Paging, PostChange, PostPage } from '#src/platform/publishing-api/service.ts';
import { type Parts, segment } from './parts.ts';

/**
 * `GET /post?brandId=`, one page, read with `readListPage`. Kind `refused` for an unknown brand, `shape` if
 * no row fits. service-api.md, Other endpoints named in the changelog.
 */
export async function readPostPage(
  parts: Parts,
  brandId: string,
  position: { at: PageAt; paging: Paging },
  call: Call,
): Promise<PostPage> {
  const endpoint = 'GET /post';
  const row = postReader(parts.facts);
  const listing = { endpoint, query: { brandId }, list: 'posts', row } as const;
  const { records: posts, rows, ...page } = await readListPage(parts, listing, position, call);
  if (rows.length > 0 && posts.length === 0) throw misfit(endpoint, 'a row with an ID', rows[0]);
  return { posts, ...page };
}

/**
 * `GET /post/{postId}`, which the contract doesn't show: only with the open fact `singleRead`. `undefined`:
 * there is no such post, or the service can't read one. Kind `busy` rejects.
 */
export async function readSingle(
  { exchange, facts }: Parts,
  postId: string,
  call: Call,
): Promise<Post | undefined> {
  if (!facts.singleRead) return undefined;
  const endpoint = 'GET /post/{postId}';
  try {
    const answer = await exchange({ endpoint, path: `/post/${segment(endpoint, postId)}` }, call);
    const places = placesOf(readIfJson(answer.text), [...facts.recordEnvelopes, ...facts.postIdPlaces]);
    const read = postReader(facts);
    return places.map((place) => read(place, () => undefined)).find((post) => post?.id === postId);
  } catch (cause) {
    if (cause instanceof ServiceError && cause.kind !== 'busy') return undefined;
    throw cause;
  }
}

/**
 * `POST /post?brandId=`: a draft, or with `scheduledAt` (UTC, whole seconds) a scheduled post. Caption and
 * `mediaUrls` are always sent; service-api.md gives no limit for either here. A 2xx without a readable id
 * returns `undefined`: the post was accepted. Kind `refused` if the service doesn't accept it, and before
 * anything is sent if the time isn't a datetime; for any other error, `taken` says whether the post may be
 * there. service-api.md, POST /post.
 */
export async function createPost(parts: Parts, request: PostRequest, call: Call) {
  return create(parts, 'POST /post', request, postBody(request, parts.facts), call);
}

/**
 * `POST /post/ai?brandId=`: queues a generated draft, which costs money; prompt of 10 characters or more, 1 to
 * 10 images. References are only sent with images. The answer may have no id: `undefined`. Kind `refused` if
 * the service doesn't accept it; for any other error, `taken` says whether it may be generating.
 * service-api.md, POST /post/ai.
 */
export async function createAiPost(parts: Parts, request: AiPostRequest, call: Call) {
  return create(parts, 'POST /post/ai', request, aiPostBody(request), call);
}

/**
 * `POST /campaigns?brandId=`: queues 1 to 30 posts over 1 to 30 days, which costs money; brief of 3 characters
 * or more, 1 to 10 images for each post, at most 3 references of each kind, and those only with images. All
 * names but `generateMedia` are open facts. The answer may have no id: `undefined`. Kind `refused` if the
 * service doesn't accept it; for any other error, `taken` says whether it may be generating. service-api.md,
 * POST /campaigns.
 */
export async function createCampaign({ exchange, facts }: Parts, request: CampaignRequest, call: Call) {
  const body = campaignBody(request, facts);
  const query = { brandId: request.brand.id };
  const answer = await exchange({ endpoint: 'POST /campaigns', query, body }, call);
  const campaignId = readId(answer.text, facts.campaignIdNames, facts.campaignIdPlaces);
  return { campaignId, ...(isUnreadable(answer) && { isUnreadable: true }) };
}

async function create(
  { exchange, facts }: Parts,
  endpoint: 'POST /post' | 'POST /post/ai',
  { brand }: PostRequest | AiPostRequest,
  body: Body,
  call: Call,
) {
  const answer = await exchange({ endpoint, query: { brandId: brand.id }, body }, call);
  const postId = readId(answer.text, facts.postIdNames, facts.postIdPlaces);
  return { postId, ...(isUnreadable(answer) && { isUnreadable: true }) };
}

/**
 * `PATCH /post/{postId}`: changes the given fields; at most 10 media. Kind `refused`, before anything is
 * sent, for a change that the contract leaves open. Any 2xx is success, whatever its body: an answer about
 * another post is logged as a warning. After an error, `taken` says whether the post may have changed.
 * service-api.md, PATCH /post/{postId}.
 */
export async function updatePost(
  parts: Parts,
  postId: string,
  change: PostChange,
  call: Call,
): Promise<void> {
  await patch(parts, postId, changeBody(patchEndpoint, change, parts.facts), call);
}

/**
 * `PATCH /post/{postId}` with `publishNow` and nothing else: publishes the post at once, without creating
 * another. An answer about another post is logged as a warning. After an error, `taken` says whether the post
 * may be published. service-api.md, PATCH /post/{postId}.
 */
export async function publishPost(parts: Parts, postId: string, call: Call): Promise<void> {
  await patch(parts, postId, { publishNow: true }, call);
}

const patchEndpoint = 'PATCH /post/{postId}';

async function patch({ exchange, facts, log }: Parts, postId: string, body: Body, call: Call): Promise<void> {
  const endpoint = patchEndpoint;
  const answer = await exchange({ endpoint, path: `/post/${segment(endpoint, postId)}`, body }, call);
  // the contract promises the id of the same post; another one means that the change went somewhere else
  const other = otherPostId(answer.text, postId, facts);
  if (other !== undefined)
    log?.warn({ endpoint, post: postId, answered: other }, 'the answer to an update names a different post');
}
