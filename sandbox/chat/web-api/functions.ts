import type { Core } from '../core.ts';
import { fieldsOf } from '../json.ts';
import type { StepRun } from '../protocol.ts';
import type { WorkflowRuns } from '../workflow-runs.ts';
import { ApiError, invalidArguments, type Methods } from './method.ts';

export const functionMethods: Methods = {
  'functions.completeSuccess': {
    workflowToken: true,
    run({ workflows }, args) {
      const id = args.required('function_execution_id');
      const outputs = fieldsOf(args.all.outputs);
      const wrong = workflows.wrongOutputs(id, outputs);
      if (wrong.length > 0) throw invalidArguments('parameter_validation_failed', wrong);
      end(workflows, id, { outputs });
      return {};
    },
  },
  'functions.completeError': {
    workflowToken: true,
    run(core, args) {
      const error = args.required('error');
      notifyUser(core, end(core.workflows, args.required('function_execution_id'), { error }));
      return {};
    },
  },
};

function end(workflows: WorkflowRuns, id: string, how: Parameters<WorkflowRuns['end']>[1]): StepRun {
  const run = workflows.end(id, how);
  if (typeof run === 'string') throw new ApiError(run);
  return run;
}

const stopped = 'Your workflow stopped at';

/** Shows the latest error to the user who ran the workflow, as Slackbot would. *Run a workflow* lists all runs. */
function notifyUser({ world, installed }: Core, { user, step, error }: StepRun): void {
  const title = installed.steps.find(({ callbackId }) => callbackId === step)?.title ?? step;
  for (const { id, text } of world.notices(user)) if (text.startsWith(stopped)) world.dismiss(user, id);
  world.notify(user, `${stopped} “${title}”. ${error}`);
}
