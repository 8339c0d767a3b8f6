/**
 * Checks the file of an import, and creates its posts once someone confirmed that. Every run stores its
 * progress, and no row creates two posts.
 */

import { again, done, handlerOf, type Outcome } from '#src/platform/queue/job.ts';
import type { Card } from '#src/posts/card/card.ts';
import { isBeingMade } from '#src/posts/card/making.ts';
import { isReady } from '#src/posts/card/state.ts';
import { withoutButtons } from '#src/posts/card-renderer.ts';
import type { Sweep } from '#src/posts/sweeper.ts';
import { renderImport } from '#views/spreadsheets/import.ts';
import { checkFile } from './check-file.ts';
import { areLinksChecked, linksOpened, openLinks, withLinks } from './check-links.ts';
import type { Deps } from './deps.ts';
import { cardsToCome, channelFor, forecastOf, heldHash, minutesLeft, requestOf } from './forecast.ts';
import {
  failedWithoutPost,
  type Group,
  groupsOf,
  hashOf,
  type Import,
  type ImportedPost,
  type ImportedRows,
  importEntry,
  isUnposted,
  postsAtOnce,
  wordsId,
} from './import.ts';
import { type ImportPayload, importJob } from './jobs.ts';

/** Runs the next step right away, with the record as it's stored by then. */
const nextStep = again(1);

export const importHandler = handlerOf(
  importJob,
  runImport,
  async (deps: Deps, { workspace, import: id }) => {
    const record = await deps.imports.get(workspace, id);
    // the sweep retries every other stage
    if (record?.stage !== 'checking') return;
    const refused = { ...record, stage: 'refused', wrong: { what: 'no answer' } } as const;
    await deps.imports.put(refused, { open: true });
    await deps.jobs.enqueue(importJob, { workspace, import: id });
  },
);

/**
 * Queues every import whose file isn't checked, whose posts aren't created, or whose review card is out of
 * date.
 */
export const sweepImports: Sweep<Pick<Deps, 'imports' | 'jobs'>> = async ({ imports, jobs }, workspace) => {
  for (const id of await imports.open(workspace)) await jobs.enqueue(importJob, { workspace, import: id });
};

async function runImport(deps: Deps, { workspace, import: id }: ImportPayload): Promise<Outcome> {
  const record = await deps.imports.get(workspace, id);
  if (!record) {
    await deps.imports.forget(workspace, id);
    return done;
  }
  switch (record.stage) {
    case 'checking':
      return check(deps, record);
    case 'creating':
      return create(deps, record);
    default:
      return show(deps, record);
  }
}

async function check(deps: Deps, record: Import): Promise<Outcome> {
  const { workspace, id } = record;
  const known = await deps.imports.rows(workspace, id);
  if (known?.links) return checkLinks(deps, record, known);
  const found = await checkFile(deps, record);
  if ('wrong' in found) {
    await deps.imports.put({ ...record, stage: 'refused', wrong: found.wrong }, { open: true });
    return nextStep;
  }
  await deps.failpoint('import checked');
  return endCheck(deps, record, found.rows);
}

/** One run that opens links: a file with hundreds of them takes several. */
async function checkLinks(deps: Deps, record: Import, known: ImportedRows): Promise<Outcome> {
  const rows = { ...known, links: await openLinks(deps, record.workspace, known) };
  if (areLinksChecked(rows)) return endCheck(deps, record, withLinks(rows));
  await deps.imports.put(record, { open: true, rows });
  await show(deps, { ...record, revision: record.revision + 1 });
  return nextStep;
}

async function endCheck(deps: Deps, record: Import, rows: ImportedRows): Promise<Outcome> {
  const stage = rows.links ? 'checking' : rows.posts.length > 0 ? 'review' : 'refused';
  await deps.imports.put({ ...record, stage }, { open: true, rows });
  return nextStep;
}

