/** An import: a file with posts, what was found in it, and how far its posts are created. Pure. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { linkFoundSchema } from '#src/media/file-found.ts';
import type { Profile } from '#src/platform/publishing-api/post.ts';
import { postTimeSchema } from '#src/platform/publishing-api/post-time.ts';
import {
  doubtfulLinkSchema,
  linkSchema,
  longestText,
  type Named,
  namedSchema,
} from '#src/platform/publishing-api/request.ts';
import { needsRendering } from '#src/posts/card/attention.ts';
import type { AuditEntry } from '#src/posts/card/audit.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { PlannedPost } from '#src/posts/card/clash.ts';
import { partId } from '#src/posts/card/import-parts.ts';
import { isBeingMade } from '#src/posts/card/making.ts';

export const rowsAtMost = 500;
/** In bytes. */
export const largestFile = 1024 * 1024;
/** The most posts on one card: its list is one message, and a batch can decide about as many. */
export const postsOfCard = 50;
/**
 * How many posts of an import are created at the same time, so that other requests never wait for more than
 * that.
 */
export const createdAtOnce = 10;

/** Why nothing of a file can be imported. */
const fileProblems = [
  'gone',
  'no right',
  'too large',
  'not utf-8',
  'not csv',
  'empty',
  'too many rows',
  'no answer',
  /** The file is somewhere else, and Slack only links to it. */
  'outside',
  /** What was read from the file is gone. */
  'lost',
] as const;
export type FileProblem = (typeof fileProblems)[number];

const wrongSchema = z.discriminatedUnion('what', [
  z.object({ what: z.enum(fileProblems) }),
  /** The header lacks these columns, or has them twice. */
  z.object({ what: z.enum(['no column', 'column twice']), columns: z.array(z.string()) }),
]);
export type WrongFile = z.infer<typeof wrongSchema>;

const messageSchema = z.object({ channel: z.string(), ts: z.string(), thread: z.string().optional() });

export const importSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  /** Counts the writes. Each write names the revision that it's based on. */
  revision: z.int(),
  /** The Slack user who started it. */
  by: z.string(),
  /** Their Slack workspace, if Slack's delivery had it. */
  of: z.string().optional(),
  at: z.iso.datetime(),
  /** Where cards go for brands that have no channel of their own. */
  channel: z.string(),
  file: z.object({ id: z.string(), name: z.string() }),
  /** The message with the file. */
  source: messageSchema,
  /** The address of that message. */
  link: linkSchema.optional(),
  stage: z.enum(['checking', 'refused', 'review', 'creating', 'done', 'cancelled']),
  wrong: wrongSchema.optional(),
  /** Who confirmed or canceled the import. They're the author of its posts. */
  decidedBy: z.string().optional(),
  /**
   * Who stopped the import while its posts were created. Posts that were recorded by then are still created.
   */
  stoppedBy: z.string().optional(),
  /** How many rows have recorded posts. */
  recorded: z.int().default(0),
  /** How many posts exist, couldn't be created, and may exist. */
  created: z.int().default(0),
  failed: z.int().default(0),
  unknown: z.int().default(0),
  /** How many rows had posts that were imported with another file after this one was checked. */
  before: z.int().default(0),
  /** Cards of an earlier import whose posts couldn't be created then, and are tried again. */
  retried: z.array(z.string()).default([]),
  /** Where the review card is, and what it shows. */
  message: z
    .object({
      channel: z.string(),
      ts: z.string(),
      shows: z.string(),
      /** What the review card says about posts that won't be scheduled right away. */
      held: z.string().optional(),
    })
    .optional(),
});
export type Import = z.infer<typeof importSchema>;

const postSchema = z.object({
  /** The row number as in spreadsheets: the header is 1. */
  row: z.int(),
  /** The id of the post's card. */
  card: z.string(),
  brand: namedSchema,
  caption: z.string().max(longestText),
  mediaUrls: z.array(linkSchema),
  profiles: z.array(namedSchema),
  /** UTC. */
  scheduledAt: postTimeSchema.optional(),
  /** Doubtful media links. The card warns of them, too. */
  doubtfulLinks: z.array(doubtfulLinkSchema).optional(),
});
export type ImportedPost = z.infer<typeof postSchema>;

/** An error without a column is about the whole row. */
const errorSchema = z.object({ row: z.int(), column: z.string().optional(), text: z.string() });
export type RowError = z.infer<typeof errorSchema>;

/** What media links showed so far, and in how many runs. */
const linksFoundSchema = z.object({ found: z.record(z.string(), linkFoundSchema), runs: z.int() });
export type LinksFound = z.infer<typeof linksFoundSchema>;

