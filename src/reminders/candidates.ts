/** The cards of which people may have to be reminded, with the settings and rules of their brands. */

import { waitsSince } from '#src/posts/card/attention.ts';
import type { Card } from '#src/posts/card/card.ts';
import { timeOf } from '#src/posts/card/content.ts';
import type { CurrentApprovers } from '#src/posts/card/rule.ts';
import type { BrandSettings } from '#src/settings/settings.ts';
import type { SettingsOf } from '#src/settings/settings-store.ts';
import type { Deps } from './deps.ts';
import { approversToAsk, reminderDueAt, waitsForDecision } from './plan.ts';
import type { Nudged } from './reminder-store.ts';

/** Reminders that would be due within this time are sent together with those that are due. */
export const togetherMs = 4 * 3_600_000;

/** A requested time that is further away makes nothing urgent yet. */
const farAwayMs = 7 * 24 * 3_600_000;

/** A card with what decides who is reminded of it, and when. */
export interface Candidate {
  card: Card;
  since: number;
  settings: Exclude<BrandSettings['reminders'], 'off'>;
  guests: BrandSettings['guests'];
  approvers: CurrentApprovers | undefined;
  toApprove: string[];
  nudged: ReadonlyMap<string, Nudged>;
}

function leaveOut(deps: Deps, brand: string, cause: unknown): void {
  deps.log.error({ err: cause, brand }, "couldn't read a brand; skipping its reminders");
}

/** The cards of which someone may have to be reminded at `now` (epoch ms), or soon after. */
export async function candidatesOf(
  deps: Deps,
  workspace: string,
  settingsOf: SettingsOf,
  now: number,
): Promise<Candidate[]> {
  const [pauseOf, approversOf, { cards }] = await Promise.all([
    deps.pauses.read(workspace),
    deps.approversReader.read(workspace),
    deps.cards.open(workspace),
  ]);
  const waiting = cards.flatMap((card) => {
    const { reminders: settings = 'off', guests = 'look' } = settingsOf(card.brand.id) ?? {};
    if (settings === 'off' || !waitsForDecision(card)) return [];
    const since = waitsSince(card);
    return [{ card, settings, guests, since, dueAt: isNear(card, now) ? now : since + afterMs(settings) }];
  });
  if (!waiting.some(({ dueAt }) => dueAt <= now)) return [];
  const brands = new Map<string, { approvers: CurrentApprovers | undefined }>();
  const reading = [...new Set(waiting.map(({ card }) => card.brand.id))].map(async (brand) => {
    try {
      // nobody can approve while publishing is paused
      if (!pauseOf(brand)) brands.set(brand, { approvers: await approversOf(brand) });
    } catch (cause) {
      leaveOut(deps, brand, cause);
    }
  });
  await Promise.all(reading);
  const candidates = waiting.map(async ({ card, settings, guests, since, dueAt }): Promise<Candidate[]> => {
    const brand = brands.get(card.brand.id);
    // a reminder that isn't due yet may be sent early, with one that is
    if (!brand || dueAt > now + togetherMs) return [];
    const { approvers } = brand;
    const nudged = await deps.reminders.nudged(workspace, card.id);
    return [{ card, since, settings, guests, approvers, toApprove: approversToAsk(card, approvers), nudged }];
  });
  return (await Promise.all(candidates)).flat();
}

/** How long a card waits before the first reminder. */
export const afterMs = ({ afterMinutes }: Candidate['settings']): number => afterMinutes * 60_000;

/** When this person's next reminder of the card is due (epoch ms). */
export function dueOf(
  { since, settings, nudged }: Candidate,
  user: string,
  urgentAt: number | undefined,
): number {
  return reminderDueAt({ since, afterMs: afterMs(settings), urgentAt }, nudged.get(user));
}

/** Whether the card's requested time may make it urgent. */
export function isNear(card: Card, now: number): boolean {
  const requestedTime = timeOf(card);
  return requestedTime !== undefined && Date.parse(requestedTime) < now + farAwayMs;
}
