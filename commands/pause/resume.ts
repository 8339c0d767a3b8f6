import { setTimeout as sleep } from 'node:timers/promises';
import { brandsOnRecord } from '#commands/catalog/brands-on-record.ts';
import { brandWithId, forBrand } from '#commands/catalog/which-brand.ts';
import { afterwards } from '#commands/kit/afterwards.ts';
import { onButton } from '#commands/kit/button.ts';
import type { Command, Deps, Invocation, ListInvocation } from '#commands/kit/command.ts';
import { onPage } from '#commands/kit/paging.ts';
import { answerWithinMs } from '#commands/posts/answer-click.ts';
import { onCardButton } from '#commands/posts/click.ts';
import { shownOrLater, wakeFor } from '#commands/posts/listed-posts.ts';
import { isShownBy } from '#src/pause/compare-listing.ts';
import { isListedAsBefore, isOnSchedule, type PausedPost } from '#src/pause/pause.ts';
import { isoNow } from '#src/platform/iso-now.ts';
import { byPostTime, sameTime } from '#src/platform/publishing-api/post-time.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { Refusal } from '#src/platform/refusal.ts';
import { isUndecided } from '#src/posts/card/attention.ts';
import type { Card } from '#src/posts/card/card.ts';
import { brandOf, scopeOf } from '#src/posts/card/scope.ts';
import { type PageRequest, pageOf } from '#views/kit/paged.ts';
import {
  activePauses,
  decideLater,
  decisionSaved,
  noList,
  noListNow,
  notPaused,
  pausedAlone,
  type ResumeRow,
  renderResume,
  resumeActions,
  resumed,
  resumeList,
  resumeListPageOf,
  resumeOnPage,
  stillPaused,
} from '#views/pause/resume.ts';
import { onlyWhoCanPause } from './permission.ts';
import { missedSlots, plannedMoves, pushBack } from './push-back.ts';
import { keep, leave, newTime, rendersReport, scheduleAgain, unschedule } from './resume-decisions.ts';

const word = 'resume';
const brandCommand = forBrand(word, (invocation, deps, brand) => resumeIt(invocation, deps, brand), {
  known: brandsOnRecord,
});

export const resume: Command = {
  word,
  aliases: ['thaw'],
  hint: '<brand|all>',
  about: 'Resume publishing, and decide what to do with each unscheduled post',
  group: 'set',
  example: '<brand>',
  changes: true,
  only: 'approver',
  keyless: true,
  acksWhenRecorded: true,

  async run(invocation, deps) {
    const text = invocation.text.trim();
    if (text.toLowerCase() === 'all') return resumeIt(invocation, deps, undefined);
    if (text !== '') return brandCommand.run(invocation, deps);
    // never guesses which brand is meant
    const pauses = await deps.pauses.all(deps.workspace);
    await invocation.answer({ text: activePauses(pauses, `${deps.slash('social')} ${word}`) });
  },

  rerender,

  listen(app, shared) {
    brandCommand.listen(app, shared);
    onPage(app, shared, resumeList, rerender);
    const decides = [
      { action: resumeActions.again, handle: scheduleAgain, adopts: true },
      { action: resumeActions.leave, handle: leave, adopts: false },
      { action: resumeActions.keep, handle: keep, adopts: false },
      { action: resumeActions.off, handle: unschedule, adopts: true },
    ];
    for (const { action, handle, adopts } of decides)
      onCardButton(app, shared, {
        action,
        adopts,
        permission: 'touch',
        after: showAgain,
        handle,
      });
    onButton(app, shared, { action_id: resumeActions.pushBack }, async (interaction, deps) => {
      const { scope = '' } = resumeListPageOf(interaction.block) ?? {};
      const pushing = pushBack(deps, interaction, { scope, team: interaction.team });
      // if the process dies before that, Slack says that the click failed
      await Promise.race([pushing, sleep(answerWithinMs, undefined, { ref: false })]);
      await interaction.ack();
      await showAgain(interaction, deps, interaction.block, await pushing);
    });
    onCardButton(app, shared, {
      action: resumeActions.newTime,
      permission: 'touch',
      opens: true,
      handle: newTime,
    });
  },
};

async function rerender(
  invocation: ListInvocation,
  deps: Deps,
  { page, of, completes }: PageRequest,
): Promise<void> {
  try {
    await show(invocation, deps, { scope: of, page, since: completes });
  } catch (cause) {
    // the list on display says already that its posts are being checked
    if (completes === undefined || !(cause instanceof Refusal)) throw cause;
    throw new Refusal(`${noListNow} ${cause.message}`, decideLater);
  }
}

