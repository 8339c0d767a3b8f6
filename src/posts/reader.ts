/**
 * The reader of a brand: the only code that reads its listing. It serves everything that is wanted of it with as few reads as it can:
 * the checks of the brand's cards, and the requests of those who wait. What it knows is in the post index, so any run can end at any line,
 * and the next one goes on.
 */
import { isFollowed } from '#src/cards/attention.ts';
import type { Card } from '#src/cards/card.ts';
import type { Post } from '#src/cards/post.ts';
import type { JobDeps } from '#src/jobs/deps.ts';
import { listOf, worksAgain } from '#src/jobs/incident.ts';
import { again, done, type Handler, handle, type Outcome } from '#src/jobs/job.ts';
import { watchCampaign } from '#src/jobs/watch-campaign.ts';
import { nextLookAt, readPauseMs, waitsOf } from '#src/jobs/watch-plan.ts';
import { cannotSee, waitsForPeople } from '#src/jobs/watch-unseen.ts';
import { ServiceError } from '#src/service/errors.ts';
import type { PageAt, Paging, PostPage, Priority } from '#src/service/service.ts';
import type { IndexedPage, IndexedPost, IndexMeta, ReadRequest, Unlisted } from '#src/store/post-index.ts';
import { type Check, checkCard, learn } from './check-card.ts';
import { readBrandJob } from './jobs.ts';
import type { BrandOf } from './ports.ts';
import { failureFrom } from './post-index.ts';
import { isRecentRead, isWholeRead, nextPage, pageSize, type WantedPost } from './read-plan.ts';

/** A run that waits for longer comes by all the same: a card may want a check sooner. */
const longestNapMs = 5_000;

/** After so many steps a run is followed by another, so that none is endless. */
const readsAtMost = 1_000;

/** So long a request is kept that nobody repeats. */
const requestKeptMs = 15 * 60_000;

export function readerHandler(deps: JobDeps): Handler {
  return handle(readBrandJob, { run: (of) => createRun(deps, of).then((run) => run.go()) });
}

/** What a run works with. */
interface State {
  meta: IndexMeta & { paging: Paging };
  pages: Map<number, IndexedPage>;
  requests: ReadRequest[];
  /** The watched cards of the brand, by their posts. */
  cards: Map<string, Card>;
  /** Those that are due now. */
  due: Card[];
}

