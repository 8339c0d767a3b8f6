/**
 * Reads the file of an import from Slack, and checks every row with the lists of its brand and what the
 * person can request.
 */

import { setImmediate } from 'node:timers/promises';
import { readBytes } from '#src/platform/http/read-bytes.ts';
import type { Profile } from '#src/platform/publishing-api/post.ts';
import { calledSo, type Named } from '#src/platform/publishing-api/request.ts';
import { roleIn, roleSeen } from '#src/platform/slack/role.ts';
import { addressForEveryone } from '#src/posts/card/card-address.ts';
import { deniedToRequest } from '#src/posts/card/rule.ts';
import { usualProfiles } from '#src/posts/card/usual-profiles.ts';
import {
  type BrandAtHand,
  type Checked,
  type Checking,
  checkRow,
  differencesOf,
} from '#views/spreadsheets/check-row.ts';
import type { ExportedPost } from '#views/spreadsheets/export-table.ts';
import { linksToOpen } from './check-links.ts';
import type { Deps } from './deps.ts';
import {
  cardIdsOf,
  type FileProblem,
  failedWithoutPost,
  type Import,
  type ImportedPost,
  type ImportedRows,
  isRepeated,
  largestFile,
  type WrongFile,
  wordsId,
} from './import.ts';
import { type RawRow, readRows } from './read-file.ts';

const readsWithinMs = 30_000;
const rowsAtOnce = 20;

/**
 * Rejects while Slack or the service can't be read. Lists that were read are kept, so that a file with many
 * brands is checked over several runs.
 */
export async function checkFile(
  deps: Deps,
  record: Import,
): Promise<{ rows: ImportedRows } | { wrong: WrongFile }> {
  const bytes = await bytesOf(deps, record);
  if (typeof bytes === 'string') return { wrong: { what: bytes } };
  const read = readRows(bytes);
  if ('wrong' in read) return read;
  const rows = await checkRows(deps, record, read.rows);
  return {
    rows: { ...rows, links: linksToOpen(rows), ignored: read.ignored, unopened: [], late: [] },
  };
}

async function bytesOf({ files }: Deps, { file: { id } }: Import): Promise<Uint8Array | FileProblem> {
  const file = await files.info(id);
  if (file === 'gone') return 'gone';
  if (file === 'missing_scope') return 'no right';
  if (typeof file === 'string') throw new Error(`Slack returned no URL for a file: ${file}`);
  if (file.mode === 'tombstone') return 'gone';
  if (file.size === 0) return 'empty';
  if ((file.size ?? 0) > largestFile) return 'too large';
  if (!file.url_private_download) return 'outside';
  const answer = await files.open(file, undefined, AbortSignal.timeout(readsWithinMs));
  // Slack redirects to its sign-in page if the bot can't see the file
  if (answer.status >= 300 && answer.status < 400) return 'no right';
  if (!answer.ok || !answer.body) throw new Error(`Slack answered ${answer.status} for a file`);
  const { bytes } = await readBytes(answer.body);
  return bytes.length > largestFile ? 'too large' : bytes;
}

async function checkRows(
  deps: Deps,
  record: Import,
  all: readonly RawRow[],
): Promise<Omit<ImportedRows, 'ignored' | 'links' | 'unopened' | 'late'>> {
  const lists = await listsOf(deps, record);
  const listed = await lists.brands();
  const meant = new Map(
    [...new Set(all.map(({ brand }) => brand))].map((name) => [name, calledSo(listed, name)]),
  );
  const existing = await existingOf(deps, record, all, meant);
  const atHand = new Map<string, BrandAtHand>();
  for (const [brand, ...others] of meant.values())
    if (brand && others.length === 0 && !atHand.has(brand.id))
      atHand.set(brand.id, await brandAtHand(deps, record, brand, await lists.profiles(brand.id)));
  const { readTimeInWords } = await import('#src/time/words.ts');
  const { captionLimit, emptyCaption, localService } = deps;
  const now = deps.now();
  const checking: Checking = {
    captionLimit,
    emptyCaption,
    now,
    reach: { localService },
    brandNames: listed.map(({ name }) => name),
    brandOf(name) {
      const [brand, ...others] = meant.get(name) ?? [];
      if (others.length > 0) return 'several';
      return (brand && atHand.get(brand.id)) ?? 'none';
    },
    readTime: (words, zone) => readTimeInWords(words, { zone, now }),
  };
  const checked: ({ raw: RawRow } & Checked)[] = [];
  const different: { raw: RawRow; shown: ExportedPost; columns: string[] }[] = [];
  for (const [i, raw] of all.entries()) {
    // parsing times takes a while, and the same process answers clicks
    if (i % rowsAtOnce === 0) await setImmediate();
    const shown = existing.get(raw);
    if (!shown) checked.push({ raw, ...checkRow(raw, checking) });
    else {
      const columns = differencesOf(raw, shown, checking);
      if (columns.length > 0) different.push({ raw, shown, columns });
    }
  }
  const slackUrl = different.length > 0 ? await deps.slackUrl() : '';
  const right = checked.flatMap((row) => ('post' in row ? [row] : []));
  const ids = cardIdsOf(
    right.map(({ post, raw: { caption, media, profiles, time } }) => ({
      brand: post.brand,
      cells: [caption, media, profiles, time],
    })),
  );
  const words = right.map(({ post }) => wordsId(post));
  const { known, alike } = await knownOf(deps, record.workspace, ids, words);
  const posts = right.flatMap(({ post }, i) => {
    const card = ids[i] ?? '';
    return known.has(card) ? [] : [{ ...post, card }];
  });
  const rowsOf = (isMeant: (post: ImportedPost) => boolean): number[] =>
    posts.filter(isMeant).map(({ row }) => row);
  const order = [...atHand.keys()];
  return {
    posts: posts.sort((a, b) => order.indexOf(a.brand.id) - order.indexOf(b.brand.id) || a.row - b.row),
    errors: checked.flatMap((row) => ('errors' in row ? row.errors : [])),
    before: right.flatMap(({ raw }, i) => (known.has(ids[i] ?? '') ? [raw.row] : [])),
    existing: [...existing.keys()].map(({ row }) => row),
    differences: different.map(({ raw, shown, columns }) => {
      const card = shown.card && addressForEveryone(shown.card, slackUrl);
      return { row: raw.row, columns, ...(card && { card }) };
    }),
    shared: [...Map.groupBy(existing.keys(), ({ post }) => post).values()]
      .filter((rows) => rows.length > 1)
      .flatMap((rows) => rows.map(({ row }) => row)),
    repeated: rowsOf(({ card }) => isRepeated(card)),
    alike: rowsOf((post) => alike.has(wordsId(post))),
    zones: zonesOf(right),
  };
}

