/**
 * The versions of an AI post: the first one, and its rewrites in the same thread, of which people keep one.
 * Pure.
 */
import { isDraft, mayGoOut, mayStillGoOut, type Post } from '#src/platform/publishing-api/post.ts';
import type { AiPostRequest } from '#src/platform/publishing-api/request.ts';
import { isUndecided } from './attention.ts';
import type { Card, Entry } from './card.ts';
import { timeOf } from './content.ts';
import type { Refused } from './refused.ts';
import { isBeingPublished, isDropped, isScheduled, wasPublished } from './state.ts';

/**
 * The card in whose thread this one is posted: its campaign, or the first version of the post; `undefined`:
 * it begins a thread.
 */
export const parentOf = ({ campaign, rewriteOf }: Pick<Card, 'campaign' | 'rewriteOf'>): string | undefined =>
  campaign ?? rewriteOf;

/** The first version of the post. */
export const firstVersionOf = ({ id, rewriteOf }: Card): string => rewriteOf ?? id;

/**
 * What the card of another rewrite starts with: it goes to the same thread, and is planned for the same time.
 */
export function originOfRewrite(
  card: Card,
): Pick<Card, 'rewriteOf' | 'campaign' | 'requestedTime' | 'publishedVersion'> {
  const { campaign, publishedVersion } = card;
  const requestedTime = timeOf(card);
  return {
    rewriteOf: firstVersionOf(card),
    ...(campaign && { campaign }),
    ...(requestedTime && { requestedTime }),
    ...(publishedVersion && { publishedVersion }),
  };
}

/** Whether the service generated it, so that it can generate another version. */
export const isGenerated = ({ kind }: Card): boolean => kind === 'ai-post' || kind === 'campaign-post';

/**
 * The request that the post was generated from, which a rewrite changes. A campaign's post was generated from
 * the brief of its `campaign`. `undefined` if it wasn't generated, or the campaign is gone.
 */
export function generatedFrom(card: Card, campaign: Card | undefined): AiPostRequest | undefined {
  if (card.request?.kind === 'ai-post') return card.request;
  if (card.kind !== 'campaign-post' || campaign?.request?.kind !== 'campaign') return undefined;
  const { brief, objective: _, days: __, posts: ___, ...request } = campaign.request;
  return { ...request, kind: 'ai-post', prompt: brief };
}

/** Whether someone decided that it's published, now or at its time, or it already is. */
export const goesOut = (card: Card): boolean =>
  isBeingPublished(card) ||
  isScheduled(card) ||
  wasPublished(card) ||
  Boolean(card.pending?.change.scheduledAt);

/**
 * The version that represents the post: the first one, unless it was discarded, or only another version is
 * published or will be, or it was rejected while another version waits for a decision.
 * `versions`: the rewrites of this and other posts, by their ids.
 */
export function versionInPlace(first: Card, versions: ReadonlyMap<string, Card>): Card {
  let card = first;
  // the version that replaced it may have been replaced, too
  for (let i = 0; i < versions.size; i += 1) card = versions.get(card.replacedBy ?? '') ?? card;
  if (goesOut(card)) return card;
  const all = [first, ...otherVersions(first, first.id).flatMap((id) => versions.get(id) ?? [])];
  return all.find(goesOut) ?? (isDropped(card) ? all.find(isUndecided) : undefined) ?? card;
}

/** Whether the post may have another version, and nobody has kept this one. */
export const hasVersions = ({ id, rewriteOf, versions = [], keptVersion }: Card): boolean =>
  keptVersion !== id && (rewriteOf !== undefined || versions.length > 0);

/** Whether people can still choose this version instead of the others. */
export const canBeKept = (card: Card): boolean => hasVersions(card) && card.publishedVersion === undefined;

/**
 * Why this version can't be published or scheduled: another one is being published, or was just published or
 * kept, so that this one is about to be discarded. A version that was reopened or requested since then can
 * be, and so can one that was scheduled when another one was kept. Several can be scheduled, but not at the
 * same moment. `before`: the others when this decision was first compared with them.
 */
