/**
 * `--probe`: which form each open fact has for this service. Only GETs; the values of records are never
 * shown.
 */
import type { Config } from '#src/app/config.ts';
import { asFields } from '#src/platform/publishing-api/fields.ts';
import { type OpenFacts, readOpenFacts } from '#src/platform/publishing-api/open-facts.ts';
import type { ListName } from '#src/platform/publishing-api/pages.ts';
import type { KeyQuota } from '#src/platform/publishing-api/service.ts';
import { createDirectCheck, type RawAnswer } from './direct-check.ts';
import {
  endpoints,
  listKeys,
  type Read,
  readAll,
  rowsIn,
  rowsOf,
  type Source,
  seenOf,
} from './probe-reading.ts';

export interface Probed {
  /** The entry of src/platform/publishing-api/open-facts.ts. */
  fact: keyof OpenFacts;
  /** The form for this service, or why it can't be determined. */
  shape: string;
}

interface Probe {
  /** Where the probe looks for it. */
  from: readonly Source[];
  /** `undefined` if the answers don't show it. */
  shape(read: Read): string | undefined;
}

const lists: ListName[] = ['brands', 'profiles', 'posts', 'hashtagLibraries', 'studioDesigns'];
const named: ListName[] = ['brands', 'hashtagLibraries', 'studioDesigns'];

/** One probe for each fact, so that none is forgotten. Writes are never tried. */
const probes: Record<keyof OpenFacts, Probe | 'needs_a_write'> = {
  connectionParameters: {
    from: ['connection'],
    shape: ({ connection }) => connection.join(', ') || undefined,
  },
  campaignBody: 'needs_a_write',
  sendEmptyMedia: 'needs_a_write',
  datetimeForm: 'needs_a_write',
  captionLimit: 'needs_a_write',
  emptyCaption: 'needs_a_write',
  listingLag: 'needs_a_write',
  singleRead: {
    from: ['post'],
    shape: (read) => seenOf(read, 'post') && 'GET /post/{postId} works, so it can be true',
  },
  listEnvelopes: {
    from: lists,
    shape: (read) => eachList(read, (body) => (Array.isArray(body) ? 'bare list' : envelope(body))),
  },
  listNames: {
    from: lists,
    shape: (read) =>
      eachList(
        read,
        (body, name) =>
          listKeys(body).find((key) => read.facts.listNames[name].includes(key)) ?? 'none in use',
      ),
  },
  paging: { from: lists, shape: (read) => eachList(read, pagingWords) },
  recordEnvelopes: {
    from: ['me'],
    shape(read) {
      const record = asFields(seenOf(read, 'me')?.body);
      const inside = read.facts.recordEnvelopes.find((name) => asFields(record?.[name]));
      return record && (inside ? `GET /me: { ${inside}: {} }` : 'GET /me: bare record');
    },
  },
  postIdNames: 'needs_a_write',
  postIdPlaces: 'needs_a_write',
  campaignIdNames: 'needs_a_write',
  campaignIdPlaces: 'needs_a_write',
  postFields: { from: ['posts'], shape: postFields },
  postStatuses: {
    from: ['posts'],
    shape: (read) =>
      wordsMet(
        read,
        'posts',
        'status',
        (word) => `${word} (${read.facts.postStatuses[word.toUpperCase()] ?? 'unknown, shown unchanged'})`,
      ),
  },
  analyticsNames: { from: ['analytics'], shape: (read) => analyticsShape(seenOf(read, 'analytics')) },
  analyticsPostNames: {
    from: ['analytics'],
    shape: (read) => columnsShape(seenOf(read, 'analytics'), read.facts.analyticsPostNames),
  },
  recordIds: { from: named, shape: (read) => namesMet(named, read, read.facts.recordIds) },
  recordNames: { from: named, shape: (read) => namesMet(named, read, read.facts.recordNames) },
  profileNames: {
    from: ['profiles'],
    shape: (read) => namesMet(['profiles'], read, read.facts.profileNames),
  },
  providerAliases: { from: ['profiles'], shape: (read) => wordsMet(read, 'profiles', 'provider') },
  profileFields: {
    from: ['profiles'],
    shape: (read) => namesMet(['profiles'], read, Object.values(read.facts.profileFields).flat()),
  },
  user: {
    from: ['me'],
    shape: (read) => placeOf(read, 'me', read.facts.user.places),
  },
  workflowPlaces: {
    from: ['workflow'],
    shape: (read) => placeOf(read, 'workflow', read.facts.workflowPlaces),
  },
  errorWords: 'needs_a_write',
  errorStatuses: 'needs_a_write',
  workflowSwitches: { from: ['workflow'], shape: (read) => switchOf(read)?.name },
  workflowOnWords: { from: ['workflow'], shape: (read) => switchWord(read, read.facts.workflowOnWords) },
  workflowOffWords: { from: ['workflow'], shape: (read) => switchWord(read, read.facts.workflowOffWords) },
  rateLimitHeaders: {
    from: ['me'],
    shape(read) {
      const me = seenOf(read, 'me');
      const sent = [...(me?.headers.keys() ?? [])].filter((name) => /rate-?limit|retry-after/i.test(name));
      return me && (sent.join(', ') || 'none');
    },
  },
};