/**
 * The lists of the service. Each is read once, even if the check has to wait for the quota often, of which
 * dozens of brands leave half to others.
 */
async function listsOf({ imports, service }: Deps, { workspace, id }: Import) {
  const call = { priority: 'background', who: `import.${id}` } as const;
  const known = await imports.lists(workspace, id);
  return {
    async brands(): Promise<readonly Named[]> {
      if (known.brands) return known.brands;
      const brands = await service.brands(call);
      await imports.noteBrands(workspace, id, brands);
      return brands;
    },
    async profiles(brand: string): Promise<readonly Profile[]> {
      const before = known.profiles[brand];
      if (before) return before;
      const profiles = await service.profiles(brand, call);
      await imports.noteProfiles(workspace, id, brand, profiles);
      return profiles;
    },
  };
}

/** The zones in which times were read, each with its brands. */
function zonesOf(rows: readonly Extract<Checked, { post: unknown }>[]): ImportedRows['zones'] {
  const brands = new Map<string, Set<string>>();
  for (const { zone, post } of rows)
    if (zone !== undefined) brands.set(zone, (brands.get(zone) ?? new Set()).add(post.brand.name));
  return [...brands].map(([zone, names]) => ({ zone, brands: [...names] }));
}

/**
 * The rows of an export whose posts the brand still has. A row with another brand, or for a post that was
 * deleted, counts as new.
 */
async function existingOf(
  { index, desk }: Deps,
  { workspace }: Import,
  raws: readonly RawRow[],
  meant: ReadonlyMap<string, readonly Named[]>,
): Promise<ReadonlyMap<RawRow, ExportedPost>> {
  const found = await Promise.all(
    raws.map(async (raw) => {
      const [brand, ...others] = meant.get(raw.brand) ?? [];
      if (raw.post === '' || !brand || others.length > 0) return [];
      const known = await index.find({ workspace, brand: brand.id, post: raw.post });
      return known ? [{ raw, post: known.post }] : [];
    }),
  );
  const posts = found.flat();
  const cards = await desk.known(
    workspace,
    posts.map(({ post }) => post),
  );
  const byPost = new Map(cards.map((card) => [card.postId, card]));
  return new Map(posts.map(({ raw, post }) => [raw, { post, card: byPost.get(post.id) }]));
}

async function brandAtHand(
  deps: Deps,
  { workspace, by, of: team }: Import,
  brand: Named,
  profiles: readonly Profile[],
): Promise<BrandAtHand> {
  const { rule, settings } = await deps.brandConfigs.read(workspace, brand.id);
  const role = roleIn(roleSeen(await deps.users.roleOf(by), team, workspace), settings.guests);
  const denied = deniedToRequest(rule, role, by);
  // Slack can't say right now who this person is
  if (denied?.why === 'unknown') throw new Error("can't tell yet whether a person can request posts");
  // the zone decides when posts are published, so there's no default if it can't be read
  const { zone = (await deps.slots.of(workspace, brand.id)).zone ?? (await deps.users.zoneOf(by)) } =
    await deps.teamSettings.brand(workspace, brand.id);
  const usual = usualProfiles(profiles, settings.profiles);
  return { brand, profiles, usual, isDenied: denied !== undefined, zone };
}

/**
 * `known`: the cards of rows whose posts were imported before, as noted or as their cards say. Posts that
 * couldn't be created can be imported again. `alike`: the captions of posts that were imported with other
 * media, profiles or times.
 */
async function knownOf(
  deps: Deps,
  workspace: string,
  ids: readonly string[],
  words: readonly string[],
): Promise<{ known: ReadonlySet<string>; alike: ReadonlySet<string> }> {
  const cards = await deps.cards.getAll(workspace, [...ids]);
  const noted = await deps.imports.imported(workspace, [...ids, ...words]);
  const withoutPost = new Set(cards.filter(failedWithoutPost).map(({ id }) => id));
  const known = [...noted, ...cards.map(({ id }) => id)].filter((id) => !withoutPost.has(id));
  return { known: new Set(known), alike: new Set(words.filter((word) => noted.has(word))) };
}
