import { type FormEvent, Fragment, useEffect, useRef, useState } from 'react';
import type { ChatState, StepField, StepForm, StepRun } from '#sandbox/chat/protocol.ts';
import { useChat } from '../connection/chat.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { fullTime } from '../text/dates.ts';
import { ExternalLink } from '../text/mentions.tsx';
import { fromWallClock, wallClock, zoneName } from '../text/zoned-time.ts';

/** A minimal Workflow Builder: runs a workflow of one step, and lists this user's runs. */
export function RunWorkflow({ onClose }: { onClose(): void }) {
  const { state, perform } = useChat();
  const [chosen, setChosen] = useState(state.steps[0]?.callbackId);
  const [refusal, setRefusal] = useState('');
  const [sent, setSent] = useState(0);
  const [isSending, setSending] = useState(false);
  const step = state.steps.find(({ callbackId }) => callbackId === chosen);
  const last = state.runs.at(-1);
  // keep the entered values, so that only the invalid field has to be changed
  const stopped = last?.state === 'failed' && last.step === chosen ? last : undefined;

  const run = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    );
    const moments = step?.inputs.filter(({ type }) => type.endsWith('timestamp')) ?? [];
    for (const { name } of moments)
      if (entered[name]) entered[name] = String(fromWallClock(entered[name], state.me.zone) ?? '');
    setSending(true);
    const answer = await perform('runStep', { step: step?.callbackId ?? '', inputs: entered });
    setSending(false);
    setRefusal(answer.ok ? '' : answer.error);
    // remount the form to empty it
    if (answer.ok) setSent((times) => times + 1);
  };

  return (
    <Dialog title="Run a workflow" className="dialog-modal" onEscape={onClose}>
      <header className="dialog-head">
        <h2>Run a workflow</h2>
        <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <div className="dialog-body workflow">
        <p className="input-hint">
          This demo runs one step of a workflow at a time. Once a step has completed, run the next one: its
          post is already filled in.
        </p>
        <Runs runs={state.runs} steps={state.steps} onLeave={onClose} />
        <label className="workflow-field">
          <span>Step</span>
          <select className="input" value={chosen} onChange={(event) => setChosen(event.target.value)}>
            {state.steps.map(({ callbackId, title }) => (
              <option key={callbackId} value={callbackId}>
                {title}
              </option>
            ))}
          </select>
        </label>
        {step && (
          <form
            key={`${step.callbackId} ${stopped?.id ?? sent}`}
            className="workflow"
            onSubmit={(event) => void run(event)}
          >
            <p>{step.description.replace(/\.?$/, '.')}</p>
            {step.inputs.map((field) => (
              <Field key={field.name} field={field} entered={stopped?.inputs[field.name]} state={state} />
            ))}
            {refusal && (
              <p className="input-error" role="alert">
                {refusal}
              </p>
            )}
            <button type="submit" className="button button-primary" disabled={isSending}>
              Run
            </button>
          </form>
        )}
      </div>
    </Dialog>
  );
}

interface FieldProps {
  field: StepField;
  /** The value entered for a failed run. */
  entered: unknown;
  state: ChatState;
}

/** The field for an input of this type, with a suggested value. */
function Field({ field, entered, state }: FieldProps) {
  const { name, type, title, description, required } = field;
  const common = { name, required, className: 'input', defaultValue: String(entered ?? '') };
  const control = type.endsWith('user_id') ? (
    <select {...common} defaultValue={String(entered ?? state.me.id)}>
      {state.users
        .filter(({ bot }) => !bot)
        .map((user) => (
          <option key={user.id} value={user.id}>
            {user.realName}
          </option>
        ))}
    </select>
  ) : type.endsWith('channel_id') ? (
    <select {...common}>
      {state.channels
        .filter(({ kind, archived }) => kind !== 'direct' && !archived)
        .map((channel) => (
          <option key={channel.id} value={channel.id}>
            #{channel.name}
          </option>
        ))}
    </select>
  ) : type.endsWith('timestamp') ? (
    <span className="moment">
      <input
        {...common}
        className="input input-moment"
        type="datetime-local"
        defaultValue={entered ? wallClock(Number(entered), state.me.zone).slice(0, 16) : ''}
      />
      <span className="moment-zone">{zoneName(state.me.zone)}</span>
    </span>
  ) : type === 'integer' ? (
    <input {...common} type="number" />
  ) : name === 'caption' || name === 'prompt' ? (
    <textarea {...common} rows={3} />
  ) : (
    <input {...common} defaultValue={String(entered ?? suggestedValue(name, state))} />
  );
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is in the variable
    <label className="workflow-field">
      <span>
        {title}
        {!required && <span className="input-optional">(optional)</span>}
      </span>
      {control}
      <small className="input-hint">{description}</small>
    </label>
  );
}

