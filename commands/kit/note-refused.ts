import type { AuditEntry } from '#src/posts/card/audit.ts';
import type { Deps } from './command.ts';

/**
 * Notes a refusal in the audit trail. Nothing has happened, so the person gets an answer even if that can't
 * be noted.
 */
export async function noteRefused(
  deps: Pick<Deps, 'audit' | 'log'>,
  workspace: string,
  entry: Omit<AuditEntry, 'at' | 'what'>,
): Promise<void> {
  try {
    await deps.audit.add(workspace, { ...entry, what: 'refused' });
  } catch (cause) {
    deps.log.warn({ err: cause, by: entry.by }, "couldn't record a refusal in the audit trail");
  }
}
