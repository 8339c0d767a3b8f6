/** What a change makes of a post's content, and how it is told. Pure. */
import { count } from '#views/language.ts';
import type { Change, Content } from './card.ts';

/** The content once the service has taken the change. */
export function changed(content: Content, change: Change): Content {
  const { scheduledAt: before, ...rest } = content;
  const scheduledAt = change.scheduledAt === undefined ? before : (change.scheduledAt ?? undefined);
  return {
    ...rest,
    caption: change.caption ?? content.caption,
    mediaUrls: changedMedia(content.mediaUrls, change.media),
    profiles: changedProfiles(content.profiles, change.profiles),
    ...(scheduledAt && { scheduledAt }),
  };
}

/** The same change for sending it once more: adding twice would add twice, so the whole set is sent. */
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

/** `caption, 2 files added, no schedule`: for the card, so that everyone sees what an edit touched. */
export function describeChange(change: Change): string {
  const { caption, media, profiles, scheduledAt } = change;
  return [
    caption === undefined ? [] : 'caption',
    media === undefined
      ? []
      : media.how === 'remove'
        ? 'all files removed'
        : `${count(media.urls.length, 'file')} ${told[media.how]}`,
    profiles === undefined ? [] : `${count(profiles.profiles.length, 'profile')} ${told[profiles.how]}`,
    scheduledAt === undefined ? [] : scheduledAt === null ? 'no schedule' : 'time',
  ]
    .flat()
    .join(', ');
}

const told = { replace: 'instead of the old', add: 'added' } as const;

/** True when nothing would change. */
export function isEmpty(change: Change): boolean {
  return describeChange(change) === '';
}
