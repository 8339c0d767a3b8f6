/**
 * What a person can request, with every limit of the service's contract (`docs/contract.md`), or of
 * `docs/open-facts.md` where the contract has none. Only the fields that `requests/bodies.ts` names are sent
 * to the service.
 */
import { z } from 'zod';
import { postTimeSchema } from './post-time.ts';

export const tones = ['professional', 'friendly', 'educational', 'bold', 'founder_led'] as const;
export const postLengths = ['short', 'medium', 'long', 'extra_long'] as const;
export const objectives = ['awareness', 'leads', 'launch', 'offer', 'education', 'event'] as const;

export const limits = {
  /**
   * Characters. The contract has no limit, so these are from public documentation, and an open fact can
   * override them.
   */
  caption: 10_000,
  /**
   * For media that `PATCH /post/{postId}` sets, and for the total after it adds some; `POST /post` has no
   * limit.
   */
  mediaUrls: 10,
  prompt: 10,
  brief: 3,
  /** Images of one post. */
  images: 10,
  campaignDays: 30,
  campaignPosts: 30,
  campaignReferences: 3,
} as const;

/** Characters of a caption, prompt or brief. More isn't stored, whatever the service accepts. */
export const longestText = 20_000;

/** A record of the service as people choose it: its opaque id, and the name that they saw. */
export const namedSchema = z.object({ id: z.string().min(1), name: z.string() });
export type Named = z.infer<typeof namedSchema>;

/** The records with this id, or else with exactly this name, in upper or lower case. */
export function calledSo(all: readonly Named[], typed: string): Named[] {
  const byId = all.filter(({ id }) => id === typed);
  if (byId.length > 0) return byId;
  return all.filter(({ name }) => name.trim().toLowerCase() === typed.toLowerCase());
}

/** An http or https address. Anything else is refused: the service fetches it, and people click it. */
export const linkSchema = z.url({ protocol: /^https?$/ });

const base = {
  brand: namedSchema,
  profiles: z.array(namedSchema),
  /** The address of the Slack message that the request was made from. */
  source: linkSchema.optional(),
  /** The run of the workflow in Slack whose step requested it. */
  workflowRun: z.string().optional(),
};

export const doubtfulLinkSchema = z.object({
  address: linkSchema,
  found: z.enum(['page', 'closed', 'silent']),
});
export type DoubtfulLink = z.infer<typeof doubtfulLinkSchema>;

const postRequestSchema = z.object({
  ...base,
  kind: z.literal('post'),
  /** The modal refuses an empty caption, unless the open fact `emptyCaption` allows it. */
  caption: z.string().max(longestText),
  mediaUrls: z.array(linkSchema),
  /** UTC; absent: the post is created as a draft. */
  scheduledAt: postTimeSchema.optional(),
  /** `scheduledAt` is the posting slot that was open when the request was recorded. */
  inSlot: z.boolean().optional(),
  /**
   * The post that this one copies: its card, the name of its brand, and the address of the card's message, if
   * others can see that.
   */
  duplicateOf: z.object({ card: z.string(), brand: z.string(), url: linkSchema.optional() }).optional(),
  /** The card of the post whose files these are, if it isn't a copy of it. */
  filesOf: z.string().optional(),
  /**
   * The `mediaUrls` that the service generated for the copied post, so they aren't links that someone
   * entered.
   */
  generated: z.array(linkSchema).optional(),
  /** The `mediaUrls` that opened a web page, asked to sign in, or didn't answer when they were checked. */
  doubtfulLinks: z.array(doubtfulLinkSchema).optional(),
  /**
   * The recurring post that this one was created for, as it was at that time. `days`: 1 is Monday; `at`:
   * `09:30`, in the zone.
   */
  recurring: z
    .object({ series: z.string(), days: z.array(z.int()), at: z.string(), zone: z.string() })
    .optional(),
});
export type PostRequest = z.infer<typeof postRequestSchema>;

export const aiPostRequestSchema = z.object({
  ...base,
  kind: z.literal('ai-post'),
  prompt: z.string().min(limits.prompt).max(longestText),
  /**
   * What `prompt` was made from, if this rewrites another version of the post: its own prompt, and what
   * should change.
   */
  rewrites: z
    .object({
      prompt: z.string(),
      wish: z.string(),
      /**
       * The files of that version, which this one gets instead of generated images; `generated`: as for a
       * copy.
       */
      mediaUrls: z.array(linkSchema).optional(),
      generated: z.array(linkSchema).optional(),
    })
    .optional(),
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

/**
 * Posts that were imported from a file, with the card that has them in its thread. Nothing is sent for the
 * import itself.
 */
const importRequestSchema = z.object({
  ...base,
  kind: z.literal('import'),
  /** The name of the file, and the first and last of its rows in this part. */
  file: z.string(),
  rows: z.object({ first: z.int(), last: z.int() }),
  posts: z.int().min(1),
  /** How many such cards the import can have (`src/posts/card/import-parts.ts`). */
  parts: z.int().optional(),
});

export const requestSchema = z.discriminatedUnion('kind', [
  postRequestSchema,
  aiPostRequestSchema,
  campaignRequestSchema,
  importRequestSchema,
]);
export type Request = z.infer<typeof requestSchema>;

/** Who requested it, and where: the same for every request. */
export interface Origin {
  /** The Slack workspace. */
  workspace: string;
  /** The Slack user who submitted it. */
  author: string;
  /** The channel that the command came from. */
  channel: string;
  /** The card of the first version of the post, if the request rewrites one. */
  rewriteOf?: string | undefined;
  /** The card of another version of the post, if one was published already. */
  publishedVersion?: string | undefined;
  /** The card of an import or campaign in whose thread the post goes. */
  campaign?: string | undefined;
  /** When to publish the post after its approval (UTC), if it's another version of a post with that time. */
  requestedTime?: string | undefined;
}
