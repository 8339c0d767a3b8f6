/** The job that turns a workflow on or off, as data. */
import { z } from 'zod';
import { type PayloadOf, queues, workspaceJob } from '#src/platform/queue/job.ts';
import { switchRequestSchema } from './workflow-switch.ts';

export const switchWorkflowJob = workspaceJob(
  'switch-workflow',
  queues.actions,
  {
    ...switchRequestSchema.shape,
    /** The channel in which it was requested. */
    channel: z.string(),
    workflow: z.string().min(1),
    /** The response URL of the message whose button was pressed. */
    instead: z.string().optional(),
  },
  // the time gives each click a job of its own; the lock decides which of two is carried out
  { key: ['workflow', 'at'], isOnlyAnswer: true },
);
export type SwitchWorkflow = PayloadOf<typeof switchWorkflowJob>;