export const importedRowsSchema = z.object({
  /** The posts in the order in which they're created: by brand, then as in the file. */
  posts: z.array(postSchema),
  /** Plain text, by row. */
  errors: z.array(errorSchema),
  /** Until all links are opened. */
  links: linksFoundSchema.optional(),
  /** Rows with media links that are never opened, or lead elsewhere. */
  unopened: z.array(z.int()).default([]),
  /** Rows with media links that weren't checked for lack of time. */
  late: z.array(z.int()).default([]),
  /** Rows whose posts were imported earlier. */
  before: z.array(z.int()),
  /** Rows about posts that exist in the service, as exports have them. Those posts aren't created again. */
  existing: z.array(z.int()).default([]),
  /**
   * The `existing` rows that differ from their post, as if they were meant to change it: in which columns,
   * and the message with its card.
   */
  differences: z
    .array(z.object({ row: z.int(), columns: z.array(z.string()), card: linkSchema.optional() }))
    .default([]),
  /** The `existing` rows whose post is in the file more than once, as when a row was copied with its id. */
  shared: z.array(z.int()).default([]),
  /** Columns that an import doesn't know. */
  ignored: z.array(z.string()).default([]),
  /** Rows that are the same as one above them in the file. Each creates a post of its own. */
  repeated: z.array(z.int()).default([]),
  /** Rows with the brand and caption of a post that was imported before, but with another difference. */
  alike: z.array(z.int()).default([]),
  /**
   * The IANA zones in which times without an offset were read, each with the names of the brands with such
   * times.
   */
  zones: z
    .array(z.object({ zone: z.string(), brands: z.array(z.string()) }))
    .default([])
    // an earlier release wrote another shape
    .catch([]),
});
export type ImportedRows = z.infer<typeof importedRowsSchema>;

/** Why a post with a time isn't scheduled when it's created. */
export type Held = 'paused' | 'needs_approval' | 'has_links';

/** What would happen to posts if someone confirmed the import, by the ids of their cards. */
export interface Forecast {
  /** The posts that each would be close to. */
  clashes: ReadonlyMap<string, readonly PlannedPost[]>;
  held: ReadonlyMap<string, Held>;
  /** Where their cards will be. */
  channels: readonly string[];
}

const profilesSchema = z.array(
  z
    .object({ id: z.string(), name: z.string(), provider: z.string(), image: z.string().optional() })
    // JSON drops a field that is undefined
    .transform(({ id, name, provider, image }): Profile => ({ id, name, provider, image })),
);

/** What the check of a file has read from the service so far. `profiles`: by the ids of their brands. */
export const readListsSchema = z.object({
  brands: z.array(namedSchema).optional(),
  profiles: z.record(z.string(), profilesSchema),
});

/**
 * The ids of the rows' cards. The same row has the same id in every file; a row that's in a file twice is two
 * posts. `cells`: as written.
 */
export function cardIdsOf(rows: readonly { brand: Named; cells: readonly string[] }[]): string[] {
  const seen = new Map<string, number>();
  return rows.map(({ brand, cells }) => {
    const hash = createHash('sha256')
      .update(JSON.stringify([brand.id, ...cells]))
      .digest('hex')
      .slice(0, 24);
    const nth = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, nth);
    return `import-${hash}-${nth}`;
  });
}

export const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

/** Whether a card's row is the same as one above it in the file. */
export const isRepeated = (card: string): boolean => !card.endsWith('-1');

/** The same id for all rows of a brand with the same caption. It's noted next to the ids of cards. */
export function wordsId({ brand, caption }: Pick<ImportedPost, 'brand' | 'caption'>): string {
  const hash = createHash('sha256').update(JSON.stringify([brand.id, caption.trim()]));
  return `words-${hash.digest('hex').slice(0, 24)}`;
}

/** Whether the card certainly has no post, so that its row counts as not imported. */
export const failedWithoutPost = ({ state, postId }: Pick<Card, 'state' | 'postId'>): boolean =>
  state === 'failed' && postId === undefined;

/** Whether the card's message isn't posted yet. A card that Slack refuses for good isn't waited for. */
export const isUnposted = (card: Card): boolean => card.message === undefined && needsRendering(card);

/**
 * How many posts to create at the same time: only one while the service refuses everyone or is away, to find
 * out when it works again.
 */
export function postsAtOnce(cards: readonly Card[]): number {
  const ended = cards.filter((card) => !isBeingMade(card));
  const [latest] = ended.toSorted((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt));
  return latest?.postId === undefined && latest?.problem?.cause ? 1 : createdAtOnce;
}

export interface Group {
  /** The id of the card with the group's posts in its thread. */
  id: string;
  brand: Named;
  posts: ImportedPost[];
  /** How many posts are in the groups before it. */
  from: number;
}

/** The posts by brand, in parts of `postsOfCard`. */
export function groupsOf(id: string, posts: readonly ImportedPost[]): Group[] {
  const groups: Group[] = [];
  for (const [from, post] of posts.entries()) {
    const last = groups.at(-1);
    if (last && last.brand.id === post.brand.id && last.posts.length < postsOfCard) last.posts.push(post);
    else groups.push({ id: partId(id, groups.length + 1), brand: post.brand, posts: [post], from });
  }
  return groups;
}

/**
 * How many posts an import can create in a minute: it uses at most half of the requests that the publishing
 * service accepts.
 */
export const perMinuteOf = (requests: number): number => Math.max(1, Math.floor(requests / 2));

export function importEntry(
  record: Import,
  did: 'import started' | 'import confirmed' | 'import canceled' | 'import stopped' | 'import finished',
  { by, at, via, rows }: Pick<AuditEntry, 'by' | 'at' | 'via'> & { rows: number },
): AuditEntry {
  const note = `${did}: ${record.id}, ${record.file.name}, ${rows} posts`;
  return { at, by, what: 'imported', channel: record.channel, via, note };
}
