/**
 * Every fact that service-api.md leaves open ("not shown") and this client depends on, with its default from
 * docs/open-facts.md. All can be overridden, with the option `openFacts` or as JSON in the setting
 * `OPEN_FACTS`; others keep their defaults. docs/open-facts.md has a row for each, and says what isn't here
 * and why.
 */
import { z } from 'zod';
import { knownStatuses } from './post.ts';
import { limits, longestText } from './request.ts';

const word = z.string().min(1);
/** Names to try, in order. */
const words = z.array(word).min(1);
const names = (...defaults: string[]) => words.default(defaults);
const name = (standard: string) => word.default(standard);
const statuses = (...defaults: number[]) => z.array(z.int().min(400).max(599)).default(defaults);

const postStatus = z.enum(knownStatuses);

/** The words of the service for each status. */
const statusWords: Record<string, z.infer<typeof postStatus>> = {
  GENERATING: 'generating',
  DRAFT: 'draft',
  SCHEDULED: 'scheduled',
  PUBLISHING: 'publishing',
  POSTED: 'published',
  PUBLISHED: 'published',
  ERROR: 'failed',
  FAILED: 'failed',
  PENDING_APPROVAL: 'pending approval',
  PENDING_USER_APPROVAL: 'pending approval',
  PENDING_PROFILE_APPROVAL: 'pending approval',
};

/** Body names of `POST /campaigns`; only `generateMedia` is in the contract. */
const campaignBody = z.strictObject({
  brief: name('prompt'),
  objective: name('goal'),
  days: name('duration'),
  posts: name('count'),
  postLength: name('postLength'),
  hashtagLibrary: name('hashtagLibraryId'),
  profiles: name('socialProfileIds'),
  imageCount: name('imageCount'),
  referenceUrls: name('referenceUrls'),
  referenceDesigns: name('referenceDesignIds'),
});

/** What each listing can be called inside its envelope, besides `data` and `items`. */
const listNames = z.strictObject({
  brands: names('brands'),
  profiles: names('socialProfiles', 'profiles', 'social-profiles'),
  posts: names('posts'),
  hashtagLibraries: names('hashtagLibraries', 'libraries', 'hashtag-libraries'),
  studioDesigns: names('studioTemplates', 'templates', 'studioDesigns', 'designs', 'studio-templates'),
});

const paging = z.strictObject({
  page: name('page'),
  perPage: name('perPage'),
  cursor: name('cursor'),
  /**
   * Fields of an answer that say whether there's more; the first one found counts. `total` is the number of
   * rows in all pages.
   */
  hasMore: names('hasMore'),
  nextCursor: names('nextCursor'),
  nextPage: names('nextPage'),
  total: names('total'),
  firstPage: z.int().min(0).default(0),
  maxPerPage: z.int().min(1).default(50),
  /** The most pages of a listing. A longer one is an error, so that nothing is left out silently. */
  maxPages: z.int().min(1).default(40),
});

/** Names of the fields of a post in `GET /post`. */
const postFields = z.strictObject({
  id: names('postGroupId', 'id', 'postId'),
  status: names('status'),
  /** On the record, or on its variations. */
  caption: names('caption'),
  scheduledAt: names('scheduledAt'),
  media: names('mediaUrls', 'media', 'creatives'),
  mediaUrl: names('url'),
  variations: names('posts'),
  /** The variation for all networks. */
  generalVariation: name('GENERAL'),
  profiles: names('socialProfiles'),
  /** The fields in which a profile can be. It can also be the element itself, or only its id. */
  profile: names('socialProfile'),
  profileIds: names('socialProfileIds'),
  campaignId: names('campaignId'),
});

