/**
 * What a person may ask for, with every limit that the contract sets (`service-api.md`, Enumerations and
 * Limits; what it leaves open: `service-evidence.md`). Modals, jobs and the client all read it here.
 */
import { z } from 'zod';
import { postTimeSchema } from './post-time.ts';

export const tones = ['professional', 'friendly', 'educational', 'bold', 'founder_led'] as const;
export const postLengths = ['short', 'medium', 'long', 'extra_long'] as const;
export const objectives = ['awareness', 'leads', 'launch', 'offer', 'education', 'event'] as const;

export const limits = {
  /** Characters; from public documentation, the contract names none, so an open fact of the service may say another. */
  caption: 10_000,
  /** Of what `PATCH /post/{postId}` sets, and of the total after it added some; `POST /post` has no limit. */
  mediaUrls: 10,
  prompt: 10,
  brief: 3,
  /** Images of one post. */
  images: 10,
  campaignDays: 30,
  campaignPosts: 30,
  campaignReferences: 3,
} as const;

/** Characters of a caption, a prompt or a brief: more is not kept, whatever a service takes. */
export const longestText = 20_000;

/** A record of the service as people pick it: its opaque id, and the name they saw when they picked it. */
export const namedSchema = z.object({ id: z.string().min(1), name: z.string() });
export type Named = z.infer<typeof namedSchema>;

/** An http or https address. Anything else is refused: the service fetches it, and people click it. */
export const linkSchema = z.url({ protocol: /^https?$/ });

const base = {
  brand: namedSchema,
  profiles: z.array(namedSchema),
  /** The address of the Slack message that it was made from. */
  source: linkSchema.optional(),
};

const postRequestSchema = z.object({
  ...base,
  kind: z.literal('post'),
  /** The modal refuses an empty one, unless the open fact `emptyCaption` allows it. */
  caption: z.string().max(longestText),
  mediaUrls: z.array(linkSchema),
  /** UTC; absent: the post is made as a draft. */
  scheduledAt: postTimeSchema.optional(),
  /** That time is the posting slot that was free when the request was recorded. */
  inSlot: z.boolean().optional(),
});
export type PostRequest = z.infer<typeof postRequestSchema>;

export const aiPostRequestSchema = z.object({
  ...base,
  kind: z.literal('ai-post'),
  prompt: z.string().min(limits.prompt).max(longestText),
  /** What `prompt` was made from, if this rewrites another version of the post: its own prompt, and what should change. */
  rewrites: z.object({ prompt: z.string(), wish: z.string() }).optional(),
  tone: z.enum(tones).optional(),
  postLength: z.enum(postLengths).optional(),
  hashtagLibrary: namedSchema.optional(),
  /** 0: no image. */
  imageCount: z.int().min(0).max(limits.images),
  referenceUrls: z.array(linkSchema),
  referenceDesigns: z.array(namedSchema),
});
export type AiPostRequest = z.infer<typeof aiPostRequestSchema>;

export const campaignRequestSchema = z.object({
  ...base,
  kind: z.literal('campaign'),
  brief: z.string().min(limits.brief).max(longestText),
  objective: z.enum(objectives).optional(),
  days: z.int().min(1).max(limits.campaignDays),
  posts: z.int().min(1).max(limits.campaignPosts),
  postLength: z.enum(postLengths).optional(),
  hashtagLibrary: namedSchema.optional(),
  /** Images of each post; 0: none. */
  imageCount: z.int().min(0).max(limits.images),
  referenceUrls: z.array(linkSchema).max(limits.campaignReferences),
  referenceDesigns: z.array(namedSchema).max(limits.campaignReferences),
});
export type CampaignRequest = z.infer<typeof campaignRequestSchema>;

export const requestSchema = z.discriminatedUnion('kind', [
  postRequestSchema,
  aiPostRequestSchema,
  campaignRequestSchema,
]);
export type Request = z.infer<typeof requestSchema>;

/** Who asked, and where: the same for every request. */
export interface Origin {
  /** The Slack workspace. */
  workspace: string;
  /** The Slack user who submitted it. */
  author: string;
  /** The channel that the command came from. */
  channel: string;
  /** The card of the first version of the post, if the request rewrites one. */
  rewriteOf?: string | undefined;
}
