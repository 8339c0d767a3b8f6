/**
 * A private list of the service's records, page by page: their names, and their ids if two have the same
 * name.
 */
import type { RichTextElement } from '@slack/types';
import { profileName } from '#src/platform/publishing-api/networks.ts';
import type { Profile } from '#src/platform/publishing-api/post.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { contextLine, heading, section } from '#views/kit/blocks.ts';
import { clip } from '#views/kit/limits.ts';
import { pageOf, type RenderedMessage, turnBlocks } from '#views/kit/paged.ts';
import { clipped, escaped } from '#views/kit/text.ts';

const rowsOnPage = 15;

/** What to do if there are none. */
export const madeInService = 'Create them in the publishing service.';
export const aboutLibraries = (social: string): string =>
  `These come from the publishing service. If you choose one for an AI post or a campaign, its hashtags are used. For posts you write, save a set of hashtags in \`${social} templates\`.`;
export const connectOne = (social: string): string => `Use \`${social} connect\` to connect one.`;

export interface Listed {
  /** The list's word after `/social`, by which its buttons are named. */
  list: string;
  /** Such as `Social profiles of Northwind Coffee`. */
  title: string;
  /** The id of what the list is about, such as a brand; empty if it's about nothing. */
  of: string;
  rows: readonly Named[];
  /** What the records are for; mrkdwn. */
  about?: string | undefined;
  /** What to do if there are none; mrkdwn. */
  none: string;
}

/** `Instagram · northwind.coffee`. */
export const profileRow = (profile: Profile): Named => ({ id: profile.id, name: profileName(profile) });

export function renderList({ list, title, of, rows, about, none }: Listed, page: number): RenderedMessage {
  const shown = pageOf(rows, page, rowsOnPage);
  const head = [heading(title), ...(about ? [contextLine(about)] : [])];
  if (rows.length === 0)
    return {
      text: `${escaped(`${title}: none.`)} ${none}`,
      blocks: [...head, section(`None yet. ${none}`)],
    };
  const called = Map.groupBy(rows, nameOf);
  return {
    text: clipped(`${title}: ${rows.length}`, 500),
    blocks: [
      ...head,
      {
        type: 'rich_text',
        // rich text, because the service's names aren't markup
        elements: [
          {
            type: 'rich_text_list',
            style: 'bullet',
            elements: shown.rows.map((row) => ({
              type: 'rich_text_section' as const,
              elements: rowElements(row, (called.get(nameOf(row))?.length ?? 0) > 1),
            })),
          },
        ],
      },
      ...turnBlocks(list, of, shown),
    ],
  };
}

/** A record without a name is shown by its id, because Slack refuses empty text. */
const nameOf = ({ name, id }: Named): string => name.trim() || id;

function rowElements(row: Named, twin: boolean): RichTextElement[] {
  const name: RichTextElement = { type: 'text', text: clip(nameOf(row), 300) };
  if (!twin) return [name];
  return [
    name,
    { type: 'text', text: '  ' },
    { type: 'text', text: clip(row.id, 300), style: { code: true } },
  ];
}
