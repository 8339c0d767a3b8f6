/** Exports the audit entries of an administrator's search, and sends the file to them directly. */

import type { JobDeps } from '#src/job-deps.ts';
import { type ExportAudit, exportAuditJob } from '#src/jobs.ts';
import { done, type Handler, handle, type Outcome } from '#src/platform/queue/job.ts';
import { Refusal } from '#src/platform/refusal.ts';
import type { AuditLine } from '#src/posts/card/audit.ts';
import { openOnce, shareOnce } from '#src/posts/share-once.ts';
import { auditOnItsWay, auditPerhaps, auditSent, auditUnsent } from '#views/audit/export.ts';
import { deedText } from '#views/audit/words.ts';
import { matches } from './search.ts';

type Deps = Pick<JobDeps, 'audit' | 'ledger' | 'reports' | 'personNotifier' | 'uploader' | 'log' | 'now'>;

export function exportAuditHandler(deps: Deps): Handler {
  return handle(exportAuditJob, {
    run: (payload) => runExport(deps, payload),
    async onExhausted({ by }) {
      await deps.personNotifier.direct(by, { text: auditUnsent });
    },
  });
}

/** The same for every attempt of one click. */
const operationOf = ({ by, at }: ExportAudit): string => `share.audit-${by}-${Date.parse(at)}`;

async function runExport(deps: Deps, asked: ExportAudit): Promise<Outcome> {
  const { workspace, by, search, format } = asked;
  const before = await deps.ledger.read(workspace, operationOf(asked));
  if (before) {
    if (!before.answer) await deps.personNotifier.direct(by, { text: auditPerhaps });
    return done;
  }
  const { head } = await deps.audit.state(workspace);
  const lines: AuditLine[] = [];
  for await (const line of deps.audit.newest(workspace)) {
    if (search.since !== undefined && line.entry.at < search.since) break;
    // entries that were added since the head was read aren't in this file
    const { number, entry } = line;
    if (number <= head.number && matches(search, entry, deedText(entry))) lines.push(line);
  }
  lines.reverse();
  const files = [await deps.reports.audit(lines, format)];
  const operation = operationOf(asked);
  const open = () => deps.personNotifier.direct(by, { text: auditOnItsWay });
  const { channel } = await openOnce(deps, workspace, operation, open);
  const where = { channel, says: auditSent(lines.length, head.number, head.hash) };
  try {
    const shared = await shareOnce(deps, workspace, files, where, operation);
    if (shared === 'unknown') await deps.personNotifier.direct(by, { text: auditPerhaps });
    if (shared === 'no place') await deps.personNotifier.direct(by, { text: auditUnsent });
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    deps.log.warn({ err: cause, by }, 'an audit export could not be shared');
    await deps.personNotifier.direct(by, { text: `${cause.message} ${cause.hint}` });
  }
  return done;
}
