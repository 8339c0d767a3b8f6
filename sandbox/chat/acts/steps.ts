import type { Core } from '../core.ts';
import type { Fields } from '../json.ts';
import type { Acts, StepForm } from '../protocol.ts';
import { executedEvent } from '../workflow-runs.ts';
import { CannotAct } from './cannot-act.ts';
import { tellApp } from './events.ts';

/** Runs a workflow that consists of one step of the app. */
export async function runStep(core: Core, person: string, act: Acts['runStep']): Promise<{ run: string }> {
  const form = core.installed.steps.find(({ callbackId }) => callbackId === act.step);
  if (!form) throw new CannotAct(`The app has no step ${act.step}.`);
  const inputs = filled(form, act.inputs);
  const run = core.workflows.start(form, person, inputs);
  core.world.changed();
  await tellApp(core, executedEvent(form, run, core.world.nextTs()));
  return { run: run.id };
}

/** Slack starts no workflow without what its steps need, and leaves out what is empty. */
function filled(form: StepForm, given: Record<string, string>): Fields {
  const missing = form.inputs.filter(({ name, required }) => required && !given[name]);
  if (missing.length > 0) throw new CannotAct(`Fill in: ${missing.map(({ title }) => title).join(', ')}`);
  return Object.fromEntries(
    form.inputs.flatMap(({ name, type }) => {
      const value = given[name];
      if (!value) return [];
      return [[name, type === 'integer' || type.endsWith('timestamp') ? Number(value) : value]];
    }),
  );
}
