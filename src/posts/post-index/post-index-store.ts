/**
 * The post index: our copy of what the service shows of each brand's posts, and the requests to its reader.
 * All of it can be lost at any time: it's only ever made from the service's answers, and a job that waits for
 * an answer requests it again.
 */
import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { knownStatuses, type Post } from '#src/platform/publishing-api/post.ts';
import { queues } from '#src/platform/queue/job.ts';
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { script } from '#src/platform/redis/script.ts';

/** A post as a read showed it. */
export interface IndexedPost {
  post: Post;
  /** Its row in the listing, counted from 0; `undefined` if it was read by itself. */
  row: number | undefined;
  /** When the read that showed it began (epoch ms). */
  readAt: number;
}

/** A page of the listing, from its last read. */
export interface IndexedPage {
  /** When that read began (epoch ms). */
  at: number;
  /** As of when it and all pages before it were read one after the other (epoch ms); 0: never. */
  orderedSince: number;
  rows: number;
  /** It's the last page. */
  isLast: boolean;
  /** All its posts were new to the index. */
  isNew: boolean;
  /** How many of its records couldn't be parsed completely; absent: none. */
  unread?: number;
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
  /** The error's `keyHint`. */
  keyMend: z.string().optional(),
  abandoned: z.literal(true).optional(),
});
export type ReadFailure = z.infer<typeof failureSchema>;

const metaSchema = z.object({
  paging: pagingSchema.optional(),
  /** Where new posts appear in the listing; absent: not seen yet. */
  newPosts: z.enum(['first', 'last', 'anywhere']).optional(),
  /** Only if `newPosts` is `anywhere`: where new posts were in the complete passes since then. */
  passes: z
    .object({
      /** When the current pass began (epoch ms). */
      since: z.number(),
      /** The pass has shown new posts. */
      hasNew: z.boolean(),
      /** How many passes in a row showed new posts, all of them at this end. */
      count: z.int(),
      end: z.enum(['first', 'last']).optional(),
    })
    .optional(),
  /** When the current check of the brand's cards began (epoch ms); absent: none is under way. */
  checking: z.number().optional(),
  /** When the last check of the cards ended (epoch ms). */
  checkedAt: z.number().optional(),
  /** When the last read for an operation began (epoch ms). */
  operationReadAt: z.number().optional(),
  /** How many reads failed in a row, and the last error. */
  failures: z.int().default(0),
  failure: failureSchema.optional(),
  /** The last read failed for this reason and is tried again at once; only the next failure counts. */
  retrying: z.enum(['lost_connection', 'page_size']).optional(),
  /** No read before then (epoch ms). */
  pausedUntil: z.number().optional(),
  /** What couldn't be parsed in the last complete pass. */
  unread: z.object({ endpoint: z.string(), records: z.int(), fields: z.array(z.string()) }).optional(),
});
export type IndexMeta = z.infer<typeof metaSchema>;

const requestSchema = z.object({
  kind: z.enum(['post', 'recent', 'start', 'all']),
  /** The requested post. */
  post: z.string().optional(),
  /**
   * For a `recent` request: the pages where new posts usually appear are enough, even if some were seen
   * elsewhere once.
   */
  usual: z.literal(true).optional(),
  /** The read has to begin then or later (epoch ms). */
  asOf: z.number(),
  priority: z.enum(['operation', 'check', 'background']),
  madeAt: z.number(),
  /** The job that waits for the answer. */
  wake: z
    .object({
      name: z.string(),
      lane: z.enum(queues),
      key: z.string(),
      payload: z.unknown(),
    })
    .optional(),
});
export type ReadRequest = z.infer<typeof requestSchema>;

