import type { Core } from '../core.ts';
import type { Fields } from '../json.ts';
import type { StepForm, UserActions } from '../protocol.ts';
import { executedEvent } from '../workflow-runs.ts';
import { sendEvent } from './events.ts';
import { NotAllowed } from './not-allowed.ts';

/** Runs a workflow that consists of one step of the app. */
export async function runStep(
  core: Core,
  user: string,
  request: UserActions['runStep'],
): Promise<{ run: string }> {
  const form = core.installed.steps.find(({ callbackId }) => callbackId === request.step);
  if (!form) throw new NotAllowed(`The app has no step ${request.step}.`);
  const inputs = inputsFor(form, request.inputs);
  const run = core.workflows.start(form, user, inputs);
  core.world.changed();
  await sendEvent(core, executedEvent(form, run, core.world.nextTs()));
  return { run: run.id };
}

/** Slack doesn't start a workflow without its required inputs, and omits empty ones. */
function inputsFor(form: StepForm, given: Record<string, string>): Fields {
  const missing = form.inputs.filter(({ name, required }) => required && !given[name]);
  if (missing.length > 0) throw new NotAllowed(`Fill in: ${missing.map(({ title }) => title).join(', ')}`);
  return Object.fromEntries(
    form.inputs.flatMap(({ name, type }) => {
      const value = given[name];
      if (!value) return [];
      return [[name, type === 'integer' || type.endsWith('timestamp') ? Number(value) : value]];
    }),
  );
}
