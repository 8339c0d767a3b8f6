/**
 * The posts of a brand for a list: what is known right away, and how old that is. When more was read, the
 * list is updated: in place after a click, and as a second message after a command, since Slack can't replace
 * the private answer to a command.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps, ListInvocation } from '#commands/kit/command.ts';
import type { Post } from '#src/platform/publishing-api/post.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { Unread } from '#src/platform/publishing-api/service.ts';
import { type Wake, wakeOf } from '#src/platform/queue/job.ts';
import { Refusal } from '#src/platform/refusal.ts';
import { isResting } from '#src/posts/card/state.ts';
import { completeListJob } from '#src/posts/jobs.ts';
import { type ListedAs, type PageRequest, readingList } from '#views/kit/paged.ts';
import { hintFor, type ServiceSaid, serviceReason } from '#views/posts/service-reason.ts';

/** Data that is younger than this is shown without a new read. */
const freshForMs = 60_000;

/**
 * How long to wait for a read. A short listing is nearly always read in this time. A listing that's known to
 * be long is shown as far as it's known.
 */
const readsWithinMs = ({ rows }: { rows: number }): number => (rows > 200 ? 300 : 3_000);

export interface ListedPosts {
  /** Without discarded versions. */
  posts: Post[];
  listed: ListedAs;
  unread: Unread | undefined;
  /**
   * Has the list updated after the rest was read. Call it after the list was answered, so that the older
   * version never comes last.
   */
  completesLater(): Promise<void>;
}

/**
 * Answers right away, or a moment later if the read will probably be finished then. `undefined`: nothing is
 * known about the brand, and the person was told that it's being read. Throws the `Refusal` that says why it
 * can't be. To complete the list (`turned.completes`), it throws `ReadPending` if there is no read, and
 * requests it again, because the index may have been deleted.
 */
export async function listedPosts(
  invocation: ListInvocation,
  deps: Deps,
  brand: Named,
  { list, turned }: { list: string; turned: PageRequest | undefined },
): Promise<ListedPosts | undefined> {
  const brandRef = { workspace: invocation.workspace, brand: brand.id };
  const now = deps.now();
  const listPage = { list, of: brand.id, page: turned?.page ?? 0 };
  const completes = turned?.completes;
  const completing = completes === undefined ? undefined : wakeFor(invocation, listPage, completes);
  if (completing && completes !== undefined) await mustBeRead(deps, brandRef, completes, completing);
  let known = await deps.index.known(brandRef);
  let isReading =
    completes === undefined && (turned?.fresh === true || !(await isFresh(invocation, deps, brand, known)));
  if (isReading) {
    await deps.index.refresh(brandRef, now);
    if (!known.failure && (await changes(deps, brandRef, now, known)))
      known = await deps.index.known(brandRef);
    isReading = !isReadSince(known, now);
  }
  const { posts, readAt, complete, unread, failure } = known;
  if (readAt === undefined && failure) throw new Refusal(serviceReason(failure), hintFor(failure));
  const wake = wakeFor(invocation, listPage, now);
  const completesLater = async (): Promise<void> => {
    if (isReading && wake) await deps.jobs.wake(wake);
  };
  const follows = invocation.answerTo?.isAnswer === true;
  if (readAt === undefined) {
    await invocation.answer(readingList(list, brand, follows));
    await completesLater();
    return undefined;
  }
  const trouble = failure && serviceReason(failure);
  const options = { isReading, follows, completes: completes !== undefined };
  const shown = await deps.desk.withoutDiscarded(brandRef.workspace, brandRef.brand, posts);
  return { posts: shown, listed: { readAt, complete, trouble, ...options }, unread, completesLater };
}

type BrandRef = Parameters<Deps['index']['status']>[0];
type Known = Awaited<ReturnType<Deps['index']['status']>>;

const isReadSince = ({ complete, readAt }: Known, at: number): boolean =>
  complete && readAt !== undefined && readAt >= at;