/** Where a single record is inside its answer. */
function placeOf(read: Read, source: 'me' | 'workflow', places: readonly string[]): string | undefined {
  const record = asFields(seenOf(read, source)?.body);
  const inside = places.find((name) => asFields(record?.[name]));
  return record && (inside ? `{ ${inside}: {} }` : 'at the top or in an envelope');
}

/** Rejects if the brands can't be read: everything else needs one. */
export async function probe(
  config: Config,
  { now, workflow, quota }: { now: () => number; workflow: string | undefined; quota: KeyQuota },
): Promise<Probed[]> {
  const read = await readAll(
    createDirectCheck(config, now, quota),
    readOpenFacts(config.OPEN_FACTS),
    workflow,
  );
  return Object.entries(probes).map(([fact, how]) => ({
    fact: fact as keyof OpenFacts,
    shape: how === 'needs_a_write' ? "can't be seen by reading alone" : shapeOf(read, how),
  }));
}

/** What the answers show, and which of them couldn't be read. */
function shapeOf(read: Read, { from, shape }: Probe): string {
  const seen = shape(read);
  const missing = from.flatMap((source) => {
    const answer = read.answers.get(source);
    if (typeof answer === 'string') return [answer];
    const empty = lists.some((list) => list === source && rowsOf(read, list).length === 0);
    return seen === undefined && empty ? [`${endpoints[source]} is empty`] : [];
  });
  const words = [...(seen === undefined ? [] : [seen]), ...new Set(missing)].join('; ');
  return words || `not in the answer of ${from.map((source) => endpoints[source]).join(', ')}`;
}

/** `brands, posts: bare list; profiles: { data: [] }` */
function eachList(read: Read, wordsFor: (body: unknown, name: ListName) => string): string | undefined {
  const by = new Map<string, string[]>();
  for (const name of lists) {
    const seen = seenOf(read, name);
    const words = seen && wordsFor(seen.body, name);
    if (words) by.set(words, [...(by.get(words) ?? []), name]);
  }
  return [...by].map(([words, names]) => `${names.join(', ')}: ${words}`).join('; ') || undefined;
}

/** The different values of a field, except those that look like more than a word. */
function wordsMet(
  read: Read,
  list: ListName,
  field: string,
  shown = (word: string): string => word,
): string | undefined {
  const values = new Set(rowsOf(read, list).map((row) => row[field]));
  const words = [...values].filter((value) => typeof value === 'string' && /^[\w -]{1,40}$/.test(value));
  return words.map((word) => shown(String(word))).join(', ') || undefined;
}

