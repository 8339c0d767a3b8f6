/** When a person is reminded of a card that waits for them. Pure; moments are epoch milliseconds. */

import type { Card } from '#src/posts/card/card.ts';
import { approvalProgress, type CurrentApprovers } from '#src/posts/card/rule.ts';
import { isInReview } from '#src/posts/card/state.ts';
import type { Nudged } from './reminder-store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The delays after the first and second reminders. The third is the last one. */
const delaysMs = [dayMs, 2 * dayMs];
const atMost = delaysMs.length + 1;

/** How long after the last reminder a message says that there won't be more. */
const endAfterMs = 2 * dayMs;

/** How long after the first reminder a message says that there won't be more. */
export const lastsMs = delaysMs.reduce((a, b) => a + b, endAfterMs);

/** How much working time a person has left before the requested time when they're reminded. */
export const workLeftMs = 2 * hourMs;

/** A person who was reminded this recently isn't reminded again because the requested time is near. */
const recentMs = 2 * hourMs;

/** However soon its time is, nobody is reminded of a card before it has waited this long. */
const leastWaitMs = 15 * 60_000;

/** Whether the post waits for a decision, where people can see it. */
export function waitsForDecision(card: Card): boolean {
  return isInReview(card) && !card.pending && card.kind !== 'campaign' && card.message !== undefined;
}

/**
 * Who is reminded: people whose approval is missing, or who decide what to do; without a rule, the author.
 */
export function approversToAsk(card: Card, approvers: CurrentApprovers | undefined): string[] {
  if (!approvers) return [card.author];
  const { complete, given, open } = approvalProgress(card, approvers);
  return complete ? [...given.map(({ by }) => by), ...open] : [...open];
}

interface Wait {
  since: number;
  /** How long the card waits before the first reminder. */
  afterMs: number;
  /**
   * From when on little working time is left before the requested time; absent if there's none, or it's far
   * away.
   */
  urgentAt?: number | undefined;
}

/** When the next reminder is due; infinite: never. Reminders of an earlier wait don't count. */
export function reminderDueAt(wait: Wait, before: Nudged | undefined): number {
  const nudged = ofWait(wait, before);
  const last = nudged?.at ?? Number.NEGATIVE_INFINITY;
  const delay = nudged ? (delaysMs[nudged.times - 1] ?? Number.POSITIVE_INFINITY) : 0;
  const regular = nudged ? last + delay : wait.since + wait.afterMs;
  const { urgentAt } = wait;
  const urgent =
    urgentAt === undefined || last >= urgentAt - recentMs
      ? Number.POSITIVE_INFINITY
      : Math.max(urgentAt, wait.since + Math.min(wait.afterMs, leastWaitMs));
  return Math.min(regular, urgent);
}

/** How often someone was reminded of this wait. */
export function timesOf(wait: Pick<Wait, 'since'>, nudged: Nudged | undefined): number {
  return ofWait(wait, nudged)?.times ?? 0;
}

/**
 * When to say that there won't be more reminders: everyone was reminded often enough, or there's nobody to
 * remind.
 */
export function endsAt(wait: Wait, nudged: readonly (Nudged | undefined)[]): number {
  const last = nudged.map((one) => {
    const of = ofWait(wait, one);
    return of && of.times >= atMost ? of.at + endAfterMs : Number.POSITIVE_INFINITY;
  });
  return Math.max(wait.since + wait.afterMs, ...last);
}

function ofWait({ since }: Pick<Wait, 'since'>, nudged: Nudged | undefined): Nudged | undefined {
  return nudged && nudged.at >= since ? nudged : undefined;
}
