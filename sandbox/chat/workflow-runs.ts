/** Runs of the app's Workflow Builder steps: Slack's side of `function_executed` and `functions.complete…`. */
import { app } from './defaults.ts';
import { newId } from './ids.ts';
import type { Fields } from './json.ts';
import type { StepForm, StepRun } from './protocol.ts';

/** "These tokens expire either 15 minutes after being issued, or when a function step is completed" (Slack, token types). */
const tokenForMs = 15 * 60_000;

interface StoredRun extends StepRun {
  token: string;
  startedAt: number;
}

export class WorkflowRuns {
  readonly #runs = new Map<string, StoredRun>();
  readonly #now: () => number;
  readonly #steps: readonly StepForm[];

  constructor(now: () => number, steps: readonly StepForm[]) {
    this.#now = now;
    this.#steps = steps;
  }

  get all(): StepRun[] {
    return [...this.#runs.values()].map(({ token: _, startedAt: __, ...run }) => run);
  }

  get(id: string): StepRun | undefined {
    return this.#runs.get(id);
  }

  /** The `function_executed` event of a run, for a repeated delivery. */
  eventOf(id: string): Fields {
    const run = this.#runs.get(id);
    const form = this.#steps.find(({ callbackId }) => callbackId === run?.step);
    if (!run || !form) throw new Error(`There is no run ${id}`);
    return executedEvent(form, run, '1.1');
  }

  start(step: Pick<StepForm, 'callbackId'>, user: string, inputs: Fields): StepRun & { token: string } {
    const run: StoredRun = {
      id: newId('Fx'),
      workflowRun: newId('Wx'),
      step: step.callbackId,
      user,
      inputs,
      state: 'running',
      outputs: {},
      error: '',
      token: `xwfp-${newId('', 24)}`,
      startedAt: this.#now(),
    };
    this.#runs.set(run.id, run);
    return run;
  }

  /** Whether this is the token of a running step. */
  accepts(token: string): boolean {
    return [...this.#runs.values()].some(
      (run) => run.token === token && run.state === 'running' && this.#now() - run.startedAt < tokenForMs,
    );
  }

  /** Problems with the outputs of a run; empty if they're valid. */
  wrongOutputs(id: string, outputs: Fields): string[] {
    const form = this.#steps.find(({ callbackId }) => callbackId === this.#runs.get(id)?.step);
    const known = form?.outputs ?? [];
    return [
      ...Object.entries(outputs)
        .filter(([name, value]) => typeof value !== 'string' || !known.some((one) => one.name === name))
        .map(([name]) => `${name} isn't an output`),
      ...known
        .filter(({ name, required }) => required && !outputs[name])
        .map(({ name }) => `${name} is missing`),
    ];
  }

  /** Ends a run. Returns it, or Slack's error code. */
  end(id: string, how: { outputs: Fields } | { error: string }): StepRun | string {
    const run = this.#runs.get(id);
    if (!run) return 'function_execution_not_found';
    if (run.state !== 'running') return 'execution_not_in_running_state';
    return Object.assign(run, { ...how, state: 'outputs' in how ? 'completed' : 'failed' });
  }
}

/** The `function_executed` event of a run. */
export const executedEvent = (form: StepForm, run: StepRun & { token: string }, ts: string): Fields => ({
  type: 'function_executed',
  function: {
    id: `Fn${form.callbackId.toUpperCase().replaceAll('_', '')}`,
    callback_id: form.callbackId,
    title: form.title,
    description: form.description,
    type: 'app',
    input_parameters: form.inputs.map(parameter),
    output_parameters: form.outputs.map(parameter),
    app_id: app.id,
    date_created: 1_764_000_000,
    date_updated: 1_764_000_000,
    date_deleted: 0,
  },
  inputs: run.inputs,
  function_execution_id: run.id,
  workflow_execution_id: run.workflowRun,
  event_ts: ts,
  bot_access_token: run.token,
});

const parameter = ({ name, type, title, description, required }: StepForm['inputs'][number]): Fields => ({
  type,
  name,
  description,
  title,
  is_required: required,
});