function envelope(body: unknown): string {
  const fields = asFields(body);
  if (!fields) return 'no JSON';
  const [name] = listKeys(body);
  return name ? `{ ${name}: [] }` : `no list among ${Object.keys(fields).join(', ') || 'nothing'}`;
}

function pagingWords(body: unknown): string {
  const fields = asFields(body) ?? {};
  const words = ['hasMore', 'nextCursor', 'nextPage', 'total'].filter((name) => name in fields);
  return words.join(', ') || 'no sign of more pages';
}

function namesMet(among: ListName[], read: Read, names: readonly string[]): string | undefined {
  const rows = among.flatMap((list) => rowsOf(read, list));
  if (rows.length === 0) return undefined;
  const met = names.filter((name) => rows.some((row) => typeof row[name] === 'string'));
  return met.join(', ') || `none of ${names.join(', ')}; there are ${Object.keys(rows[0] ?? {}).join(', ')}`;
}

function postFields(read: Read): string | undefined {
  const rows = rowsOf(read, 'posts');
  if (rows.length === 0) return undefined;
  const { postFields: names } = read.facts;
  const variations = rows.flatMap((row) => names.variations.flatMap((name) => rowsIn(row[name])));
  const has = (name: string, among = rows): boolean => among.some((row) => row[name] !== undefined);
  const media = names.media.filter((name) => has(name) || has(name, variations));
  const objects = [...rows, ...variations].some((row) =>
    names.media.some((name) => Array.isArray(row[name]) && row[name].some(asFields)),
  );
  return [
    `id: ${names.id.filter((name) => has(name)).join(', ') || 'none'}`,
    `caption: ${[has('caption') && 'on the record', has('caption', variations) && 'in variations'].filter(Boolean).join(' and ') || 'none'}`,
    `media: ${media.join(', ') || 'none'}${media.length > 0 ? (objects ? ' as objects' : ' as addresses') : ''}`,
    `profiles: ${[...names.profiles, ...names.profileIds].filter((name) => has(name)).join(', ') || 'none'}`,
    `campaign: ${names.campaignId.filter((name) => has(name)).join(', ') || 'none'}`,
  ].join('; ');
}

function analyticsShape(seen: RawAnswer | undefined): string | undefined {
  if (!seen) return undefined;
  const type = seen.headers.get('content-type')?.split(';')[0] ?? 'no content type';
  if (seen.body === undefined) return `text (${type})`;
  return `${Array.isArray(seen.body) ? 'bare list of rows' : envelope(seen.body)} (${type})`;
}

/** Whether a field of the first row, or of the first record, can say which post a row is about. */
function columnsShape(seen: RawAnswer | undefined, names: readonly string[]): string | undefined {
  if (!seen) return undefined;
  const bare = (text: string): string => text.toLowerCase().replaceAll(/[^a-z\d]/g, '');
  const [header = ''] = seen.text.trimStart().split(/[\r\n]|\}/, 1);
  const words = new Set((header.match(/[\w.\- ]+/g) ?? []).map(bare));
  return (
    names.filter((name) => words.has(bare(name))).join(', ') || 'none: no row says which post it is about'
  );
}

function switchOf(read: Read): { name: string; value: unknown } | undefined {
  const record = asFields(seenOf(read, 'workflow')?.body);
  if (!record) return undefined;
  const places = [...read.facts.recordEnvelopes, 'workflow'];
  for (const fields of [record, ...places.map((name) => asFields(record[name]))])
    for (const name of read.facts.workflowSwitches)
      if (fields?.[name] !== undefined) return { name, value: fields[name] };
  return undefined;
}

function switchWord(read: Read, words: readonly string[]): string | undefined {
  const value = switchOf(read)?.value;
  if (typeof value === 'boolean') return 'uses true and false, not words';
  return typeof value === 'string' && words.includes(value.toUpperCase()) ? value : undefined;
}
