/** Whether someone may do what they want to do: decided when it comes, by the rule and the role of that moment. */

import type { Deps } from '#commands/kit/command.ts';
import { noteRefused } from '#commands/kit/note-refused.ts';
import { brandSettingsAtHand } from '#commands/settings/brand-settings.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { type Role, type RoleInBrand, roleIn, roleSeen } from '#src/platform/slack/role.ts';
import type { CurrentApproversOf } from '#src/ports.ts';
import { aboutCard } from '#src/posts/card/audit.ts';
import type { Card } from '#src/posts/card/card.ts';
import {
  type CurrentApprovers,
  currentApprovers,
  type Denied,
  denied,
  type Permission,
  type Rule,
  type RuleStore,
} from '#src/posts/card/rule.ts';
import { deniedText } from '#views/posts/refusals.ts';

export type Authorization =
  /** `approves`: they may also approve the post. */
  | { open: true; approvers: CurrentApprovers | undefined; approves: boolean }
  | { open: false; refusal: string };

interface Wish {
  by: string;
  /** The workspace that they are of, as Slack's delivery says it; a command does not. */
  of: string | undefined;
  permission: Permission;
  via: 'click' | 'submission';
}

/**
 * Asks for a card; `currentApprovers` knows the rules as they were read for this click. The refusal is for the person alone;
 * it says who may.
 */
export async function permissionFor(
  deps: Deps,
  approversOf: CurrentApproversOf,
  card: Card,
  { by, of, permission, via }: Wish,
): Promise<Authorization> {
  const [approvers, role] = await Promise.all([
    approversOf(card.brand.id),
    roleFor(deps, by, of, card.brand.id),
  ]);
  const why = denied({ approvers, role, by, permission }, card);
  if (!why)
    return { open: true, approvers, approves: !denied({ approvers, role, by, permission: 'approve' }, card) };
  await noteRefused(deps, card.workspace, { by, ...aboutCard(card), via, result: why.why, note: permission });
  return { open: false, refusal: deniedText(why, card.brand.name) };
}

/** The same without a refusal and without a note, for someone who asked nothing; `undefined`: they may not approve it. */
export async function approverOf(
  deps: Deps,
  card: Card,
  { by, of }: Pick<Wish, 'by' | 'of'>,
): Promise<{ approvers: CurrentApprovers | undefined } | undefined> {
  const [approvers, role] = await Promise.all([
    deps.approversReader.of(card.workspace, card.brand.id),
    roleFor(deps, by, of, card.brand.id),
  ]);
  return denied({ approvers, role, by, permission: 'approve' }, card) ? undefined : { approvers };
}

/** What someone asks for, and where. */
export interface AskedFor {
  workspace: string;
  channel: string;
  brand: Named;
}

/** What the person may be taken for at this moment. */
export async function roleOf(deps: Deps, by: string, of: string | undefined): Promise<Role> {
  return roleSeen(await deps.people.roleOf(by), of, deps.workspace);
}

/** The same for one brand: its settings may let guests do there what members do. Settings that can't be read let in nobody. */
export async function roleInBrand(deps: Deps, role: Role, brand: string): Promise<RoleInBrand> {
  return role === 'guest'
    ? roleIn(role, (await brandSettingsAtHand(deps, deps.workspace, brand)).guests)
    : role;
}

async function roleFor(deps: Deps, by: string, of: string | undefined, brand: string): Promise<RoleInBrand> {
  return roleInBrand(deps, await roleOf(deps, by, of), brand);
}

/**
 * Asks for a brand that someone wants something of; the refusal is for them alone, `undefined`: they may. `role`: where it
 * is asked for already.
 */
export async function permissionForBrand(
  deps: Deps,
  { by, of, ...asked }: Pick<Wish, 'by' | 'of'> & AskedFor,
  role = roleOf(deps, by, of),
): Promise<string | undefined> {
  const [rule, known] = await Promise.all([deps.rules.of(asked.workspace, asked.brand.id), role]);
  const why = deniedToRequest(rule, await roleInBrand(deps, known, asked.brand.id), by);
  return why && refuseAsking(deps, { by, ...asked }, why);
}

/** Whom a group of the rule names is not asked: for that it makes no difference. */
export function deniedToRequest(rule: Rule | undefined, role: RoleInBrand, by: string): Denied | undefined {
  return denied({ approvers: rule && currentApprovers(rule, new Map()), role, by, permission: 'touch' });
}

/** Notes the refusal and answers what to say to the person. */
export async function refuseAsking(
  deps: Deps,
  { workspace, channel, by, brand }: Pick<Wish, 'by'> & AskedFor,
  why: Denied,
): Promise<string> {
  await noteRefused(deps, workspace, {
    ...{ by, brand, channel, via: 'submission', result: why.why, note: 'ask' },
  });
  return deniedText(why, brand.name);
}

/**
 * The refusal for a guest, or someone of another organization, who wants to change something while it isn't known which
 * brand is meant; `undefined` where the rule or the settings of any brand let them.
 */
export async function visitorRefusal(
  deps: Deps,
  workspace: string,
  by: string,
  of: string | undefined,
): Promise<string | undefined> {
  const role = await roleOf(deps, by, of);
  if (role !== 'outsider' && role !== 'guest') return undefined;
  if (namedByARule(await deps.rules.all(workspace), by)) return undefined;
  if (role === 'guest' && (await letsGuestsIn(deps))) return undefined;
  await noteRefused(deps, workspace, { by, result: role, note: 'ask' });
  return deniedText({ why: role });
}

/** Whether the settings of any brand do. Those that can't be read let in nobody. */
export async function letsGuestsIn({ teamSettings, workspace, log }: Deps): Promise<boolean> {
  const all = await teamSettings.all(workspace, (brand, cause) =>
    log.warn({ err: cause, brand }, 'the settings of a brand could not be read'),
  );
  return [...all.values()].some(({ guests }) => guests === 'work');
}

/** Whether the rule of any brand names them as a person. */
export function namedByARule(
  { brands, common }: Awaited<ReturnType<RuleStore['all']>>,
  user: string,
): boolean {
  return [...brands.values(), ...(common ? [common] : [])].some(({ approvers }) =>
    approvers.people.includes(user),
  );
}
