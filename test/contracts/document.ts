/** What the service's document says about requests, written down by hand: nothing here comes from our code. */

export const providers = ['facebook', 'instagram', 'twitter', 'linkedin', 'pinterest', 'tiktok'] as const;
export const tones = ['professional', 'friendly', 'educational', 'bold', 'founder_led'] as const;
export const postLengths = ['short', 'medium', 'long', 'extra_long'] as const;
export const objectives = ['awareness', 'leads', 'launch', 'offer', 'education', 'event'] as const;

/** What a parameter or a field of a body may be; empty: the document gives a type and no limit. */
export interface Described {
  words?: readonly string[];
  /** A number from, to. */
  range?: [least: number, most: number];
  fewestCharacters?: number;
  mostItems?: number;
  nullable?: boolean;
  /** What a boolean is sent as. */
  switches?: readonly boolean[];
  default?: number;
}

export interface DescribedEndpoint {
  query?: Record<string, Described>;
  body?: Record<string, Described>;
}

const text: Described = {};
const list: Described = {};
/** Left out where it would be false. */
const flag: Described = { switches: [true] };
const ofBrand = { brandId: text };
const images: Described = { range: [1, 10] };
const length: Described = { words: postLengths };
const days: Described = { range: [1, 30], default: 7 };
const references: Described = { mostItems: 3 };

export const endpoints: Record<string, DescribedEndpoint> = {
  'GET /me': {},
  'GET /brands': {},
  'GET /social-profiles': { query: ofBrand },
  // which of the two names it takes is not shown
  'GET /social-profiles/connection-url': {
    query: { workspaceId: text, brandId: text, provider: { words: providers } },
  },
  'POST /post': {
    query: ofBrand,
    body: { caption: text, mediaUrls: list, socialProfileIds: list, scheduledAt: text },
  },
  'PATCH /post/{postId}': {
    body: {
      caption: text,
      scheduledAt: { nullable: true },
      publishNow: flag,
      mediaUrls: { mostItems: 10 },
      addMediaUrls: { mostItems: 10 },
      clearMedia: flag,
      socialProfileIds: list,
      addSocialProfileIds: list,
    },
  },
  'POST /post/ai': {
    query: ofBrand,
    body: {
      prompt: { fewestCharacters: 10 },
      tone: { words: tones },
      postLength: length,
      socialProfileIds: list,
      hashtagLibraryId: text,
      generateImage: flag,
      imageCount: images,
      referenceUrls: list,
      referenceDesignIds: list,
    },
  },
  // of the names only `generateMedia` is shown; the others are those of public documentation
  'POST /campaigns': {
    query: ofBrand,
    body: {
      prompt: { fewestCharacters: 3 },
      goal: { words: objectives },
      duration: days,
      count: days,
      postLength: length,
      hashtagLibraryId: text,
      socialProfileIds: list,
      generateMedia: flag,
      imageCount: { ...images, default: 1 },
      referenceUrls: references,
      referenceDesignIds: references,
    },
  },
  'GET /workflow/{workflowId}': {},
  'POST /workflow/{workflowId}': { body: { on: { switches: [true, false] } } },
  'GET /post': { query: ofBrand },
  'GET /hashtag-libraries': { query: ofBrand },
  'GET /studio-templates': { query: ofBrand },
  'GET /analytics/export': { query: ofBrand },
};
