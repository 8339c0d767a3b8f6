/** A post as the service shows it, in the words of this project. Decoders make it; cards are compared with it. */
export interface Post {
  id: string;
  status: PostStatus;
  /** The service's own word for the status, shown to people when `status` is `unknown`. */
  statusWord: string;
  caption: string;
  mediaUrls: string[];
  /** The profiles that receive it; `undefined` where the listing does not say. */
  profiles: Profile[] | undefined;
  /** UTC, ISO 8601. */
  scheduledAt: string | undefined;
  /** The service's id of the campaign that made it, where the listing says so. */
  campaignId: string | undefined;
  /** A finished post as the index keeps it: only the beginning of its caption, no media and no profiles. */
  partial?: boolean | undefined;
}

export type PostStatus =
  | 'generating'
  | 'draft'
  | 'scheduled'
  | 'publishing'
  | 'published'
  | 'failed'
  | 'pending approval'
  /** Never taken for published. */
  | 'unknown';

export interface Profile {
  id: string;
  name: string;
  /** `facebook`, `instagram`, `twitter`, `linkedin`, `pinterest`, `tiktok`, or the service's own word. */
  provider: string;
  image: string | undefined;
}
