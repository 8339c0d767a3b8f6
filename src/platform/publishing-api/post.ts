/** A post as the service shows it, in this project's words. The parsers in answers/ build it, and cards are compared with it. */
export interface Post {
  id: string;
  status: PostStatus;
  /** The service's own word for the status, shown to people when `status` is `unknown`. */
  statusWord: string;
  caption: string;
  mediaUrls: string[];
  /** The profiles that it goes to; `undefined` if the listing doesn't say. */
  profiles: Profile[] | undefined;
  /** UTC, ISO 8601. */
  scheduledAt: string | undefined;
  /** The service's id of its campaign, if the listing says so. */
  campaignId: string | undefined;
  /** A finished post as the index keeps it: only the beginning of its caption, no media and no profiles. */
  partial?: boolean | undefined;
}

/** The statuses that we know. The words of the service for each are in open-facts.ts. */
export const knownStatuses = [
  'generating',
  'draft',
  'scheduled',
  'publishing',
  'published',
  'failed',
  'pending approval',
] as const;

/** A status that we don't know is never taken for published. */
export type PostStatus = (typeof knownStatuses)[number] | 'unknown';

export interface Profile {
  id: string;
  name: string;
  /** `facebook`, `instagram`, `twitter`, `linkedin`, `pinterest`, `tiktok`, or the service's own word. */
  provider: string;
  image: string | undefined;
}
