/** The files of reports. Their code is loaded with the first one: most processes never make any. */
import type { Reports } from '#src/ports.ts';

export function createReports(): Reports {
  return {
    async make(sent, options) {
      const { makeReport } = await import('./report.ts');
      return makeReport(sent, options);
    },
    async audit(lines, format) {
      const { writeAudit } = await import('#src/audit/export-file.ts');
      return writeAudit(lines, format);
    },
  };
}
