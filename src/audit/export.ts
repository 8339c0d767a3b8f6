/** Exports the audit entries of an administrator's search, and sends the file to them directly. */

import { done, handlerOf, type Outcome } from '#src/platform/queue/job.ts';
import type { AuditLine } from '#src/posts/card/audit.ts';
import { type SendDeps, sendFileOnce } from '#src/posts/send-file.ts';
import { auditOnItsWay, auditPerhaps, auditSent, auditUnsent } from '#views/audit/audit.ts';
import { actionText } from '#views/audit/words.ts';
import type { Audit } from './audit-store.ts';
import { writeAudit } from './export-file.ts';
import { type ExportAudit, exportAuditJob } from './jobs.ts';
import { isBefore, matches } from './search.ts';

interface Deps extends SendDeps {
  audit: Audit;
}

export const exportAuditHandler = handlerOf(exportAuditJob, runExport, async (deps: Deps, { by }) => {
  await deps.personNotifier.direct(by, { text: auditUnsent });
});

/** The operation's name, the same for every attempt of one click. */
const operationOf = ({ by, at }: ExportAudit): string => `share.audit-${by}-${Date.parse(at)}`;

async function runExport(deps: Deps, payload: ExportAudit): Promise<Outcome> {
  const { workspace, by, search, format } = payload;
  const texts = { onItsWay: auditOnItsWay, perhaps: auditPerhaps, unsent: auditUnsent };
  await sendFileOnce(deps, { workspace, by, operation: operationOf(payload), texts }, async () => {
    const { head, first } = await deps.audit.state(workspace);
    const lines: AuditLine[] = [];
    for await (const line of deps.audit.newest(workspace)) {
      if (isBefore(search, line.entry)) break;
      // entries that were added after the head was read aren't in this file
      const { number, entry } = line;
      if (number <= head.number && matches(search, entry, actionText(entry))) lines.push(line);
    }
    lines.reverse();
    return {
      file: writeAudit(lines, format),
      says: auditSent(lines.length, head.number - first + 1, head.hash),
    };
  });
  return done;
}
