/** The exact content that an approval is for. */
import { createHash } from 'node:crypto';
import { epochSeconds } from '#src/platform/publishing-api/post-time.ts';
import type { Card, Content } from './card.ts';
import { isOver } from './state.ts';

/**
 * The time for which the post is scheduled or planned (UTC), whether or not the service knows it; `undefined`
 * if it has none.
 */
export function timeOf(card: Pick<Card, 'content' | 'requestedTime'>): string | undefined {
  return card.requestedTime ?? card.content.scheduledAt;
}

const withoutTime = 1e15;

/** For sorting: by the requested time, and then those without one by `since` (epoch ms). */
export function placeByTime(card: Card, since = Date.parse(card.createdAt)): number {
  const time = timeOf(card);
  return time === undefined ? withoutTime + since : Date.parse(time);
}

const published = new Set<Card['history'][number]['what']>(['published', 'published_on_schedule']);

/** When it was published (epoch ms), if it was. */
export function publishedAt({ history }: Pick<Card, 'history'>): number | undefined {
  const at = Date.parse(history.findLast(({ what }) => published.has(what))?.at ?? '');
  return Number.isNaN(at) ? undefined : at;
}

/**
 * When the post will be published once the change in progress is made (epoch ms); `undefined` if it has no
 * planned time. A post that is being published keeps its time, because publishing can be undone or fail, and
 * so does one with an unknown outcome, because it may be on the schedule.
 */
export function plannedFor(
  card: Pick<Card, 'content' | 'requestedTime' | 'pending' | 'state'>,
): number | undefined {
  if (isOver(card)) return undefined;
  const { change, wanted = change?.scheduledAt } = card.pending ?? {};
  const time = wanted === undefined ? timeOf(card) : wanted;
  return time ? Date.parse(time) : undefined;
}

/** True if the post's planned time has passed. `now`: epoch ms. */
export function isOverdue(card: Pick<Card, 'content' | 'requestedTime'>, now: number): boolean {
  const time = timeOf(card);
  return time !== undefined && Date.parse(time) <= now;
}

/** The content with its requested time: everything that an approval is for. */
export function approvable(card: Pick<Card, 'content' | 'requestedTime'>): Content {
  const { scheduledAt: _, ...content } = card.content;
  const time = timeOf(card);
  return { ...content, ...(time && { scheduledAt: time }) };
}

/**
 * A SHA-256 over brand, caption, media, profiles and time: equal content has an equal hash, whatever the
 * card's id.
 */
export function contentHash(card: Pick<Card, 'brand' | 'content' | 'requestedTime'>): string {
  const { caption, mediaUrls, profiles, scheduledAt, beyond } = approvable(card);
  const seconds = scheduledAt ? epochSeconds(scheduledAt) : null;
  const ids = profiles.map(({ id }) => id).sort();
  const left = beyond && [beyond.caption ?? '', beyond.mediaUrls ?? '', beyond.profiles ?? ''];
  const parts = [card.brand.id, caption, mediaUrls, ids, seconds, ...(left ?? [])];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** The approvals of the current content. `rule.ts` decides which of them count, and how many are needed. */
export function approvalsFor(
  card: Pick<Card, 'brand' | 'content' | 'requestedTime' | 'approvals'>,
): Card['approvals'] {
  const hash = contentHash(card);
  return card.approvals.filter(({ content }) => content === hash);
}

/** The caption, or what was requested. */
export function wordsOf({ content, request }: Pick<Card, 'content' | 'request'>): string {
  const fromRequest =
    request?.kind === 'ai-post'
      ? (request.rewrites?.prompt ?? request.prompt)
      : request?.kind === 'campaign'
        ? request.brief
        : request?.kind === 'import'
          ? request.file
          : '';
  return content.caption || fromRequest;
}

/**
 * True if the post has no social profile. The contract allows that, and the service may still not publish it
 * anywhere.
 */
export function hasNoProfiles(card: Pick<Card, 'content' | 'profilesUnknown'>): boolean {
  return card.content.profiles.length === 0 && !card.profilesUnknown;
}
