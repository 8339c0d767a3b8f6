import type { Post } from '#sandbox/service/model.ts';
import type { Store } from '#sandbox/service/store/store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A history of older posts of a brand. */
export type History = {
  brandId: string;
  count: number;
  /** Milliseconds between two posts; the latest was created this long ago. Default: one hour. */
  everyMs?: number;
  profiles?: string[];
  /** Whether all are published. By default, a few are in other states. */
  published?: boolean;
  /** Whether to place them before all existing posts in creation order. Default: after them. */
  older?: boolean;
};

/**
 * Writes a history in one go: of a hundred posts 91 are published, 4 failed, 3 are drafts and 2 scheduled, none of which is
 * due within a week. A lagging listing shows it at once.
 */
export function insertHistory(
  store: Store,
  { brandId, count, everyMs = hourMs, profiles = [], published = false, older = false }: History,
  now: number,
): void {
  const first = older ? store.posts.oldestPosition() - count : undefined;
  for (let n = 0; n < count; n += 1) {
    const createdAt = now - (count - n) * everyMs;
    const post: Post = {
      id: store.newId('post'),
      brandId,
      createdAt,
      mediaUrls: [],
      socialProfileIds: profiles,
      state: 'published',
      publishedAt: createdAt,
      caption: `Story ${n + 1} of ${count} from our archive.`,
    };
    const state = published ? {} : stateOf(n, createdAt, now);
    store.posts.putShown({ ...post, ...state }, first === undefined ? undefined : first + n);
  }
}

function stateOf(n: number, createdAt: number, now: number): Partial<Post> {
  const of = n % 100;
  if (of >= 9) return of % 2 === 0 ? {} : { scheduledAt: createdAt };
  if (of >= 5) return { state: 'failed' };
  if (of >= 2) return { state: 'draft' };
  return { state: 'scheduled', scheduledAt: now + 7 * dayMs + n * hourMs };
}
