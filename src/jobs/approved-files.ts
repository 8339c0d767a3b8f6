/** The last look at the files of a post before it is published or scheduled under a rule. */
import type { Card, Pending } from '#src/cards/card.ts';
import { awaitsFileCheck, goesOutAsRead, linkedFiles } from '#src/cards/file-checks.ts';
import type { FileFound } from '#src/cards/file-found.ts';
import type { Panel } from '#src/cards/rules.ts';
import { checkFilesJob, readFiles } from './check-files.ts';
import type { JobDeps } from './deps.ts';
import { again, done, type Outcome } from './job.ts';
import { problemAt } from './reasons.ts';

/** Why files keep a post from going out; `files`: their numbers, from 1. */
export interface WrongFiles {
  why: 'files_replaced' | 'files_unreadable' | 'files_linked';
  files: number[];
}

/** So long a file that was read is tried again that can't be read. */
const waitsAtMostMs = 30_000;
const lookAgainMs = 500;

/** In how many milliseconds to look again whether the files were read, which takes seconds and always ends; 0: they were. */
export async function waitsForFilesMs(deps: JobDeps, card: Card, panel: Panel | undefined): Promise<number> {
  if (!panel || !awaitsFileCheck(card)) return 0;
  await deps.jobs.enqueue(checkFilesJob, { workspace: card.workspace, card: card.id });
  return lookAgainMs;
}

/**
 * Whether the files still are those that were approved. What couldn't be read when it was approved is not compared: the card warns of
 * it. Costs no request of the quota, so it comes before the last look at the listing; `seen`: the card after that look, for the files
 * that only now go out from the address that was read. `undefined`: nothing is wrong; a number: look again after so many milliseconds.
 */
export async function wrongFiles(
  deps: JobDeps,
  card: Card,
  panel: Panel | undefined,
  seen?: Card,
): Promise<WrongFiles | number | undefined> {
  if (!panel) return undefined;
  if (panel.rule.attachedOnly) {
    const files = linkedFiles(card, (address) => deps.postFiles.isAttached(card.workspace, address));
    if (files.length > 0) return { why: 'files_linked', files };
  }
  const before = card.fileChecks?.found ?? [];
  const compared = (i: number): boolean =>
    before[i]?.kind === 'read' && goesOutAsRead(seen ?? card, i) && !(seen && goesOutAsRead(card, i));
  if (!before.some((_, i) => compared(i))) return undefined;
  const now = await readFiles(deps, seen ?? card, compared);
  const replaced = numbersOf(now, (file, i) => file.kind === 'read' && !isEqual(file, before[i]));
  if (replaced.length > 0) return { why: 'files_replaced', files: replaced };
  const unread = numbersOf(now, ({ kind }) => kind === 'unread');
  if (unread.length === 0) return undefined;
  const isOver = deps.now() - Date.parse(card.updatedAt) >= waitsAtMostMs;
  return isOver ? { why: 'files_unreadable', files: unread } : unreadPauseMs;
}

const unreadPauseMs = 2_000;

const isEqual = (one: FileFound, other: FileFound | undefined): boolean =>
  one.kind === 'read' && other?.kind === 'read' && one.sha256 === other.sha256;

const numbersOf = (found: FileFound[], is: (file: FileFound, i: number) => boolean): number[] =>
  found.flatMap((file, i) => (is(file, i) ? [i + 1] : []));

/** The approvals were for other files; a rule that takes attached files only says nothing about what people approved. */
export async function voidApprovals(deps: JobDeps, card: Card, { why, files }: WrongFiles): Promise<Card> {
  const { workspace, id, moves: of, fileChecks } = card;
  if (why === 'files_linked' || !fileChecks) return card;
  const moved = await deps.desk.move(workspace, id, {
    type: 'void files',
    since: fileChecks.since,
    files,
    of,
  });
  return moved && 'card' in moved ? moved.card : card;
}

/** Files that are not those that were approved void the approvals, and the time waits for new ones. */
export async function withholdFiles(
  deps: JobDeps,
  card: Card,
  pending: Pending,
  wrong: WrongFiles | number,
): Promise<Outcome> {
  if (typeof wrong === 'number') return again(wrong);
  const { why, files } = wrong;
  await voidApprovals(deps, card, wrong);
  const problem = problemAt('update', { code: 'schedule_withheld', why, files }, deps.now());
  await deps.desk.move(card.workspace, card.id, { type: 'hold', problem, pending });
  return done;
}