async function create(deps: Deps, record: Import): Promise<Outcome> {
  const { workspace, id } = record;
  const rows = await deps.imports.rows(workspace, id);
  if (!rows) {
    await deps.imports.put({ ...record, stage: 'refused', wrong: { what: 'lost' } }, { open: true });
    return nextStep;
  }
  const { posts } = rows;
  const groups = groupsOf(id, posts);
  const { cards: known, begun, failed: failedBefore } = await cardsOf(deps, record, groups, posts);
  if (failedBefore.length > 0 && !record.stoppedBy) {
    await deps.imports.put({ ...record, retried: [...record.retried, ...failedBefore] }, { open: true });
    return nextStep;
  }
  const { added, recorded, isAllRecorded, elsewhere } = await recordNext(deps, record, groups, {
    posts,
    begun,
    cards: known,
  });
  const cards = [...known, ...added];
  const fresh = posts.slice(record.recorded, recorded).map(({ card }) => card);
  await deps.imports.noteImported(workspace, fresh, deps.now());
  const groupsMade = isAllRecorded ? partsUntil(groups, recorded) : groups;
  const stopped = record.stoppedBy !== undefined && recorded < posts.length;
  const made = await completeGroups(deps, record, groupsMade, { cards, recorded, stopped });
  const isDone = isAllRecorded && made === groupsMade.length && !cards.some(isBeingMade);
  const created = cards.filter(({ postId }) => postId !== undefined).length;
  const unknown = cards.filter(isUnknown).length;
  const failed = cards.filter(isFailed).length;
  if (isDone) await deps.imports.noteImported(workspace, wordsOf(posts, cards), deps.now());
  const counts = { recorded, created, failed, unknown, before: recorded - cards.length };
  const retried = record.retried.filter((card) => !elsewhere.has(card));
  const now: Import = { ...record, ...counts, retried, stage: isDone ? 'done' : 'creating' };
  const by = record.decidedBy ?? record.by;
  const about = { by, at: new Date(deps.now()).toISOString(), via: 'job', rows: created } as const;
  const entry = isDone ? importEntry(record, 'import finished', about) : undefined;
  if (!(await deps.imports.put(now, { open: true, entry }))) return nextStep;
  if (entry) deps.audit.soon(workspace);
  const shown = await show(deps, { ...now, revision: now.revision + 1 }, cards);
  return isDone ? shown : again(deps.watchEveryMs);
}

/**
 * Records the next posts, as many as may be created at once. `recorded`: how many of the import's posts are
 * recorded by then; `elsewhere`: the cards of those that were imported with another file.
 */
async function recordNext(
  deps: Deps,
  record: Import,
  groups: readonly Group[],
  {
    posts,
    begun,
    cards,
  }: { posts: readonly ImportedPost[]; begun: ReadonlySet<string>; cards: readonly Card[] },
): Promise<{ added: Card[]; recorded: number; isAllRecorded: boolean; elsewhere: ReadonlySet<string> }> {
  const added: Card[] = [];
  const elsewhere = new Set<string>();
  const room = postsAtOnce(cards) - cards.filter(isBeingMade).length;
  let { recorded } = record;
  // an earlier run may have died after it recorded posts and before it counted them
  const isAllRecorded = (): boolean =>
    recorded === posts.length || (record.stoppedBy !== undefined && !begun.has(posts[recorded]?.card ?? ''));
  for (; added.length < room && !isAllRecorded(); recorded += 1) {
    const card = await recordPost(deps, record, groups, recorded);
    // the brand's rule or settings have just changed
    if (!card) break;
    await deps.failpoint('import post recorded');
    if (card === 'before') elsewhere.add(posts[recorded]?.card ?? '');
    else added.push(card);
  }
  return { added, recorded, isAllRecorded: isAllRecorded(), elsewhere };
}

/** The ids of captions (`wordsId`) of the rows whose posts exist. */
function wordsOf(posts: readonly ImportedPost[], cards: readonly Card[]): string[] {
  const made = new Set(cards.flatMap(({ id, postId }) => (postId === undefined ? [] : [id])));
  return posts.flatMap((post) => (made.has(post.card) ? [wordsId(post)] : []));
}

/** Whether the post may exist, so that people should check before they import it again. */
const isUnknown = ({ state, postId }: Card): boolean => postId === undefined && state === 'outcome_unknown';

const isFailed = (card: Card): boolean => card.postId === undefined && !isBeingMade(card) && !isUnknown(card);

/**
 * `cards`: those that this import created or tries again, and has counted. `begun`: the ids of all of them,
 * counted or not. `failed`: cards of later rows that an earlier import couldn't create. They're noted before
 * they're tried again, because a card that is being created doesn't say which import requested that.
 */
async function cardsOf(
  deps: Deps,
  { workspace, retried, recorded }: Import,
  groups: readonly Group[],
  posts: readonly ImportedPost[],
): Promise<{ cards: Card[]; begun: ReadonlySet<string>; failed: string[] }> {
  const ids = posts.map(({ card }) => card);
  const [found, done] = [await deps.cards.getAll(workspace, ids), new Set(ids.slice(0, recorded))];
  const own = new Set(groups.map(({ id }) => id));
  const isOurs = ({ id, campaign = '' }: Card): boolean => own.has(campaign) || retried.includes(id);
  return {
    cards: found.filter((card) => done.has(card.id) && isOurs(card)),
    begun: new Set(
      found.flatMap((card) =>
        own.has(card.campaign ?? '') || (isOurs(card) && !failedWithoutPost(card)) ? [card.id] : [],
      ),
    ),
    failed: found.flatMap((card) =>
      failedWithoutPost(card) && !isOurs(card) && !done.has(card.id) ? [card.id] : [],
    ),
  };
}

