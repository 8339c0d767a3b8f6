/**
 * A post as the service shows it, in this project's words. The parsers in answers/ build it, and cards are
 * compared with it.
 */
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

type Meaning =
  | 'draft'
  | 'generating'
  | 'in_progress'
  | 'on_schedule'
  | 'going_out'
  | 'takes_slot'
  | 'publishing'
  | 'out'
  | 'published'
  | 'finished'
  | 'may_go_out';

/**
 * What each status means for a post. A new status doesn't compile until its line says which of these are true
 * for it.
 */
const meanings: Readonly<Record<PostStatus, readonly Meaning[]>> = {
  generating: ['generating', 'in_progress'],
  draft: ['draft'],
  scheduled: ['on_schedule', 'going_out', 'takes_slot'],
  publishing: ['in_progress', 'going_out', 'takes_slot', 'publishing', 'out'],
  published: ['going_out', 'out', 'published', 'finished'],
  failed: ['finished'],
  'pending approval': ['draft', 'takes_slot', 'may_go_out'],
  unknown: ['may_go_out'],
};

const is =
  (meaning: Meaning) =>
  (post: Pick<Post, 'status'>): boolean =>
    meanings[post.status].includes(meaning);

/** A draft, also one that waits for approval in the service's web app. */
export const isDraft = is('draft');
/** The service is generating it, so its caption, its media and its profiles may still be missing. */
export const isGenerating = is('generating');
/** The service is working on it, and may finish at any moment. */
export const isInProgress = is('in_progress');
/** The service publishes it at its time unless someone stops it. */
export const isOnSchedule = is('on_schedule');
/**
 * Someone decided to publish it, at its time or at once, or it's published. A post that was just generated
 * isn't going out.
 */
export const isGoingOut = is('going_out');
/** The service may publish it at its planned time, so other posts keep their distance from that. */
export const takesSlot = is('takes_slot');
/** The service is publishing it. That can still fail. */
export const isPublishing = is('publishing');
/** It's published, or being published, which nothing can stop. */
export const isOut = is('out');
/** It was published, at once or at its time. This settles an unknown outcome, and the digest counts it. */
export const isPublished = is('published');
/**
 * It was published or failed, and the service does nothing more with it by itself. A published card is
 * checked until then.
 */
export const isFinished = is('finished');
/** Nobody knows whether the service publishes it at its time. */
export const mayGoOut = is('may_go_out');
/** The same, and its time is still to come: only then is there something to unschedule. `now`: epoch ms. */
export const mayStillGoOut = (post: Pick<Post, 'status' | 'scheduledAt'>, now: number): boolean =>
  mayGoOut(post) && post.scheduledAt !== undefined && Date.parse(post.scheduledAt) > now;

export interface Profile {
  id: string;
  name: string;
  /** `facebook`, `instagram`, `twitter`, `linkedin`, `pinterest`, `tiktok`, or the service's own word. */
  provider: string;
  image: string | undefined;
}
