import type { Deps, Invocation } from '#commands/kit/command.ts';
import { roleInBrand } from '#commands/posts/authorize.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { Refusal } from '#src/platform/refusal.ts';
import { type Denied, denied } from '#src/posts/card/rule.ts';
import { cannotPause, cannotTellAll, cannotTellGroups } from '#views/pause/refusals.ts';
import { groupsUnavailable } from '#views/posts/refusals.ts';

type From = { one: Named; why: Denied };

/** The names of these permissions in the audit trail. */
const auditNotes = { pause: 'freeze', resume: 'thaw' } as const;

/**
 * Admins can do it, and people who can approve all of the posts in question. Otherwise, throws a `Refusal`
 * and notes it. Without a brand, it's about all brands. The service is asked only if the rules alone don't
 * decide it; if that fails, it's a refusal.
 */
export async function onlyWhoCanPause(
  deps: Deps,
  { workspace, channel, by }: Pick<Invocation, 'workspace' | 'channel' | 'by'>,
  brand: Named | undefined,
  what: 'pause' | 'resume',
): Promise<void> {
  const role = await deps.users.roleOf(by);
  if (role === 'administrator') return;
  const approversOf = await deps.approversReader.read(workspace);
  const refuse = async (result: string, refusal: Refusal, about?: Named): Promise<never> => {
    const entry = { by, brand: about, channel, via: 'command', result, note: auditNotes[what] } as const;
    await deps.audit.noteRefused(workspace, entry);
    throw refusal;
  };
  const deniedBrand = async (brands: readonly Named[]): Promise<From | undefined> => {
    for (const one of brands) {
      const [approvers, here] = await Promise.all([approversOf(one.id), roleInBrand(deps, role, one.id)]);
      const why = denied({ approvers, role: here, by, permission: 'decide' });
      if (why) return { one, why };
    }
    return undefined;
  };
  const refuseFor = ({ one, why }: From): Promise<never> => {
    const text =
      why.why === 'group_unavailable'
        ? cannotTellGroups(what, groupsUnavailable(why.approvers.unavailable))
        : cannotPause(what, { brand: brand?.name, because: one.name });
    return refuse(why.why, new Refusal(...text), one);
  };

  const listed = brand ? [brand] : await deps.catalog.peekBrands();
  const blockedBy = await deniedBrand(listed ?? (await everyRule(deps, workspace)));
  if (!blockedBy) return;
  if (listed) return refuseFor(blockedBy);
  const fresh = await deps.catalog.brands().catch(() => undefined);
  const from = await deniedBrand(fresh ?? (await deps.catalog.rememberedBrands()));
  if (from) return refuseFor(from);
  if (!fresh) return refuse('brands not known', new Refusal(...cannotTellAll(what)));
}

/**
 * One brand for each rule, and one without a rule of its own: if someone can do it for
 * these, they can do it for all.
 */
async function everyRule(deps: Deps, workspace: string): Promise<Named[]> {
  const { brands } = await deps.rules.all(workspace);
  return ['', ...brands.keys()].map((id) => ({ id, name: id }));
}
