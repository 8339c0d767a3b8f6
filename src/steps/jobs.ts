/** The job of a step of Workflow Builder, as data. */
import { z } from 'zod';
import { queues, workspaceJob } from '#src/platform/queue/job.ts';

/** Carries out an execution of a step of Workflow Builder. The person who ran the workflow waits. */
export const stepJob = workspaceJob('workflow-step', queues.actions, { execution: z.string() });
