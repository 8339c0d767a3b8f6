/** What freezing and thawing share: who may, and what follows from it. */
import { Refusal } from '#src/cards/refusal.ts';
import type { Named } from '#src/cards/request.ts';
import { barred } from '#src/cards/rules.ts';
import { mayNotFreeze } from '#views/command-refusals.ts';
import type { Asked, Deps } from '../command.ts';
import { noteRefused } from './gate.ts';
import { knownBrands } from './which-brand.ts';

/**
 * Administrators may, and whoever may approve all that it is about: throws a `Refusal` when they may not, and notes it.
 * Without a brand all are meant.
 */
export async function onlyWhoMayFreeze(
  deps: Deps,
  { workspace, channel, by }: Pick<Asked, 'workspace' | 'channel' | 'by'>,
  brand: Named | undefined,
  what: 'freeze' | 'thaw',
): Promise<void> {
  const role = await deps.people.roleOf(by);
  if (role === 'administrator') return;
  const panelOf = await deps.panels.read(workspace);
  for (const one of brand ? [brand] : await knownBrands(deps)) {
    const panel = await panelOf(one.id);
    const why = barred({ panel, role, by, act: 'approve' });
    if (!why) continue;
    await noteRefused(deps, workspace, {
      by,
      brand: one,
      channel,
      via: 'command',
      result: why.why,
      note: what,
    });
    throw new Refusal(...mayNotFreeze(what, { brand: brand?.name, because: one.name }));
  }
}

/** What follows from a freeze or a thaw that is written: never throws, since what was asked for is done. */
export async function begun(deps: Pick<Deps, 'log'>, follow: () => Promise<void>): Promise<void> {
  try {
    await follow();
  } catch (cause) {
    deps.log.warn({ err: cause }, 'what follows from a freeze or a thaw could not be done at once');
  }
}
