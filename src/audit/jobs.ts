/** The job that exports the audit trail, as data. */
import { z } from 'zod';
import { type PayloadOf, queues, workspaceJob } from '#src/platform/queue/job.ts';
import { auditSearchSchema } from './search.ts';

export const exportAuditJob = workspaceJob(
  'export-audit',
  queues.actions,
  {
    /** The administrator who requested the file and gets it. */
    by: z.string(),
    at: z.iso.datetime(),
    search: auditSearchSchema,
    format: z.enum(['csv', 'json']),
  },
  // the time gives each click a file of its own
  { key: ['by', 'at'], isOnlyAnswer: true },
);
export type ExportAudit = PayloadOf<typeof exportAuditJob>;
