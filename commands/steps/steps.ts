/**
 * Presscheck's steps in Slack's Workflow Builder: a workflow's request is recorded, and a job carries it out.
 */
import type { Command } from '#commands/kit/command.ts';
import { workspaceOf } from '#commands/kit/workspace.ts';
import { stepJob } from '#src/steps/jobs.ts';
import { cardIdOf, creates, stepNames } from '#src/steps/step.ts';
import { stepErrors } from '#views/steps/wrong-inputs.ts';

export const steps: Command = {
  about: 'Create posts, request approval, and wait until a post is published, in Workflow Builder',
  isForWorkflows: true,
  changes: true,
  onlyWhere: ({ steps: store }) => store !== undefined,
  listen(app, shared) {
    for (const step of stepNames)
      app.function(step, async ({ event, inputs, context, fail }) => {
        const { steps: store } = shared;
        if (!store) {
          // otherwise, the workflow would wait forever
          await fail({ error: stepErrors.off });
          return;
        }
        const workspace = workspaceOf(context);
        const execution = event.function_execution_id;
        await store.add(workspace, {
          id: execution,
          step,
          inputs,
          workflowRun: event.workflow_execution_id,
          outputs: event.function.output_parameters.map(({ name }) => name),
          ...(creates(step) && { card: cardIdOf({ id: execution }) }),
          receivedAt: new Date(shared.now()).toISOString(),
        });
        // it's recorded, so if it can't be queued now, the next sweep finds it
        await shared.jobs.enqueue(stepJob, { workspace, execution }).catch((cause: unknown) => {
          shared.log.warn({ err: cause, execution }, 'a workflow step waits for the next sweep');
        });
      });
  },
};
