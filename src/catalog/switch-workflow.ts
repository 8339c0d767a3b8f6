/**
 * Turns a workflow on or off, and tells the person who requested it. It sets a value, so it may be sent again
 * until the service answers. After that it's only reported, since sending it again would undo what someone
 * else has set.
 */

import { isoNow } from '#src/platform/iso-now.ts';
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import type { Quota } from '#src/platform/publishing-api/service.ts';
import { again, done, handlerOf, type Outcome, type Retriable } from '#src/platform/queue/job.ts';
import type { Locks } from '#src/platform/redis/locks.ts';
import type { Slack } from '#src/platform/slack/slack.ts';
import type { LedgerEntry } from '#src/posts/operations/ledger.ts';
import type { Core, JobDeps } from '#src/posts/ports.ts';
import { failureOf } from '#src/posts/problem-of.ts';
import { switchEnd, switching } from '#views/catalog/workflow.ts';
import { type SwitchWorkflow, switchWorkflowJob } from './jobs.ts';
import { ownerOf, type SwitchProblem, switchLock, switchLockMs, switchRequestOf } from './workflow-switch.ts';

interface Deps extends JobDeps, Pick<Core, 'ledger'>, Pick<Slack, 'personNotifier'> {
  quota: Quota;
  locks: Locks;
}

export const switchWorkflowHandler = handlerOf(
  switchWorkflowJob,
  runSwitch,
  async (deps: Deps, payload, cause) => {
    const sent = await deps.ledger.read(payload.workspace, operationOf(payload));
    const switched = sent?.answer?.workflow;
    if (switched) return tellSwitched(deps, payload, switched);
    try {
      // first, because the answer has a button, which can be pressed before Slack has confirmed the answer
      await release(deps, payload);
      await deps.audit.add(payload.workspace, entryOf(payload, 'failed'));
      const missing = cause instanceof ServiceError && cause.status === 404;
      await tell(deps, payload, {
        problem: { code: 'switch_failed', failure: failureOf(cause), maySwitch: sent !== undefined },
        missing,
      });
      await deps.ledger.forget(payload.workspace, operationOf(payload));
    } catch (untold) {
      // Trying the job again would send a request that others may have replaced since. A note that is left
      // expires.
      deps.log.warn({ err: untold }, "couldn't record or say that a workflow wasn't switched");
    }
  },
);

/** How soon a request checks again whether an earlier one is done. */
const earlierCheckMs = 500;

async function runSwitch(deps: Deps, payload: SwitchWorkflow): Promise<Outcome> {
  const { workspace, workflow } = payload;
  const known = (await deps.ledger.read(workspace, operationOf(payload)))?.answer?.workflow;
  if (
    !known &&
    !(await deps.locks.acquire(workspace, switchLock(workflow), ownerOf(payload), switchLockMs))
  ) {
    const owner = await deps.locks.owner(workspace, switchLock(workflow));
    const other = switchRequestOf(owner);
    // both waited so long that their locks expired, and the later one is carried out last
    if (owner === undefined || (other && other.at < payload.at)) return again(earlierCheckMs);
    // this waited so long that its lock expired, so whatever someone has requested since wins
    await tell(deps, payload, { problem: { code: 'replaced_by_later_request' } });
    return done;
  }
  await tellSwitched(deps, payload, known ?? (await sendSwitch(deps, payload)));
  return done;
}

type Switched = NonNullable<NonNullable<LedgerEntry['answer']>['workflow']>;

async function tellSwitched(deps: Deps, payload: SwitchWorkflow, { name, on }: Switched): Promise<void> {
  await release(deps, payload);
  await tell(deps, payload, { name, ...(on !== payload.on && { problem: { code: 'state_unchanged' } }) });
}

const entryOf = ({ by, workflow }: SwitchWorkflow, result: string) =>
  ({ by, what: 'switched', via: 'job', result, note: `workflow ${workflow}` }) as const;

/** The request has no card, so its note expires after a day. */
const operationOf = ({ by, at, id }: SwitchWorkflow): string => `switch.${id ?? by}.${at}`;

/** After this long, people read that the service doesn't answer. Before that, it may only be slow. */
const quietForMs = 1_000;

/** Another worker took over, so the job runs again in a moment and finds what that worker did. */
class Overtaken extends Error implements Retriable {
  readonly postponed = true;
  readonly retryAfterMs = 500;
}

/**
 * Sends the request, and notes it with its answer, so that no later run sends it again. The note is made when
 * the quota allows the request: a worker that was overtaken in the meantime finds another note, and sends
 * nothing.
 */
async function sendSwitch(deps: Deps, payload: SwitchWorkflow): Promise<Switched> {
  const { workspace, workflow, on, at, by, channel, instead } = payload;
  const { ledger } = deps;
  const operation = operationOf(payload);
  const known = await ledger.read(workspace, operation);
  if (known?.answer?.workflow) return known.answer.workflow;
  await deps.quota.acquire('operation', { who: operation });
  const sentAt = isoNow(deps);
  const note = await ledger.begin(workspace, operation, { sentAt, known });
  // Another worker is sending it, or has sent it.
  if (!note) throw new Overtaken(`${operation} was noted by another worker`);
  let switched: Switched;
  try {
    const { name, on: is } = await deps.service.switchWorkflow(workflow, on, { acquired: true });
    switched = { name, on: is };
  } catch (cause) {
    if (!known && cause instanceof ServiceError && cause.taken === 'no')
      await ledger.forget(workspace, operation, undefined, note);
    const asksAgain = cause instanceof ServiceError && cause.retry && !cause.postponed;
    if (asksAgain && deps.now() - Date.parse(at) > quietForMs) {
      // only once: Slack accepts five answers at a response URL
      const said = `${switchLock(workflow)}.waits`;
      const told = (await deps.locks.owner(workspace, said)) === ownerOf(payload);
      if (!told && (await deps.locks.acquire(workspace, said, ownerOf(payload), switchLockMs)))
        await deps.personNotifier.tell({ channel, user: by, instead }, switching(workflow, on, by, 'waits'));
    }
    throw cause;
  }
  const audited = { at: isoNow(deps), ...entryOf(payload, switched.on ? 'on' : 'off') };
  await ledger.answered(workspace, operation, note, { workflow: switched }, audited);
  deps.audit.soon(workspace);
  return switched;
}

async function tell(
  deps: Deps,
  { workflow, channel, by, on, instead }: SwitchWorkflow,
  { name, ...ended }: { name?: string | undefined; problem?: SwitchProblem; missing?: boolean },
): Promise<void> {
  const at = isoNow(deps);
  const end = { workflow: { id: workflow, name }, on, by, at, ...ended };
  await deps.personNotifier.tell({ channel, user: by, instead }, switchEnd(end));
}

async function release(deps: Deps, payload: SwitchWorkflow): Promise<void> {
  await deps.locks.release(payload.workspace, switchLock(payload.workflow), ownerOf(payload));
}
