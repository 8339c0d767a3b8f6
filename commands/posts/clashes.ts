/** Points out posts close to one that was just given a time. It's only a hint, so nothing waits for it. */
import { tellAfterwards } from '#commands/kit/afterwards.ts';
import type { Deps, SharedDeps } from '#commands/kit/command.ts';
import type { Card } from '#src/posts/card/card.ts';
import { plannedFor } from '#src/posts/card/content.ts';
import { clashText } from '#views/posts/warnings.ts';

/** Whether a transition gave the post another time, or scheduled it for the time that it was planned for. */
export function isRetimed(before: Card, after: Card): boolean {
  const at = plannedFor(after);
  const isScheduled = after.pending?.what === 'schedule' && !before.pending;
  return at !== undefined && (isScheduled || at !== plannedFor(before));
}

/** As mrkdwn; empty if no post is close. Never throws. */
export async function clashLines({ slots }: Pick<SharedDeps, 'slots'>, card: Card): Promise<string> {
  const [clashes = []] = await slots.clashes([card]);
  return clashText(card.content.caption, clashes);
}

/** Tells the person privately. Never throws. */
export async function tellClashes(
  deps: Deps,
  to: { channel: string; user: string },
  card: Card,
): Promise<void> {
  const lines = await clashLines(deps, card);
  if (lines) await tellAfterwards(deps, to, lines);
}
