/** The `OPEN_FACTS` that an admin would have to set for a service of these variants, because no response shows them. */
import type { Variants } from '#sandbox/service/index.ts';
import { campaignNames as names } from '#sandbox/service/schemas.ts';
import type { OpenFactsGiven } from '#src/platform/publishing-api/open-facts.ts';

const { other } = names;

const campaignBodies = {
  prompt: {},
  topic: { brief: names.topic.prompt },
  other: {
    brief: other.prompt,
    objective: other.goal,
    days: other.duration,
    posts: other.count,
    postLength: other.postLength,
    hashtagLibrary: other.hashtagLibraryId,
    profiles: other.socialProfileIds,
    imageCount: other.imageCount,
    referenceUrls: other.referenceUrls,
    referenceDesigns: other.referenceDesignIds,
  },
};

export function factsFor({ campaignNames = 'prompt', draft, singleRead }: Partial<Variants>): OpenFactsGiven {
  return {
    campaignBody: campaignBodies[campaignNames],
    ...(draft === 'TO_BE_READ' && { postStatuses: { [draft]: 'draft' as const } }),
    ...(singleRead === 'on' && { singleRead: true }),
  };
}
