/** `/social <word> [brand]` with pages: asks which brand is meant, and turns pages. */

import type { Command, Deps, ListInvocation } from '#commands/kit/command.ts';
import { onPage } from '#commands/kit/paging.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { PageRequest } from '#views/kit/paged.ts';
import { brandWithId, forBrand } from './which-brand.ts';

/** `turned`: the page to show, after turning the page or *Refresh*; absent: the first one. */
export function brandPages(
  word: string,
  show: (invocation: ListInvocation, deps: Deps, brand: Named, turned?: PageRequest) => Promise<void>,
): Required<Pick<Command, 'word' | 'hint' | 'run' | 'listen' | 'rerender'>> {
  const { run, listen } = forBrand(word, (invocation, deps, brand) => show(invocation, deps, brand));
  const rerender: Required<Command>['rerender'] = async (invocation, deps, turned) =>
    show(invocation, deps, await brandWithId(deps, turned.of), turned);
  return {
    word,
    hint: '[brand]',
    run,
    rerender,
    listen(app, shared) {
      listen(app, shared);
      onPage(app, shared, word, rerender);
    },
  };
}
