/**
 * Takes everything of a freeze off the schedule: what is soonest first, within the budget, each noted before and after,
 * so that whoever carries on after a crash asks for none twice.
 */
import { type Freeze, type FrozenPost, isAtWork, scopeOf } from '#src/cards/freeze.ts';
import type { Named } from '#src/cards/request.ts';
import type { ServiceError } from '#src/service/errors.ts';
import { freezeJob, type OfFreeze } from './asked.ts';
import type { JobDeps } from './deps.ts';
import { again, done, type Handler, handle, type Outcome } from './job.ts';
import { isOpen, readSchedule } from './read-schedule.ts';
import { reasonOf } from './reasons.ts';
import { takeOff } from './take-off.ts';

/** One post that the service cannot take off must not stop the others; more of them are a service that is away. */
const failuresAtMost = 3;

/** How often the report in the channel is drawn while it goes on. */
const reportEveryMs = 3_000;

export function freezeHandler(deps: JobDeps): Handler {
  return handle(freezeJob, {
    run: (payload) => runFreeze(deps, payload),
    // the sweep begins again as long as it stands
    async gaveUp({ workspace, scope }, cause) {
      const freeze = await deps.freezes.get(workspace, scope);
      if (freeze) await report(deps, workspace, freeze, `${reasonOf(cause)} I keep trying.`);
    },
  });
}

async function runFreeze(deps: JobDeps, { workspace, scope }: OfFreeze): Promise<Outcome> {
  const asked = await deps.freezes.get(workspace, scope);
  if (!asked || !isAtWork(asked)) return done;
  const freeze = await withReport(deps, workspace, asked);
  for (const brand of await brandsOf(deps, freeze)) await readSchedule(deps, workspace, freeze, brand);
  const open = (await deps.freezes.posts(workspace, scope)).filter(isOpen).sort(soonestFirst);
  let reportedAt = 0;
  const failures: ServiceError[] = [];
  for (const post of open) {
    if ((await deps.freezes.get(workspace, scope))?.at !== freeze.at) return done;
    if (deps.now() - reportedAt >= reportEveryMs) {
      await report(deps, workspace, freeze);
      reportedAt = deps.now();
    }
    const failure = await takeOff(deps, workspace, freeze, post);
    if (failure) failures.push(failure);
    if (failures.length === failuresAtMost) break;
  }
  // it is tried again after a pause
  const [failed] = failures;
  if (failed) throw failed;
  // the listing has the last word: it shows what was refused because it was published, and what came meanwhile
  if (open.length > 0) return again(1);
  const ended = { ...freeze, ended: freeze.rounds };
  if (!(await deps.freezes.replace(workspace, freeze, ended))) return again(1);
  await report(deps, workspace, ended);
  return done;
}

/** With the place of its report; without one where Slack does not take it, since the posts cannot wait for that. */
async function withReport(deps: JobDeps, workspace: string, freeze: Freeze): Promise<Freeze> {
  if (freeze.report) return freeze;
  try {
    const posts = await deps.freezes.posts(workspace, scopeOf(freeze.brand));
    const next = { ...freeze, report: await deps.freezeReports.open(freeze, { posts }) };
    return (await deps.freezes.replace(workspace, freeze, next)) ? next : freeze;
  } catch (cause) {
    deps.log.warn({ err: cause }, 'the report of a freeze could not be posted');
    return freeze;
  }
}

async function brandsOf(deps: JobDeps, { brand }: Freeze): Promise<Named[]> {
  return brand ? [brand] : deps.service.brands({ priority: 'work', begun: true });
}

const soonestFirst = (a: FrozenPost, b: FrozenPost): number => (a.was ?? '').localeCompare(b.was ?? '');

/** Nobody waits for it: what Slack does not take now, it takes the next time. */
async function report(deps: JobDeps, workspace: string, freeze: Freeze, trouble?: string): Promise<void> {
  try {
    const posts = await deps.freezes.posts(workspace, scopeOf(freeze.brand));
    await deps.freezeReports.show(freeze, { posts, ...(trouble && { trouble }) });
  } catch (cause) {
    deps.log.warn({ err: cause }, 'the report of a freeze could not be drawn');
  }
}
