/** `/social brands` and `/social <word> [brand]`: lists of the service's records, page by page. */

import type { Command, Deps, Invocation, ListInvocation } from '#commands/kit/command.ts';
import { onPage } from '#commands/kit/paging.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { Unread } from '#src/platform/publishing-api/service.ts';
import { aboutLibraries, connectOne, madeInService, profileRow, renderList } from '#views/catalog/lists.ts';
import { type PageRequest, withUnread } from '#views/kit/paged.ts';
import { brandPages } from './brand-pages.ts';

interface BrandList {
  word: string;
  about: string;
  /** The plural for the title: `Social profiles`, and the name of one. */
  things: string;
  thing: string;
  /** What the records are for; mrkdwn. */
  explain?(deps: Deps): string;
  /** What to do if there are none; mrkdwn. */
  none(deps: Deps): string;
  /** Pass `call` on to the service, so that unreadable records are reported. */
  load(deps: Deps, brand: Named, call: { leftOut(unread: Unread): void }): Promise<Named[]>;
}

const word = 'brands';

export const brands: Command = {
  word,
  about: 'List your brands',
  run: (invocation, deps) => showBrands(invocation, deps, 0),
  listen(app, shared) {
    onPage(app, shared, word, (invocation, deps, { page }) => showBrands(invocation, deps, page));
  },
};

async function showBrands(invocation: Invocation, { lookups }: Deps, page: number): Promise<void> {
  const unreads: Unread[] = [];
  const rows = await lookups.brands({ leftOut: (what) => unreads.push(what) });
  const rendered = renderList({ list: word, title: 'Brands', of: '', rows, none: madeInService }, page);
  await invocation.answer(withUnread(rendered, unreads[0], 'brand'));
}

function brandList({ word, about, things, thing, explain, none, load }: BrandList): Command {
  async function show(
    invocation: ListInvocation,
    deps: Deps,
    brand: Named,
    turned?: PageRequest,
  ): Promise<void> {
    const unreads: Unread[] = [];
    const rows = await load(deps, brand, { leftOut: (what) => void unreads.push(what) });
    const title = `${things} for ${brand.name}`;
    const listed = { list: word, title, of: brand.id, rows, about: explain?.(deps), none: none(deps) };
    const rendered = renderList(listed, turned?.page ?? 0);
    await invocation.answer(withUnread(rendered, unreads[0], thing));
  }
  return { ...brandPages(word, show), about };
}

export const designs = brandList({
  word: 'designs',
  about: 'List a brand’s reference designs',
  things: 'Reference designs',
  thing: 'reference design',
  none: () => madeInService,
  load: ({ lookups }, brand, call) => lookups.studioDesigns(brand.id, call),
});

export const libraries = brandList({
  word: 'libraries',
  about: 'List a brand’s hashtag libraries',
  things: 'Hashtag libraries',
  thing: 'hashtag library',
  explain: ({ slash }) => aboutLibraries(slash('social')),
  none: () => madeInService,
  load: ({ lookups }, brand, call) => lookups.hashtagLibraries(brand.id, call),
});

export const profiles = brandList({
  word: 'profiles',
  about: 'List a brand’s connected social profiles',
  things: 'Social profiles',
  thing: 'social profile',
  none: ({ slash }) => connectOne(slash('social')),
  load: async ({ lookups }, brand, call) => (await lookups.profiles(brand.id, call)).map(profileRow),
});