/**
 * `undefined`: nothing was recorded, and the next run tries again. `before`: the row's post was imported with
 * another file.
 */
async function recordPost(
  deps: Deps,
  record: Import,
  groups: readonly Group[],
  at: number,
): Promise<Card | 'before' | undefined> {
  const { workspace, id } = record;
  const group = groups.findLast(({ from }) => from <= at);
  const post = group?.posts[at - group.from];
  if (!group || !post) throw new Error(`import ${id} has no post ${at}`);
  const { brand } = group;
  // before anything else, so that a file whose rows were all imported in the meantime creates no card without
  // posts
  const earlier = await earlierCard(deps, record, group, post);
  if (earlier === 'not_noted') return undefined;
  if (earlier) return earlier;
  const brandConfig = await deps.brandConfigs.read(workspace, brand.id);
  const origin = {
    workspace,
    author: record.decidedBy ?? record.by,
    channel: channelFor(record, brandConfig),
  };
  const source = record.link && { source: record.link };
  const rows = group.posts.map(({ row }) => row);
  const parent = await deps.desk.record(
    group.id,
    origin,
    {
      kind: 'import',
      brand,
      profiles: [],
      file: record.file.name,
      posts: group.posts.length,
      ...source,
      rows: { first: Math.min(...rows), last: Math.max(...rows) },
      parts: groups.length,
    },
    brandConfig,
  );
  if (typeof parent === 'string') return undefined;
  const recorded = await deps.desk.record(
    post.card,
    { ...origin, campaign: group.id },
    { ...requestOf(post), ...source },
    brandConfig,
  );
  if (typeof recorded === 'string') return undefined;
  const { card } = recorded;
  // someone is importing the same row with another file, and their import recorded the post first
  if (card.campaign !== group.id) return 'before';
  await deps.desk.transition(workspace, group.id, { type: 'add_post', card: card.id, campaignId: undefined });
  await deps.desk.follow(card);
  return card;
}

/**
 * `before`: the row was imported before. `not_noted`: its card failed a moment ago. `undefined`: the row is
 * new, or belongs to this import.
 */
async function earlierCard(
  { cards, desk, imports }: Deps,
  { workspace, by, decidedBy = by, retried }: Import,
  group: Group,
  post: ImportedPost,
): Promise<Card | 'before' | 'not_noted' | undefined> {
  const card = await cards.get(workspace, post.card);
  if (!card) return (await imports.imported(workspace, [post.card])).size > 0 ? 'before' : undefined;
  if (card.campaign === group.id) return undefined;
  const isNoted = retried.includes(card.id);
  // an earlier run may have tried it again, and died before it could note that
  if (!failedWithoutPost(card)) return isNoted && retriedBy(card) === decidedBy ? card : 'before';
  if (!isNoted) return 'not_noted';
  const result = await desk.transition(workspace, card.id, { type: 'retry', by: decidedBy }, card);
  return result && 'card' in result ? result.card : 'before';
}

const retriedBy = ({ history }: Card): string | undefined =>
  history.findLast(({ what }) => what === 'retried')?.by;

/** The groups without the posts after the last one that was recorded. */
const partsUntil = (groups: readonly Group[], recorded: number): Group[] =>
  groups.flatMap((group) => {
    const posts = group.posts.slice(0, Math.max(0, recorded - group.from));
    return posts.length > 0 ? [{ ...group, posts }] : [];
  });

/** How long after the last change of a card the import stops waiting for cards that Slack doesn't show. */
const waitsForCardsMs = 10 * 60_000;

/**
 * Completes groups whose posts are all created, or couldn't be. The groups of a channel complete in their
 * order, and the last one that has a card counts the posts of all of them, as soon as Slack shows them, so
 * that people get one message.
 */
