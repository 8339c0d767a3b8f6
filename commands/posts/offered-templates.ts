import { orElse } from '#commands/kit/afterwards.ts';
import type { Deps } from '#commands/kit/command.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { templateKind } from '#views/posts/template-field.ts';

/**
 * The templates of a brand that a form offers. `form`: its id. Empty for a form without templates, and if
 * they can't be read: the form opens anyway.
 */
export async function offeredTemplates(
  { templates, workspace, log }: Pick<Deps, 'templates' | 'workspace' | 'log'>,
  brand: Named,
  form: string | undefined,
): Promise<Named[]> {
  const kind = templateKind(form);
  if (!kind) return [];
  const about = { problem: "couldn't read the templates for a form", brand: brand.id };
  const all = await orElse({ log }, [], about, () => templates.of(workspace, brand.id));
  return all.filter((one) => one.kind === kind);
}
