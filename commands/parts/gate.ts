/** Whether somebody may do what they want to do: decided when it comes, by the rule and the role of that moment. */
import type { Card } from '#src/cards/card.ts';
import { type Act, barred, type Panel } from '#src/cards/rules.ts';
import { barredText } from '#views/refusals.ts';
import type { Deps } from '../command.ts';

export type Gate =
  /** `approves`: they may also approve the post. */
  { open: true; panel: Panel | undefined; approves: boolean } | { open: false; refusal: string };

/** Asks for a card. The refusal is for the person alone; it says who may. */
export async function gateOf(deps: Deps, card: Card, by: string, act: Act): Promise<Gate> {
  const [panel, role] = await Promise.all([
    deps.panels.of(card.workspace, card.brand.id),
    deps.people.roleOf(by),
  ]);
  const why = barred({ panel, role, by, act }, card);
  if (why) return { open: false, refusal: barredText(why, card.brand.name) };
  return { open: true, panel, approves: !barred({ panel, role, by, act: 'approve' }, card) };
}

/**
 * The refusal for somebody of another organisation who wants to change something, unless a rule names them: that
 * of the brand, or any rule where it is not known which brand is meant.
 */
export async function outsiderRefusal(
  deps: Deps,
  workspace: string,
  by: string,
  brand?: { id: string; name: string },
): Promise<string | undefined> {
  const role = await deps.people.roleOf(by);
  if (brand) {
    const why = barred({ panel: await deps.panels.of(workspace, brand.id), role, by, act: 'touch' });
    return why && barredText(why, brand.name);
  }
  if (role !== 'outsider') return undefined;
  const { brands, common } = await deps.rules.all(workspace);
  const named = [...brands.values(), ...(common ? [common] : [])].some(({ approvers }) =>
    approvers.people.includes(by),
  );
  return named ? undefined : barredText({ why: 'outsider' });
}
