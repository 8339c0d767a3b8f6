/** `--probe`: which shape each open fact has on this service. Only GETs; the values of records are never shown. */
import type { Config } from '#src/config.ts';
import { asFields, type Fields } from '#src/service/fields.ts';
import { type OpenFacts, readOpenFacts } from '#src/service/open-facts.ts';
import { wordsOf } from './finding.ts';
import { createLook, type Look, type Seen } from './look.ts';

export interface Probed {
  /** The entry of src/service/open-facts.ts. */
  fact: keyof OpenFacts;
  /** What it is like here; `undefined`: reading cannot tell. */
  shape: string | undefined;
}

/** What was read; a part is `undefined` where no answer of it could be read as JSON. */
interface Read {
  facts: OpenFacts;
  lists: Record<keyof OpenFacts['listNames'], Seen | undefined>;
  me: Seen | undefined;
  analytics: Seen | undefined;
  workflow: Seen | undefined;
  /** The parameters that the connection address was given for. */
  connection: string[];
}

type Probe = (read: Read) => string | undefined;

/** One for each fact, so that none is forgotten. Writes are never tried: `cannot` says so. */
const cannot: Probe = () => undefined;
const probes: Record<keyof OpenFacts, Probe> = {
  connectionParameters: ({ connection }) => (connection.length > 0 ? connection.join(', ') : undefined),
  campaignBody: cannot,
  sendEmptyMedia: cannot,
  listEnvelopes: (read) => eachList(read, (body) => (Array.isArray(body) ? 'bare list' : envelope(body))),
  listNames: (read) =>
    eachList(read, (body, name) => listKeys(body).find((key) => read.facts.listNames[name].includes(key))) ??
    'none in use',
  paging: (read) => eachList(read, (body) => pagingWords(body)) ?? 'nothing said about more pages',
  recordEnvelopes: ({ me, facts }) => {
    const record = asFields(me?.body);
    const inside = facts.recordEnvelopes.find((name) => asFields(record?.[name]));
    return record && (inside ? `GET /me: { ${inside}: {} }` : 'GET /me: bare record');
  },
  postIdNames: cannot,
  postIdPlaces: cannot,
  campaignIdNames: cannot,
  campaignIdPlaces: cannot,
  postFields: (read) => postFields(read),
  postStatuses: (read) => {
    const words = rowsOf(read, 'posts').map(({ status }) => (typeof status === 'string' ? status : ''));
    const known = (word: string): string =>
      `${word} (${read.facts.postStatuses[word.toUpperCase()] ?? 'not known, shown as it is'})`;
    return (
      [...new Set(words)]
        .filter((word) => /^[\w -]{1,40}$/.test(word))
        .map(known)
        .join(', ') || undefined
    );
  },
  analyticsNames: ({ analytics }) => analyticsShape(analytics),
  recordNames: (read) =>
    namesMet(['brands', 'hashtagLibraries', 'studioDesigns'], read, read.facts.recordNames),
  profileNames: (read) => namesMet(['profiles'], read, read.facts.profileNames),
  providerAliases: (read) => {
    const words = rowsOf(read, 'profiles').map(({ provider }) =>
      typeof provider === 'string' ? provider : '',
    );
    return [...new Set(words)].filter((word) => /^[\w-]{1,40}$/.test(word)).join(', ') || undefined;
  },
  workflowSwitches: ({ workflow, facts }) => switchOf(workflow, facts)?.name,
  workflowOnWords: ({ workflow, facts }) => switchWord(workflow, facts, facts.workflowOnWords),
  workflowOffWords: ({ workflow, facts }) => switchWord(workflow, facts, facts.workflowOffWords),
  rateLimitHeaders: ({ me }) => {
    const names = [...(me?.headers.keys() ?? [])].filter((name) => /rate-?limit|retry-after/i.test(name));
    return me && (names.join(', ') || 'none sent');
  },
};

/** Rejects when the brands cannot be read: without one nothing else can be. */
export async function probe(
  config: Config,
  { now, workflow }: { now: () => number; workflow: string | undefined },
): Promise<Probed[]> {
  const read = await readAll(createLook(config, now), readOpenFacts(config.OPEN_FACTS), workflow);
  return Object.entries(probes).map(([fact, look]) => ({ fact: fact as keyof OpenFacts, shape: look(read) }));
}

