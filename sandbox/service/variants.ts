/**
 * Every fact that service-api.md leaves open ("not shown"), with the shapes seen in the wild. The first
 * choice of each row is the default. A test of a client runs once for each choice of each row.
 */
export const variantChoices = {
  /** Envelope of a listing. A bare list cannot carry a cursor: with one it becomes `{ data: [] }`. */
  list: ['bare', 'data', 'items', 'resource'],
  /** How a listing says that there is more; `none` answers everything at once and refuses `page`. */
  pages: ['short', 'hasMore', 'nextCursor', 'nextPage', 'total', 'none'],
  /** The number of the first page. */
  firstPage: [0, 1],
  pageSize: [50, 7, 12, 25],
  /** Order of `GET /post`: by when a post was created, or by when it is scheduled (created, if it never was). */
  order: ['newest', 'oldest', 'latest-scheduled', 'earliest-scheduled'],
  /** Every ID of the service, which the document calls opaque: short and plain, or far longer than Slack carries, with odd characters. */
  ids: ['plain', 'odd'],
  /** Property that carries the ID of a created or updated post. */
  idName: ['postGroupId', 'id', 'postId'],
  /** Where that property is. `none` leaves it out of create responses (updates always return it). */
  idPlace: ['top', 'data', 'post', 'none'],
  /** Property with the name of a social profile. */
  profileName: ['name', 'displayName', 'username', 'handle'],
  /** Spelling of a social network. */
  provider: ['lower', 'upper', 'x', 'suffixed'],
  /** Where a post's caption is. `alone`: there are no variations, and the media are on the record, too. */
  caption: ['both', 'record', 'variations', 'alone'],
  /** Variations of a post: one for all networks, or one for each network it goes to. */
  variations: ['general', 'networks'],
  media: ['strings', 'objects'],
  /** Whether a post says which profiles it goes to. */
  postProfiles: ['nested', 'none'],
  /** Words for the states that the document does not name; the last one no documentation has. */
  draft: ['DRAFT', 'PENDING_APPROVAL', 'PENDING_USER_APPROVAL', 'PENDING_PROFILE_APPROVAL', 'TO_BE_READ'],
  published: ['POSTED', 'PUBLISHED'],
  failed: ['ERROR', 'FAILED'],
  /** A post without a schedule says null, or nothing. */
  noSchedule: ['null', 'absent'],
  datetime: ['seconds', 'milliseconds', 'zero-offset', 'other-offset'],
  /** Status of the answers to `POST /post/ai` and `POST /campaigns`. */
  queuedStatus: [202, 201, 200],
  campaignAnswer: ['full', 'id', 'data', 'status-only'],
  /** Whether the posts of a campaign carry `campaignId`. */
  campaignLink: ['campaignId', 'none'],
  /** What the posts of a campaign are saved as. */
  campaignPosts: ['dated-draft', 'draft', 'scheduled'],
  /** Names in the body of `POST /campaigns`: the brief is a `topic`, or all but `generateMedia` are others. */
  campaignNames: ['prompt', 'topic', 'other'],
  /** A post whose generation failed says so, or disappears. */
  failedGeneration: ['status', 'disappears'],
  /** Query parameter of `GET /social-profiles/connection-url`. */
  connectionUrlParameter: ['workspaceId', 'brandId'],
  workflowSwitch: ['on', 'enabled', 'active', 'status'],
  /** A workflow without a name, whose switch answers without a body. */
  workflowAnswer: ['full', 'sparse'],
  /** Envelope of the user, a workflow and the connection descriptor. */
  record: ['bare', 'data'],
  analytics: ['csv', 'json', 'csv-untyped', 'json-untyped', 'json-rows'],
  /** What a row of the analytics export is about: a profile, or a post on a profile. */
  analyticsRows: ['profiles', 'posts'],
  errorBody: ['message', 'error', 'error-message', 'errors', 'text', 'empty'],
  /** Statuses of what is refused: 400, 404, 409 and 422 by the reason, or one for all. */
  refusals: ['each', '400'],
  /** `GET /post/{postId}`. */
  singleRead: ['off', 'on'],
  /** Publishing a published post; `accepted` publishes it twice, as the worst service would. */
  republish: ['409', '400', 'accepted'],
  /** Publishing a post without a social profile; `refused` is 422, and a scheduled one fails at its time. */
  noProfiles: ['published', 'refused'],
  rateLimitReset: ['seconds', 'milliseconds', 'iso'],
} as const;

type Choices = typeof variantChoices;

/** One choice for each open fact. */
export type Variants = { [Fact in keyof Choices]: Choices[Fact][number] };

export const defaultVariants: Variants = {
  list: 'bare',
  pages: 'short',
  firstPage: 0,
  pageSize: 50,
  order: 'newest',
  ids: 'plain',
  idName: 'postGroupId',
  idPlace: 'top',
  profileName: 'name',
  provider: 'lower',
  caption: 'both',
  variations: 'general',
  media: 'strings',
  postProfiles: 'nested',
  draft: 'DRAFT',
  published: 'POSTED',
  failed: 'ERROR',
  noSchedule: 'null',
  datetime: 'seconds',
  queuedStatus: 202,
  campaignAnswer: 'full',
  campaignLink: 'campaignId',
  campaignPosts: 'dated-draft',
  campaignNames: 'prompt',
  failedGeneration: 'status',
  connectionUrlParameter: 'workspaceId',
  workflowSwitch: 'on',
  workflowAnswer: 'full',
  record: 'bare',
  analytics: 'csv',
  analyticsRows: 'profiles',
  errorBody: 'message',
  refusals: 'each',
  singleRead: 'off',
  republish: '409',
  noProfiles: 'published',
  rateLimitReset: 'seconds',
};

/** Refuses a name or a choice that does not exist, so that a misspelt variant never tests the default. */
export function readVariants(given: Partial<Variants> = {}): Variants {
  for (const [fact, choice] of Object.entries(given)) {
    const choices: readonly unknown[] | undefined = Object.hasOwn(variantChoices, fact)
      ? variantChoices[fact as keyof Choices]
      : undefined;
    if (!choices?.includes(choice)) throw new TypeError(`The sandbox has no variant ${fact}: ${choice}`);
  }
  return { ...defaultVariants, ...given };
}

/** Each open fact in each choice that is not the default, one at a time. */
export function everyVariant(): { name: string; variants: Partial<Variants> }[] {
  return Object.entries(variantChoices).flatMap(([fact, choices]) =>
    choices.slice(1).map((choice) => ({ name: `${fact}: ${choice}`, variants: { [fact]: choice } })),
  );
}
