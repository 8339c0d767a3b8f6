/** `/social <word> [brand]` that answers in pages: asks which brand is meant, and turns pages. */

import type { Command, Deps, ListAsked } from '#commands/kit/command.ts';
import { onPage } from '#commands/kit/paging.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { PageRequest } from '#views/kit/paged.ts';
import { brandWithId, forBrand } from './which-brand.ts';

/** `turned`: the page to show, after turning the page or *Refresh*; absent: the first one. */
export function brandPages(
  word: string,
  show: (asked: ListAsked, deps: Deps, brand: Named, turned?: PageRequest) => Promise<void>,
): Required<Pick<Command, 'word' | 'hint' | 'run' | 'listen' | 'rerender'>> {
  const { run, listen } = forBrand(word, (asked, deps, brand) => show(asked, deps, brand));
  const rerender: Required<Command>['rerender'] = async (asked, deps, turned) =>
    show(asked, deps, await brandWithId(deps, turned.of), turned);
  return {
    ...{ word, hint: '[brand]', run, rerender },
    listen(app, shared) {
      listen(app, shared);
      onPage(app, shared, word, rerender);
    },
  };
}