async function readAll(look: Look, facts: OpenFacts, workflow: string | undefined): Promise<Read> {
  const some = (path: string, query?: Record<string, string>): Promise<Seen | undefined> =>
    look(path, query).then(
      (seen) => (seen.status === 200 ? seen : undefined),
      () => undefined,
    );
  const brands = await look('/brands').catch((cause: unknown) => {
    throw new Error(`GET /brands: ${wordsOf(cause)}`);
  });
  if (brands.status !== 200) throw new Error(`GET /brands answered ${brands.status}`);
  const [first] = rowsIn(brands.body);
  const id = first?.id;
  const brandId = typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
  const ofBrand = async (path: string): Promise<Seen | undefined> =>
    brandId === undefined ? undefined : some(path, { brandId });
  const [me, profiles, posts, hashtagLibraries, studioDesigns, analytics, record] = await Promise.all([
    some('/me'),
    ofBrand('/social-profiles'),
    ofBrand('/post'),
    ofBrand('/hashtag-libraries'),
    ofBrand('/studio-templates'),
    ofBrand('/analytics/export'),
    workflow === undefined ? undefined : some(`/workflow/${encodeURIComponent(workflow)}`),
  ]);
  const connection: string[] = [];
  for (const parameter of brandId === undefined ? [] : facts.connectionParameters)
    if (await some('/social-profiles/connection-url', { [parameter]: brandId ?? '', provider: 'instagram' }))
      connection.push(parameter);
  const lists = { brands, profiles, posts, hashtagLibraries, studioDesigns };
  return { facts, lists, me, analytics, workflow: record, connection };
}

/** `brands, posts: bare list; profiles: { data: [] }` */
function eachList(
  { lists }: Read,
  wordsFor: (body: unknown, name: keyof OpenFacts['listNames']) => string | undefined,
): string | undefined {
  const by = new Map<string, string[]>();
  for (const [name, seen] of Object.entries(lists)) {
    const words = seen && wordsFor(seen.body, name as keyof OpenFacts['listNames']);
    if (words) by.set(words, [...(by.get(words) ?? []), name]);
  }
  return [...by].map(([words, names]) => `${names.join(', ')}: ${words}`).join('; ') || undefined;
}

const listKeys = (body: unknown): string[] =>
  Object.entries(asFields(body) ?? {}).flatMap(([name, value]) => (Array.isArray(value) ? [name] : []));

function envelope(body: unknown): string {
  const fields = asFields(body);
  if (!fields) return 'no JSON';
  const [name] = listKeys(body);
  return name ? `{ ${name}: [] }` : `no list among ${Object.keys(fields).join(', ') || 'nothing'}`;
}

function pagingWords(body: unknown): string | undefined {
  const fields = asFields(body);
  return (
    ['hasMore', 'nextCursor', 'nextPage', 'total'].filter((name) => fields && name in fields).join(', ') ||
    undefined
  );
}

/** The rows of a list in whatever envelope. */
function rowsIn(body: unknown): Fields[] {
  const [name] = listKeys(body);
  const rows: unknown = Array.isArray(body) ? body : name && asFields(body)?.[name];
  return Array.isArray(rows) ? rows.map(asFields).filter((row) => row !== undefined) : [];
}

const rowsOf = ({ lists }: Read, name: keyof OpenFacts['listNames']): Fields[] => rowsIn(lists[name]?.body);

function namesMet(
  lists: (keyof OpenFacts['listNames'])[],
  read: Read,
  names: readonly string[],
): string | undefined {
  const rows = lists.flatMap((list) => rowsOf(read, list));
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

function analyticsShape(seen: Seen | undefined): string | undefined {
  if (!seen) return undefined;
  const type = seen.headers.get('content-type')?.split(';')[0] ?? 'no content type';
  if (seen.body === undefined) return `text (${type})`;
  return `${Array.isArray(seen.body) ? 'bare list of rows' : envelope(seen.body)} (${type})`;
}

function switchOf(seen: Seen | undefined, facts: OpenFacts): { name: string; value: unknown } | undefined {
  const record = asFields(seen?.body);
  if (!record) return undefined;
  const inside = [record, ...[...facts.recordEnvelopes, 'workflow'].map((name) => asFields(record[name]))];
  for (const fields of inside)
    for (const name of facts.workflowSwitches)
      if (fields?.[name] !== undefined) return { name, value: fields[name] };
  return undefined;
}

function switchWord(seen: Seen | undefined, facts: OpenFacts, words: readonly string[]): string | undefined {
  const value = switchOf(seen, facts)?.value;
  if (typeof value === 'boolean') return 'true and false are used, no words';
  return typeof value === 'string' && words.includes(value.toUpperCase()) ? value : undefined;
}
