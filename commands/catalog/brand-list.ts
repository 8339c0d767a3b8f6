/** `/social <word> [brand]` for a list of a brand's records, page by page. */

import type { Command, Deps, ListAsked } from '#commands/kit/command.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { Unread } from '#src/platform/publishing-api/service.ts';
import { type Row, renderList } from '#views/catalog/lists.ts';
import type { PageRequest } from '#views/kit/paged.ts';
import { withUnread } from '#views/kit/unread.ts';
import { brandPages } from './brand-pages.ts';

interface BrandList {
  word: string;
  about: string;
  /** The plural for a title: `Social profiles`. */
  things: string;
  /** What to do if there is none; mrkdwn. */
  none(deps: Deps): string;
  /** `call` has to be passed on, so that unreadable records are reported. */
  load(deps: Deps, brand: Named, call: { leftOut(unread: Unread): void }): Promise<Row[]>;
}

export function brandList({ word, about, things, none, load }: BrandList): Command {
  async function show(asked: ListAsked, deps: Deps, brand: Named, turned?: PageRequest): Promise<void> {
    const unreads: Unread[] = [];
    const rows = await load(deps, brand, { leftOut: (what) => void unreads.push(what) });
    const title = `${things} for ${brand.name}`;
    const drawn = renderList({ list: word, title, of: brand.id, rows, none: none(deps) }, turned?.page ?? 0);
    await asked.answer(withUnread(drawn, unreads[0], 'record'));
  }
  return { ...brandPages(word, show), about };
}
