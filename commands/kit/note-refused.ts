/** Notes in the audit trail what somebody was refused. */

import type { AuditEntry } from '#src/posts/card/audit.ts';
import type { Deps } from './command.ts';

/** Nothing came of it, so the person is answered also when it cannot be noted. */
export async function noteRefused(
  deps: Pick<Deps, 'audit' | 'log'>,
  workspace: string,
  entry: Omit<AuditEntry, 'at' | 'what'>,
): Promise<void> {
  try {
    await deps.audit.add(workspace, { ...entry, what: 'refused' });
  } catch (cause) {
    deps.log.warn({ err: cause, by: entry.by }, 'a refusal could not be noted in the audit trail');
  }
}