async function completeGroups(
  deps: Deps,
  record: Import,
  groups: readonly Group[],
  { cards, recorded, stopped }: { cards: readonly Card[]; recorded: number; stopped: boolean },
): Promise<number> {
  const { workspace } = record;
  const ids = groups.map(({ id }) => id);
  const parents = new Map((await deps.cards.getAll(workspace, ids)).map((card) => [card.id, card]));
  const audienceOf = await audiencesOf(deps, record, groups, parents);
  const lastChange = Math.max(...cards.map(({ updatedAt }) => Date.parse(updatedAt)));
  const isComing = (card: Card): boolean => isUnposted(card) && deps.now() - lastChange < waitsForCardsMs;
  let made = 0;
  const endOf = ({ from, posts }: Group): number => from + posts.length;
  for (const [i, group] of groups.entries()) {
    const { id, brand } = group;
    if (recorded < endOf(group)) break;
    const isTogether = (other: Group): boolean => audienceOf.get(other.id) === audienceOf.get(id);
    const soFar = groups.slice(0, i + 1).filter(isTogether);
    const goesOn = groups.slice(i + 1).some((other) => isTogether(other) && parents.has(other.id));
    // this group is the last one if all later rows turn out to have been imported elsewhere
    if (!goesOn && recorded < endOf(groups.findLast(isTogether) ?? group)) continue;
    const own = cards.filter(({ campaign }) => soFar.some((other) => other.id === campaign));
    if (own.some(isBeingMade) || (!goesOn && own.some(isComing))) continue;
    made += 1;
    if (parents.get(id)?.state !== 'generating') continue;
    const [failed, unknown] = [own.filter(isFailed).length, own.filter(isUnknown).length];
    const withCard = soFar.filter((other) => parents.has(other.id));
    const ready = own.filter(isReady).length;
    const posted = {
      ready,
      reviewed: own.length - failed - unknown - ready,
      failed,
      unknown,
      requested: own.length,
      ...(withCard.length > 1 && { threads: withCard.length }),
    };
    const ofBrands = new Map(withCard.map((other) => [other.brand.id, other.id]));
    const others = [...ofBrands].flatMap(([other, card]) => (other === brand.id ? [] : [card]));
    const about = { posts: posted, goesOn, others, stopped };
    await deps.desk.transition(workspace, id, { type: 'complete_campaign', ...about });
  }
  return made;
}

/**
 * The audience of each group, by its id. Groups with the same audience have their cards in the same channel,
 * and are announced in the same way.
 */
async function audiencesOf(
  { brandConfigs }: Deps,
  record: Import,
  groups: readonly Group[],
  parents: ReadonlyMap<string, Card>,
): Promise<ReadonlyMap<string, string>> {
  const audiences = groups.map(async ({ id, brand }) => {
    const config = await brandConfigs.read(record.workspace, brand.id);
    const channel = parents.get(id)?.channel ?? channelFor(record, config);
    return [id, `${channel} ${config.settings.notifications.ready}`] as const;
  });
  return new Map(await Promise.all(audiences));
}

/**
 * Posts or updates the review card, and closes the import if nothing is left to do. `cards`: those of its
 * posts, while they're created.
 */
async function show(deps: Deps, record: Import, cards: readonly Card[] = []): Promise<Outcome> {
  const { workspace, id, message, source, by } = record;
  const rows = await deps.imports.rows(workspace, id);
  const forecast = rows && record.stage === 'review' ? await forecastOf(deps, record, rows) : undefined;
  const rendered = renderImport(record, rows, {
    ...forecast,
    ...(rows?.links && { links: linksOpened(rows) }),
    posted: cards.length - cardsToCome(cards).length,
    minutes: rows && (await minutesLeft(deps, record, rows, cards)),
  });
  const held = forecast && heldHash(forecast.held);
  const shows = hashOf([rendered, held]);
  const open = record.stage === 'checking' || record.stage === 'creating';
  if (message?.shows === shows) {
    if (open) return done;
    return (await deps.imports.put(record, { open })) ? done : nextStep;
  }
  const isThere = message && (await deps.notifier.replace(message, rendered));
  const thread = source.thread ?? source.ts;
  // if Slack accepts posts but no edits, the earlier message never gets its buttons
  const isWhole = isThere || message?.shows === '';
  const first = isWhole ? rendered : { ...rendered, blocks: withoutButtons(rendered.blocks) };
  const place = isThere
    ? message
    : ((await deps.notifier.post({ channel: source.channel, thread }, first)) ??
      (await deps.notifier.post({ channel: by }, first)));
  await deps.failpoint('import shown');
  if (!place) {
    // nobody can read the card or decide about it, now or later
    if (!open) await deps.imports.put(record, { open });
    return done;
  }
  const { channel, ts } = place;
  const shown = { channel, ts, held, shows: isWhole ? shows : '' };
  // the next run adds the buttons
  const isOpen = open || !isWhole;
  return (await deps.imports.put({ ...record, message: shown }, { open: isOpen })) && isWhole
    ? done
    : nextStep;
}
