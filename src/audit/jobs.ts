/** The job that exports the audit trail, as data. */
import { z } from 'zod';
import { type PayloadOf, workspaceJob } from '#src/platform/queue/job.ts';
import { auditSearchSchema } from './search.ts';

export const exportAuditJob = workspaceJob(
  'export-audit',
  'work',
  {
    /** The administrator who asked, and gets the file. */
    by: z.string(),
    at: z.iso.datetime(),
    search: auditSearchSchema,
    format: z.enum(['csv', 'json']),
  },
  // the time makes each click a file of its own
  { key: ['by', 'at'] },
);
export type ExportAudit = PayloadOf<typeof exportAuditJob>;