async function createRun(deps: JobDeps, of: BrandOf) {
  const { workspace, brand } = of;
  const { postIndex: store, service } = deps;
  const { meta, pages } = await store.listing(workspace, brand);
  const state: State = {
    meta: { ...meta, paging: meta.paging ?? { first: service.reading.firstPage } },
    pages,
    requests: [],
    cards: new Map(),
    due: [],
  };
  let next: PageAt | undefined;
  let firstIds: string[] | undefined;
  const triedAlone = new Set<string>();
  const known = () => ({
    paging: state.meta.paging,
    newPosts: state.meta.newPosts,
    pages: state.pages,
    next,
  });

  async function go(): Promise<Outcome> {
    for (let reads = 0; ; reads += 1) {
      if (reads >= readsAtMost) return again(deps.watchEveryMs);
      const pausedMs = Math.max(0, (state.meta.pausedUntil ?? 0) - deps.now());
      const napMs = Math.max(pausedMs, await load());
      const wants = pausedMs > 0 ? undefined : await wanted();
      if (!wants) {
        if (pausedMs === 0 && state.meta.checking !== undefined) {
          await endCheck();
          continue;
        }
        if (state.due.length === 0 && state.requests.length === 0) return done;
        return again(Math.min(napMs > 0 ? napMs : deps.watchEveryMs, longestNapMs));
      }
      try {
        await readFor(wants);
      } catch (cause) {
        if (!(cause instanceof ServiceError)) throw cause;
        await failed(cause);
        if (cause.postponed) return again(Math.min(cause.retryAfterMs ?? 1_000, longestNapMs));
      }
    }
  }

  /** Takes in what is wanted now. Answers how long nothing more will be (ms). */
  async function load(): Promise<number> {
    const now = deps.now();
    const all = await store.requests(workspace, brand);
    const old = all.filter(({ madeAt }) => madeAt < now - requestKeptMs);
    await store.answered(workspace, brand, old);
    state.requests = all.filter((request) => !old.includes(request));
    const waits = state.requests.map((request) => readyAt(request) - now);
    const watched = await deps.cards.watched(workspace, brand, '+inf');
    state.cards = new Map(
      watched.flatMap((card) => (card.kind !== 'campaign' && card.postId ? [[card.postId, card]] : [])),
    );
    // what became of one meanwhile is known, and its content may not have been kept: it would be wanted for ever
    const ids = new Set(watched.map(({ id }) => id));
    state.due = state.due.filter(({ id }) => ids.has(id));
    if (state.meta.checking === undefined || state.due.length === 0) {
      state.due = await deps.cards.watched(workspace, brand, now);
      const lookMs = state.due.length > 0 ? await untilNextCheckMs() : Number.POSITIVE_INFINITY;
      if (lookMs <= 0 || state.meta.checking !== undefined) {
        state.meta.checking ??= now;
      } else waits.push(lookMs);
    }
    return Math.max(0, Math.ceil(Math.min(...waits)));
  }

  /**
   * The first operation is read for at once, and those that come right after it wait for the next read, which serves all of them. Without
   * a job to wake, a person waits for a list, who isn't kept waiting.
   */
  function readyAt({ kind, asOf, wake }: ReadRequest): number {
    const { operationReadAt: last } = state.meta;
    const waits = kind === 'post' && wake && last !== undefined && last < asOf;
    return waits ? Math.max(asOf, last + readPauseMs(deps)) : asOf;
  }

  async function untilNextCheckMs(): Promise<number> {
    const now = deps.now();
    const { took } = await deps.watchMemory.read(workspace, brand);
    const watching = {
      waits: waitsOf(state.due, took, now),
      lookedAt: state.meta.checkedAt,
      everyMs: readPauseMs(deps),
      forMs: deps.watchForMs,
    };
    return nextLookAt(watching, now) - now;
  }

  /** What still has to be read; `undefined`: nothing, for now. Requests that can be answered are. */
  async function wanted() {
    const now = deps.now();
    const { checking } = state.meta;
    const ready = state.requests.filter((request) => readyAt(request) <= now);
    const checked = checking === undefined ? [] : state.due;
    const ids = [
      ...state.requests.flatMap(({ post }) => post ?? []),
      ...checked.flatMap(({ kind, postId }) => (kind !== 'campaign' && postId ? [postId] : [])),
    ];
    const entries = await store.posts(workspace, brand, [...new Set(ids)]);
    await answer(state.requests, entries);
    const open = ready.filter((request) => state.requests.includes(request));
    const posts: WantedPost[] = [];
    for (const { post, asOf } of open) if (post) posts.push(wantedPost(post, asOf, entries.get(post), false));
    if (checking !== undefined)
      for (const { kind, postId } of checked) {
        const entry = postId === undefined ? undefined : entries.get(postId);
        if (kind === 'campaign' || postId === undefined || isFresh(entry, checking)) continue;
        posts.push(wantedPost(postId, checking, entry, true));
      }
    const isCampaign = checking !== undefined && checked.some(({ kind }) => kind === 'campaign');
    const recent = latest([
      ...open.flatMap(({ kind, asOf }) => (kind === 'recent' ? asOf : [])),
      ...(isCampaign && checking !== undefined ? [checking] : []),
    ]);
    const all = latest(open.flatMap(({ kind, asOf }) => (kind === 'all' ? asOf : [])));
    const wants = { posts, recent, all };
    const at = nextPage(known(), wants);
    const alone = aloneOf(posts, at);
    if (!at && !alone) return undefined;
    // what an operation waits for goes with the operations, but for a search through all pages
    const isLikely = (id: string): boolean => {
      const row = posts.find((post) => post.id === id)?.row;
      return id === alone || (row !== undefined && Math.floor(row / pageSize(state.meta.paging)) === at?.n);
    };
    const isForOperation = open.some(
      ({ post, priority }) => priority === 'operation' && post && isLikely(post),
    );
    return { at, alone, priority: isForOperation ? ('operation' as const) : priorityOf(open, checked) };
  }

  /** One that is the only one to be read, or that no likely page showed, is asked for by itself, where the service can do that. */
  function aloneOf(posts: WantedPost[], at: PageAt | undefined): string | undefined {
    if (!service.reading.single) return undefined;
    const left = posts.filter(({ id }) => !triedAlone.has(id));
    const lost = left.find(({ row, asOf }) => {
      const page =
        row === undefined ? undefined : state.pages.get(Math.floor(row / pageSize(state.meta.paging)));
      return page !== undefined && page.at >= asOf;
    });
    return (lost ?? (left.length === 1 || at === undefined ? left[0] : undefined))?.id;
  }

  async function readFor({
    at,
    alone,
    priority,
  }: {
    at: PageAt | undefined;
    alone: string | undefined;
    priority: Priority;
  }): Promise<void> {
    if (alone !== undefined) return readAlone(alone, priority);
    if (at === undefined) return;
    // whether the service takes numbers of pages is seen on the second page, beside the first
    const { paging } = state.meta;
    const isUnproven = at.n > 0 && at.cursor === undefined && !paging.proven;
    const isUnsized = at.n > 0 && paging.sized === true && paging.size === undefined;
    if ((isUnproven && firstIds === undefined) || isUnsized) return readPage({ n: 0 }, priority);
    return readPage(isUnproven ? { n: 1, isGuess: at.isGuess } : at, priority);
  }

  async function readAlone(id: string, priority: Priority): Promise<void> {
    triedAlone.add(id);
    await deps.quota.acquire(priority, { who: `${workspace}.${brand}` });
    const readAt = deps.now();
    const post = await service.singlePost(id, { acquired: true });
    if (!post) return;
    if (priority === 'operation') state.meta.operationReadAt = readAt;
    const before = (await store.posts(workspace, brand, [id])).get(id);
    const row = before && 'post' in before ? before.row : undefined;
    await store.write(workspace, brand, {
      ...state,
      posts: [{ post, row, readAt }],
      keepWhole: () => true,
    });
    await checkShown([post]);
  }

  async function readPage(at: PageAt, priority: Priority): Promise<void> {
    await deps.quota.acquire(priority, { who: `${workspace}.${brand}` });
    const readAt = deps.now();
    const page = await service.postPage(brand, at, state.meta.paging, { acquired: true });
    if (priority === 'operation') state.meta.operationReadAt = readAt;
    const { paging: was } = state.meta;
    if (at.n === 0) firstIds = page.ids;
    else if (!was.proven && at.cursor === undefined && !provesNumbers(page, at)) return;
    state.meta.paging = { ...page.paging, proven: page.paging.proven || (at.n > 0 && page.ids.length > 0) };
    next = page.next;
    const ids = [...new Set(page.ids)];
    const before = await store.posts(workspace, brand, ids);
    const isKnown = (id: string): boolean => 'post' in (before.get(id) ?? {});
    learnOrder(at.n, page, isKnown);
    const isNew = was.most !== undefined && page.ids.length > 0 && !page.ids.some(isKnown);
    notePage(at.n, { at: readAt, rows: page.ids.length, isLast: page.next === undefined, isNew });
    state.meta = { ...state.meta, failures: 0, failure: undefined, pausedUntil: undefined };
    noteUnread(at.n, page);
    const firstRow = at.n * pageSize(state.meta.paging);
    const rows = new Map(page.ids.map((id, i) => [id, firstRow + i]));
    // a post of a campaign has no card before its first check, however it ended until then
    const isAwaited = state.due.some(({ kind }) => kind === 'campaign');
    const isOpen = (id: string): boolean => {
      const entry = before.get(id);
      return was.most !== undefined && !(entry && 'post' in entry && entry.post.partial);
    };
    const asked = new Set(state.requests.flatMap(({ post }) => post ?? []));
    await store.write(workspace, brand, {
      ...state,
      posts: page.posts.map((post): IndexedPost => ({ post, row: rows.get(post.id), readAt })),
      keepWhole: (id) => asked.has(id) || state.cards.has(id) || (isAwaited && isOpen(id)),
    });
    await deps.reached('page indexed');
    await checkShown(page.posts);
    // a read for a request is as good as a check where it showed everything that is due
    const shown = new Set(page.posts.map(({ id }) => id));
    if (state.due.length > 0 && state.due.every(({ postId }) => postId !== undefined && shown.has(postId)))
      state.meta.checkedAt = readAt;
    widen(was, page.ids.length);
  }

  /** False: the page isn't what was asked for, and nothing is learned from it but how to ask. */
  function provesNumbers(page: PostPage, { n }: PageAt): boolean {
    const first = new Set(firstIds);
    const isSame = page.ids.length > 0 && page.ids.every((id) => first.has(id));
    if (!isSame) return true;
    const { paging } = state.meta;
    // perhaps the number that was asked for is that of the first page
    if (paging.first === service.reading.firstPage && page.ids.length === first.size) {
      state.meta.paging = { ...page.paging, first: paging.first + 1 };
      return false;
    }
    if (page.promised) throw new ServiceError('says that there is more and gives the same again', sameAgain);
    state.meta.paging = { ...page.paging, first: service.reading.firstPage, kind: 'single' };
    const last = state.pages.get(n - 1);
    if (last) state.pages.set(n - 1, { ...last, isLast: true });
    return false;
  }

  /** Larger pages need fewer reads: their size is asked for once the service has shown that it takes the number of a page. */
  function widen(was: Paging, rows: number): void {
    const { paging } = state.meta;
    const { maxPerPage } = service.reading;
    if (paging.sized === undefined && paging.proven && !was.proven && (paging.most ?? 0) < maxPerPage) {
      const plain = paging.size ?? paging.most;
      state.meta.paging = { ...paging, sized: true, size: undefined, most: maxPerPage, plain };
      state.pages.clear();
    } else if (paging.sized === false && was.sized) state.pages.clear();
    // the size that was asked for made no difference
    else if (paging.sized && was.size === undefined && rows <= (paging.plain ?? 0)) {
      state.meta.paging = { ...paging, sized: false, size: paging.plain, most: paging.plain };
      state.pages.clear();
    } else if (paging.sized && was.size === undefined) state.meta.paging = { ...paging, size: rows };
  }

  function learnOrder(n: number, { ids, next: following }: PostPage, isKnown: (id: string) => boolean): void {
    if (!state.pages.has(n) || ids.length < 2) return;
    const seen = ids.map(isKnown);
    const [isFirstKnown, isLastKnown] = [seen[0], seen.at(-1)];
    const between = seen.indexOf(false, 1);
    const shows =
      isFirstKnown && isLastKnown && between > 0
        ? 'anywhere'
        : n === 0 && !isFirstKnown && isLastKnown
          ? 'first'
          : following === undefined && isFirstKnown && !isLastKnown
            ? 'last'
            : undefined;
    if (shows === undefined) return;
    const { newPosts } = state.meta;
    state.meta.newPosts = newPosts === undefined || newPosts === shows ? shows : 'anywhere';
  }

  function notePage(n: number, page: IndexedPage): void {
    state.pages.set(n, page);
    const before = state.pages.get(n - 1);
    if (page.rows === 0 && before) state.pages.set(n - 1, { ...before, isLast: true });
    if (page.rows === 0 || page.isLast)
      for (const m of [...state.pages.keys()]) if (m > n) state.pages.delete(m);
  }

  function noteUnread(n: number, { unread }: PostPage): void {
    const before = n === 0 ? undefined : state.meta.unread;
    if (!unread) state.meta.unread = before;
    else
      state.meta.unread = {
        endpoint: unread.endpoint,
        records: (before?.records ?? 0) + unread.records,
        fields: [...new Set([...(before?.fields ?? []), ...unread.fields])],
      };
  }

  const check = (): Check => ({
    watched: [...state.cards.values(), ...state.due.filter(({ kind }) => kind === 'campaign')],
    at: state.meta.checking ?? deps.now(),
    before: state.meta.checkedAt,
  });

  async function checkShown(posts: readonly Post[]): Promise<void> {
    const shown = posts.flatMap((post) => {
      const card = state.cards.get(post.id);
      return card ? [{ card, post }] : [];
    });
    await Promise.all(shown.map(({ card, post }) => checkCard(deps, card, post, check())));
  }

  /** Answers the requests for which enough was read, and wakes who waits for them. */
  async function answer(
    requests: readonly ReadRequest[],
    entries: ReadonlyMap<string, IndexedPost | Unlisted>,
  ): Promise<void> {
    const unlisted: { id: string; at: number }[] = [];
    const answered = requests.filter(({ kind, post, asOf }) => {
      if (kind === 'all') return isWholeRead(known(), asOf);
      if (kind === 'recent') return isRecentRead(known(), asOf);
      const entry = post === undefined ? undefined : entries.get(post);
      if (post === undefined || isFresh(entry, asOf)) return true;
      if (!isWholeRead(known(), neededAsOf(entry, asOf))) return false;
      unlisted.push({ id: post, at: asOf });
      return true;
    });
    if (answered.length === 0) return;
    // also what the last page taught: without it, the index couldn't answer those who are woken
    await store.write(workspace, brand, { ...state, posts: [], unlisted, keepWhole: () => false });
    if (answered.some(({ kind }) => kind === 'all')) await forgetUnlisted();
    for (const { id } of unlisted) {
      const [card] = (await deps.cards.watched(workspace, brand, deps.now())).filter(
        ({ postId }) => postId === id,
      );
      if (card) await checkCard(deps, card, undefined, check());
    }
    for (const { wake } of answered) if (wake) await deps.jobs.wake(wake);
    await store.answered(workspace, brand, answered);
    state.requests = state.requests.filter((request) => !answered.includes(request));
  }

  /** What a pass through all pages didn't show isn't there any more. */
  async function forgetUnlisted(): Promise<void> {
    const since = Math.min(...[...state.pages.values()].map(({ at }) => at));
    const { posts } = await store.whole(workspace, brand);
    const forgotten = [...posts].filter(([, { readAt }]) => readAt < since).map(([id]) => id);
    if (forgotten.length > 0)
      await store.write(workspace, brand, { ...state, posts: [], forgotten, keepWhole: () => false });
  }

  /** Everything was read that the check of the cards can read at once. */
  async function endCheck(): Promise<void> {
    const { checking } = state.meta;
    if (checking === undefined) return;
    const posts = state.due.filter(({ kind }) => kind !== 'campaign');
    const entries = await store.posts(
      workspace,
      brand,
      posts.flatMap(({ postId }) => postId ?? []),
    );
    const isWhole = isWholeRead(known(), checking);
    for (const card of posts) {
      const { postId } = card;
      const entry = postId === undefined ? undefined : entries.get(postId);
      if (postId === undefined || isFresh(entry, checking)) continue;
      // one of which only a few bytes were kept is listed
      if (isWhole && !(entry && 'post' in entry && entry.post.partial))
        await checkCard(deps, card, undefined, check());
      // it may be on any page: that is a request of its own, which nothing else waits for
      else
        await store.ask(workspace, brand, {
          kind: 'post',
          post: postId,
          asOf: checking,
          priority: 'check',
          madeAt: deps.now(),
        });
    }
    const campaigns = state.due.filter(({ kind }) => kind === 'campaign');
    if (campaigns.length > 0) {
      const { posts: all } = await store.whole(workspace, brand);
      const read = [...all.values()].filter(({ readAt, post }) => readAt >= checking && !post.partial);
      const listing = read.sort((a, b) => (a.row ?? 0) - (b.row ?? 0)).map(({ post }) => post);
      for (const campaign of campaigns)
        if (await watchCampaign(deps, campaign, listing)) await learn(deps, campaign, check());
    }
    state.meta = { ...state.meta, checking: undefined, checkedAt: deps.now() };
    await store.write(workspace, brand, { ...state, posts: [], keepWhole: () => false });
    await worksAgain(deps, workspace, listOf(brand));
  }

  /** What was wanted goes on being wanted: the brand is read again after a pause that grows, and no other brand waits for it. */
  async function failed(cause: ServiceError): Promise<void> {
    const now = deps.now();
    if (cause.postponed) {
      for (const card of state.due) await cannotSee(deps, card, cause);
      return;
    }
    deps.log.warn({ err: cause, brand }, "a brand's listing could not be read");
    const failures = state.meta.failures + 1;
    const longest = cause.kind === 'key' || cause.kind === 'refused' ? 60_000 : 300_000;
    const pauseMs = Math.max(
      Math.min(deps.watchEveryMs * 2 ** Math.min(failures, 20), longest),
      cause.retryAfterMs ?? 0,
    );
    state.meta = {
      ...state.meta,
      ...{ failures, failure: failureFrom(cause, now), pausedUntil: now + pauseMs },
      ...{ checking: undefined, checkedAt: now },
    };
    await store.write(workspace, brand, { ...state, posts: [], keepWhole: () => false });
    for (const card of state.due) await cannotSee(deps, card, cause);
    for (const { wake } of state.requests) if (wake) await deps.jobs.wake(wake);
  }

  return { go };
}

