/** The templates of a brand that a form offers. */
import type { Deps } from '#commands/kit/command.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { templateKind } from '#views/posts/template-field.ts';

/** `form`: its id. None for a form that takes no templates, and none where they can't be read: the form opens all the same. */
export async function offeredTemplates(
  { templates, workspace, log }: Pick<Deps, 'templates' | 'workspace' | 'log'>,
  brand: Named,
  form: string | undefined,
): Promise<Named[]> {
  const kind = templateKind(form);
  if (!kind) return [];
  try {
    return (await templates.of(workspace, brand.id)).filter((one) => one.kind === kind);
  } catch (cause) {
    log.warn({ err: cause, brand: brand.id }, "couldn't read the templates for a form");
    return [];
  }
}
