import { randomUUID } from 'node:crypto';
import type { App } from '@slack/bolt';
import { afterwards, notTold } from '#commands/kit/afterwards.ts';
import { onButton } from '#commands/kit/button.ts';
import type { Command, Deps, Invocation, SharedDeps } from '#commands/kit/command.ts';
import { isUnsaved } from '#commands/kit/form.ts';
import { visitorRefusal } from '#commands/posts/authorize.ts';
import { switchWorkflowJob } from '#src/catalog/jobs.ts';
import { ownerOf, type SwitchRequest, switchLock, switchRequestOf } from '#src/catalog/workflow-switch.ts';
import { isoNow } from '#src/platform/iso-now.ts';
import { Refusal } from '#src/platform/refusal.ts';
import {
  beingSwitched,
  switchActions,
  switchEnd,
  switching,
  workflowState,
} from '#views/catalog/workflow.ts';
import { notOnOrOff, whichWorkflow } from '#views/kit/command-refusals.ts';

const word = 'workflow';

/** How long the command locks the workflow, in case the job never runs. The job acquires the lock itself. */
const untilJobMs = 60_000;

export const workflow: Command = {
  word,
  hint: '<id> [on|off]',
  about: 'See whether a publishing service workflow is on, and turn it on or off',
  group: 'set',
  example: 'spring-newsletter on',
  partly: { may: 'turn a workflow on or off', only: 'member' },
  acksWhenRecorded: true,

  async run(invocation, deps) {
    const [id = '', setting, ...rest] = invocation.text.split(/\s+/);
    const command = `${deps.slash('social')} ${word}`;
    if (id === '') throw new Refusal(...whichWorkflow(command));
    const to = setting?.toLowerCase();
    if (rest.length > 0 || (to !== undefined && to !== 'on' && to !== 'off'))
      throw new Refusal(...notOnOrOff([setting, ...rest].join(' '), command));
    if (to === undefined) await invocation.answer(workflowState(await deps.lookups.workflow(id)));
    else await switchIt(invocation, deps, id, to === 'on', { answerPrivately: invocation.answer });
  },

  listen(app, deps) {
    listenForSwitch(app, deps, switchActions.on, true);
    listenForSwitch(app, deps, switchActions.off, false);
  },
};

function listenForSwitch(app: App, shared: SharedDeps, action_id: string, on: boolean): void {
  onButton(app, shared, { action_id }, async (interaction, deps) => {
    const { value, team, answerTo, answerPrivately } = interaction;
    if (value === '') throw new Error("a workflow's button has no ID");
    await switchIt(interaction, deps, value, on, { team, instead: answerTo.address, answerPrivately });
    // not before this: Slack doesn't repeat a click that was acknowledged
    await interaction.ack();
  });
}

interface Answering {
  /** The person's workspace, if Slack says it. */
  team?: string | undefined;
  /** The response URL of the message with the button. */
  instead?: string;
  /** Answers without replacing the message with the button. */
  answerPrivately: Invocation['answer'];
}

/** Records the first request and removes the button. The next person learns who was first. */
async function switchIt(
  invocation: Invocation,
  deps: Deps,
  id: string,
  on: boolean,
  { team, instead, answerPrivately }: Answering,
): Promise<void> {
  const { workspace, channel, by } = invocation;
  const refusal = await visitorRefusal(deps, workspace, by, team);
  if (refusal) {
    await answerPrivately({ text: refusal });
    return;
  }
  const switchRequest: SwitchRequest = { on, by, at: isoNow(deps), id: randomUUID() };
  const lock = switchLock(id);
  if (!(await deps.locks.acquire(workspace, lock, ownerOf(switchRequest), untilJobMs))) {
    const first = switchRequestOf(await deps.locks.owner(workspace, lock));
    await answerPrivately(beingSwitched(first ?? switchRequest));
    return;
  }
  // before the job is queued, so that this answer never replaces the job's, even if this is lost
  await afterwards(deps, notTold, () => invocation.answer(switching(id, on, by)));
  let queueing = false;
  try {
    const result = on ? 'on' : 'off';
    const via = instead ? 'click' : 'command';
    const entry = { by, what: 'asked to switch', channel, via, result, note: `workflow ${id}` } as const;
    await deps.audit.add(workspace, entry);
    queueing = true;
    await deps.jobs.enqueue(switchWorkflowJob, {
      ...switchRequest,
      workspace,
      channel,
      workflow: id,
      instead,
    });
  } catch (cause) {
    await afterwards(deps, "couldn't release the lock of a workflow; it's released after a minute", () =>
      deps.locks.release(workspace, lock, ownerOf(switchRequest)),
    );
    const code = !queueing || isUnsaved(deps, cause) ? 'not_recorded' : 'recording_unknown';
    deps.log.error({ err: cause, workflow: id, code }, "couldn't record a request to switch a workflow");
    await invocation.answer(switchEnd({ ...switchRequest, workflow: { id }, problem: { code } }));
  }
}
