/** The listing of a brand's posts, read once for whoever turns its pages: a long one costs a request for every fifty. */
import type { Post } from '#src/cards/post.ts';
import type { Unread } from '#src/cards/unread.ts';
import type { Call } from './service.ts';

const keptForMs = 60_000;

interface Listed {
  posts: Post[];
  /** Epoch ms; whatever moved later is newer than this. */
  askedAt: number;
  /** What of it could not be read. */
  unread: Unread | undefined;
}

export interface ListedPosts {
  /** As it is now, or where pages are `turned` as it was read last within a minute. Rejects as `read` does. */
  of(brand: string, turned: boolean): Promise<Listed>;
}

/** `now`: epoch ms. */
export function createListedPosts(
  read: (brand: string, call: Call) => Promise<Post[]>,
  now: () => number,
): ListedPosts {
  const kept = new Map<string, { listed: Listed; end: NodeJS.Timeout }>();
  return {
    async of(brand, turned) {
      const known = kept.get(brand);
      if (turned && known) return known.listed;
      const askedAt = now();
      let unread: Unread | undefined;
      const leftOut = (what: Unread): void => {
        unread = what;
      };
      const posts = await read(brand, { priority: 'interactive', leftOut });
      const listed = { posts, askedAt, unread };
      clearTimeout(kept.get(brand)?.end);
      kept.set(brand, { listed, end: setTimeout(() => kept.delete(brand), keptForMs).unref() });
      return listed;
    },
  };
}
