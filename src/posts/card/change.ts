/** How a change affects a post's content, and how it's described. Pure. */

import { isGoingOut, isOnSchedule, isPublished, type Post } from '#src/platform/publishing-api/post.ts';
import { sameTime } from '#src/platform/publishing-api/post-time.ts';
import { count, plural } from '#views/kit/language.ts';
import { keptCaption } from './bounds.ts';
import type { Card, Change, Content, Pending } from './card.ts';
import { keptMedia, recognized, sameIds, sameWords, sourcesAfter } from './same-content.ts';

/** The content after the service has accepted the change. */
export function changed(content: Content, change: Change): Content {
  const { scheduledAt: before, beyond: _, ...rest } = content;
  const beyond = beyondAfter(content, change);
  const scheduledAt = change.scheduledAt === undefined ? before : (change.scheduledAt ?? undefined);
  return {
    ...rest,
    caption: change.caption ?? content.caption,
    mediaUrls: changedMedia(content.mediaUrls, change.media),
    profiles: changedProfiles(content.profiles, change.profiles),
    ...(scheduledAt && { scheduledAt }),
    ...(beyond && { beyond }),
  };
}

/** A change sets all of a field, or adds to what the listing shows, so digests of that field are dropped. */
function beyondAfter({ beyond }: Content, { caption, media, profiles }: Change): Content['beyond'] {
  const left = {
    ...(caption === undefined && beyond?.caption && { caption: beyond.caption }),
    ...(!media && beyond?.mediaUrls && { mediaUrls: beyond.mediaUrls }),
    ...(!profiles && beyond?.profiles && { profiles: beyond.profiles }),
  };
  return Object.keys(left).length > 0 ? left : undefined;
}

/**
 * Whether both are the same request. It compares times, because a rule may have removed the time from the
 * change since.
 */
export function isSame(one: Pick<Pending, 'at' | 'change'>, other: Pick<Pending, 'at' | 'change'>): boolean {
  return one.at === other.at && sameTime(one.change.scheduledAt, other.change.scheduledAt);
}

/** Whether the post in the service has everything that the change sets. */
export function isShown(card: Card, change: Change, post: Post): boolean {
  const { caption, profiles } = changed(card.content, change);
  return (
    (change.caption === undefined || sameWords(keptCaption(post.caption), keptCaption(caption))) &&
    (!change.media || hasMedia(card, change.media, post)) &&
    (!change.profiles || !post.profiles || sameIds(post.profiles, profiles)) &&
    isTimed(post, change.scheduledAt)
  );
}

/**
 * Whether the listing has the files that the change sets, or new addresses that can be the service's copies
 * of them.
 */
function hasMedia(card: Card, media: NonNullable<Change['media']>, { mediaUrls: shown }: Post): boolean {
  const mediaUrls = changedMedia(card.content.mediaUrls, media);
  const content = { ...card.content, mediaUrls };
  const after = { ...card, content, media: sourcesAfter(card, media.how, mediaUrls) };
  const isSame = (copies: boolean): boolean =>
    JSON.stringify(recognized(after, shown, copies).urls) === JSON.stringify(mediaUrls);
  if (isSame(false)) return true;
  // while the service may still copy the old files, nobody can tell those copies from copies of the new ones
  const before = new Set(card.copying === undefined ? keptMedia(card) : shown);
  return isSame(true) && shown.some((address) => !before.has(address));
}

/** Whether the post has the time that a change sets; `null`: none. A published post still has its time. */
function isTimed(post: Post, time: Change['scheduledAt']): boolean {
  const { scheduledAt } = post;
  if (time === undefined) return true;
  if (time === null) return scheduledAt === undefined && !isOnSchedule(post) && !isPublished(post);
  return isGoingOut(post) && sameTime(scheduledAt, time);
}

/**
 * The same change in a form that can be sent again: adding the same twice would add it twice, so the whole
 * set is sent.
 */
export function repeatable(content: Content, change: Change): Change {
  return change.media?.how === 'add'
    ? { ...change, media: { how: 'replace', urls: changedMedia(content.mediaUrls, change.media) } }
    : change;
}

function changedMedia(urls: string[], media: Change['media']): string[] {
  if (!media) return urls;
  if (media.how === 'remove') return [];
  return media.how === 'replace' ? media.urls : [...urls, ...media.urls];
}

function changedProfiles(now: Content['profiles'], profiles: Change['profiles']): Content['profiles'] {
  if (!profiles) return now;
  if (profiles.how === 'replace') return profiles.profiles;
  const known = new Set(now.map(({ id }) => id));
  return [...now, ...profiles.profiles.filter(({ id }) => !known.has(id))];
}

/**
 * `caption, 2 files added, 1 profile removed, time removed`: for the card, so that everyone sees what an
 * edit changed. `before`: the content before it.
 */
export function describeChange({ caption, media, profiles, scheduledAt }: Change, before: Content): string {
  const ids = ({ profiles: list }: Pick<Content, 'profiles'>): string[] => list.map(({ id }) => id);
  return [
    caption === undefined ? [] : 'caption',
    media === undefined
      ? []
      : describeList('file', media.how, before.mediaUrls, media.how === 'remove' ? [] : media.urls),
    profiles === undefined ? [] : describeList('social profile', profiles.how, ids(before), ids(profiles)),
    scheduledAt === undefined ? [] : scheduledAt === null ? 'time removed' : 'time',
  ]
    .flat()
    .join(', ');
}

function describeList(
  thing: string,
  how: string,
  before: readonly string[],
  given: readonly string[],
): string[] {
  if (how === 'add') return [`${count(given.length, thing)} added`];
  if (given.length === 0) return [`all ${thing}s removed`];
  const added = given.filter((one) => !before.includes(one)).length;
  const removed = before.filter((one) => !given.includes(one)).length;
  if (removed > 0 && removed === before.length) {
    const previous = plural(removed, { one: 'the previous one', other: 'the previous ones' });
    return [`${count(given.length, thing)} replaced ${previous}`];
  }
  return [
    ...(added > 0 ? [`${count(added, thing)} added`] : []),
    ...(removed > 0 ? [`${count(removed, thing)} removed`] : []),
  ];
}

/** True if nothing would change. */
export const changesNothing = ({ caption, media, profiles, scheduledAt }: Change): boolean =>
  caption === undefined && media === undefined && profiles === undefined && scheduledAt === undefined;