const sameAgain = { kind: 'shape', endpoint: 'GET /post', retry: false, taken: 'no' } as const;

/** Whether a read that began then or later showed it, with all its content. */
const isFresh = (entry: IndexedPost | Unlisted | undefined, asOf: number): boolean =>
  entry !== undefined &&
  ('post' in entry ? entry.readAt >= asOf && !entry.post.partial : entry.unlistedAt >= asOf);

function wantedPost(
  id: string,
  asOf: number,
  entry: IndexedPost | Unlisted | undefined,
  nearby: boolean,
): WantedPost {
  const row = entry && 'post' in entry ? entry.row : undefined;
  return { id, asOf: neededAsOf(entry, asOf), row, nearby };
}

/** Of a finished post only a few bytes were kept, so it's read once more. */
const neededAsOf = (entry: IndexedPost | Unlisted | undefined, asOf: number): number =>
  entry && 'post' in entry && entry.post.partial ? Math.max(asOf, entry.readAt + 1) : asOf;

const latest = (times: readonly number[]): number | undefined =>
  times.length > 0 ? Math.max(...times) : undefined;

const rests = (card: Card): boolean => waitsForPeople(card) || card.state === 'scheduled' || isFollowed(card);

function priorityOf(requests: readonly ReadRequest[], cards: readonly Card[]): Priority {
  const isWaitedFor =
    requests.some(({ priority }) => priority !== 'background') || cards.some((card) => !rests(card));
  return isWaitedFor ? 'check' : 'background';
}
