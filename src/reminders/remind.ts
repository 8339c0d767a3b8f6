/** Checks what waits in a workspace, and sends reminders of it. */

import {
  again,
  done,
  handlerOf,
  type Outcome,
  type PayloadOf,
  queues,
  workspaceJob,
} from '#src/platform/queue/job.ts';
import { type Role, roleIn } from '#src/platform/slack/role.ts';
import { timeOf } from '#src/posts/card/content.ts';
import { denied } from '#src/posts/card/rule.ts';
import type { Sweep } from '#src/posts/sweeper.ts';
import type { SettingsOf } from '#src/settings/settings-store.ts';
import { type Hours, isWorkingTime, leavesWorkingTime } from '#src/time/weekdays.ts';
import { afterMs, type Candidate, candidatesOf, dueOf, isNear, togetherMs } from './candidates.ts';
import type { Deps } from './deps.ts';
import { digestJob, dueDigests, nextDigestAt } from './digest-job.ts';
import { endsAt, lastsMs, timesOf, workLeftMs } from './plan.ts';
import { type LastWord, type Reminder, remindAll } from './send.ts';

export const remindJob = workspaceJob('remind', queues.checks, {});
type Payload = PayloadOf<typeof remindJob>;

/** How late a reminder can be sent: a few minutes don't matter. */
const checkEveryMs = 5 * 60_000;

export const remindHandler = handlerOf(remindJob, runRemind);

/** Queues the reminders and digests of a workspace when the next one is due. */
export const sweepReminders: Sweep<Pick<Deps, 'reminders' | 'jobs' | 'now'>> = async (
  { reminders, jobs, now },
  workspace,
) => {
  if (await reminders.isDue(workspace, now())) await jobs.enqueue(remindJob, { workspace });
};

async function runRemind(deps: Deps, { workspace }: Payload): Promise<Outcome> {
  const now = deps.now();
  const { all, settingsOf } = await deps.teamSettings.all(workspace, deps.log);
  if (dueDigests(all, now).length > 0) await deps.jobs.enqueue(digestJob, { workspace });
  const { reminders, lastWords } = await reminderOf(deps, workspace, settingsOf, now);
  // before sending, because this job retries those that fail by itself
  await deps.reminders.checkNext(workspace, Math.min(now + checkEveryMs, nextDigestAt(all, now)), now);
  const waitMs = await remindAll(deps, reminders, lastWords);
  return waitMs === undefined ? done : again(waitMs);
}

/** Whom to remind of which cards now, and of which cards nobody is reminded anymore. */
async function reminderOf(deps: Deps, workspace: string, settingsOf: SettingsOf, now: number) {
  const candidates = await candidatesOf(deps, workspace, settingsOf, now);
  const users = [...new Set(candidates.flatMap(({ toApprove }) => toApprove))];
  const clocks = clocksAt(now);
  const reminders: Reminder[] = [];
  for (const user of users) {
    const of = candidates.filter(({ toApprove }) => toApprove.includes(user));
    // Slack isn't asked about people for whom nothing can be due
    if (of.every((one) => dueOf(one, user, undefined) > now && !isNear(one.card, now))) continue;
    const zone = await deps.users.zoneOf(user);
    // in their real zone, it might be night
    if (zone === undefined) continue;
    const timed = of
      .filter(({ settings }) => clocks.isWorkingTime(settings, zone))
      .map((one) => ({ one, at: dueOf(one, user, clocks.urgentAt(one, zone)) }));
    if (!timed.some(({ at }) => at <= now)) continue;
    const role = await deps.users.roleOf(user);
    if (role === 'unknown') continue;
    for (const { one, at } of timed)
      if (at <= now + togetherMs && mayApprove(one, user, role)) reminders.push(reminder(one, user, at, now));
  }
  return { reminders, lastWords: await lastWordsOf(deps, candidates, now) };
}

function mayApprove({ card, approvers, guests }: Candidate, by: string, role: Role): boolean {
  return !denied({ approvers, role: roleIn(role, guests), by, permission: 'approve' }, card);
}

/** People's clocks. What they show is computed once for all cards with the same hours, times and zones. */
function clocksAt(now: number) {
  const open = new Map<string, boolean>();
  const urgent = new Map<string, number>();
  return {
    isWorkingTime(hours: Hours, zone: string): boolean {
      const key = [hours.from, hours.to, zone].join();
      const known = open.get(key) ?? isWorkingTime(now, hours, zone);
      open.set(key, known);
      return known;
    },
    urgentAt({ card, settings: hours }: Candidate, zone: string): number | undefined {
      if (!isNear(card, now)) return undefined;
      const requestedTime = timeOf(card) ?? '';
      const key = [requestedTime, hours.from, hours.to, zone].join();
      const known = urgent.get(key) ?? leavesWorkingTime(Date.parse(requestedTime), workLeftMs, hours, zone);
      urgent.set(key, known);
      return known;
    },
  };
}

function reminder({ card, since, nudged }: Candidate, user: string, dueAt: number, now: number): Reminder {
  const before = nudged.get(user);
  const after = { at: now, times: timesOf({ since }, before) + 1 };
  return { card, since, user, before, after, isDue: dueAt <= now };
}

/** The field of the last message, next to the fields of people. */
const lastWord = '';

async function lastWordsOf(deps: Deps, candidates: readonly Candidate[], now: number) {
  const told: LastWord[] = [];
  for (const one of candidates) {
    const { card, since, settings, nudged, approvers } = one;
    // people in a group that can't be read right now may be asked later
    if (
      (approvers && approvers.unreadable.length + approvers.unavailable.length > 0) ||
      timesOf({ since }, nudged.get(lastWord)) > 0
    )
      continue;
    const wait = { since, afterMs: afterMs(settings) };
    if (endsAt(wait, []) > now + togetherMs) continue;
    const toApprove = await stillToApprove(deps, one, now);
    const dueAt = endsAt(
      wait,
      toApprove.map((user) => nudged.get(user)),
    );
    if (dueAt > now + togetherMs) continue;
    const zone = await deps.users.zoneOf(card.author);
    if (zone === undefined || !isWorkingTime(now, settings, zone)) continue;
    const why = !approvers ? 'author_reminded' : toApprove.length === 0 ? 'no_approver' : 'reminded';
    told.push({ ...reminder(one, lastWord, dueAt, now), why });
  }
  return told;
}

/**
 * People who still have to approve, without those who can't be reminded, such as a guest in a group, once
 * everyone else was reminded.
 */
async function stillToApprove(deps: Deps, one: Candidate, now: number): Promise<string[]> {
  const { since, settings, toApprove, nudged } = one;
  if (now < since + afterMs(settings) + lastsMs) return toApprove;
  const still = toApprove.map(async (user) => {
    if (timesOf({ since }, nudged.get(user)) > 0 || !(await deps.users.zoneOf(user))) return [user];
    const role = await deps.users.roleOf(user);
    return role === 'unknown' || !mayApprove(one, user, role) ? [] : [user];
  });
  return (await Promise.all(still)).flat();
}