/** A post with all its content, as JSON; the names are short because there are many. */
const postSchema = z.object({
  // a later version may have written one that this version doesn't know
  s: z.enum([...knownStatuses, 'unknown']).catch('unknown'),
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

/**
 * A finished post: its id and status, when it was scheduled (epoch s), its row, when it was read (epoch ms),
 * the beginning of its caption, its campaign.
 */
type FinishedPost = [
  id: string,
  status: 'P' | 'F',
  scheduledAt: number | null,
  row: number | null,
  readAt: number,
  excerpt: string,
  campaign?: string,
];

/** Longer than any delay between two reads; a brand that nobody reads is forgotten. */
const keptMs = 30 * 24 * 3_600_000;

/**
 * How much of a finished post's caption is kept for lists, in characters and in bytes, since some scripts
 * take four for each.
 */
const excerptLength = { characters: 40, bytes: 60 };

const metaField = 'm';
const pagesField = 'g';
/** Which index this is, and how often its posts changed: `<id>.<count>`. */
const versionField = 'v';
const postField = (id: string): string => `p${id}`;

/** Finished posts share fields, since a field of its own takes more memory than the post. */
const finishedFields = 512;
const finishedPrefix = 'f';
const finishedField = (id: string): string => `${finishedPrefix}${crc32(id) % finishedFields}`;

/** The post isn't listed: all pages were read at this time (epoch ms) or later, and none had it. */
export interface Unlisted {
  unlistedAt: number;
}

/**
 * Removes answered requests, and the brand if they were the last. A request that was made again for a later
 * read stays.
 */
const removeRequests = script<number, 'reads' | 'readers', 'brand'>(`
for i = MORE, #ARGV, 2 do
  local made = redis.call('HGET', KEYS.reads, ARGV[i])
  if made and cjson.decode(made).asOf <= tonumber(ARGV[i + 1]) then redis.call('HDEL', KEYS.reads, ARGV[i]) end
end
if redis.call('EXISTS', KEYS.reads) == 0 then redis.call('SREM', KEYS.readers, ARGV.brand) end
return 1`);

/**
 * Writes fields, and removes those with an empty value, unless there was a write since the version that the
 * writer read.
 */
const writeIndex = script<number, 'index', 'version' | 'keptMs'>(`
if (redis.call('HGET', KEYS.index, '${versionField}') or '') ~= ARGV.version then return 0 end
if ARGV.version == '' then redis.call('DEL', KEYS.index) end
for i = MORE, #ARGV, 2 do
  if ARGV[i + 1] == '' then redis.call('HDEL', KEYS.index, ARGV[i])
  else redis.call('HSET', KEYS.index, ARGV[i], ARGV[i + 1]) end
end
redis.call('PEXPIRE', KEYS.index, ARGV.keptMs)
return 1`);

/**
 * The index has changed since the run read it: it was deleted, or another run wrote to it. The job starts over
 * at once, which costs it no attempt (`Retriable` of `src/platform/queue/job.ts`).
 */
export class IndexReplaced extends Error {
  readonly postponed = true;
  readonly retryAfterMs = 0;

  constructor() {
    super('the post index was replaced while it was in use');
    this.name = 'IndexReplaced';
  }
}

export interface IndexedListing {
  /** It changes whenever posts do; `undefined` if there is no index. */
  version: string | undefined;
  meta: IndexMeta;
  pages: Map<number, IndexedPage>;
}

export interface WholeIndex extends IndexedListing {
  /** By id, in the order of the listing. Shared by all callers: don't change it. */
  posts: ReadonlyMap<string, IndexedPost>;
}

/** What a read showed. */
interface IndexWrite {
  /** The version that the writer knows; `undefined` if there was no index, so that this write begins one. */
  version: string | undefined;
  meta: IndexMeta;
  pages: ReadonlyMap<number, IndexedPage>;
  posts: readonly IndexedPost[];
  unlisted?: readonly { id: string; at: number }[];
  forgotten?: readonly string[];
  /** The finished posts whose content is kept anyway. */
  keepWhole?(id: string): boolean;
}

export type PostIndexStore = ReturnType<typeof createPostIndexStore>;

/** Every method rejects with Redis's error. `prefix`: of all keys. */
export function createPostIndexStore(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  // The posts of a brand as this process parsed them last, until the garbage collector wants their memory.
  const copies = new Map<string, { version: string; posts: WeakRef<ReadonlyMap<string, IndexedPost>> }>();
  const loading = new Map<string, Promise<WholeIndex>>();

  async function load(key: string): Promise<WholeIndex> {
    const fields = await redis.hgetall(key);
    const version = fields[versionField];
    const posts = postsFrom(fields);
    if (version) copies.set(key, { version, posts: new WeakRef(posts) });
    return { ...listingFrom(version, fields[metaField], fields[pagesField]), posts };
  }

  return {
    /**
     * The entries of these posts, including posts that the index knows not to be listed. Throws
     * `IndexReplaced` if `known` is given and the index has another version.
     */
    async posts(
      workspace: string,
      brand: string,
      ids: readonly string[],
      known?: string,
    ): Promise<Map<string, IndexedPost | Unlisted>> {
      if (ids.length === 0) return new Map();
      const shared = [...new Set(ids.map(finishedField))];
      const fields = [versionField, ...ids.map(postField), ...shared];
      const [version, ...found] = await redis.hmget(keys.index(workspace, brand), ...fields);
      if (known !== undefined && version !== known) throw new IndexReplaced();
      const finished = new Map(shared.map((field, i) => [field, finishedFrom(found[ids.length + i])]));
      return new Map(
        ids.flatMap((id, i) => {
          const text = found[i];
          const entry = text ? entryFrom(id, text) : finishedEntry(finished.get(finishedField(id))?.get(id));
          return entry ? [[id, entry] as const] : [];
        }),
      );
    },

    /** What is known of the listing itself, without its posts. */
    async listing(workspace: string, brand: string): Promise<IndexedListing> {
      const key = keys.index(workspace, brand);
      const [version, meta, pages] = await redis.hmget(key, versionField, metaField, pagesField);
      return listingFrom(version, meta, pages);
    },

    /**
     * All posts, all pages and what is known about the listing. The posts are read and parsed only once until
     * they change, however many callers ask. Throws `IndexReplaced` if `known` is given and the index has
     * another version.
     */
    async whole(workspace: string, brand: string, known?: string): Promise<WholeIndex> {
      const key = keys.index(workspace, brand);
      const [version, meta, pages] = await redis.hmget(key, versionField, metaField, pagesField);
      if (known !== undefined && version !== known) throw new IndexReplaced();
      if (!version) {
        copies.delete(key);
        return { ...listingFrom(version, meta, pages), posts: new Map() };
      }
      const copy = copies.get(key);
      const posts = copy?.version === version ? copy.posts.deref() : undefined;
      if (posts) return { ...listingFrom(version, meta, pages), posts };
      const name = `${key} ${version}`;
      const whole = loading.get(name) ?? load(key).finally(() => loading.delete(name));
      loading.set(name, whole);
      return whole;
    },

    /**
     * Stores what one read showed, in one write, and returns the new version. Throws `IndexReplaced` if the
     * index isn't the one that the writer knows: its pages then name reads whose posts are gone.
     */
    async write(workspace: string, brand: string, read: IndexWrite): Promise<string> {
      const key = keys.index(workspace, brand);
      const { posts, unlisted = [], forgotten = [] } = read;
      const ids = [...posts.map(({ post }) => post.id), ...unlisted.map(({ id }) => id), ...forgotten];
      const shared = [...new Set(ids.map(finishedField))];
      const [version, ...before] = await redis.hmget(key, versionField, ...shared);
      if (version !== (read.version ?? null)) throw new IndexReplaced();
      const finished = new Map(shared.map((field, i) => [field, finishedFrom(before[i])]));
      const next = nextVersion(version, ids.length > 0);
      const fields: [field: string, value: string][] = [
        [versionField, next],
        [metaField, JSON.stringify(read.meta)],
        [pagesField, pagesText(read.pages)],
      ];
      for (const id of ids) finished.get(finishedField(id))?.delete(id);
      for (const entry of posts) {
        const { id } = entry.post;
        const compact = read.keepWhole?.(id) ? undefined : finishedPost(entry);
        if (compact) finished.get(finishedField(id))?.set(id, compact);
        fields.push([postField(id), compact ? '' : textOf(entry)]);
      }
      for (const { id, at } of unlisted) fields.push([postField(id), `-${Math.ceil(at).toString(36)}`]);
      for (const id of forgotten) fields.push([postField(id), '']);
      for (const [field, compactPosts] of finished)
        fields.push([field, compactPosts.size > 0 ? JSON.stringify([...compactPosts.values()]) : '']);
      const args = { version: version ?? '', keptMs };
      if ((await writeIndex(redis, { index: key }, args, ...fields.flat())) === 1) return next;
      throw new IndexReplaced();
    },

    /** Makes a request to the brand's reader. The same request made again replaces the one before. */
    async addRequest(workspace: string, brand: string, request: ReadRequest): Promise<void> {
      await redis
        .multi()
        .hset(keys.reads(workspace, brand), requestField(request), JSON.stringify(request))
        .sadd(keys.readers(workspace), brand)
        .exec();
    },

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
      const scriptKeys = { reads: keys.reads(workspace, brand), readers: keys.readers(workspace) };
      await removeRequests(redis, scriptKeys, { brand }, ...answers);
    },

    /** The brands whose readers have requests. */
    readers(workspace: string): Promise<string[]> {
      return redis.smembers(keys.readers(workspace));
    },
  };
}

/** The field of a request: the same request made again has the same field. */
function requestField({ kind, post, wake, priority }: ReadRequest): string {
  return JSON.stringify([kind, post ?? '', priority, wake ? `${wake.name}.${wake.key}` : '']);
}

function metaFrom(text: string | null): IndexMeta {
  return (text === null ? undefined : metaSchema.safeParse(JSON.parse(text)).data) ?? { failures: 0 };
}

function pagesText(pages: ReadonlyMap<number, IndexedPage>): string {
  return [...pages]
    .map(([n, { at, orderedSince, rows, isLast, isNew, unread = 0 }]) =>
      [n, at, rows, Number(isLast), Number(isNew), unread, orderedSince].join(','),
    )
    .join(';');
}

function pagesFrom(text: string | null): Map<number, IndexedPage> {
  const pages = (text || undefined)?.split(';') ?? [];
  return new Map(
    pages.map((page) => {
      const [n = 0, at = 0, rows = 0, isLast, isNew, unread = 0, orderedSince = 0] = page
        .split(',')
        .map(Number);
      return [n, { at, orderedSince, rows, isLast: isLast === 1, isNew: isNew === 1, unread }];
    }),
  );
}

/** The next version. It changes whenever posts do, so that a copy of them is known to be old. */
function nextVersion(version: string | null | undefined, postsChange: boolean): string {
  if (!version) return `${randomUUID()}.0`;
  const [identity, count] = version.split('.');
  return postsChange ? `${identity}.${Number(count) + 1}` : version;
}

function listingFrom(
  version: string | null | undefined,
  meta: string | null | undefined,
  pages: string | null | undefined,
): IndexedListing {
  // an index without a version is one of an earlier release, and the next write replaces it
  if (!version) return { version: undefined, meta: { failures: 0 }, pages: new Map() };
  return { version, meta: metaFrom(meta ?? null), pages: pagesFrom(pages ?? null) };
}

function postsFrom(fields: Record<string, string>): Map<string, IndexedPost> {
  const entries: IndexedPost[] = [];
  for (const [field, text] of Object.entries(fields)) {
    if (field.startsWith(finishedPrefix))
      for (const compact of finishedFrom(text).values()) entries.push(finishedEntry(compact));
    else if (field.startsWith('p')) {
      const entry = entryFrom(field.slice(1), text);
      if (entry && 'post' in entry) entries.push(entry);
    }
  }
  const rowOf = ({ row }: IndexedPost): number => row ?? Number.MAX_SAFE_INTEGER;
  // if two were read at the same row, the earlier one has moved since
  entries.sort((a, b) => rowOf(a) - rowOf(b) || b.readAt - a.readAt);
  return new Map(entries.map((entry) => [entry.post.id, entry]));
}

function textOf({ post, row, readAt }: IndexedPost): string {
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
  } satisfies z.input<typeof postSchema>);
}

