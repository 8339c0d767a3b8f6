import { z } from 'zod';

/** service-api.md, "Enumerations". */
export const providers = ['facebook', 'instagram', 'twitter', 'linkedin', 'pinterest', 'tiktok'] as const;
const tones = ['professional', 'friendly', 'educational', 'bold', 'founder_led'] as const;
const postLengths = ['short', 'medium', 'long', 'extra_long'] as const;
const objectives = ['awareness', 'leads', 'launch', 'offer', 'education', 'event'] as const;

export type Provider = (typeof providers)[number];
export type Tone = (typeof tones)[number];
export type PostLength = (typeof postLengths)[number];
export type Objective = (typeof objectives)[number];

/** service-api.md, "Limits"; the caption's ceiling is from public documentation. */
export const limits = {
  caption: 10_000,
  media: 10,
  prompt: 10,
  images: 10,
  campaignDays: 30,
  campaignPosts: 30,
  campaignBrief: 3,
  campaignReferences: 3,
  perPage: 50,
} as const;

const caption = z.string().max(limits.caption).meta({ description: 'Text caption of the post.' });
const url = z.url({ protocol: /^https?$/, error: 'Expected a publicly reachable http(s) address' });
const id = z.string().min(1);
const ids = z.array(id);
const media = z.array(url).max(limits.media);
const datetime = z.iso.datetime({ offset: true, error: 'Expected an ISO 8601 datetime with a time zone' });
const images = z.int().min(1).max(limits.images);

/** Body of `POST /post`. */
export const createPostBody = z.strictObject({
  caption,
  // the document limits them only where a post is updated
  mediaUrls: z.array(url),
  socialProfileIds: ids.optional(),
  scheduledAt: datetime.optional().meta({ description: 'When omitted, the post is saved as a draft.' }),
});

/** Body of `PATCH /post/{postId}`. */
export const updatePostBody = z.strictObject({
  caption: caption.optional(),
  scheduledAt: datetime.nullable().optional().meta({ description: 'Null makes the post unscheduled.' }),
  publishNow: z.boolean().optional(),
  mediaUrls: media.optional().meta({ description: 'Full replacement set. Empty removes all media.' }),
  addMediaUrls: media.optional().meta({ description: 'Added; at most 10 in total.' }),
  clearMedia: z.boolean().optional().meta({ description: 'Ignored when mediaUrls is provided.' }),
  socialProfileIds: ids.optional().meta({ description: 'Full replacement set.' }),
  addSocialProfileIds: ids.optional(),
});

export type UpdatePost = z.output<typeof updatePostBody>;

/** Body of `POST /post/ai`. */
export const aiPostBody = z.strictObject({
  prompt: z.string().min(limits.prompt),
  tone: z.enum(tones).optional(),
  postLength: z.enum(postLengths).optional(),
  socialProfileIds: ids.optional(),
  hashtagLibraryId: id.optional(),
  generateImage: z.boolean().optional(),
  imageCount: images.optional().meta({ description: '1 gives a single image, 2 to 10 a carousel.' }),
  referenceUrls: z.array(url).optional(),
  referenceDesignIds: ids.optional(),
});

const campaignBody = z.strictObject({
  prompt: z.string().min(limits.campaignBrief),
  goal: z.enum(objectives).optional(),
  duration: z.int().min(1).max(limits.campaignDays).default(7),
  count: z.int().min(1).max(limits.campaignPosts).default(7),
  postLength: z.enum(postLengths).optional(),
  hashtagLibraryId: id.optional(),
  socialProfileIds: ids.optional(),
  generateMedia: z.boolean().optional(),
  imageCount: images.default(1),
  referenceUrls: z.array(url).max(limits.campaignReferences).optional(),
  referenceDesignIds: ids.max(limits.campaignReferences).optional(),
});

/** The fields that have another name in the body of `POST /campaigns`; `other`: names that no documentation has. */
export const campaignNames = {
  prompt: {},
  topic: { prompt: 'topic' },
  other: {
    prompt: 'brief',
    goal: 'objective',
    duration: 'days',
    count: 'posts',
    postLength: 'length',
    hashtagLibraryId: 'libraryId',
    socialProfileIds: 'profileIds',
    imageCount: 'imagesPerPost',
    referenceUrls: 'imageUrls',
    referenceDesignIds: 'designIds',
  },
} as const;

type CampaignNames = keyof typeof campaignNames;

/** Body of `POST /campaigns`: the document names only `generateMedia`. */
export function campaignBodyOf(variant: CampaignNames): z.ZodObject {
  const names: Record<string, string> = campaignNames[variant];
  const fields = Object.entries(campaignBody.shape).map(([name, field]) => [names[name] ?? name, field]);
  return z.strictObject(Object.fromEntries(fields));
}

/** The parsed body, under the default field names. */
export function readCampaign(variant: CampaignNames, body: object): z.output<typeof campaignBody> {
  const usual = new Map<string, string>(
    Object.entries(campaignNames[variant]).map(([name, here]) => [here, name]),
  );
  const fields = Object.entries(body).map(([here, value]) => [usual.get(here) ?? here, value]);
  return campaignBody.parse(Object.fromEntries(fields));
}

/** Body of `POST /workflow/{workflowId}`. */
export const workflowBody = z.strictObject({ on: z.boolean() });

export const noQuery = z.strictObject({});
export const brandQuery = z.strictObject({ brandId: id });

/** Paging is from public documentation: `page` starts at 0, a larger `perPage` is clamped. */
export const listQuery = z.strictObject({
  brandId: id,
  page: z.coerce.number().int().min(0).optional(),
  perPage: z.coerce.number().int().min(1).optional(),
});
export const cursorListQuery = listQuery.extend({
  cursor: z
    .string()
    .regex(/^after-\d{1,9}$/, 'Not a cursor of this listing')
    .optional(),
});

/** Query of `GET /social-profiles/connection-url`, under the name that the variant asks for. */
export const connectionQuery = {
  workspaceId: z.strictObject({ workspaceId: id, provider: z.enum(providers) }),
  brandId: z.strictObject({ brandId: id, provider: z.enum(providers) }),
};

/** The social connection descriptor (service-api.md, "Resources"). */
export const connectionDescriptor = z.object({
  provider: z.enum(providers),
  authProvider: z.string(),
  authUrl: z.url(),
  callbackUrl: z.url(),
  instructions: z.string(),
});
