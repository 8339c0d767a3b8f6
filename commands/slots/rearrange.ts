/** *Rearrange*: gives several posts of a brand other posting slots in one submission, with one report. */

import type { App } from '@slack/bolt';
import { brandWithId } from '#commands/catalog/which-brand.ts';
import { afterwards, tellAfterwards } from '#commands/kit/afterwards.ts';
import { onButton } from '#commands/kit/button.ts';
import type { Deps, ListInvocation, SharedDeps } from '#commands/kit/command.ts';
import { keepOpen, onForm } from '#commands/kit/form.ts';
import { answerInList } from '#commands/kit/in-place.ts';
import { openLoading } from '#commands/kit/loading-modal.ts';
import { permissionFor } from '#commands/posts/authorize.ts';
import { moveAll, type Retimed } from '#commands/posts/move-all.ts';
import { postTime } from '#src/platform/publishing-api/post-time.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { refusalOf } from '#src/posts/card/apply-transition.ts';
import { changesPlan } from '#src/posts/card/approvals.ts';
import { eachOnce, type PlannedPost } from '#src/posts/card/clash.ts';
import { plannedFor } from '#src/posts/card/content.ts';
import { minuteOf } from '#src/slots/slots.ts';
import { wrongTime } from '#views/kit/checks.ts';
import { zoneIn } from '#views/kit/moment.ts';
import { plainRefusal } from '#views/kit/plain-refusal.ts';
import { movedText } from '#views/posts/moved.ts';
import { refusalText } from '#views/posts/refusals.ts';
import {
  freeOffered,
  movedSince,
  type Rearranged,
  rearrangeModal,
  slotGone,
} from '#views/slots/rearrange-modal.ts';
import { slotActions } from '#views/slots/week.ts';

/** The posts that have cards whose time can be changed now. */
export const movable = (posts: readonly PlannedPost[]): PlannedPost[] =>
  posts.filter(({ card }) => card && !refusalOf(card, { type: 'change' }));

export const listNotUpdated = "couldn't update an overview of posting times";

/** `show`: renders the overview from which the form was opened. */
export function onRearrange(
  app: App,
  shared: SharedDeps,
  show: (invocation: Pick<ListInvocation, 'by' | 'answer'>, deps: Deps, brand: Named) => Promise<void>,
): void {
  onButton(app, shared, { action_id: slotActions.rearrange, acksFirst: true }, async (interaction, deps) => {
    const { workspace, channel, by, trigger, client, answerTo, value: id } = interaction;
    await openLoading(deps, { trigger, client, waiting: 'Loading queue…' }, async () => {
      const brand = await brandWithId(deps, id);
      const [posts, free, { zone }, own, paused] = await Promise.all([
        deps.slots.planned(workspace, id),
        deps.slots.free(workspace, brand, freeOffered),
        deps.slots.of(workspace, id),
        deps.users.zoneOf(by),
        deps.pauses.of(workspace, id),
      ]);
      const queue = eachOnce(posts);
      const shown = movable(queue);
      return rearrangeModal.render({ channel, brand, list: answerTo.address }, shown, {
        free,
        paused,
        fixed: queue.length - shown.length,
        zone: zoneIn({ brand: zone, reader: own }),
      });
    });
  });

  onForm(app, shared, rearrangeModal.id, async ({ by, team, view }, deps) => {
    const { channel, brand, list } = rearrangeModal.contextOf(view);
    const { moved, errors } = rearrangeModal.read(view);
    const checked = await check(deps, moved, { by, team, brand: brand.id });
    const all = { ...checked.errors, ...errors };
    if (Object.keys(all).length > 0) return keepOpen(all);
    const report = await moveAll(deps, checked.rows, by);
    if (moved.length === 0) return {};
    const answer = answerInList(deps, { channel, by, list });
    return {
      after: () =>
        Promise.all([
          tellAfterwards(deps, { channel, user: by }, movedText(brand, report)),
          list && afterwards(deps, listNotUpdated, () => show({ by, answer }, deps, brand)),
        ]),
    };
  });
}

/** Checks all posts before moving any, so that posts that swap slots are moved together or not at all. */
async function check(
  deps: Deps,
  moved: readonly Rearranged[],
  { by, team, brand }: { by: string; team: string | undefined; brand: string },
): Promise<{ rows: Retimed[]; errors: Record<string, string> }> {
  const { workspace } = deps;
  const [planned, approversOf, pauseOf] = await Promise.all([
    deps.slots.planned(workspace, brand),
    deps.approversReader.read(workspace),
    deps.pauses.read(workspace),
  ]);
  const ids = new Set(moved.map(({ card }) => card));
  const taken = new Set(
    planned.filter(({ card }) => !card || !ids.has(card.id)).map(({ at }) => minuteOf(at)),
  );
  const plainly = (text: string): string =>
    plainRefusal(text, { nameOf: (user) => deps.users.known(user).name, zone: deps.users.known(by).zone });
  const errors: Record<string, string> = {};
  const rows = await Promise.all(
    moved.map(async (row): Promise<Retimed | undefined> => {
      const known = await deps.desk.get(workspace, row.card);
      const paused = pauseOf(brand);
      const refused =
        known &&
        (refusalOf(known, { type: 'change' }) ?? (paused && { why: 'paused' as const, pause: paused }));
      const past = wrongTime(postTime(row.to), deps.now());
      if (past) errors[row.field] = past;
      else if (known?.brand.id !== brand || plannedFor(known) !== row.from) errors[row.field] = movedSince;
      else if (refused) errors[row.field] = plainly(refusalText(refused, deps.slash, by));
      else if (taken.has(minuteOf(row.to))) errors[row.field] = slotGone;
      else {
        const request = { by, team, permission: 'touch', via: 'submission' } as const;
        const authorization = await permissionFor(deps, approversOf, known, request);
        const { from, to } = row;
        if (authorization.open)
          return {
            card: known,
            from,
            to,
            paused,
            authorization,
            onlyPlans: changesPlan(known, authorization),
          };
        errors[row.field] = plainly(authorization.refusal);
      }
      return undefined;
    }),
  );
  return { rows: rows.filter((row) => row !== undefined), errors };
}
