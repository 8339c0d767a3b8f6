/**
 * Opens the media links of a file's posts, so that people know which of them don't work before they confirm
 * the import. `SECURITY.md` says what is opened.
 */

import type { LinkFound } from '#src/media/file-found.ts';
import type { PostFiles } from '#src/media/fingerprint.ts';
import type { DoubtfulLink } from '#src/platform/publishing-api/request.ts';
import { missingLinks } from '#views/spreadsheets/check-row.ts';
import { columns } from './columns.ts';
import type { ImportedPost, ImportedRows, LinksFound, RowError } from './import.ts';

const openedAtOnce = 8;
const answersWithinMs = 6_000;
/** After this, a run opens no more links, so that other jobs get their turn. */
const beginsWithinMs = 5_000;
/** How many runs open links, which is about a minute. Links that weren't opened by then aren't checked. */
const runsAtMost = 8;

/** Absent if the posts have no links. */
export const linksToOpen = ({ posts }: Pick<ImportedRows, 'posts'>): LinksFound | undefined =>
  posts.some(({ mediaUrls }) => mediaUrls.length > 0) ? { found: {}, runs: 0 } : undefined;

/** How many of the links were opened so far; each counts once, however many posts have it. */
export function linksOpened({ posts, links }: ImportedRows): { opened: number; all: number } {
  return { opened: Object.keys(links?.found ?? {}).length, all: addressesOf(posts).length };
}

const addressesOf = (posts: readonly ImportedPost[]): string[] => [
  ...new Set(posts.flatMap(({ mediaUrls }) => mediaUrls)),
];

/** One run: opens as many links as there is time for. Never rejects. */
export async function openLinks(
  { postFiles }: { postFiles: Pick<PostFiles, 'probe'> },
  workspace: string,
  { posts, links = { found: {}, runs: 0 } }: ImportedRows,
): Promise<LinksFound> {
  const found = new Map(Object.entries(links.found));
  const left = addressesOf(posts).filter((address) => !found.has(address));
  const until = performance.now() + beginsWithinMs;
  const next = async (): Promise<void> => {
    while (performance.now() < until) {
      const address = left.shift();
      if (address === undefined) return;
      found.set(address, await postFiles.probe(workspace, address, AbortSignal.timeout(answersWithinMs)));
    }
  };
  await Promise.all(Array.from({ length: openedAtOnce }, next));
  return { found: Object.fromEntries(found), runs: links.runs + 1 };
}

/** Whether no run has to open more links. */
export function areLinksChecked(rows: ImportedRows): boolean {
  const { opened, all } = linksOpened(rows);
  return opened >= all || (rows.links?.runs ?? 0) >= runsAtMost;
}

/**
 * The rows with what their links showed. A link that leads nowhere makes its row an error, and posts know
 * which of their links are doubtful.
 */
export function withLinks({ links, ...rows }: ImportedRows): ImportedRows {
  if (!links) return rows;
  const found = new Map(Object.entries(links.found));
  const isFound = (what: LinkFound | undefined) => (address: string) => found.get(address) === what;
  const posts = rows.posts
    .filter(({ mediaUrls }) => !mediaUrls.some(isFound('missing')))
    .map((post): ImportedPost => {
      const doubtfulLinks = post.mediaUrls.flatMap((address): DoubtfulLink[] => {
        const what = found.get(address);
        return what === 'page' || what === 'closed' || what === 'silent' ? [{ address, found: what }] : [];
      });
      return doubtfulLinks.length > 0 ? { ...post, doubtfulLinks } : post;
    });
  const missing = rows.posts.flatMap(({ row, mediaUrls }): RowError[] => {
    const links = mediaUrls.filter(isFound('missing'));
    return links.length > 0 ? [{ row, column: columns.media, text: missingLinks(links) }] : [];
  });
  const rowsWith = (what: LinkFound | undefined): number[] =>
    posts.filter(({ mediaUrls }) => mediaUrls.some(isFound(what))).map(({ row }) => row);
  const left = new Set(posts.map(({ row }) => row));
  return {
    ...rows,
    posts,
    errors: [...rows.errors, ...missing].sort(byRow),
    unopened: rowsWith('unopened'),
    late: rowsWith(undefined),
    repeated: rows.repeated.filter((row) => left.has(row)),
    alike: rows.alike.filter((row) => left.has(row)),
  };
}

const byRow = (a: RowError, b: RowError): number => a.row - b.row;
