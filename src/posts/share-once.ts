/** Shares files at most once: the ledger knows before and after. */

import type { JobDeps } from '#src/job-deps.ts';
import type { OutgoingFile, Uploader } from '#src/platform/slack/shared-files.ts';
import { type AuditEntry, entryOfEffect } from '#src/posts/card/audit.ts';

interface Message {
  channel: string;
  ts: string;
}

/** What the sharing of the files that belong to a message is called in the ledger. */
export const shareEffectOf = ({ channel, ts }: Message): string => `share.${channel}-${ts}`;

const openingOf = (operation: string): string => `${operation}-message`;

/** The message that was opened for the sharing of this name; `undefined`: none that was noted. */
export async function openedFor(
  { ledger }: Pick<JobDeps, 'ledger'>,
  workspace: string,
  operation: string,
): Promise<Message | undefined> {
  return (await ledger.read(workspace, openingOf(operation)))?.answer?.message;
}

/**
 * Opens the direct message that files are shared below, once however often that is tried: a later try gets the same. What it
 * says has to hold also while there are no files.
 */
export async function openOnce(
  deps: Pick<JobDeps, 'ledger' | 'now'>,
  workspace: string,
  operation: string,
  open: () => Promise<Message>,
): Promise<Message> {
  const opened = await openedFor(deps, workspace, operation);
  if (opened) return opened;
  const { channel, ts } = await open();
  const at = new Date(deps.now()).toISOString();
  await deps.ledger.said(workspace, openingOf(operation), at, { channel, ts });
  return { channel, ts };
}

/**
 * `no place`: nobody can see them there; `unknown`: Slack did not say, now or the last time. Once they may have been
 * shared, whatever is thrown leaves the effect known, so that the next try shares nothing.
 */
export async function shareOnce(
  deps: Pick<JobDeps, 'ledger' | 'uploader' | 'now'>,
  workspace: string,
  files: OutgoingFile[],
  where: Parameters<Uploader['share']>[1],
  operation: string,
  about: Partial<AuditEntry> = {},
): Promise<'shared' | 'no place' | 'unknown'> {
  const entry = (what: 'sending' | 'answered' | 'not taken') =>
    entryOfEffect(new Date(deps.now()).toISOString(), what, operation, { ...about, channel: where.channel });
  const handed = await deps.uploader.hand(files);
  const sentAt = new Date(deps.now()).toISOString();
  const noted = await deps.ledger.begin(workspace, operation, { sentAt, audited: entry('sending') });
  if (!noted) return 'unknown';
  const notTaken = () => deps.ledger.forget(workspace, operation, entry('not taken'));
  const shared = await deps.uploader.share(handed, where).catch(async (cause: unknown) => {
    await notTaken();
    throw cause;
  });
  if (shared === 'shared') await deps.ledger.answered(workspace, operation, noted, {}, entry('answered'));
  if (shared === 'no place') await notTaken();
  return shared;
}
