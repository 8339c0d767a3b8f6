/** A workflow: its state, the button that turns it on or off, and the result of that. */
import type { SwitchEnd, SwitchProblem, SwitchRequest } from '#src/catalog/workflow-switch.ts';
import { button, buttonRow, section } from '#views/kit/blocks.ts';
import { clip } from '#views/kit/limits.ts';
import type { RenderedMessage } from '#views/kit/paged.ts';
import { clipped, person, time } from '#views/kit/text.ts';
import { failureText } from '#views/posts/problems.ts';

export const switchActions = { on: 'workflow.on', off: 'workflow.off' } as const;

/** Why the workflow wasn't turned on or off, as plain text. */
function problemText(problem: SwitchProblem): string {
  switch (problem.code) {
    case 'not_recorded':
      return 'Your request wasn’t saved, so nothing changed. Try again in a minute.';
    case 'recording_unknown':
      return maybeSwitched;
    case 'replaced_by_later_request':
      return 'This request was skipped because a later one replaced it. Check the status before you try again.';
    case 'state_unchanged':
      return 'The publishing service accepted the change but still shows the old status.';
    case 'switch_failed':
      return `${failureText(problem.failure)} ${problem.maySwitch ? maybeSwitched : 'Nothing changed.'}`;
  }
}

const maybeSwitched = 'The workflow may have changed anyway. Check before you try again.';

interface Workflow {
  id: string;
  name?: string | undefined;
}

const called = ({ id, name }: Workflow): string => clipped(name ?? id, 300);
const state = (on: boolean): string => (on ? 'on' : 'off');

/** The parts of every message about a workflow: a line, the id, and the button if it can be pressed. */
function rendered(workflow: Workflow, line: string, switchTo?: boolean): RenderedMessage {
  const turn = button(switchTo ? switchActions.on : switchActions.off, switchTo ? 'Turn on' : 'Turn off', {
    value: workflow.id,
  });
  return {
    text: line,
    blocks: [
      section(line),
      {
        type: 'context',
        elements: [{ type: 'plain_text', text: clip(`Workflow ${workflow.id}`, 300), emoji: false }],
      },
      ...buttonRow(switchTo === undefined ? [] : [turn]),
    ],
  };
}

export function workflowState(workflow: Workflow & { on: boolean }): RenderedMessage {
  return rendered(workflow, `*${called(workflow)}* is *${state(workflow.on)}*.`, !workflow.on);
}

/** The request was recorded and its job is queued. `waits`: the service doesn't answer yet. */
export function switching(id: string, on: boolean, by: string, waits?: 'waits'): RenderedMessage {
  const line = `:hourglass_flowing_sand: *Turning this workflow ${state(on)}…* Requested by ${person(by)}.`;
  const more = 'The publishing service hasn’t responded yet. I’ll keep trying for a few minutes.';
  return rendered({ id }, waits ? `${line} ${more}` : line);
}

/**
 * The result. After a failure, the same can be requested again, unless there is no such workflow. After a
 * success, the opposite can.
 */
export function switchEnd({ workflow, on, by, at, problem, missing }: SwitchEnd): RenderedMessage {
  if (!problem)
    return rendered(
      workflow,
      `*${called(workflow)}* is *${state(on)}*. Turned ${state(on)} by ${person(by)}, ${time(at)}.`,
      !on,
    );
  return rendered(
    workflow,
    `:warning: *Couldn’t turn ${called(workflow)} ${state(on)}.* ${clipped(problemText(problem), 600)}`,
    missing ? undefined : on,
  );
}

/** Someone else is doing it already. */
export function beingSwitched({ on, by }: SwitchRequest): { text: string } {
  return { text: `${person(by)} is turning this ${state(on)} right now. Wait a moment, then check again.` };
}
