/**
 * The post index: our copy of what the service shows of each brand's posts, and what its reader is asked for. All of it can be lost at
 * any time: it is only ever made from the service's answers, and whoever waits for an answer asks again.
 */
import type { Result } from 'ioredis';
import { z } from 'zod';
import type { Post } from '#src/cards/post.ts';
import { createKeys } from './keys.ts';
import type { Redis } from './redis.ts';

/** A post as a read showed it. */
export interface IndexedPost {
  post: Post;
  /** Which row of the listing it was, counted from 0; `undefined`: it was read by itself. */
  row: number | undefined;
  /** When the read began that showed it (epoch ms). */
  readAt: number;
}

/** A page of the listing as it was read last. */
export interface IndexedPage {
  /** When that read began (epoch ms). */
  at: number;
  rows: number;
  /** No page follows. */
  isLast: boolean;
  /** None of its rows was in the index before. */
  isNew: boolean;
}

const pagingSchema = z.object({
  kind: z.enum(['numbered', 'cursor', 'single']).optional(),
  first: z.int(),
  size: z.int().optional(),
  most: z.int().optional(),
  sized: z.boolean().optional(),
  total: z.int().optional(),
  plain: z.int().optional(),
  proven: z.boolean().optional(),
});

const failureSchema = z.object({
  /** When it happened (epoch ms). */
  at: z.number(),
  kind: z.enum(['refused', 'key', 'busy', 'down', 'timeout', 'shape']),
  message: z.string(),
  endpoint: z.string(),
  status: z.int().optional(),
  retry: z.boolean(),
  retryAfterMs: z.number().optional(),
  serviceMessage: z.string().optional(),
  keyMend: z.string().optional(),
});
export type ReadFailure = z.infer<typeof failureSchema>;

const metaSchema = z.object({
  paging: pagingSchema.optional(),
  /** Where new posts appear in the listing; absent: not seen yet. */
  newPosts: z.enum(['first', 'last', 'anywhere']).optional(),
  /** When the current check of the brand's cards began (epoch ms); absent: none is under way. */
  checking: z.number().optional(),
  /** When the last check of the cards ended (epoch ms). */
  checkedAt: z.number().optional(),
  /** When the last read began that an operation asked for (epoch ms). */
  operationReadAt: z.number().optional(),
  /** Reads that failed in a row, and the last of them. */
  failures: z.int().default(0),
  failure: failureSchema.optional(),
  /** No read before then (epoch ms). */
  pausedUntil: z.number().optional(),
  /** What couldn't be read of the last complete pass. */
  unread: z.object({ endpoint: z.string(), records: z.int(), fields: z.array(z.string()) }).optional(),
});
export type IndexMeta = z.infer<typeof metaSchema>;

const requestSchema = z.object({
  kind: z.enum(['post', 'recent', 'all']),
  /** The post that is asked for. */
  post: z.string().optional(),
  /** The read has to begin then or later (epoch ms). */
  asOf: z.number(),
  priority: z.enum(['operation', 'check', 'background']).default('check'),
  madeAt: z.number(),
  /** The job that waits for the answer. */
  wake: z
    .object({
      name: z.string(),
      lane: z.enum(['work', 'create', 'read', 'watch', 'draw', 'round']),
      key: z.string(),
      payload: z.unknown(),
    })
    .optional(),
});
export type ReadRequest = z.infer<typeof requestSchema>;

const postSchema = z.object({
  s: z.string(),
  w: z.string().optional(),
  c: z.string(),
  m: z.array(z.string()).optional(),
  p: z
    .array(z.object({ id: z.string(), name: z.string(), provider: z.string(), image: z.string().optional() }))
    .optional(),
  t: z.string().optional(),
  g: z.string().optional(),
  n: z.int().optional(),
  r: z.number(),
});

/** Longer than any pause between two reads; a brand that nobody reads is forgotten. */
const keptMs = 30 * 24 * 3_600_000;

/** Characters of the caption of a finished post, for lists. */
const excerptLength = 40;

const finished: Partial<Record<Post['status'], string>> = { published: 'P', failed: 'F' };

const postField = (id: string): string => `p${id}`;
const metaField = 'm';
const pagesField = 'g';

/** Not listed: no page had it, all of them read at that time (epoch ms) or later. */
export interface Unlisted {
  unlistedAt: number;
}