/** Without a brand, all brands are resumed. */
async function resumeIt(invocation: Invocation, deps: Deps, brand: Named | undefined): Promise<void> {
  const { workspace, channel, by } = invocation;
  await onlyWhoCanPause(deps, invocation, brand, word);
  const scope = scopeOf(brand);
  const pause = await deps.pauses.get(workspace, scope);
  let says = '';
  const at = isoNow(deps);
  const entry = { at, by, what: 'thawed', brand, channel, via: 'command' } as const;
  const ended = pause !== undefined && (await deps.pauses.end(workspace, pause, entry));
  if (ended) {
    deps.audit.soon(workspace);
    says = resumed;
    await afterwards(deps, "couldn't queue updates after a resume; the next sweep will", () =>
      deps.desk.rerender(workspace, brand?.id),
    );
    deps.homes.soon(workspace);
  }
  const all = brand && (await deps.pauses.get(workspace, scopeOf(undefined)));
  const typed = `${deps.slash('social')} ${word}`;
  if (all) says = `${says} ${stillPaused(all, typed)}`;
  else if (!ended) says = notPaused(brand !== undefined);
  const alone = brand ? [] : (await deps.pauses.all(workspace)).filter((one) => one.brand);
  if (alone.length > 0) says = `${says}\n${pausedAlone(alone, typed)}`;
  try {
    await show(invocation, deps, { scope, page: 0, says: says.trim() });
  } catch (cause) {
    // says that publishing was resumed, even if the list fails
    if (!ended || !(cause instanceof Refusal)) throw cause;
    await invocation.answer({ text: `${says.trim()} ${noList(cause.message)}` });
  }
}

interface Showing {
  scope: string;
  page: number;
  since?: number | undefined;
  says?: string;
}

/** A page of the posts that wait for a decision. Posts that were decided about elsewhere are left out. */
async function show(
  invocation: ListInvocation,
  deps: Deps,
  { scope, page, since, says = '' }: Showing,
): Promise<void> {
  const { workspace } = invocation;
  const posts = (await deps.pauses.posts(workspace, scope))
    .filter(needsDecision)
    // posts that will be published unless someone stops them come first
    .sort((a, b) => Number(isOff(a)) - Number(isOff(b)) || byPostTime(a.scheduledFor, b.scheduledFor));
  const shown = pageOf(posts, page, resumeOnPage);
  const { cardsByPost, pending } = await readListed(invocation, deps, shown.rows, {
    scope,
    page: shown.page,
    since,
  });
  const rows: ResumeRow[] = [];
  for (const post of shown.rows) {
    const one = cardsByPost.get(post.id);
    // while its post is being read, the card alone proves nothing
    if (pending.has(post.id)) {
      rows.push({ post, card: one?.card, isPending: true });
      continue;
    }
    // a single listing can lag behind, so a post counts as gone only if the pause didn't find it either
    const isOpen = one ? isBehind(deps, post, one) || !isDecided(one.card, post) : post.state !== 'gone';
    if (isOpen) rows.push({ post: one ? await settled(deps, scope, post, one) : post, card: one?.card });
  }
  const open = new Set(rows.map(({ post }) => post.id));
  const decided = shown.rows.filter(({ id }) => !open.has(id));
  for (const post of decided) await deps.pauses.replace(workspace, scope, post);
  if (decided.length > 0) await rendersReport(deps, workspace, scope);
  if (rows.length === 0 && decided.length < posts.length)
    return show(invocation, deps, { scope, page, since, says });
  const brand = brandOf(scope);
  const brandFound = brand === undefined ? undefined : await brandWithId(deps, brand, brandsOnRecord);
  const total = shown.total - decided.length;
  const allOff = posts.every((post) => isOff(post) || decided.includes(post));
  const listed = new Set(posts.filter((post) => !decided.includes(post)).map(({ id }) => id));
  const inAll = brand === undefined ? 0 : await waitingInAll(deps, brand, listed);
  const waiting = posts.filter(({ id }) => listed.has(id));
  const missed = await missedSlots(deps, waiting);
  const moves = missed > 0 ? await plannedMoves(deps, invocation, scope) : [];
  const typed = `${deps.slash('social')} ${word}`;
  const about = { brand: brandFound, scope, says, allOff, inAll, missed, moves, typed };
  const brands = new Set(rows.map(({ post }) => post.brand.id));
  const zones = new Map(
    await Promise.all([...brands].map(async (id) => [id, await deps.zoneFor(id, invocation.by)] as const)),
  );
  const clockOf = (id: string) => ({ now: deps.now(), zone: zones.get(id) ?? 'UTC' });
  await invocation.answer(renderResume(about, { ...shown, rows, total }, clockOf));
}

/** Published posts need none. If the pause got no answer, or didn't find a post, the listing decides. */
const needsDecision = ({ state }: PausedPost): boolean => state !== 'published';
const isOff = ({ state }: PausedPost): boolean => state === 'unscheduled';

interface ListedCard {
  card: Card;
  /** When the read that shows the post was requested (epoch ms); absent if the service doesn't list it. */
  listedAt?: number;
}

