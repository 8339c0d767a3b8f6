/** `/social <word> [brand]` for a list of a brand's records, page by page. */
import type { Named } from '#src/cards/request.ts';
import { drawList, type Row } from '#views/lists.ts';
import type { Asked, Command, Deps } from '../command.ts';
import { onTurn } from './paging.ts';
import { brandWithId, forBrand } from './which-brand.ts';

interface BrandList {
  word: string;
  about: string;
  /** Several of them as a title begins: `Social profiles`. */
  things: string;
  /** What can be done when there is none; mrkdwn. */
  none(deps: Deps): string;
  load(deps: Deps, brand: Named): Promise<Row[]>;
}

export function brandList({ word, about, things, none, load }: BrandList): Command {
  async function show(asked: Asked, deps: Deps, brand: Named, page: number): Promise<void> {
    const rows = await load(deps, brand);
    const title = `${things} of ${brand.name}`;
    await asked.answer(drawList({ list: word, title, of: brand.id, rows, none: none(deps) }, page));
  }
  const meant = forBrand(word, (asked, deps, brand) => show(asked, deps, brand, 0));
  return {
    word,
    hint: '[brand]',
    about,
    run: meant.run,
    listen(app, deps) {
      meant.listen(app, deps);
      onTurn(app, deps, word, async (asked, _, { of, page }) =>
        show(asked, deps, await brandWithId(deps, of), page),
      );
    },
  };
}