/** Removes answered requests, and the brand where they were the last. One that was made again for a later read stays. */
const removeRequests = `
for i = 2, #ARGV, 2 do
  local made = redis.call('HGET', KEYS[1], ARGV[i])
  if made and cjson.decode(made).asOf <= tonumber(ARGV[i + 1]) then redis.call('HDEL', KEYS[1], ARGV[i]) end
end
if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('SREM', KEYS[2], ARGV[1]) end
return 1`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    removeReadRequests(
      reads: string,
      readers: string,
      brand: string,
      ...fieldsAndAsOf: (string | number)[]
    ): Result<number, Context>;
  }
}

export type PostIndexStore = ReturnType<typeof createPostIndexStore>;

export function createPostIndexStore(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  redis.defineCommand('removeReadRequests', { numberOfKeys: 2, lua: removeRequests });

  return {
    /** Of these posts, those that the index has, or knows not to be listed. */
    async posts(
      workspace: string,
      brand: string,
      ids: readonly string[],
    ): Promise<Map<string, IndexedPost | Unlisted>> {
      if (ids.length === 0) return new Map();
      const found = await redis.hmget(keys.index(workspace, brand), ...ids.map(postField));
      return new Map(
        ids.flatMap((id, i) => {
          const text = found[i];
          const entry = text ? entryFrom(id, text) : undefined;
          return entry ? [[id, entry] as const] : [];
        }),
      );
    },

    /** What is known of the listing itself. */
    async listing(
      workspace: string,
      brand: string,
    ): Promise<{ meta: IndexMeta; pages: Map<number, IndexedPage> }> {
      const [meta = null, pages = null] = await redis.hmget(
        keys.index(workspace, brand),
        metaField,
        pagesField,
      );
      return { meta: metaFrom(meta), pages: pagesFrom(pages) };
    },

    /** Everything: all posts, all pages and what is known of the listing. */
    async whole(
      workspace: string,
      brand: string,
    ): Promise<{
      meta: IndexMeta;
      pages: Map<number, IndexedPage>;
      posts: Map<string, IndexedPost>;
    }> {
      const fields = await redis.hgetall(keys.index(workspace, brand));
      const posts = new Map<string, IndexedPost>();
      for (const [field, text] of Object.entries(fields)) {
        if (!field.startsWith('p')) continue;
        const entry = entryFrom(field.slice(1), text);
        if (entry && 'post' in entry) posts.set(field.slice(1), entry);
      }
      return {
        meta: metaFrom(fields[metaField] ?? null),
        pages: pagesFrom(fields[pagesField] ?? null),
        posts,
      };
    },

    /** What one read showed, in one write. `keepWhole`: of which finished posts the content is kept all the same. */
    async write(
      workspace: string,
      brand: string,
      read: {
        meta: IndexMeta;
        pages: ReadonlyMap<number, IndexedPage>;
        posts: readonly IndexedPost[];
        unlisted?: readonly { id: string; at: number }[];
        forgotten?: readonly string[];
        keepWhole(id: string): boolean;
      },
    ): Promise<void> {
      const key = keys.index(workspace, brand);
      const fields: Record<string, string> = {
        [metaField]: JSON.stringify(read.meta),
        [pagesField]: pagesText(read.pages),
      };
      for (const entry of read.posts)
        fields[postField(entry.post.id)] = textOf(entry, read.keepWhole(entry.post.id));
      for (const { id, at } of read.unlisted ?? []) fields[postField(id)] = `-${Math.ceil(at).toString(36)}`;
      const write = redis.multi().hset(key, fields);
      if (read.forgotten && read.forgotten.length > 0) write.hdel(key, ...read.forgotten.map(postField));
      await write.pexpire(key, keptMs).exec();
    },

    /** The same request again replaces the one before. */
    async ask(workspace: string, brand: string, request: ReadRequest): Promise<void> {
      await redis
        .multi()
        .hset(keys.reads(workspace, brand), requestField(request), JSON.stringify(request))
        .sadd(keys.readers(workspace), brand)
        .exec();
    },

    /** What the reader of a brand is asked for. */
    async requests(workspace: string, brand: string): Promise<ReadRequest[]> {
      const texts = await redis.hvals(keys.reads(workspace, brand));
      return texts.flatMap((text) => {
        const read = requestSchema.safeParse(JSON.parse(text));
        return read.success ? [read.data] : [];
      });
    },

    async answered(workspace: string, brand: string, requests: readonly ReadRequest[]): Promise<void> {
      if (requests.length === 0) return;
      const answers = requests.flatMap((request) => [requestField(request), request.asOf]);
      await redis.removeReadRequests(
        ...[keys.reads(workspace, brand), keys.readers(workspace), brand],
        ...answers,
      );
    },

    /** The brands whose reader is asked for something. */
    readers(workspace: string): Promise<string[]> {
      return redis.smembers(keys.readers(workspace));
    },
  };
}