interface Listed {
  /**
   * By post id: their cards, or the ones that they would get. Without posts that have no card and aren't
   * listed.
   */
  cardsByPost: Map<string, ListedCard>;
  /** Posts that are still being read. The list is updated after that. */
  pending: ReadonlySet<string>;
}

/** How long a person waits for the result of a few reads. */
const readsWithinMs = 1_000;

/** Throws the `Refusal` that says why the posts can't be read. */
async function readListed(
  invocation: ListInvocation,
  deps: Deps,
  posts: readonly PausedPost[],
  { scope, page, since: requestedSince }: { scope: string; page: number; since: number | undefined },
): Promise<Listed> {
  const { workspace, by, channel } = invocation;
  const now = deps.now();
  const since = requestedSince ?? now;
  const known = await deps.desk.known(workspace, posts);
  const cardsByPost = new Map<string, ListedCard>(
    known.flatMap((card) => (card.postId ? [[card.postId, { card }] as const] : [])),
  );
  let pending = posts;
  for (let waitMs = 50; ; waitMs *= 1.5) {
    const isLast = deps.now() + waitMs - now > readsWithinMs;
    const wake = isLast ? wakeFor(invocation, { list: resumeList, of: scope, page }, now) : undefined;
    const left: PausedPost[] = [];
    for (const post of pending) {
      const { id, brand, triedAt } = post;
      const asOf = Math.max(since, triedAt === undefined ? 0 : Date.parse(triedAt));
      const shown = await shownOrLater(() => deps.index.post({ workspace, brand, postId: id }, asOf, wake));
      if (!shown) left.push(post);
      if (!shown?.post) continue;
      const { post: listed, readAt: listedAt } = shown;
      const origin = { workspace, author: by, channel };
      const [card] = await deps.desk.cardsOf(origin, brand, [listed], listedAt);
      if (card) cardsByPost.set(id, { card, listedAt });
    }
    pending = left;
    if (pending.length === 0 || isLast) break;
    await sleep(waitMs);
  }
  return { cardsByPost, pending: new Set(pending.map(({ id }) => id)) };
}

/**
 * Whether the post was just unscheduled, and the listing lags behind: its old time there doesn't mean that
 * someone decided.
 */
const isBehind = (deps: Deps, post: PausedPost, { card, listedAt = 0 }: ListedCard): boolean =>
  isListedAsBefore(card, post) && !isShownBy(deps, post, listedAt);

/**
 * If the service lists the post as scheduled long after a request to unschedule it wasn't answered, the
 * request had no effect.
 */
async function settled(
  deps: Deps,
  scope: string,
  post: PausedPost,
  { card, listedAt = 0 }: ListedCard,
): Promise<PausedPost> {
  if (post.state !== 'sending' || !isShownBy(deps, post, listedAt) || !isOnSchedule(card, post)) return post;
  const stuck = { ...post, state: 'stuck' as const };
  return (await deps.pauses.replace(deps.workspace, scope, post, stuck)) ? stuck : post;
}

/**
 * Whether someone decided about the post: it has or gets another time, isn't a draft anymore, or was
 * rejected.
 */
function isDecided(card: Card, post: PausedPost): boolean {
  if (isOff(post) && card.pending?.what === 'schedule') return true;
  if (card.pending || isOnSchedule(card, post)) return false;
  // the pause couldn't unschedule the post, so someone else did
  if (post.state === 'stuck') return true;
  // a card without history isn't stored, and has the time from the last pause
  const isRetimed =
    card.history.length > 0 &&
    card.requestedTime !== undefined &&
    !sameTime(card.requestedTime, post.scheduledFor);
  return isRetimed || !isUndecided(card);
}

const showAgain: NonNullable<Parameters<typeof onCardButton>[2]['after']> = async (
  interaction,
  deps,
  block,
  text,
) => {
  const listPage = resumeListPageOf(block);
  if (text) await interaction.beside({ text });
  if (!listPage) return;
  try {
    await show(interaction, deps, listPage);
  } catch (cause) {
    // says what the click did, or why nothing was done, even if the list fails
    if (!(cause instanceof Refusal)) throw cause;
    await interaction.beside({ text: `${text ? '' : `${decisionSaved} `}${noList(cause.message)}` });
  }
};

/**
 * How many of the brand's posts wait in the list for all brands, after a pause of all of them, without being
 * in the brand's own list. `listed`: the ids of those that are.
 */
async function waitingInAll(deps: Deps, brand: string, listed: ReadonlySet<string>): Promise<number> {
  const pausedPosts = await deps.pauses.posts(deps.workspace, scopeOf(undefined));
  const posts = pausedPosts.filter(
    (post) => post.brand.id === brand && post.state === 'unscheduled' && !listed.has(post.id),
  );
  const known = await deps.desk.known(deps.workspace, posts);
  const decided = new Set(known.filter((card) => !isUndecided(card)).map(({ postId }) => postId));
  return posts.filter(({ id }) => !decided.has(id)).length;
}
