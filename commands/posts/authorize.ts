/** Whether a person can do what they request, by the current rule and their current role. */

import type { Deps, SharedDeps } from '#commands/kit/command.ts';
import { demandKey } from '#commands/kit/workspace.ts';
import { brandSettingsAtHand } from '#commands/settings/brand-settings.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { Refusal } from '#src/platform/refusal.ts';
import { isVisitor, type Role, type RoleInBrand, roleIn, roleSeen } from '#src/platform/slack/role.ts';
import { aboutCard } from '#src/posts/card/audit.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { CurrentApproversOf } from '#src/posts/card/rule.ts';
import {
  type CurrentApprovers,
  canRequestAnywhere,
  type Denied,
  denied,
  deniedToRequest,
  type Permission,
} from '#src/posts/card/rule.ts';
import { deniedText } from '#views/posts/refusals.ts';

export type Authorization =
  /** `approves`: they can also approve the post. */
  | { open: true; approvers: CurrentApprovers | undefined; approves: boolean }
  | { open: false; refusal: string };

interface AuthorizationRequest {
  by: string;
  /** The person's workspace, if Slack's delivery has it. A command doesn't. */
  team: string | undefined;
  permission: Permission;
  via: 'click' | 'submission';
}

/**
 * The permission for a card, by the rules as they were read for this click. The refusal is for the person
 * alone, and says who is allowed to.
 */
export async function permissionFor(
  deps: Deps,
  approversOf: CurrentApproversOf,
  card: Card,
  { by, team, permission, via }: AuthorizationRequest,
): Promise<Authorization> {
  const [approvers, role] = await Promise.all([
    approversOf(card.brand.id),
    roleFor(deps, by, team, card.brand.id),
  ]);
  const why = denied({ approvers, role, by, permission }, card);
  if (!why)
    return { open: true, approvers, approves: !denied({ approvers, role, by, permission: 'approve' }, card) };
  await deps.audit.noteRefused(card.workspace, {
    by,
    ...aboutCard(card),
    via,
    result: why.why,
    note: permission,
  });
  return { open: false, refusal: deniedText(why, card.brand.name) };
}

/**
 * The same without a refusal or an audit entry, for a person who requested nothing; `undefined` if they can't
 * approve it.
 */
export async function approverOf(
  deps: Deps,
  card: Card,
  { by, team }: Pick<AuthorizationRequest, 'by' | 'team'>,
): Promise<{ approvers: CurrentApprovers | undefined } | undefined> {
  const [approvers, role] = await Promise.all([
    deps.approversReader.of(card.workspace, card.brand.id),
    roleFor(deps, by, team, card.brand.id),
  ]);
  return denied({ approvers, role, by, permission: 'approve' }, card) ? undefined : { approvers };
}

export interface Requested {
  workspace: string;
  channel: string;
  brand: Named;
}

export async function roleOf(deps: Deps, by: string, team: string | undefined): Promise<Role> {
  return roleSeen(await deps.users.roleOf(by), team, deps.workspace);
}

/**
 * The person's role for one brand, whose settings can let guests do what members can. If the settings can't
 * be read, guests can't do anything.
 */
export async function roleInBrand(deps: Deps, role: Role, brand: string): Promise<RoleInBrand> {
  return role === 'guest'
    ? roleIn(role, (await brandSettingsAtHand(deps, deps.workspace, brand)).guests)
    : role;
}

async function roleFor(
  deps: Deps,
  by: string,
  team: string | undefined,
  brand: string,
): Promise<RoleInBrand> {
  return roleInBrand(deps, await roleOf(deps, by, team), brand);
}

/**
 * The permission of a person who requests something for a brand. The refusal is for them alone. `role`: if it
 * was read already.
 */
export async function permissionForBrand(
  deps: Deps,
  { by, team, ...origin }: Pick<AuthorizationRequest, 'by' | 'team'> & Requested,
  role = roleOf(deps, by, team),
): Promise<string | undefined> {
  const [rule, known] = await Promise.all([deps.rules.of(origin.workspace, origin.brand.id), role]);
  const why = deniedToRequest(rule, await roleInBrand(deps, known, origin.brand.id), by);
  return why && refuseRequest(deps, { by, ...origin }, why);
}

/** Notes the refusal and returns what to tell the person. */
export async function refuseRequest(
  deps: Deps,
  { workspace, channel, by, brand }: Pick<AuthorizationRequest, 'by'> & Requested,
  why: Denied,
): Promise<string> {
  await deps.audit.noteRefused(workspace, {
    by,
    brand,
    channel,
    via: 'submission',
    result: why.why,
    note: 'ask',
  });
  return deniedText(why, brand.name);
}

/**
 * The refusal for a guest or external user before a brand is known; `undefined` if any brand's rule or
 * settings let them in.
 */
export async function visitorRefusal(
  deps: Deps,
  workspace: string,
  by: string,
  team: string | undefined,
): Promise<string | undefined> {
  const role = await roleOf(deps, by, team);
  if (!isVisitor(role)) return undefined;
  const rules = await deps.rules.all(workspace);
  const who = { user: by, role, letsGuestsIn: role === 'guest' && (await letsGuestsIn(deps)) };
  if (canRequestAnywhere(rules, who)) return undefined;
  await deps.audit.noteRefused(workspace, { by, result: role, note: 'ask' });
  return deniedText({ why: role });
}

/** Whether any brand's settings let guests in. Settings that can't be read let nobody in. */
export async function letsGuestsIn({ teamSettings, workspace, log }: Deps): Promise<boolean> {
  const { all } = await teamSettings.all(workspace, log);
  return [...all.values()].some(({ guests }) => guests === 'work');
}

/**
 * The dependencies for someone who wants to change something, before a brand is known. Throws the `Refusal`
 * if they can't, or if there's no API key.
 */
export async function depsToChange(
  { inWorkspace }: Pick<SharedDeps, 'inWorkspace'>,
  workspace: string,
  user: { id: string; team_id?: string | undefined },
): Promise<Deps> {
  const deps = await inWorkspace(workspace);
  const refusal = await visitorRefusal(deps, workspace, user.id, user.team_id);
  if (refusal) throw new Refusal(refusal, '');
  demandKey(deps);
  return deps;
}
