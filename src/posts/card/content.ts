/** The exact content that an approval is bound to. */
import { createHash } from 'node:crypto';
import { epochSeconds } from '#src/platform/publishing-api/post-time.ts';
import type { Card, Content } from './card.ts';

/** When the post is to go out, whether or not the service knows it already (UTC); `undefined`: no time is wanted. */
export function timeOf(card: Pick<Card, 'content' | 'wantedAt'>): string | undefined {
  return card.wantedAt ?? card.content.scheduledAt;
}

/** Nothing goes out at a planned time anymore: it's being published, was, or won't be. */
const unplanned: ReadonlySet<Card['state']> = new Set([
  ...(['approved', 'publishing', 'published', 'rejected', 'failed', 'outcome_unknown'] as const),
]);

/** When the post is to go out once a change in progress is made (epoch ms); `undefined`: at no planned time. */
export function plannedFor(
  card: Pick<Card, 'content' | 'wantedAt' | 'pending' | 'state'>,
): number | undefined {
  if (unplanned.has(card.state)) return undefined;
  const { change, wanted = change?.scheduledAt } = card.pending ?? {};
  const time = wanted === undefined ? timeOf(card) : wanted;
  return time ? Date.parse(time) : undefined;
}

/** True when the time that the post is planned for has passed. `now`: epoch ms. */
export function isOverdue(card: Pick<Card, 'content' | 'wantedAt'>, now: number): boolean {
  const time = timeOf(card);
  return time !== undefined && Date.parse(time) <= now;
}

/** The content with the time that is wanted: all that an approval is for. */
export function approvable(card: Pick<Card, 'content' | 'wantedAt'>): Content {
  const { scheduledAt: _, ...content } = card.content;
  const time = timeOf(card);
  return { ...content, ...(time && { scheduledAt: time }) };
}

/** A SHA-256 over brand, caption, media, profiles and time: equal content, equal hash, whatever the card's id. */
export function contentHash(card: Pick<Card, 'brand' | 'content' | 'wantedAt'>): string {
  const { caption, mediaUrls, profiles, scheduledAt } = approvable(card);
  const seconds = scheduledAt ? epochSeconds(scheduledAt) : null;
  const parts = [card.brand.id, caption, mediaUrls, profiles.map((p) => p.id).sort(), seconds];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** The approvals that were given for what the card says now. How many of them count, and are needed, `rules.ts` knows. */
export function approvalsFor(
  card: Pick<Card, 'brand' | 'content' | 'wantedAt' | 'approvals'>,
): Card['approvals'] {
  const hash = contentHash(card);
  return card.approvals.filter(({ content }) => content === hash);
}

/** What it says, else what was asked for. */
export function wordsOf({ content, request }: Pick<Card, 'content' | 'request'>): string {
  const asked =
    request?.kind === 'ai-post' ? request.prompt : request?.kind === 'campaign' ? request.brief : '';
  return content.caption || asked;
}

/** True when the post has no social profile. The contract allows that, and the service may still not publish it anywhere. */
export function hasNoProfiles(card: Pick<Card, 'content' | 'profilesUnknown'>): boolean {
  return card.content.profiles.length === 0 && !card.profilesUnknown;
}
