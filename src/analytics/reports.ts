/** The files of reports. Their code is loaded with the first one: most processes never make any. */
import type { Reports } from '#src/ports.ts';
import type { Log } from './report.ts';

export function createReports(log: Log): Reports {
  return {
    async make(brand, sent) {
      const { makeReport } = await import('./report.ts');
      return makeReport(brand, sent, log);
    },
    async audit(lines, format) {
      const { writeAudit } = await import('#src/audit/export-file.ts');
      return writeAudit(lines, format);
    },
  };
}
