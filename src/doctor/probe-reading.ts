/** What `--probe` reads from the service: every endpoint that can be read, unparsed. */
import { asFields, type Fields, idOf } from '#src/platform/publishing-api/fields.ts';
import type { OpenFacts } from '#src/platform/publishing-api/open-facts.ts';
import type { ListName } from '#src/platform/publishing-api/pages.ts';
import type { Check, RawAnswer } from './direct-check.ts';
import { wordsOf } from './finding.ts';

export type Source = ListName | 'post' | 'me' | 'analytics' | 'workflow' | 'connection';

export interface Read {
  facts: OpenFacts;
  /** The answer, or why there is none. */
  answers: Map<Source, RawAnswer | string>;
  /** The parameters for which the connection address was returned. */
  connection: string[];
}

/** Method and path as service-api.md writes them. */
export const endpoints: Record<Source, string> = {
  brands: 'GET /brands',
  profiles: 'GET /social-profiles',
  posts: 'GET /post',
  post: 'GET /post/{postId}',
  hashtagLibraries: 'GET /hashtag-libraries',
  studioDesigns: 'GET /studio-templates',
  me: 'GET /me',
  analytics: 'GET /analytics/export',
  workflow: 'GET /workflow',
  connection: 'GET /social-profiles/connection-url',
};

/** How many brands to try for a post: each costs one request of the key's minute. */
const brandsTried = 5;

/** Rejects if the brands can't be read: everything else needs one. */
export async function readAll(check: Check, facts: OpenFacts, workflow: string | undefined): Promise<Read> {
  const answers: Read['answers'] = new Map();
  const ask = async (source: Source, query: Record<string, string> = {}, id = ''): Promise<boolean> => {
    const path = endpoints[source].replace('GET ', '').replace('/{postId}', '') + id;
    const answer = await check(path, query).then(
      (seen) => (seen.status === 200 ? seen : `${endpoints[source]} answered ${seen.status}`),
      (cause: unknown) => `${endpoints[source]}: ${wordsOf(cause)}`,
    );
    // keep the first answer that was read, whatever is refused later
    if (!answers.has(source) || typeof answer !== 'string') answers.set(source, answer);
    return typeof answer !== 'string';
  };
  if (!(await ask('brands'))) throw new Error(String(answers.get('brands')));
  const read: Read = { facts, answers, connection: [] };

  const brands = rowsOf(read, 'brands').flatMap((row) => idOf(row, ['id']) ?? []);
  let brandId = brands[0];
  for (const id of brands.slice(0, brandsTried)) {
    await ask('posts', { brandId: id });
    if (rowsOf(read, 'posts').length === 0) continue;
    brandId = id;
    break;
  }
  const ofBrand = async (source: Source): Promise<unknown> =>
    brandId === undefined ? answers.set(source, 'there are no brands') : ask(source, { brandId });
  if (brandId === undefined) answers.set('posts', 'there are no brands');
  const postId = rowsOf(read, 'posts').flatMap((row) => idOf(row, facts.postFields.id) ?? [])[0];
  await Promise.all([
    ask('me'),
    postId === undefined
      ? answers.set('post', 'there are no posts')
      : ask('post', {}, `/${encodeURIComponent(postId)}`),
    ofBrand('profiles'),
    ofBrand('hashtagLibraries'),
    ofBrand('studioDesigns'),
    ofBrand('analytics'),
    workflow === undefined
      ? answers.set('workflow', '--workflow <id> was not given')
      : ask('workflow', {}, `/${encodeURIComponent(workflow)}`),
  ]);
  if (brandId === undefined) answers.set('connection', 'there are no brands');
  else
    for (const parameter of facts.connectionParameters)
      if (await ask('connection', { [parameter]: brandId, provider: 'instagram' }))
        read.connection.push(parameter);
  return read;
}

/** The answer, if there's one to look at; otherwise `undefined`. */
export function seenOf({ answers }: Read, source: Source): RawAnswer | undefined {
  const answer = answers.get(source);
  return typeof answer === 'string' ? undefined : answer;
}

/** The rows of a list that was read, in whatever envelope. */
export const rowsOf = (read: Read, list: ListName): Fields[] => rowsIn(seenOf(read, list)?.body);

export function rowsIn(body: unknown): Fields[] {
  const [name] = listKeys(body);
  const rows: unknown = Array.isArray(body) ? body : name && asFields(body)?.[name];
  return Array.isArray(rows) ? rows.map(asFields).filter((row) => row !== undefined) : [];
}

/** The names of fields that have a list. */
export const listKeys = (body: unknown): string[] =>
  Object.entries(asFields(body) ?? {}).flatMap(([name, value]) => (Array.isArray(value) ? [name] : []));
