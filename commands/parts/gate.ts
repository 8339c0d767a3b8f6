/** Whether somebody may do what they want to do: decided when it comes, by the rule and the role of that moment. */
import type { Card } from '#src/cards/card.ts';
import type { Named } from '#src/cards/request.ts';
import { type Act, barred, type Panel } from '#src/cards/rules.ts';
import type { PanelOf } from '#src/ports.ts';
import { barredText } from '#views/refusals.ts';
import type { Deps } from '../command.ts';

export type Gate =
  /** `approves`: they may also approve the post. */
  { open: true; panel: Panel | undefined; approves: boolean } | { open: false; refusal: string };

/**
 * Asks for a card; `panelOf` knows the rules as they were read for this click. The refusal is for the person alone;
 * it says who may.
 */
export async function gateOf(deps: Deps, panelOf: PanelOf, card: Card, by: string, act: Act): Promise<Gate> {
  const [panel, role] = await Promise.all([panelOf(card.brand.id), deps.people.roleOf(by)]);
  const why = barred({ panel, role, by, act }, card);
  if (why) return { open: false, refusal: barredText(why, card.brand.name) };
  return { open: true, panel, approves: !barred({ panel, role, by, act: 'approve' }, card) };
}

/** Asks for a brand that somebody wants a post of; `undefined` comes back as the refusal of those who may. */
export async function brandGate(
  deps: Deps,
  workspace: string,
  brand: Named,
  by: string,
): Promise<{ panel: Panel | undefined; refusal: string | undefined }> {
  const [panel, role] = await Promise.all([deps.panels.of(workspace, brand.id), deps.people.roleOf(by)]);
  const why = barred({ panel, role, by, act: 'touch' });
  return { panel, refusal: why && barredText(why, brand.name) };
}

/**
 * The refusal for somebody of another organisation who wants to change something, while it is not known which
 * brand is meant, unless any rule names them.
 */
export async function outsiderRefusal(
  deps: Deps,
  workspace: string,
  by: string,
): Promise<string | undefined> {
  if ((await deps.people.roleOf(by)) !== 'outsider') return undefined;
  const { brands, common } = await deps.rules.all(workspace);
  const named = [...brands.values(), ...(common ? [common] : [])].some(({ approvers }) =>
    approvers.people.includes(by),
  );
  return named ? undefined : barredText({ why: 'outsider' });
}
