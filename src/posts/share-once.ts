/** Shares files at most once: the ledger notes it before and after. */

import { isoNow } from '#src/platform/iso-now.ts';
import { Refusal } from '#src/platform/refusal.ts';
import type { OutgoingFile, Uploader } from '#src/platform/slack/uploader.ts';
import type { AuditEntry } from '#src/posts/card/audit.ts';
import { entryOfOperation } from '#src/posts/card/audit-entry.ts';
import { sharedNowhere } from '#views/posts/service-reason.ts';
import type { Ledger } from './operations/ledger.ts';

export interface SharingDeps {
  ledger: Ledger;
  uploader: Uploader;
  now(): number;
}

interface Message {
  channel: string;
  ts: string;
}

/** The refusal for someone who can get the files neither there nor in a direct message. */
export const noChannel = (): Refusal => new Refusal(sharedNowhere, '');

/** The ledger's name for sharing the files of a message. */
export const shareOperationOf = ({ channel, ts }: Message): string => `share.${channel}-${ts}`;

const openingOf = (operation: string): string => `${operation}-message`;

/** The message that was posted for sharing under this name; `undefined` if none was noted. */
export async function openedFor(
  { ledger }: Pick<SharingDeps, 'ledger'>,
  workspace: string,
  operation: string,
): Promise<Message | undefined> {
  return (await ledger.read(workspace, openingOf(operation)))?.answer?.message;
}

/**
 * Posts the direct message whose thread gets the files, once however often this is called: a later call
 * returns the same message. What it says has to be true without the files, too.
 */
export async function openOnce(
  deps: Pick<SharingDeps, 'ledger' | 'now'>,
  workspace: string,
  operation: string,
  open: () => Promise<Message>,
): Promise<Message> {
  const opened = await openedFor(deps, workspace, operation);
  if (opened) return opened;
  const { channel, ts } = await open();
  const at = isoNow(deps);
  await deps.ledger.said(workspace, openingOf(operation), at, { channel, ts });
  return { channel, ts };
}

/**
 * `channel_gone`: nobody can see them there; `unknown`: Slack didn't say, now or the last time. Once they may
 * have been shared, an error leaves the operation noted, so that the next attempt shares nothing.
 */
export async function shareOnce(
  deps: SharingDeps,
  workspace: string,
  files: OutgoingFile[],
  where: Parameters<Uploader['share']>[1],
  operation: string,
  about: Partial<AuditEntry> = {},
): Promise<'shared' | 'channel_gone' | 'unknown'> {
  const entry = (what: 'sending' | 'answered' | 'not taken') =>
    entryOfOperation(isoNow(deps), what, operation, { ...about, channel: where.channel });
  const handed = await deps.uploader.hand(files);
  const sentAt = isoNow(deps);
  const noted = await deps.ledger.begin(workspace, operation, { sentAt, audited: entry('sending') });
  if (!noted) return 'unknown';
  const notTaken = () => deps.ledger.forget(workspace, operation, entry('not taken'));
  const shared = await deps.uploader.share(handed, where).catch(async (cause: unknown) => {
    await notTaken();
    throw cause;
  });
  if (shared === 'shared') await deps.ledger.answered(workspace, operation, noted, {}, entry('answered'));
  if (shared === 'channel_gone') await notTaken();
  return shared;
}
