/**
 * Looks at what waits in a workspace, and reminds people of it. A reminder is noted before it is sent: one that is lost is
 * followed by the next, and none is said twice.
 */
import { z } from 'zod';
import type { Card } from '#src/cards/card.ts';
import { timeOf } from '#src/cards/content.ts';
import { barred, type Panel } from '#src/cards/rules.ts';
import type { BrandSettings } from '#src/cards/team-settings.ts';
import type { Nudged } from '#src/store/reminders.ts';
import { isWorkingTime, leavesWorkingTime } from '#src/time/weekdays.ts';
import type { JobDeps } from './deps.ts';
import { digestJob, dueDigests, nextDigestAt } from './digest.ts';
import { again, defineJob, done, type Handler, handle, type Outcome } from './job.ts';
import { askedOf, dueAt, endsAt, timesOf, waitsForDecision, waitsSince, workLeftMs } from './nudge-plan.ts';
import { endReminders, type Reminder, remindAll } from './nudges.ts';

const payload = z.object({ workspace: z.string() });
type Payload = z.infer<typeof payload>;

export const remindJob = defineJob<Payload>({
  name: 'remind',
  lane: 'watch',
  payload,
  key: ({ workspace }) => workspace,
});

/** What is not due yet may be due so much later at the latest: what is due in minutes, nobody minds. */
const lookEveryMs = 5 * 60_000;

/** What a person would be reminded of within this time is said together with what is due. */
const togetherMs = 4 * 3_600_000;

/** A wanted time that is further away makes nothing urgent yet. */
const farAwayMs = 7 * 24 * 3_600_000;

export function remindHandler(deps: JobDeps): Handler {
  return handle(remindJob, { run: (payload) => runRemind(deps, payload) });
}

async function runRemind(deps: JobDeps, { workspace }: Payload): Promise<Outcome> {
  const now = deps.now();
  const all = await deps.teamSettings.all(workspace);
  if (dueDigests(all, now).length > 0) await deps.jobs.enqueue(digestJob, { workspace });
  const { reminders, unanswered } = await reminderOf(deps, workspace, now);
  const waitMs = (await remindAll(deps, reminders)) ?? (await endReminders(deps, unanswered));
  if (waitMs !== undefined) return again(waitMs);
  await deps.reminders.lookNext(workspace, Math.min(now + lookEveryMs, nextDigestAt(all, now)), now);
  return done;
}

/** A card with what decides who is reminded of it, and when. */
interface Candidate {
  card: Card;
  since: number;
  settings: Exclude<BrandSettings['reminders'], 'off'>;
  panel: Panel | undefined;
  asked: string[];
  nudged: ReadonlyMap<string, Nudged>;
}

/** Who is to be reminded now of what, and of which cards nobody is reminded any more. */
async function reminderOf(deps: JobDeps, workspace: string, now: number) {
  const candidates = await candidatesOf(deps, workspace, now);
  const people = [...new Set(candidates.flatMap(({ asked }) => asked))];
  const reminders: Reminder[] = [];
  for (const user of people) {
    const of = candidates.filter(({ asked }) => asked.includes(user));
    // asks nobody in Slack about people for whom nothing can be due
    if (of.every((one) => dueOf(one, user, undefined) > now && !isNear(one.card, now))) continue;
    const zone = await deps.people.zoneOf(user);
    const timed = of
      .filter(({ settings }) => isWorkingTime(now, settings, zone))
      .map((one) => ({ one, at: dueOf(one, user, urgentAt(one, zone, now)) }));
    if (!timed.some(({ at }) => at <= now)) continue;
    const role = await deps.people.roleOf(user);
    for (const { one, at } of timed)
      if (at <= now + togetherMs && !barred({ panel: one.panel, role, by: user, act: 'approve' }, one.card))
        reminders.push(reminder(one, user, at, now));
  }
  return { reminders, unanswered: await unansweredOf(deps, candidates, now) };
}

function reminder({ card, since, nudged }: Candidate, user: string, dueAt: number, now: number): Reminder {
  const before = nudged.get(user);
  const after = { at: now, times: timesOf({ since }, before) + 1 };
  return { card, since, user, before, after, isDue: dueAt <= now };
}

async function candidatesOf(deps: JobDeps, workspace: string, now: number): Promise<Candidate[]> {
  const [settingsOf, panelOf, { cards }] = await Promise.all([
    deps.teamSettings.read(workspace),
    deps.panels.read(workspace),
    deps.cards.open(workspace),
  ]);
  const waiting = cards.flatMap((card) => {
    const settings = settingsOf(card.brand.id).reminders;
    if (settings === 'off' || !waitsForDecision(card)) return [];
    const since = waitsSince(card);
    return [{ card, settings, since, dueAt: isNear(card, now) ? now : since + afterMs(settings) }];
  });
  if (!waiting.some(({ dueAt }) => dueAt <= now)) return [];
  const brands = [...new Set(waiting.map(({ card }) => card.brand.id))];
  const panels = new Map(
    await Promise.all(brands.map(async (brand) => [brand, await panelOf(brand)] as const)),
  );
  const candidates = waiting.map(async ({ card, settings, since, dueAt }): Promise<Candidate[]> => {
    // with what is due it may be said earlier
    if (dueAt > now + togetherMs) return [];
    const panel = panels.get(card.brand.id);
    const nudged = await deps.reminders.nudged(workspace, card.id);
    return [{ card, since, settings, panel, asked: askedOf(card, panel), nudged }];
  });
  return (await Promise.all(candidates)).flat();
}

const afterMs = ({ afterMinutes }: Candidate['settings']): number => afterMinutes * 60_000;

function dueOf({ since, settings, nudged }: Candidate, user: string, urgentAt: number | undefined): number {
  return dueAt({ since, afterMs: afterMs(settings), urgentAt }, nudged.get(user));
}

function isNear(card: Card, now: number): boolean {
  const wanted = timeOf(card);
  return wanted !== undefined && Date.parse(wanted) < now + farAwayMs;
}

function urgentAt({ card, settings }: Candidate, zone: string, now: number): number | undefined {
  if (!isNear(card, now)) return undefined;
  return leavesWorkingTime(Date.parse(timeOf(card) ?? ''), workLeftMs, settings, zone);
}

/** The note of the last word stands beside those of people. */
const lastWord = '';

async function unansweredOf(deps: JobDeps, candidates: readonly Candidate[], now: number) {
  const ended = candidates.filter(({ since, settings, asked, nudged, panel }) => {
    // who is in a group that cannot be read now may be asked later
    if (panel && panel.unread.length > 0) return false;
    const all = asked.map((user) => nudged.get(user));
    return (
      endsAt({ since, afterMs: afterMs(settings) }, all) <= now &&
      timesOf({ since }, nudged.get(lastWord)) === 0
    );
  });
  const told: (Reminder & { why: 'reminded' | 'author reminded' | 'nobody may' })[] = [];
  for (const one of ended) {
    if (!isWorkingTime(now, one.settings, await deps.people.zoneOf(one.card.author))) continue;
    const why = !one.panel ? 'author reminded' : one.asked.length === 0 ? 'nobody may' : 'reminded';
    told.push({ ...reminder(one, lastWord, now, now), why });
  }
  return told;
}
