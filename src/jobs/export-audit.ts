/** Makes a file of the audit entries that an administrator searched for, and sends it to them directly. */
import type { AuditLine } from '#src/cards/audit.ts';
import { matches } from '#src/cards/audit-search.ts';
import { auditSent, auditUnsent } from '#views/reasons.ts';
import { type ExportAudit, exportAuditJob } from './asked.ts';
import type { JobDeps } from './deps.ts';
import { done, type Handler, handle, type Outcome } from './job.ts';
import { shareEffectOf, shareOnce } from './share-once.ts';

type Deps = Pick<JobDeps, 'audit' | 'ledger' | 'reports' | 'teller' | 'uploader' | 'now'>;

export function exportAuditHandler(deps: Deps): Handler {
  return handle(exportAuditJob, {
    run: (payload) => runExport(deps, payload),
    async gaveUp({ by }) {
      await deps.teller.direct(by, { text: auditUnsent });
    },
  });
}

async function runExport(deps: Deps, { workspace, by, search, format }: ExportAudit): Promise<Outcome> {
  const { head } = await deps.audit.state(workspace);
  const lines: AuditLine[] = [];
  for await (const line of deps.audit.newest(workspace)) {
    if (search.since !== undefined && line.entry.at < search.since) break;
    // what came since the head was read is not in this file
    if (line.number <= head.number && matches(search, line.entry)) lines.push(line);
  }
  lines.reverse();
  const text = auditSent(lines.length, head.number, head.hash);
  const message = await deps.teller.direct(by, { text });
  const files = [await deps.reports.audit(lines, format)];
  const shared = await shareOnce(
    deps,
    workspace,
    files,
    { channel: message.channel },
    shareEffectOf(message),
  );
  if (shared !== 'shared') await deps.teller.direct(by, { text: auditUnsent });
  return done;
}
