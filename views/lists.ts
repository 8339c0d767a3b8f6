/** A private list of the service's records: a name each, its id below it, page by page. */
import { type Profile, profileName } from '#src/cards/post.ts';
import type { Named } from '#src/cards/request.ts';
import { clip, slack } from './limits.ts';
import { pageOf, type Said, turnBlocks } from './paged.ts';
import { clipped, escaped, plain } from './text.ts';

/** Two blocks each, beside the header and the buttons: Slack draws 50 in a message. */
const rowsOnPage = 15;

export interface Listed {
  /** The word that asks for it, which its buttons are named by. */
  list: string;
  /** Such as `Social profiles of Northwind Coffee`. */
  title: string;
  /** What it is of, such as the brand's id; empty for a list of its own. */
  of: string;
  rows: readonly Row[];
  /** What can be done when there is none. */
  none: string;
}

export interface Row {
  name: string;
  id: string;
}

export const namedRow = ({ id, name }: Named): Row => ({ id, name });

/** `Instagram · northwind.coffee`. */
export const profileRow = (profile: Profile): Row => ({ id: profile.id, name: profileName(profile) });

export function drawList({ list, title, of, rows, none }: Listed, page: number): Said {
  const shown = pageOf(rows, page, rowsOnPage);
  const heading: Said['blocks'] = [{ type: 'header', text: plain(clip(title, slack.headerText)) }];
  if (rows.length === 0)
    return { text: escaped(`${title}: none. ${none}`), blocks: [...heading, section(`None yet. ${none}`)] };
  return {
    text: clipped(`${title}: ${rows.length}`, 500),
    blocks: [
      ...heading,
      ...shown.rows.flatMap(({ name, id }): Said['blocks'] => [
        section(clip(name, 300)),
        // plain text: what the service calls its records is no markup
        { type: 'context', elements: [{ type: 'plain_text', text: clip(`ID ${id}`, 300), emoji: false }] },
      ]),
      ...turnBlocks(list, of, shown),
    ],
  };
}

function section(text: string): Said['blocks'][number] {
  return { type: 'section', text: { type: 'plain_text', text, emoji: false } };
}
