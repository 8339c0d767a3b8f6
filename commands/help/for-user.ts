/** The person who asks for help: their role, their commands, and what they may currently decide. */

import type { Asked, Command, Deps, SharedDeps } from '#commands/kit/command.ts';
import { letsGuestsIn, roleInBrand } from '#commands/posts/authorize.ts';
import { canRequestAnywhere, denied } from '#src/posts/card/rule.ts';
import type { Reader } from '#views/help/help.ts';

export const offeredHere = (deps: SharedDeps): Command[] =>
  deps.commands.filter(({ onlyWhere }) => onlyWhere?.(deps) ?? true);

/** If the service doesn't answer, brands with a rule are named by their ids. */
export async function readerOf(
  { workspace, by }: Pick<Asked, 'workspace' | 'by'>,
  deps: Deps,
): Promise<Reader> {
  const [role, all, approversOf, own, brands, replies, reactions, links] = await Promise.all([
    deps.people.roleOf(by),
    deps.rules.all(workspace),
    deps.approversReader.read(workspace),
    deps.teamSettings.person(workspace, by),
    brandsOf(deps),
    deps.grantedScopes.has('channels:history', 'groups:history'),
    deps.grantedScopes.has('reactions:read'),
    deps.grantedScopes.has('links:read', 'links:write'),
  ]);
  const deciding = async (id: string, brand?: string) => {
    const approvers = await approversOf(id);
    const why = denied({ approvers, role: await roleInBrand(deps, role, id), by, permission: 'approve' });
    return { ...(brand !== undefined && { brand }), denied: why, own: approvers?.rule.own ?? true };
  };
  const known = brands ?? [...all.brands.keys()].map((id) => ({ id, name: id }));
  const withRule = known.filter(({ id }) => all.brands.has(id));
  const others = !brands || brands.length > withRule.length;
  const any = all.common || all.brands.size > 0;
  return {
    role,
    canRequest: canRequestAnywhere(all, {
      ...{ user: by, role },
      letsGuestsIn: role === 'guest' && (await letsGuestsIn(deps)),
    }),
    deciding: await Promise.all([
      ...withRule.map(({ id, name }) => deciding(id, name)),
      // no brand has an empty id: this is the common rule
      ...(any && others ? [deciding('')] : []),
    ]),
    brand: own.brand?.name ?? brands?.[0]?.name,
    keyed: deps.keyed,
    hears: { replies, reactions, links: links && deps.postAddress !== undefined },
  };
}

async function brandsOf({ keyed, choices, log }: Deps) {
  try {
    return keyed ? await choices.brands() : undefined;
  } catch (cause) {
    log.debug({ err: cause }, "couldn't read the brands for the help; using made-up names");
    return undefined;
  }
}