export function lateVersion(
  card: Card,
  others: readonly Card[],
  before: readonly Card[] = others,
): Refused | undefined {
  const isOld = ({ keptAt }: Card): boolean => keptAt !== undefined && openedAt(card) <= keptAt;
  const isLate = (other: Card): boolean =>
    isBeingPublished(other) || (wasPublished(other) && card.publishedVersion === undefined && isOld(other));
  if (others.some(isLate)) return { why: 'other_published' };
  const first = [card, ...others].find(({ rewriteOf }) => rewriteOf === undefined);
  const kept = first?.discards && (first.discards.version ?? first.keptVersion);
  const wasScheduled = isScheduled(card) || (isBeingPublished(card) && card.rest === 'scheduled');
  if (kept && kept !== card.id && isOld(first) && !wasScheduled) return { why: 'other_kept' };
  const wentOut = new Set(before.filter(goesOut).map(({ id }) => id));
  if (others.some((other) => goesOut(other) && !wentOut.has(other.id))) return { why: 'other_scheduled' };
  return undefined;
}

/**
 * Why people can't keep `version` instead of the others: one of them is being published, or may be out. A
 * rewrite that was published itself is kept by that.
 */
export function tooLateToKeep(version: string, versions: readonly Card[]): Refused | undefined {
  const kept = versions.find(({ id }) => id === version);
  if (kept?.rewriteOf && kept.discards) return undefined;
  return versions.some((card) => card.id !== version && mayBeOut(card))
    ? { why: 'other_published' }
    : undefined;
}

/** A version that couldn't be generated wasn't published, even if its outcome is unknown. */
function mayBeOut(card: Card): boolean {
  if (card.state === 'outcome_unknown')
    return card.problem?.step !== 'create' && card.problem?.step !== 'generate';
  return isBeingPublished(card) || wasPublished(card);
}

/**
 * The fields of a version that was just published, which also keeps it. Noted with the publication, so that
 * no crash leaves the other versions waiting for a decision.
 */
export function keptByPublishing(before: Card, after: Card): Partial<Card> {
  const isOneOfSeveral = after.rewriteOf !== undefined || (after.versions?.length ?? 0) > 0;
  if (!isOneOfSeveral || !wasPublished(after) || wasPublished(before)) return {};
  const by = after.history.findLast(
    ({ what }) => what === 'published' || what === 'published_on_schedule',
  )?.by;
  return { keptVersion: after.id, keptAt: after.updatedAt, discards: { ...(by && { by }) } };
}

/** The fields of a version that was discarded for another one. If it's reopened, it can be kept again. */
export const replaced = ({ rewriteOf }: Card, replacedBy: string): Partial<Card> => ({
  replacedBy,
  // the first version's card says which one was kept
  ...(rewriteOf && { keptVersion: undefined }),
});

/**
 * Whether a post that people discarded stays out of lists: the service can't delete it, but nobody has
 * scheduled or published it there. With a status that we don't know, only a time to come says that someone has.
 */
export const staysDiscarded = (post: Pick<Post, 'status' | 'scheduledAt'>, now: number): boolean =>
  isDraft(post) || (mayGoOut(post) && !mayStillGoOut(post, now));

const opens: ReadonlySet<Entry['what']> = new Set(['reopened', 'retried', 'checked_again']);

/**
 * Since when the version has been open: since someone last reopened it, requested it again, or scheduled it
 * outside Slack after it was discarded, or else since it was first requested.
 */
export const openedAt = ({ history, createdAt }: Card): string =>
  history.findLast(({ what, by }) => opens.has(what) || (what === 'scheduled' && by === undefined))?.at ??
  createdAt;

/** The ids of all versions that the first version's card lists, except one. */
export const otherVersions = ({ id, versions = [] }: Card, except: string): string[] =>
  [id, ...versions].filter((one) => one !== except);
