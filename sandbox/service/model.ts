import type { Objective, PostLength, Provider, Tone } from '#sandbox/service/schemas.ts';

/** The service's data. Times are epoch milliseconds. */
export type User = { id: string; name: string; email: string };
export type Brand = { id: string; name: string };
export type SocialProfile = { id: string; brandId: string; provider: Provider; name: string };
export type HashtagLibrary = { id: string; brandId: string; name: string; hashtags: string[] };
export type StudioDesign = { id: string; brandId: string; name: string };
export type Workflow = { id: string; brandId: string; name: string; on: boolean };
export type Campaign = { id: string; brandId: string; brief: string; count: number; createdAt: number };

/** An image is rendered from its subject on request. */
export type Picture = { id: string; subject: string };

type PostState = 'draft' | 'scheduled' | 'generating' | 'publishing' | 'published' | 'failed';

export type Post = {
  id: string;
  brandId: string;
  state: PostState;
  caption: string;
  /** Generated images are stored as `media:<picture id>`, because the service's address can change. */
  mediaUrls: string[];
  socialProfileIds: string[];
  scheduledAt?: number;
  publishedAt?: number;
  campaignId?: string;
  createdAt: number;
  /** Overrides the status shown for the state. */
  statusWord?: string;
};

/** The input for generating one post, alone or in a campaign. */
export type Assignment = {
  brandId: string;
  prompt: string;
  tone: Tone;
  postLength: PostLength;
  hashtags: string[];
  /** 0: none. More than 1: a carousel. */
  images: number;
  references: string[];
  campaign?: { id: string; objective: Objective; index: number; count: number };
};

/** A background job. Stored in the database, so it continues after a restart. */
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

/** An action that the service has actually performed. */
export type Effect = {
  kind: 'create' | 'generate-post' | 'generate-campaign' | 'update' | 'publish' | 'remove';
  /** ID of the post or of the campaign. */
  id: string;
  at: number;
};
