/** The last check of a post's files before it's published or scheduled under a rule. */

import type { FileChecks, FileFound } from '#src/media/file-found.ts';
import type { Card } from '#src/posts/card/card.ts';
import {
  addressesToRead,
  goesOutAsRead,
  type NotAttached,
  notAttached,
  unacceptedFiles,
} from '#src/posts/card/file-checks.ts';
import type { CurrentApprovers } from '#src/posts/card/rule.ts';
import type { Deps } from './deps.ts';
import { checkFilesJob, readFiles } from './read-files.ts';

/** Why files keep a post from being published; `files`: their numbers, from 1. */
export interface WrongFiles {
  kind: 'wrong';
  why: NotAttached['why'] | 'files_replaced' | 'files_unreadable' | 'files_unchecked' | 'files_unconfirmed';
  files: number[];
}

/** `again`: it can't be said yet, so ask again. */
export type FilesVerdict = { kind: 'ok' } | WrongFiles | { kind: 'again'; inMs: number };

const ok = { kind: 'ok' } as const;

/** How long reading a file that was read before is retried. */
const waitsAtMostMs = 30_000;
const unreadDelayMs = 2_000;

/** A shorter wait would only make the card flicker. */
const saidAfterMs = 3_000;
/** Reading takes seconds, so after this long it isn't going to end. */
const checkedWithinMs = 10 * 60_000;
const checkAgainMs = 500;
const longestDelayMs = 5_000;

/** The post waits for its files to be read, if it has some that could be replaced. */
async function awaitFiles(deps: Deps, card: Card): Promise<FilesVerdict> {
  const { workspace, id, fileChecks, revision: expectedRevision } = card;
  const files = addressesToRead(card).flatMap((address, i) =>
    address === undefined || deps.postFiles.isAttached(workspace, address) ? [] : [i + 1],
  );
  if (files.length === 0) return ok;
  // approved without a rule, or by a release that read no files: the next approval has them read
  if (!fileChecks) return { kind: 'wrong', why: 'files_unchecked', files };
  const { since, waitingSince } = fileChecks;
  const waitedMs = deps.now() - Date.parse(waitingSince ?? card.updatedAt);
  const isWaiting = isCurrent(card, fileChecks, waitingSince);
  if (isWaiting && waitedMs >= checkedWithinMs) return { kind: 'wrong', why: 'files_unchecked', files };
  await deps.jobs.enqueue(checkFilesJob, { workspace, card: id });
  if (!isWaiting && waitedMs >= saidAfterMs)
    await deps.desk.transition(workspace, id, { type: 'await_files', since, expectedRevision }, card);
  const inMs = isWaiting ? Math.min(Math.max(checkAgainMs, waitedMs / 10), longestDelayMs) : checkAgainMs;
  return { kind: 'again', inMs };
}

/** Whether a wait began at `at` (ISO) for what is sent now: it's over if someone has requested another time. */
const isCurrent = ({ pending }: Card, { since }: FileChecks, at: string | undefined): at is string =>
  at !== undefined && at >= (pending?.at ?? since);

/** A file that was read before may be back in a moment. `files`: the numbers of those that can't be read. */
async function retryUnread(
  deps: Deps,
  card: Card,
  fileChecks: FileChecks,
  files: number[],
): Promise<FilesVerdict> {
  const { workspace, id } = card;
  const { since, unreadSince } = fileChecks;
  if (!isCurrent(card, fileChecks, unreadSince))
    await deps.desk.transition(workspace, id, { type: 'note_unread', since }, card);
  else if (deps.now() - Date.parse(unreadSince) >= waitsAtMostMs)
    return { kind: 'wrong', why: 'files_unreadable', files };
  return { kind: 'again', inMs: unreadDelayMs };
}

/**
 * Whether the files still are those that were approved. A file that couldn't be read for the approval can't
 * be compared: it's published only if the approver had seen that on the card. Uses no quota, so it comes
 * before the last check of the listing; `listed`: the card after that check, for files that will be published
 * from the address that was read.
 */
export async function verifyFiles(
  deps: Deps,
  card: Card,
  approvers: CurrentApprovers | undefined,
  listed?: Card,
): Promise<FilesVerdict> {
  if (!approvers || card.content.mediaUrls.length === 0) return ok;
  const refused = approvers.rule.attachedOnly && notAttached(card, deps.postFiles);
  if (refused) return { kind: 'wrong', ...refused };
  const { fileChecks } = card;
  if (!fileChecks?.found) return awaitFiles(deps, card);
  const before = fileChecks.found;
  // before that check, it isn't known whether the service publishes a copy of its own instead
  const unaccepted = listed ? unacceptedFiles(listed) : [];
  if (unaccepted.length > 0) return { kind: 'wrong', why: 'files_unconfirmed', files: unaccepted };
  const compared = (i: number): boolean =>
    before[i]?.kind === 'read' && goesOutAsRead(listed ?? card, i) && !(listed && goesOutAsRead(card, i));
  if (!before.some((_, i) => compared(i))) return ok;
  const now = await readFiles(deps, listed ?? card, compared);
  const replaced = numbersOf(now, (file, i) => file.kind === 'read' && !isEqual(file, before[i]));
  if (replaced.length > 0) return { kind: 'wrong', why: 'files_replaced', files: replaced };
  const unread = numbersOf(now, ({ kind }) => kind === 'unread');
  return unread.length === 0 ? ok : retryUnread(deps, card, fileChecks, unread);
}

const isEqual = (one: FileFound, other: FileFound | undefined): boolean =>
  one.kind === 'read' && other?.kind === 'read' && one.sha256 === other.sha256;

const numbersOf = (found: FileFound[], is: (file: FileFound, i: number) => boolean): number[] =>
  found.flatMap((file, i) => (is(file, i) ? [i + 1] : []));

/** Reasons for which the files may not be the approved ones. */
const voids = new Set<WrongFiles['why']>(['files_replaced', 'files_unreadable', 'files_unchecked']);

/** Clears the approvals if the files may be others than those that were approved. */
export async function voidApprovals(deps: Deps, card: Card, { why, files }: WrongFiles): Promise<Card> {
  const { workspace, id, revision: expectedRevision, fileChecks } = card;
  if (!voids.has(why) || !fileChecks) return card;
  const result = await deps.desk.transition(workspace, id, {
    type: 'void_files',
    since: fileChecks.since,
    files,
    expectedRevision,
  });
  return result && 'card' in result ? result.card : card;
}
