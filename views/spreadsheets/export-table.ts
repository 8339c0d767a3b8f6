/** A brand's posts as the rows of a spreadsheet that can be edited and imported again. Pure. */
import type { Table } from '#src/platform/csv.ts';
import { profileName } from '#src/platform/publishing-api/networks.ts';
import type { Post } from '#src/platform/publishing-api/post.ts';
import { calledSo, type Named } from '#src/platform/publishing-api/request.ts';
import type { Card } from '#src/posts/card/card.ts';
import { addressForEveryone } from '#src/posts/card/card-address.ts';
import { publishedAt, timeOf } from '#src/posts/card/content.ts';
import { cardOfOutsidePost } from '#src/posts/card/new-card.ts';
import { keptMedia } from '#src/posts/card/same-content.ts';
import { wasPublished } from '#src/posts/card/state.ts';
import { columns, isCut, readingColumns } from '#src/spreadsheets/columns.ts';
import { isoIn } from '#src/time/moments.ts';
import { stateInBrief } from '#views/posts/card-state.ts';

interface ExportedPosts {
  brand: Named;
  /** All brands. */
  brands: readonly Named[];
  posts: readonly Post[];
  /** The cards of these posts, by the posts' ids. */
  cards: ReadonlyMap<string, Card>;
  /** The IANA zone of the times. */
  zone: string;
  /** The workspace's address in Slack; empty if it isn't known. */
  slackUrl: string;
  /** The first and the last day in this zone. With either, posts without a time are left out. */
  from?: string | undefined;
  until?: string | undefined;
}

/** Sorted by time; posts without one come last. */
export function exportTable({
  brand,
  brands,
  posts,
  cards,
  zone,
  slackUrl,
  from,
  until,
}: ExportedPosts): Table {
  const named = brandCell(brand, brands);
  const rows = posts
    .map((post) => {
      const card = cards.get(post.id);
      const at = timeIn(post, card);
      return { post, card, time: at === undefined ? '' : isoIn(zone, at), at };
    })
    .filter(({ time }) => isWithin(time.slice(0, 10), from, until))
    .sort((a, b) => (a.at ?? Number.MAX_SAFE_INTEGER) - (b.at ?? Number.MAX_SAFE_INTEGER))
    .map(({ post, card, time }) => {
      const { caption, mediaUrls, profiles, isWhole } = contentOf({ post, card });
      return [
        named,
        caption,
        mediaUrls.join(' '),
        profiles.map(profileCell).join('; '),
        time,
        statusText(brand, { post, card }),
        (card && addressForEveryone(card, slackUrl)) ?? '',
        post.id,
        isWhole ? 'yes' : isCut,
      ];
    });
  return { columns: [...Object.values(columns), ...Object.values(readingColumns)], rows };
}

/** What an import takes for this brand: its whole name, or its id if another brand has the same name. */
function brandCell(brand: Named, brands: readonly Named[]): string {
  const { name } = brands.find(({ id }) => id === brand.id) ?? brand;
  return calledSo(brands, name.trim()).length > 1 ? brand.id : name;
}

/** The post's state, in the same words as on cards and in lists. */
function statusText(brand: Named, { post, card }: ExportedPost): string {
  if (post.status === 'unknown') return post.statusWord;
  return stateInBrief(
    card ?? cardOfOutsidePost('', { workspace: '', author: '', channel: '' }, brand, post, never),
  );
}

const never = new Date(0).toISOString();

/**
 * When the post will be or was published (epoch ms). The service doesn't say when it published a post, but
 * the post's card does.
 */
function timeIn(post: Post, card: Card | undefined): number | undefined {
  const wentOut = card && wasPublished(card) ? publishedAt(card) : undefined;
  const planned = post.scheduledAt ?? (card && timeOf(card));
  return wentOut ?? (planned ? Date.parse(planned) : undefined);
}

function isWithin(day: string, from: string | undefined, until: string | undefined): boolean {
  if (!from && !until) return true;
  return day !== '' && (!from || day >= from) && (!until || day <= until);
}

export interface ExportedPost {
  post: Post;
  card: Card | undefined;
}

/**
 * The post's content. The index has only the beginning of finished posts, but their cards have the rest as
 * long as they're kept.
 */
export function contentOf({ post, card }: ExportedPost) {
  if (!post.partial) {
    const profiles = post.profiles?.map((one) => ({ id: one.id, name: profileName(one) }));
    return {
      caption: post.caption,
      mediaUrls: post.mediaUrls,
      isWhole: true,
      profiles: profiles ?? card?.content.profiles ?? [],
    };
  }
  return card
    ? { ...card.content, mediaUrls: keptMedia(card), isWhole: true }
    : { caption: post.caption, mediaUrls: [], profiles: [], isWhole: !post.caption.endsWith('…') };
}

/** A profile's cell. A name with a semicolon would be parsed as two. */
export const profileCell = ({ id, name }: Named): string => (name === '' || name.includes(';') ? id : name);
