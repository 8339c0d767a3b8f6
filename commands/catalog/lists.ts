import type { Deps } from '#commands/kit/command.ts';
import type { ChoiceList } from '#views/catalog/choices.ts';
import type { lists } from '#views/kit/fields.ts';

/** The options of a list, or why it's empty; `brand` is the modal's brand. Never throws. */
export async function loadList(
  deps: Deps,
  list: keyof typeof lists,
  brand: string | undefined,
): Promise<ChoiceList> {
  const { catalog } = deps;
  let unread = 0;
  const leftOut = (records: number): void => {
    unread = records;
  };
  try {
    if (list === 'brand') return { named: await catalog.brands(leftOut), what: 'brands', unread };
    if (!brand) return { missing: 'brand' };
    if (list === 'profiles') return { profiles: await catalog.profiles(brand, leftOut), unread };
    return list === 'library'
      ? { named: await catalog.hashtagLibraries(brand, leftOut), what: 'hashtag libraries', unread }
      : { named: await catalog.studioDesigns(brand, leftOut), what: 'designs', unread };
  } catch (cause) {
    deps.log.warn({ err: cause, list }, "couldn't load a list");
    const { kind, keyHint } = cause as { kind?: unknown; keyHint?: unknown };
    if (kind === 'key') return { missing: keyHint ? 'workspaceKey' : 'key' };
    return { missing: kind === 'shape' ? kind : 'answer' };
  }
}
