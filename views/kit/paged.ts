/** A list that's longer than one message: one page at a time, with buttons to turn pages. Nothing is cut silently. */

import type { Button, KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { Unread } from '#src/platform/publishing-api/service.ts';
import { button, buttonRow, contextLine, section } from '#views/kit/blocks.ts';
import { alternatives, number } from './language.ts';
import { clipped, count, person, span, timeAt } from './text.ts';

/** A message as an answer: the notification text, and the blocks. */
export interface Said {
  text: string;
  blocks: KnownBlock[];
  /** The same without the blocks that some workspaces don't have yet. */
  plain?: KnownBlock[];
}

export interface Page<T> {
  rows: T[];
  /** Counted from 0. */
  page: number;
  pages: number;
  /** Of all pages together. */
  total: number;
  /** How many rows are on the pages before. */
  before: number;
}

/** The rows of one page; a page that is no longer there is the last one. */
export function pageOf<T>(all: readonly T[], requestedPage: number, size: number): Page<T> {
  const pages = Math.max(1, Math.ceil(all.length / size));
  const page = Math.min(Math.max(0, requestedPage), pages - 1);
  const before = page * size;
  return { rows: all.slice(before, before + size), page, pages, total: all.length, before };
}

/** What a button that turns pages carries: the page it leads to, and what the list is of. */
export interface PageRequest {
  page: number;
  /** An id, such as a brand's; empty for a list of its own. */
  of: string;
  /** Read it again instead of only turning the page. */
  fresh?: boolean | undefined;
  /** A read that was in progress when the list was shown has finished; when it was shown (epoch ms). No button sets this. */
  completes?: number | undefined;
  /** A post in it is in progress, and it's updated again once that is done. No button sets this. */
  isFollowed?: boolean | undefined;
}

const turnSchema = z.object({ page: z.int().min(0), of: z.string(), fresh: z.boolean().optional() });

/** `undefined`: the button is not one of these. */
export function readPageRequest(value: string | undefined): PageRequest | undefined {
  try {
    return turnSchema.safeParse(JSON.parse(value ?? '')).data;
  } catch {
    return undefined;
  }
}

export interface ListPage extends PageRequest {
  list: string;
}

/** The list with the row that a form was opened from. */
export interface OpenedFrom extends ListPage {
  channel: string;
  /** The response address of that message. */
  address: string;
}

/** The block of a row's buttons: where it is, to update the list after one was pressed. `row`: digits that tell it from the others. */
export const rowBlock = ({ list, page, of }: ListPage, row: number | `${number}-${number}`): string =>
  `${list}.${page}.${row}.${of}`;

/** `undefined`: the block is of no such row. */
export function readRow(block_id: string | undefined): ListPage | undefined {
  const [, list, page, of] = /^([a-z]+)\.(\d+)\.[\d-]+\.(.*)$/s.exec(block_id ?? '') ?? [];
  return list === undefined || of === undefined ? undefined : { list, page: Number(page), of };
}

export const turnActions = (list: string) => ({
  previous: `${list}.previous`,
  next: `${list}.next`,
  refresh: `${list}.refresh`,
});

/** How far a list of posts is known. */
export interface ListedAs {
  /** Every read that it's made from began then or later (epoch ms). */
  readAt: number;
  /** No post is missing. */
  complete: boolean;
  /** A newer read is under way, and updates the list. */
  isReading: boolean;
  /** Why the last read failed, in a sentence. */
  trouble: string | undefined;
  /** The update is a new message. */
  follows?: boolean;
  /** This is the update. */
  completes?: boolean;
}

/** Since when the list might be out of date, because other people's decisions don't update a private list. `thing`: what people call it. */
export function asOfBlock(
  list: string,
  of: string,
  { page }: Pick<Page<unknown>, 'page'>,
  listed: ListedAs,
  thing = 'list',
): KnownBlock {
  return section(asOf(listed, thing), { accessory: refreshButton(list, of, page) });
}

/** How old a list is, and what follows. */
export function asOf(
  { readAt, complete, isReading, trouble, follows, completes }: ListedAs,
  thing: string,
): string {
  const shown = `As of ${timeAt(readAt)}`;
  if (trouble) {
    const missing = complete ? '' : ' Some posts may be missing.';
    return `${shown}.${missing}\n:warning: Couldn’t check for changes. ${clipped(trouble, 600)}`;
  }
  if (isReading) {
    const [doing, next] = complete
      ? ['Checking for changes…', 'updated']
      : ['Still loading older posts…', 'complete'];
    return `${shown}. ${doing}${follows ? ` I’ll send the ${next} ${thing} in a new message.` : ''}`;
  }
  if (!complete) return `${shown}. Some posts may be missing.`;
  return completes && follows ? `${shown}. This is the complete ${thing}.` : shown;
}

const pageButton = (action_id: string, text: string, request: PageRequest): Button =>
  button(action_id, text, { value: JSON.stringify(request) });

export const refreshButton = (list: string, of: string, page: number): Button =>
  pageButton(turnActions(list).refresh, 'Refresh', { page, of, fresh: true });

/** In the place of a list of which nothing is known yet. `follows`: the list is a new message. */
export function readingList(list: string, brand: { id: string; name: string }, follows: boolean): Said {
  const next = follows ? ' I’ll send the list in a new message.' : '';
  const text = `Loading posts for ${clipped(brand.name, 150)}…${next}`;
  return {
    text,
    blocks: [section(text, { accessory: refreshButton(list, brand.id, 0) })],
  };
}

/** Which rows these are, and the buttons to the other pages; nothing if one page has all. `complete`: no more rows can come. */
export function turnBlocks(
  list: string,
  of: string,
  shown: Page<unknown>,
  { complete = true }: { complete?: boolean } = {},
): KnownBlock[] {
  const { rows, page, pages, total, before } = shown;
  if (pages === 1) return [];
  const ids = turnActions(list);
  return [
    contextLine(
      `${span(before + 1, before + rows.length)} of ${number(total)}${complete ? '' : ' so far'}  ·  page ${number(page + 1)} of ${number(pages)}`,
    ),
    ...buttonRow([
      page > 0 && pageButton(ids.previous, 'Previous', { page: page - 1, of }),
      page < pages - 1 && pageButton(ids.next, 'Next', { page: page + 1, of }),
    ]),
  ];
}

/** The list, and below it what couldn't be read: nothing is left out silently. `noun`: the name of one of them. If everything could be read, the message is unchanged. */
export function withUnread(said: Said, unread: Unread | undefined, noun: string): Said {
  if (!unread) return said;
  const { records } = unread;
  const what = `I couldn’t read ${count(records, noun)} completely`;
  const text = `:warning: ${what}, so some details may be missing. Tell your Presscheck admin.`;
  return { ...said, blocks: [...said.blocks, contextLine(text)] };
}

/** Below a list, as mrkdwn. `what`: such as `the posting times`. */
export const adminsCanEdit = (what: string, admins: readonly Pick<Named, 'id'>[]): string =>
  [
    `Workspace admins can edit ${what}.`,
    ...(admins.length > 0 ? [`Ask ${alternatives(admins.map(({ id }) => person(id)))}.`] : []),
  ].join(' ');
