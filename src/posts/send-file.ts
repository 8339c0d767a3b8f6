/** Sends a file that was requested to one person as a direct message, at most once. */

import type { Logger } from 'pino';
import { Refusal } from '#src/platform/refusal.ts';
import type { PersonNotifier } from '#src/platform/slack/person-notifier.ts';
import type { OutgoingFile } from '#src/platform/slack/uploader.ts';
import type { AuditEntry } from '#src/posts/card/audit.ts';
import { openOnce, type SharingDeps, shareOnce } from '#src/posts/share-once.ts';

export interface SendDeps extends SharingDeps {
  personNotifier: PersonNotifier;
  log: Logger;
}

/** `operation`: the same for every attempt; `texts`: what the person reads in the meantime, or instead. */
interface Sending {
  workspace: string;
  by: string;
  operation: string;
  about?: Partial<AuditEntry>;
  texts: { onItsWay: string; perhaps: string; unsent: string };
}

/** `make` isn't called again once the file may have been shared. */
export async function sendFileOnce(
  deps: SendDeps,
  { workspace, by, operation, about, texts }: Sending,
  make: () => Promise<{ file: OutgoingFile; says: string }>,
): Promise<void> {
  const say = (text: string) => deps.personNotifier.direct(by, { text });
  const before = await deps.ledger.read(workspace, operation);
  if (before) {
    if (!before.answer) await say(texts.perhaps);
    return;
  }
  const { file, says } = await make();
  const { channel } = await openOnce(deps, workspace, operation, () => say(texts.onItsWay));
  try {
    const shared = await shareOnce(deps, workspace, [file], { channel, says }, operation, about);
    if (shared === 'unknown') await say(texts.perhaps);
    if (shared === 'channel_gone') await say(texts.unsent);
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    deps.log.warn({ err: cause, by, operation }, "couldn't share a requested file");
    await say(`${cause.message} ${cause.hint}`);
  }
}