/** Suggests the post of an earlier run, as a later step in a workflow would get. */
const suggestedValue = (name: string, { runs }: ChatState): string =>
  String((name === 'post' && runs.findLast(({ state }) => state === 'completed')?.outputs.post) || '');

const states = { running: 'Running', completed: 'Completed', failed: 'Stopped' } as const;

interface RunsProps {
  runs: StepRun[];
  steps: StepForm[];
  /** Called when the user follows a link inside the page. */
  onLeave(): void;
}

function Runs({ runs, steps, onLeave }: RunsProps) {
  const list = useRef<HTMLElement>(null);
  const known = useRef(runs.length);
  useEffect(() => {
    // the list is above the long form, so move the focus up to the result
    if (runs.length > known.current) list.current?.focus();
    known.current = runs.length;
  }, [runs.length]);
  if (runs.length === 0) return null;
  return (
    <section className="workflow" aria-label="Your runs" ref={list} tabIndex={-1}>
      <h3>Your runs</h3>
      {runs.toReversed().map((run, i) => {
        const form = steps.find(({ callbackId }) => callbackId === run.step);
        const name = postOf(run, runs);
        return (
          <article key={run.id} className="workflow-run" data-state={run.state}>
            <details open={i === 0 || run.state === 'running'}>
              <summary>
                <strong>
                  {form?.title ?? run.step}: {states[run.state]}
                </strong>
                {name && <span className="workflow-post">{name}</span>}
              </summary>
              {run.error && (
                <p>
                  <Linked text={run.error} onLeave={onLeave} />
                </p>
              )}
              <Outputs fields={form?.outputs ?? []} outputs={run.outputs} onLeave={onLeave} />
            </details>
          </article>
        );
      })}
    </section>
  );
}

/** A label for a run's post: its caption or prompt. */
function postOf({ inputs, outputs }: StepRun, runs: readonly StepRun[]): string {
  const earlier = runs.find((one) => inputs.post !== undefined && one.outputs.post === inputs.post);
  return String(
    outputs.caption || inputs.caption || inputs.prompt || earlier?.outputs.caption || inputs.post || '',
  );
}

interface OutputsProps extends Pick<RunsProps, 'onLeave'> {
  fields: StepField[];
  outputs: StepRun['outputs'];
}

function Outputs({ fields, outputs, onLeave }: OutputsProps) {
  const { state } = useChat();
  const shown = fields.filter(({ name }) => outputs[name]);
  if (shown.length === 0) return null;
  return (
    <dl>
      {shown.map(({ name, title, type }) => (
        <div key={name}>
          <dt>{title}</dt>
          <dd>
            <Linked text={outputText(type, String(outputs[name]), state)} onLeave={onLeave} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** As Slack shows a value of this type. */
function outputText(type: string, value: string, { users, me }: ChatState): string {
  if (type.endsWith('user_id')) return users.find(({ id }) => id === value)?.realName ?? value;
  return type.endsWith('timestamp') ? fullTime(Number(value), me.zone) : value;
}

/** Plain text with links for URLs. */
function Linked({ text, onLeave }: { text: string; onLeave(): void }) {
  return text.split(/(https?:\/\/\S+)/).map((part, at) =>
    at % 2 ? (
      <ExternalLink key={at} url={part} onLeave={onLeave}>
        {part}
      </ExternalLink>
    ) : (
      <Fragment key={at}>{part}</Fragment>
    ),
  );
}
