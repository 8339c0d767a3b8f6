/** *Rearrange*: gives several posts of a brand other posting slots in one submission, with one report. */
import type { App, BlockAction, ButtonAction } from '@slack/bolt';
import { brandWithId } from '#commands/catalog/which-brand.ts';
import { tellAfterwards } from '#commands/kit/afterwards.ts';
import type { Deps, SharedDeps } from '#commands/kit/command.ts';
import { askedInPlace } from '#commands/kit/in-place.ts';
import { openLoading } from '#commands/kit/loading-modal.ts';
import { workspaceOf } from '#commands/kit/workspace.ts';
import { type Authorization, permissionFor } from '#commands/posts/authorize.ts';
import { tooLate } from '#commands/posts/click.ts';
import { postTime } from '#src/platform/publishing-api/post-time.ts';
import type { Wanted } from '#src/ports.ts';
import { onlyPlans } from '#src/posts/card/approvals.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { PlannedPost } from '#src/posts/card/clash.ts';
import { plannedFor } from '#src/posts/card/content.ts';
import type { Paused } from '#src/posts/card/scope.ts';
import { refusalOf } from '#src/posts/card/transitions.ts';
import { plainRefusal } from '#views/kit/plain-refusal.ts';
import { refusalText } from '#views/posts/refusals.ts';
import {
  freeOffered,
  movedSince,
  notWritten,
  type Rearranged,
  rearrangedText,
  rearrangeModal,
  slotGone,
} from '#views/slots/rearrange-modal.ts';
import { slotActions } from '#views/slots/week.ts';

/** Those of the posts that are on cards whose time can be changed now. */
export const movable = (posts: readonly PlannedPost[]): PlannedPost[] =>
  posts.filter(({ card }) => card && !refusalOf(card, { type: 'change' }));

export function onRearrange(app: App, shared: SharedDeps): void {
  app.action<BlockAction<ButtonAction>>(
    { type: 'block_actions', action_id: slotActions.rearrange },
    async (args) => {
      await args.ack();
      const { workspace, channel, trigger, client } = askedInPlace(args);
      const deps = await shared.inWorkspace(workspace);
      const id = args.action.value ?? '';
      await openLoading(deps, { trigger, client, waiting: 'Reading the queue…' }, async () => {
        const brand = await brandWithId(deps, id);
        const [posts, free, { zone }] = await Promise.all([
          deps.slots.planned(workspace, id),
          deps.slots.free(workspace, brand, freeOffered),
          deps.slots.of(workspace, id),
        ]);
        return rearrangeModal.render({ channel, brand }, movable(posts), { free, zone });
      });
    },
  );

  app.view(rearrangeModal.id, async ({ ack, body, context, view }) => {
    const by = body.user.id;
    const deps = await shared.inWorkspace(workspaceOf(context));
    const { channel, brand } = rearrangeModal.contextOf(view);
    const { moved, errors } = rearrangeModal.read(view);
    const checked = await check(deps, moved, { by, of: body.user.team_id, brand: brand.id });
    const wrong = { ...checked.errors, ...errors };
    if (Object.keys(wrong).length > 0) {
      await ack({ response_action: 'errors', errors: wrong });
      return;
    }
    const report = await moveAll(deps, checked.rows, by);
    await ack();
    if (moved.length > 0)
      await tellAfterwards(deps, { channel, user: by }, rearrangedText(brand, report.moved, report.refused));
  });
}

interface Row extends Rearranged {
  known: Card;
  authorization: Extract<Authorization, { open: true }>;
  paused: Paused | undefined;
}

/** All of them before any is moved, so that two posts that swap their slots are moved together or not at all. */
async function check(
  deps: Deps,
  moved: readonly Rearranged[],
  { by, of, brand }: { by: string; of: string | undefined; brand: string },
): Promise<{ rows: Row[]; errors: Record<string, string> }> {
  const { workspace } = deps;
  const [planned, approversOf, pauseOf] = await Promise.all([
    deps.slots.planned(workspace, brand),
    deps.approversReader.read(workspace),
    deps.pauses.read(workspace),
  ]);
  const ids = new Set(moved.map(({ card }) => card));
  const taken = new Set(planned.filter(({ card }) => !card || !ids.has(card.id)).map(({ at }) => at));
  const plainly = (text: string): string =>
    plainRefusal(text, { nameOf: (user) => deps.people.known(user).name, zone: deps.people.known(by).zone });
  const errors: Record<string, string> = {};
  const rows = await Promise.all(
    moved.map(async (row): Promise<Row | undefined> => {
      const known = await deps.desk.get(workspace, row.card);
      const paused = pauseOf(brand);
      const refused =
        known &&
        (refusalOf(known, { type: 'change' }) ?? (paused && { why: 'paused' as const, pause: paused }));
      if (!known || plannedFor(known) !== row.from) errors[row.field] = movedSince;
      else if (refused) errors[row.field] = plainly(refusalText(refused, deps.slash, by));
      else if (taken.has(row.to)) errors[row.field] = slotGone;
      else {
        const authorization = await permissionFor(deps, approversOf, known, {
          by,
          of,
          permission: 'touch',
          via: 'submission',
        });
        if (authorization.open) return { ...row, known, authorization, paused };
        errors[row.field] = plainly(authorization.refusal);
      }
      return undefined;
    }),
  );
  return { rows: rows.filter((row) => row !== undefined), errors };
}

interface Report {
  moved: { caption: string; from: number; to: number }[];
  /** Why the others were not, as mrkdwn. */
  refused: string[];
}

/** What was moved stays moved where something breaks in between, and the report says how far it came. */
async function moveAll(deps: Deps, rows: readonly Row[], by: string): Promise<Report> {
  const report: Report = { moved: [], refused: [] };
  const among = rows.map(({ card }) => card);
  for (const { known, authorization, paused, from, to } of rows) {
    const { approvers, approves } = authorization;
    const move: Wanted = {
      ...{ type: 'change', by, under: approvers, approves, paused, slot: { among } },
      plans: onlyPlans(known, { approvers, approves }),
      pending: { what: 'schedule', change: { scheduledAt: postTime(to) } },
    };
    try {
      const moved = await deps.desk.move(deps.workspace, known.id, move, known);
      const refusal = tooLate(deps, moved, by);
      if (refusal) report.refused.push(refusal);
      else report.moved.push({ caption: known.content.caption, from, to });
    } catch (cause) {
      deps.log.error({ err: cause, card: known.id }, 'a post could not be moved in the queue');
      report.refused.push(notWritten);
    }
  }
  return report;
}
