/**
 * Warns about posts that are close to another one's time: in the form before the time is saved, or
 * afterwards. It's only a hint, and stops nobody.
 */
import { tellAfterwards } from '#commands/kit/afterwards.ts';
import type { Deps, SharedDeps } from '#commands/kit/command.ts';
import { networksShown } from '#src/platform/publishing-api/networks.ts';
import { postTime } from '#src/platform/publishing-api/post-time.ts';
import type { Card } from '#src/posts/card/card.ts';
import { plannedFor } from '#src/posts/card/content.ts';
import type { Timed } from '#views/posts/time-fields.ts';
import { closeShown, distancesFrom } from '#views/posts/time-meaning.ts';
import { type CloseOfBrand, clashText } from '#views/posts/warnings.ts';

/** Whether a transition gave the post another time, or scheduled it for its planned time. */
export function isRetimed(before: Card, after: Card): boolean {
  const at = plannedFor(after);
  const isScheduled = after.pending?.what === 'schedule' && !before.pending;
  return at !== undefined && (isScheduled || at !== plannedFor(before));
}

/**
 * What is close to posts that don't have this time (epoch ms) yet. `card`: of the only post, if it has one.
 * Never throws.
 */
export const closeTo = (
  { slots, workspace }: Pick<Deps, 'slots' | 'workspace'>,
  at: number,
  posts: readonly Timed[],
  card?: Card,
): Promise<CloseOfBrand[]> =>
  Promise.all(
    posts.map(async ({ brand, profiles }) => {
      const networks = networksShown(profiles);
      const post = { at, caption: '', networks, ...(card && { card }) };
      return { brand, posts: await slots.closeTo(workspace, brand.id, post) };
    }),
  );

/** The submitted form, if it named close posts: those aren't named again. */
type Form = { private_metadata: string };

/** The warning as mrkdwn; empty if no post is close, or the form named them. Never throws. */
export async function clashLines(
  { slots }: Pick<SharedDeps, 'slots'>,
  card: Card,
  form?: Form,
): Promise<string> {
  const [clashes = []] = await slots.clashes([card]);
  const at = postTime(plannedFor(card) ?? 0);
  const shown = form ? closeShown(form, at) : new Set();
  const isNew = distancesFrom(at, clashes).some((one) => !shown.has(one));
  return isNew ? clashText(card.content.caption, clashes) : '';
}

/** Warns the person privately. Never throws. */
export async function tellClashes(
  deps: Deps,
  to: { channel: string; user: string },
  card: Card,
  form: Form,
): Promise<void> {
  const lines = await clashLines(deps, card, form);
  if (lines) await tellAfterwards(deps, to, lines);
}