const finishedStatuses = {
  P: { status: 'published', statusWord: 'PUBLISHED' },
  F: { status: 'failed', statusWord: 'FAILED' },
} as const;

/** A post in its short form; `undefined` if it isn't finished. */
function finishedPost({ post, row, readAt }: IndexedPost): FinishedPost | undefined {
  const { id, status, scheduledAt, caption, campaignId } = post;
  const mark = status === 'published' ? 'P' : status === 'failed' ? 'F' : undefined;
  if (!mark) return undefined;
  const time = scheduledAt ? Math.round(Date.parse(scheduledAt) / 1_000) : null;
  const compact: FinishedPost = [id, mark, time, row ?? null, readAt, excerptOf(caption)];
  if (campaignId !== undefined) compact[6] = campaignId;
  return compact;
}

function excerptOf(caption: string): string {
  // a character can be two units long
  const characters = [...caption.slice(0, 2 * excerptLength.characters)].slice(0, excerptLength.characters);
  while (Buffer.byteLength(characters.join('')) > excerptLength.bytes) characters.pop();
  const excerpt = characters.join('');
  return excerpt === caption ? caption : `${excerpt}…`;
}

/** The finished posts of a field, by their ids. */
function finishedFrom(text: string | null | undefined): Map<string, FinishedPost> {
  const stored = text ? (parsed(text) as FinishedPost[] | undefined) : undefined;
  return new Map(stored?.map((post) => [post[0], post]));
}

function finishedEntry(compact: FinishedPost): IndexedPost;
function finishedEntry(compact: FinishedPost | undefined): IndexedPost | undefined;
function finishedEntry(compact: FinishedPost | undefined): IndexedPost | undefined {
  if (!compact) return undefined;
  const [id, mark, time, row, readAt, caption, campaignId] = compact;
  return {
    post: {
      id,
      caption,
      mediaUrls: [],
      profiles: undefined,
      campaignId,
      partial: true,
      ...finishedStatuses[mark],
      scheduledAt: time === null ? undefined : new Date(time * 1_000).toISOString(),
    },
    row: row ?? undefined,
    readAt,
  };
}

/** A post with all its content, or the marker of one that isn't listed. */
function entryFrom(id: string, text: string): IndexedPost | Unlisted | undefined {
  if (text.startsWith('-')) return { unlistedAt: Number.parseInt(text.slice(1), 36) };
  const read = postSchema.safeParse(parsed(text));
  if (!read.success) return undefined;
  const { s, w = '', c, m = [], p, t, g, n, r } = read.data;
  return {
    post: {
      id,
      status: s,
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