/** Waits a moment for a pass that began at `since` or later, or for its failure. False if neither arrived. */
async function changes(deps: Deps, brandRef: BrandRef, since: number, known: Known): Promise<boolean> {
  let status = known;
  for (let waitMs = 50; deps.now() - since < readsWithinMs(status); waitMs *= 1.5) {
    await sleep(waitMs);
    status = await deps.index.status(brandRef);
    if (isReadSince(status, since) || status.failure) return true;
  }
  return status.rows !== known.rows;
}

/**
 * Throws `ReadPending` while there's neither the read nor its failure, which the list shows. The reader
 * queues `wake` for either.
 */
async function mustBeRead(deps: Deps, brandRef: BrandRef, asOf: number, wake: Wake): Promise<void> {
  try {
    await deps.index.all(brandRef, asOf, wake);
  } catch (cause) {
    const { postponed, kind } = cause as Partial<ServiceSaid> & { postponed?: boolean };
    if (postponed || !kind) throw cause;
  }
}

/** Whether the data is recent and includes posts that were created or changed here. */
async function isFresh(
  { workspace }: ListInvocation,
  deps: Deps,
  { id }: Named,
  { complete, readAt }: { complete: boolean; readAt: number | undefined },
): Promise<boolean> {
  if (!complete || readAt === undefined || deps.now() - readAt >= freshForMs) return false;
  return !(await deps.desk.hasChanged(workspace, id, readAt));
}

/**
 * The index has only the beginning of finished posts. Those whose cards show something else are read in full
 * before they're compared.
 */
export async function inFull(
  invocation: ListInvocation,
  deps: Deps,
  brand: Named,
  rows: readonly Post[],
  options: Omit<ListRequest, 'of'>,
): Promise<Post[]> {
  const { workspace } = invocation;
  const partial = rows.filter((post) => post.partial);
  const cards = partial.length > 0 ? await deps.desk.known(workspace, partial) : [];
  const open = new Set(cards.filter(isResting).map(({ postId }) => postId));
  const wake = wakeFor(invocation, { ...options, of: brand.id }, deps.now());
  return Promise.all(
    rows.map(async (post) => {
      if (!open.has(post.id)) return post;
      const postRef = { workspace, brand, postId: post.id };
      const shown = await deps.index.post(postRef, options.readAt, wake).catch(notRead);
      return shown?.post ?? post;
    }),
  );
}

/** Shows the row as it's known, since the list says why its brand can't be read. Other errors are thrown. */
function notRead(cause: unknown): undefined {
  const { postponed, kind } = cause as Partial<ServiceSaid> & { postponed?: boolean };
  if (!postponed && !kind) throw cause;
}

/** `undefined` if it hasn't been read yet. Throws the `Refusal` that says why it can't be. */
export async function shownOrLater<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (cause) {
    const { postponed, kind } = cause as Partial<ServiceSaid> & { postponed?: boolean };
    if (postponed) return undefined;
    if (!(cause instanceof Error) || !kind) throw cause;
    const said = cause as Error & ServiceSaid;
    throw new Refusal(serviceReason(said), hintFor(said));
  }
}

interface ListRequest {
  list: string;
  of: string;
  page: number;
  /** Reads before this time (epoch ms) don't count. */
  readAt: number;
}

/** The job that updates the list; `undefined` if the list can't be updated. */
export function wakeFor(
  { workspace, channel, by, answerTo }: ListInvocation,
  { list, of, page }: Pick<ListRequest, 'list' | 'of' | 'page'>,
  requestedAt: number,
): Wake | undefined {
  if (!answerTo) return undefined;
  const { address, message, isAnswer } = answerTo;
  const payload = {
    workspace,
    list,
    of,
    page,
    by,
    channel,
    address,
    message,
    isAnswer,
    askedAt: requestedAt,
  };
  return wakeOf(completeListJob, payload);
}