/** Who asks for what: a request that is made again is the same. */
function requestField({ kind, post, wake, priority }: ReadRequest): string {
  return JSON.stringify([kind, post ?? '', priority, wake ? `${wake.name}.${wake.key}` : '']);
}

function metaFrom(text: string | null): IndexMeta {
  return (text === null ? undefined : metaSchema.safeParse(JSON.parse(text)).data) ?? { failures: 0 };
}

function pagesText(pages: ReadonlyMap<number, IndexedPage>): string {
  return [...pages]
    .map(([n, { at, rows, isLast, isNew }]) => [n, at, rows, Number(isLast), Number(isNew)].join(','))
    .join(';');
}

function pagesFrom(text: string | null): Map<number, IndexedPage> {
  const pages = (text || undefined)?.split(';') ?? [];
  return new Map(
    pages.map((page) => {
      const [n = 0, at = 0, rows = 0, isLast, isNew] = page.split(',').map(Number);
      return [n, { at, rows, isLast: isLast === 1, isNew: isNew === 1 }];
    }),
  );
}

/** A finished post is a few bytes: `P`, when it was scheduled, its row, when it was read, and the beginning of its caption. */
function textOf({ post, row, readAt }: IndexedPost, whole: boolean): string {
  const mark = finished[post.status];
  if (mark !== undefined && !whole) {
    const time = post.scheduledAt ? Math.round(Date.parse(post.scheduledAt) / 1_000).toString(36) : '';
    const parts = [
      time,
      row === undefined ? '' : row.toString(36),
      readAt.toString(36),
      encodeURIComponent(post.campaignId ?? ''),
    ];
    const excerpt = [...post.caption].slice(0, excerptLength).join('');
    return `${mark}${parts.join('|')}|${excerpt}`;
  }
  return JSON.stringify({
    s: post.status,
    ...(post.statusWord !== '' && { w: post.statusWord }),
    c: post.caption,
    ...(post.mediaUrls.length > 0 && { m: post.mediaUrls }),
    ...(post.profiles && { p: post.profiles }),
    ...(post.scheduledAt && { t: post.scheduledAt }),
    ...(post.campaignId !== undefined && { g: post.campaignId }),
    ...(row !== undefined && { n: row }),
    r: readAt,
  });
}

const statuses: ReadonlyMap<string, Post['status']> = new Map([
  ['P', 'published'],
  ['F', 'failed'],
]);

const words = { P: 'PUBLISHED', F: 'FAILED' } as const;

function entryFrom(id: string, text: string): IndexedPost | Unlisted | undefined {
  const mark = text.charAt(0);
  if (mark === '-') return { unlistedAt: Number.parseInt(text.slice(1), 36) };
  const status = statuses.get(mark);
  if (status) {
    const [time = '', row = '', readAt = '', campaign = '', ...excerpt] = text.slice(1).split('|');
    return {
      post: {
        id,
        status,
        statusWord: words[mark as keyof typeof words],
        caption: excerpt.join('|'),
        mediaUrls: [],
        profiles: undefined,
        scheduledAt: time === '' ? undefined : new Date(Number.parseInt(time, 36) * 1_000).toISOString(),
        campaignId: campaign === '' ? undefined : decodeURIComponent(campaign),
        partial: true,
      },
      row: row === '' ? undefined : Number.parseInt(row, 36),
      readAt: Number.parseInt(readAt, 36),
    };
  }
  const read = postSchema.safeParse(parsed(text));
  if (!read.success) return undefined;
  const { s, w = '', c, m = [], p, t, g, n, r } = read.data;
  return {
    post: {
      id,
      status: s as Post['status'],
      statusWord: w,
      caption: c,
      mediaUrls: m,
      profiles: p?.map((profile) => ({ ...profile, image: profile.image })),
      scheduledAt: t,
      campaignId: g,
    },
    row: n,
    readAt: r,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
