import type { Objective, PostLength, Provider, Tone } from '#sandbox/service/schemas.ts';

/** What the service keeps (service-api.md, "Resources and their fields"). Times are milliseconds. */
export type User = { id: string; name: string; email: string };
export type Brand = { id: string; name: string };
export type SocialProfile = { id: string; brandId: string; provider: Provider; name: string };
export type HashtagLibrary = { id: string; brandId: string; name: string; hashtags: string[] };
export type StudioDesign = { id: string; brandId: string; name: string };
export type Workflow = { id: string; brandId: string; name: string; on: boolean };
export type Campaign = { id: string; brandId: string; brief: string; count: number; createdAt: number };

/** The picture is drawn from its subject each time it is asked for. */
export type Picture = { id: string; subject: string };

type PostState = 'draft' | 'scheduled' | 'generating' | 'publishing' | 'published' | 'failed';

export type Post = {
  id: string;
  brandId: string;
  state: PostState;
  caption: string;
  /** What the service drew itself is kept as `media:<picture id>`, because its address may change. */
  mediaUrls: string[];
  socialProfileIds: string[];
  scheduledAt?: number;
  publishedAt?: number;
  campaignId?: string;
  createdAt: number;
  /** Shown as the status instead of the state's own word. */
  statusWord?: string;
};

/** What the writer is asked for, whether for one post or for one post of a campaign. */
export type Assignment = {
  brandId: string;
  prompt: string;
  tone: Tone;
  postLength: PostLength;
  hashtags: string[];
  /** 0 for none, above 1 for a carousel. */
  images: number;
  references: string[];
  campaign?: { id: string; objective: Objective; index: number; count: number };
};

/** Work that ends later; kept in the database, so a restart carries on with it. */
export type Job =
  | { kind: 'write-post'; id: string; due: number; postId: string; assignment: Assignment }
  | {
      kind: 'write-campaign-post';
      id: string;
      due: number;
      assignment: Assignment;
      socialProfileIds: string[];
      plannedFor: number;
    }
  | { kind: 'publish'; id: string; due: number; postId: string };

/** One thing that the service did, once it did it. */
export type Effect = {
  kind: 'create' | 'generate-post' | 'generate-campaign' | 'update' | 'publish' | 'remove';
  /** ID of the post or of the campaign. */
  id: string;
  at: number;
};
