/** Writes a brand's post history the way the reader of its listing does, because the size and speed of the post index depend on realistic content. */
import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Post, PostStatus } from '#src/platform/publishing-api/post.ts';
import type { IndexedPage, PostIndexStore } from '#src/posts/post-index/post-index-store.ts';

const rowsOfPage = 50;
const hourMs = 3_600_000;

/** Captions of typical length, in scripts with one, two, three, and four bytes per character. */
const captions = [
  'Our autumn menu starts on Monday: pumpkin, chestnut and warm light. Come by after work, the kettle is on until ten tonight.',
  'Latte art for beginners, Saturday at ten ☕️ Six places left, so tell us in the comments who you would bring along! #coffee',
  'Открываем осенний сезон: тыквенный латте и каштановый пирог уже ждут вас каждый день с восьми утра.',
  '新しい秋のメニューが月曜日から始まります。かぼちゃと栗の温かい一杯をどうぞ。皆さまのご来店をお待ちしております。',
  '🎃🍂☕️ Two sacks of Sidamo, roasted this morning.',
] as const;

const uuid = (of: string): string =>
  createHash('sha256')
    .update(of)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');

/** Of 100 posts, 93 are published, 4 failed, 2 are drafts, and 1 is scheduled. A fifth belong to campaigns. */
function postOf(n: number, now: number): Post {
  const of = n % 100;
  const status: PostStatus = of === 0 ? 'scheduled' : of < 3 ? 'draft' : of < 7 ? 'failed' : 'published';
  return {
    id: uuid(`post ${n}`),
    status,
    statusWord: status.toUpperCase(),
    caption: captions[n % captions.length] ?? '',
    mediaUrls: n % 3 === 0 ? [] : [`https://cdn.example.com/media/${uuid(`file ${n}`)}.jpg`],
    profiles: [
      { id: uuid('profile 1'), name: 'northwind.coffee', provider: 'instagram', image: undefined },
      { id: uuid('profile 2'), name: 'Northwind Coffee', provider: 'linkedin', image: undefined },
    ],
    scheduledAt: status === 'draft' ? undefined : new Date(now + (of === 0 ? n : -n) * hourMs).toISOString(),
    campaignId: n % 5 === 0 ? uuid(`campaign ${Math.floor(n / 100)}`) : undefined,
  };
}

/** Writes a full pass of the listing, page by page. `now`: epoch ms. */
export async function writeHistory(
  store: PostIndexStore,
  { workspace, brand }: { workspace: string; brand: string },
  count: number,
  now: number,
): Promise<void> {
  const pages = new Map<number, IndexedPage>();
  let version: string | undefined;
  for (let first = 0; first < count; first += rowsOfPage) {
    const n = first / rowsOfPage;
    const rows = Math.min(rowsOfPage, count - first);
    const at = now + n * 1_000;
    pages.set(n, { at, orderedSince: at, rows, isLast: first + rows === count, isNew: false });
    const meta = { failures: 0, paging: { kind: 'numbered' as const, first: 1, size: rowsOfPage } };
    const posts = Array.from({ length: rows }, (_, i) => {
      const row = first + i;
      return { post: postOf(row, now), row, readAt: at };
    });
    version = await store.write(workspace, brand, { version, meta, pages, posts });
  }
}

/** The memory of all keys with this prefix in Redis, in bytes, measured without sampling. */
export async function memoryOf(redis: Redis, prefix: string): Promise<number> {
  const keys = await redis.keys(`${prefix}:*`);
  const bytes = await Promise.all(keys.map((key) => redis.call('MEMORY', 'USAGE', key, 'SAMPLES', '0')));
  return bytes.reduce<number>((sum, one) => sum + Number(one), 0);
}
