/** What people choose from a brand's lists, and whether those lists have it. A client can submit any id. */

import type { Named, Request } from '#src/platform/publishing-api/request.ts';
import type { Change, Content } from './card.ts';

const listNames = ['brand', 'profiles', 'library', 'designs'] as const;
export type ListName = (typeof listNames)[number];

/** What a person chose, by the list that has it. */
export type Chosen = Partial<Record<ListName, readonly Named[]>>;
/** What the lists have. An absent list couldn't be read. */
export type Lists = Partial<Record<ListName, readonly Named[]>>;

export function chosenIn(request: Request): Chosen {
  const { brand, profiles } = request;
  if (request.kind === 'post' || request.kind === 'import') return { brand: [brand], profiles };
  const { hashtagLibrary, referenceDesigns } = request;
  return {
    brand: [brand],
    profiles,
    designs: referenceDesigns,
    library: hashtagLibrary ? [hashtagLibrary] : [],
  };
}

/** What a change adds to a post. A profile that the post has already doesn't have to be in the list. */
export const chosenInChange = ({ profiles }: Change, content: Content): Chosen => ({
  profiles: (profiles?.profiles ?? []).filter((one) => !hasAll(content.profiles, [one])),
});

export const hasAll = (list: readonly Named[], chosen: readonly Named[]): boolean =>
  chosen.every(({ id }) => list.some((one) => one.id === id));

/** The chosen ids that their lists don't have, by list. A list that couldn't be read rejects nothing. */
export function missingChoices(chosen: Chosen, lists: Lists): Chosen {
  const foreign = listNames.flatMap((name) => {
    const list = lists[name];
    const missing = list ? (chosen[name] ?? []).filter((one) => !hasAll(list, [one])) : [];
    return missing.length > 0 ? [[name, missing] as const] : [];
  });
  return Object.fromEntries(foreign);
}

const listedIn =
  (list: readonly Named[] | undefined) =>
  ({ id, name }: Named): Named => ({ id, name: list?.find((one) => one.id === id)?.name ?? name });

/** The same change with its profiles' names from the list, or from the post. */
export function changeAsListed({ profiles, ...rest }: Change, lists: Lists, content: Content): Change {
  if (!profiles) return rest;
  const named = listedIn([...(lists.profiles ?? []), ...content.profiles]);
  return { ...rest, profiles: { ...profiles, profiles: profiles.profiles.map(named) } };
}

/** The same request with the names that the lists have for its ids: a client can submit any name, too. */
export function namedAsListed<T extends Request>(request: T, lists: Lists): T {
  const common = {
    ...request,
    brand: listedIn(lists.brand)(request.brand),
    profiles: request.profiles.map(listedIn(lists.profiles)),
  };
  if (common.kind === 'post' || common.kind === 'import') return common;
  const { hashtagLibrary, referenceDesigns } = common;
  return {
    ...common,
    referenceDesigns: referenceDesigns.map(listedIn(lists.designs)),
    ...(hashtagLibrary && { hashtagLibrary: listedIn(lists.library)(hashtagLibrary) }),
  };
}