export const openFactsSchema = z.strictObject({
  /** Tried in this order on `GET /social-profiles/connection-url`; the one that worked is remembered. */
  connectionParameters: names('workspaceId', 'brandId'),
  campaignBody: campaignBody.prefault({}),
  /** Whether `POST /post` without media sends `mediaUrls: []`. */
  sendEmptyMedia: z.boolean().default(true),
  /** How a datetime is sent, always in UTC: `12:00:00Z`, `12:00:00.000Z` or `12:00:00+00:00`. */
  datetimeForm: z.enum(['seconds', 'milliseconds', 'offset']).default('seconds'),
  /** Characters of a caption that a modal accepts. */
  captionLimit: z.int().min(1).max(longestText).default(limits.caption),
  /**
   * Whether a modal accepts an empty caption; the contract requires the field and says nothing about its
   * length.
   */
  emptyCaption: z.boolean().default(false),

  /**
   * For how many seconds at most `GET /post` still shows the state before a change; absent: twenty times
   * `WATCH_INTERVAL_MS`.
   */
  listingLag: z.number().min(0).optional(),
  /** Whether to ask for a post with `GET /post/{postId}` before the listing is read for it. */
  singleRead: z.boolean().default(false),
  listEnvelopes: names('data', 'items'),
  listNames: listNames.prefault({}),
  paging: paging.prefault({}),
  /** Envelopes of a single record. */
  recordEnvelopes: names('data'),
  /** The id of a created or updated post, and where it can be besides the top. */
  postIdNames: names('postGroupId', 'id', 'postId'),
  postIdPlaces: names('data', 'post'),
  campaignIdNames: names('campaignId', 'id'),
  campaignIdPlaces: names('data', 'campaign'),
  postFields: postFields.prefault({}),
  /** Added to the known ones; words are compared in upper case. */
  postStatuses: z
    .record(word, postStatus)
    .default({})
    .transform((given) => ({ ...statusWords, ...given })),
  /** What the rows of an analytics export can be called inside their envelope. */
  analyticsNames: names('rows', 'analytics'),
  /** What the column with a post's id can be called, in any case and with any punctuation. */
  analyticsPostNames: names('postGroupId', 'postId', 'post', 'id'),
  recordIds: names('id'),
  recordNames: names('name', 'title'),
  profileFields: z.strictObject({ provider: names('provider'), image: names('image') }).prefault({}),
  profileNames: names('name', 'displayName', 'username', 'handle'),
  providerAliases: z.record(word, word).default({ x: 'twitter' }),
  /** Where the user can be, besides the top and the envelopes, and its fields. */
  user: z
    .strictObject({ places: names('user'), id: names('id'), name: names('name'), email: names('email') })
    .prefault({}),
  workflowPlaces: names('workflow'),
  workflowSwitches: names('on', 'enabled', 'active', 'status'),
  workflowOnWords: names('ON', 'ENABLED', 'ACTIVE', 'TRUE'),
  workflowOffWords: names('OFF', 'DISABLED', 'INACTIVE', 'FALSE'),
  /** The fields with the message of a refusal, also nested. Plain text and lists are read without them. */
  errorWords: names('message', 'error', 'errors'),
  /**
   * What a status means, except for 403, 408 and a 503 with Retry-After. Any other 4xx is final, and any
   * other 5xx is `down`.
   */
  errorStatuses: z.strictObject({ key: statuses(401), busy: statuses(429), down: statuses() }).prefault({}),
  rateLimitHeaders: z
    .strictObject({
      limit: name('x-ratelimit-limit'),
      remaining: name('x-ratelimit-remaining'),
      reset: name('x-ratelimit-reset'),
    })
    .prefault({}),
});

export type OpenFacts = z.output<typeof openFactsSchema>;
/** Any part of the facts. */
export type OpenFactsGiven = z.input<typeof openFactsSchema>;

/** What the modals know of captions. */
export const captionFacts = ({ captionLimit, emptyCaption }: OpenFacts) => ({ captionLimit, emptyCaption });

/** All facts, with the given ones in place of the defaults. Throws a ZodError if a name isn't a fact. */
export function readOpenFacts(given: OpenFactsGiven = {}): OpenFacts {
  return openFactsSchema.parse(given);
}
