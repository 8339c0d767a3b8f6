/** `Undo all` in the report of a batch: the person who decided undoes everything that isn't published yet. */
import type { App } from '@slack/bolt';
import { onButton } from '#commands/kit/button.ts';
import type { Deps, SharedDeps } from '#commands/kit/command.ts';
import { permissionFor } from '#commands/posts/authorize.ts';
import { tooLate } from '#commands/posts/click.ts';
import { canBeTakenBack } from '#src/campaigns/batch.ts';
import { nothingToUndo, undoAllAction, undoneAll } from '#views/campaigns/batch-report.ts';

export function onUndoAll(app: App, shared: SharedDeps): void {
  onButton(app, shared, { action_id: undoAllAction }, async ({ value, by, team, ack, beside }, deps) => {
    const text = await undoAll(deps, value, { by, of: team });
    await ack();
    await beside({ text });
  });
}

/** Says what was undone. */
async function undoAll(
  deps: Deps,
  id: string,
  { by, of }: { by: string; of: string | undefined },
): Promise<string> {
  const { workspace } = deps;
  const batch = await deps.batches.get(workspace, id);
  if (!batch) return nothingToUndo;
  const cards = await Promise.all(batch.items.map(({ card }) => deps.desk.get(workspace, card)));
  const undoable = cards.filter((card) => card !== undefined).filter((card) => canBeTakenBack(batch, card));
  const [first] = undoable;
  if (!first) return nothingToUndo;
  const approversOf = await deps.approversReader.read(workspace);
  // all posts of a campaign are for one brand
  const authorization = await permissionFor(deps, approversOf, first, {
    by,
    of,
    permission: 'undo',
    via: 'click',
  });
  if (!authorization.open) return authorization.refusal;
  const refusals = await Promise.all(
    undoable.map(async (card) =>
      tooLate(deps, await deps.desk.move(workspace, card.id, { type: 'undo', by }, card)),
    ),
  );
  const refused = refusals.filter((text) => text !== undefined);
  return undoneAll(undoable.length - refused.length, refused);
}
