/**
 * The bodies of requests that create or change something: documented names, nothing empty, the rest from the
 * open facts.
 */

import { utcSeconds } from '#src/platform/publishing-api/datetime.ts';
import { type Endpoint, refusedHere } from '#src/platform/publishing-api/failures.ts';
import type { OpenFacts } from '#src/platform/publishing-api/open-facts.ts';
import {
  type AiPostRequest,
  type CampaignRequest,
  limits,
  type Named,
  type PostRequest,
} from '#src/platform/publishing-api/request.ts';
import type { PostChange } from '#src/platform/publishing-api/service.ts';

export type Body = Record<string, unknown>;

/** Body of `POST /post`. */
export function postBody(request: PostRequest, facts: OpenFacts): Body {
  const { caption, mediaUrls, scheduledAt } = request;
  return {
    caption,
    ...(facts.sendEmptyMedia ? { mediaUrls } : withoutEmpty({ mediaUrls })),
    ...withoutEmpty({
      socialProfileIds: idsOf(request.profiles),
      scheduledAt: scheduledAt === undefined ? undefined : writeDatetime('POST /post', scheduledAt, facts),
    }),
  };
}

/** Body of `POST /post/ai`; the fields about images are only there if images are requested. */
export function aiPostBody(request: AiPostRequest): Body {
  const { prompt, tone, postLength, hashtagLibrary, referenceUrls, referenceDesigns } = request;
  // a rewrite that keeps its files gets them once it's generated
  const imageCount = request.rewrites?.mediaUrls ? 0 : request.imageCount;
  return withoutEmpty({
    prompt,
    tone,
    postLength,
    socialProfileIds: idsOf(request.profiles),
    hashtagLibraryId: hashtagLibrary?.id,
    ...(imageCount > 0 && {
      generateImage: true,
      imageCount,
      referenceUrls,
      referenceDesignIds: idsOf(referenceDesigns),
    }),
  });
}

/** Body of `POST /campaigns`; its names are open facts, except for `generateMedia`. */
export function campaignBody(request: CampaignRequest, facts: OpenFacts): Body {
  const names = facts.campaignBody;
  const { imageCount } = request;
  return withoutEmpty({
    [names.brief]: request.brief,
    [names.objective]: request.objective,
    [names.days]: request.days,
    [names.posts]: request.posts,
    [names.postLength]: request.postLength,
    [names.hashtagLibrary]: request.hashtagLibrary?.id,
    [names.profiles]: idsOf(request.profiles),
    ...(imageCount > 0 && {
      generateMedia: true,
      [names.imageCount]: imageCount,
      [names.referenceUrls]: request.referenceUrls,
      [names.referenceDesigns]: idsOf(request.referenceDesigns),
    }),
  });
}

/** Throws a `refused` error if it isn't a datetime. */
function writeDatetime(endpoint: Endpoint, given: string, { datetimeForm }: OpenFacts): string {
  const at = utcSeconds(given);
  if (at === undefined) throw refusedHere(endpoint, "its time isn't a valid datetime.");
  return at.replace(/Z$/, datetimeEndings[datetimeForm]);
}

const datetimeEndings = { seconds: 'Z', milliseconds: '.000Z', offset: '+00:00' } as const;

function idsOf(records: Named[]): string[] {
  return records.map(({ id }) => id);
}

function withoutEmpty(body: Body): Body {
  const isEmpty = (value: unknown): boolean =>
    value === undefined || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(body).filter(([, value]) => !isEmpty(value)));
}

/**
 * Body of `PATCH /post/{postId}`. Throws a `refused` error before anything is sent if the contract doesn't
 * say what the change means.
 */
export function changeBody(endpoint: Endpoint, change: PostChange, facts: OpenFacts): Body {
  const reason = whyNot(change);
  if (reason) throw refusedHere(endpoint, reason);
  const { scheduledAt, clearMedia } = change;
  const { addMediaUrls = [], addSocialProfileIds = [] } = change;
  return {
    ...(change.caption !== undefined && { caption: change.caption }),
    ...(scheduledAt === null && { scheduledAt }),
    ...(typeof scheduledAt === 'string' && { scheduledAt: writeDatetime(endpoint, scheduledAt, facts) }),
    ...(change.mediaUrls && { mediaUrls: change.mediaUrls }),
    ...(addMediaUrls.length > 0 && { addMediaUrls }),
    ...(clearMedia && { clearMedia }),
    ...(change.socialProfileIds && { socialProfileIds: change.socialProfileIds }),
    ...(addSocialProfileIds.length > 0 && { addSocialProfileIds }),
  };
}

function whyNot(change: PostChange): string | undefined {
  const { mediaUrls, clearMedia, socialProfileIds } = change;
  const adds = (change.addMediaUrls ?? []).length;
  const addsProfiles = (change.addSocialProfileIds ?? []).length > 0;
  const has = [change.caption, change.scheduledAt, mediaUrls, socialProfileIds].some(
    (it) => it !== undefined,
  );
  if (!has && adds === 0 && !clearMedia && !addsProfiles) return 'it changes nothing.';
  if (mediaUrls && adds > 0) return 'the media is either replaced or added to, not both.';
  if (clearMedia && adds > 0) return 'the media is either removed or added to, not both.';
  if (socialProfileIds && addsProfiles) return 'the profiles are either replaced or added to, not both.';
  if (Math.max(mediaUrls?.length ?? 0, adds) > limits.mediaUrls)
    return `a post has at most ${limits.mediaUrls} media.`;
  return undefined;
}
