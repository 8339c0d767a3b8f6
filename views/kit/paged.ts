/**
 * A list that's longer than one message, one page at a time, with buttons to turn pages. Nothing is cut
 * silently.
 */

import type { Button, KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { Named } from '#src/platform/publishing-api/request.ts';
import type { Unread } from '#src/platform/publishing-api/service.ts';
import { button, buttonRow, contextLine, section } from '#views/kit/blocks.ts';
import { alternatives, number, plural } from './language.ts';
import { clipped, count, person, span, timeAt } from './text.ts';

/** A message as an answer: its notification text, and its blocks. */
export interface RenderedMessage {
  text: string;
  blocks: KnownBlock[];
  /** The same message without blocks that some workspaces don't have yet. */
  plain?: KnownBlock[];
}

export interface Page<T> {
  rows: T[];
  /** The page's number, from 0. */
  page: number;
  pages: number;
  /** The number of rows on all pages. */
  total: number;
  /** How many rows are on earlier pages. */
  before: number;
}

/** The rows of one page. If the page doesn't exist anymore, the last one. */
export function pageOf<T>(all: readonly T[], requestedPage: number, size: number): Page<T> {
  const pages = Math.max(1, Math.ceil(all.length / size));
  const page = Math.min(Math.max(0, requestedPage), pages - 1);
  const before = page * size;
  return { rows: all.slice(before, before + size), page, pages, total: all.length, before };
}

/** The value of a button that turns pages: the page to show, and what the list is about. */
export interface PageRequest {
  page: number;
  /** An id, such as a brand's; empty if the list is about nothing in particular. */
  of: string;
  /** Read the data again instead of only turning the page. */
  fresh?: boolean | undefined;
  /**
   * When the list was shown (epoch ms), if a read that was in progress then has finished. No button sets
   * this.
   */
  completes?: number | undefined;
  /** A post in the list is in progress, and the list is updated once that is done. No button sets this. */
  isFollowed?: boolean | undefined;
}

const turnSchema = z.object({ page: z.int().min(0), of: z.string(), fresh: z.boolean().optional() });

/** `undefined` if the button doesn't turn pages. */
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

/** The list with the row from which a form was opened. */
export interface OpenedFrom extends ListPage {
  channel: string;
  /** The response address of that message. */
  address: string;
}

/**
 * The id of the block with a row's buttons: it says where the row is, so that the list can be updated after a
 * click. `row`: digits that distinguish it from other rows.
 */
export const rowBlock = ({ list, page, of }: ListPage, row: number | `${number}-${number}`): string =>
  `${list}.${page}.${row}.${of}`;

/** `undefined` if the block isn't such a row. */
export function readRow(block_id: string | undefined): ListPage | undefined {
  const [, list, page, of] = /^([a-z]+)\.(\d+)\.[\d-]+\.(.*)$/s.exec(block_id ?? '') ?? [];
  return list === undefined || of === undefined ? undefined : { list, page: Number(page), of };
}

export const turnActions = (list: string) => ({
  previous: `${list}.previous`,
  next: `${list}.next`,
  refresh: `${list}.refresh`,
});

/** How complete and current the data of a list of posts is. */
export interface ListedAs {
  /** All reads that the list is made from began at this time or later (epoch ms). */
  readAt: number;
  /** No post is missing. */
  complete: boolean;
  /** A newer read is in progress, and updates the list. */
  isReading: boolean;
  /** Why the last read failed, in a sentence. */
  trouble: string | undefined;
  /** The update will be a new message. */
  follows?: boolean;
  /** This message is the update. */
  completes?: boolean;
}

/**
 * Since when the list might be out of date, because other people's decisions don't update a private list.
 * `thing`: what people call the list.
 */
export function asOfBlock(
  list: string,
  of: string,
  { page }: Pick<Page<unknown>, 'page'>,
  listed: ListedAs,
  thing = 'list',
): KnownBlock {
  return section(asOf(listed, thing), { accessory: refreshButton(list, of, page) });
}

/** How old a list is, and whether it will be updated. */
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

/** Shown instead of a list while nothing is known yet. `follows`: the list will be a new message. */
export function readingList(
  list: string,
  brand: { id: string; name: string },
  follows: boolean,
): RenderedMessage {
  const next = follows ? ' I’ll send the list in a new message.' : '';
  const text = `Loading posts for ${clipped(brand.name, 150)}…${next}`;
  return {
    text,
    blocks: [section(text, { accessory: refreshButton(list, brand.id, 0) })],
  };
}

/**
 * Which rows these are, and the buttons to other pages; empty if one page has all rows. `complete`: no more
 * rows can follow.
 */
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

/**
 * The list, and below it what couldn't be parsed, so that nothing is left out silently. `noun`: the name of
 * one record. If everything could be parsed, the message is unchanged.
 */
export function withUnread(
  message: RenderedMessage,
  unread: Unread | undefined,
  noun: string,
): RenderedMessage {
  if (!unread) return message;
  return { ...message, blocks: [...message.blocks, contextLine(`:warning: ${unreadText(unread, noun)}`)] };
}

export const unreadText = ({ records }: Unread, noun: string): string =>
  `I couldn’t fully read ${count(records, noun)}, so ${plural(records, { one: 'it', other: 'they' })} may be incomplete or missing here. Tell your Presscheck admin.`;

/** The line below a list, as mrkdwn. `what`: such as `the posting times`. */
export const adminsCanEdit = (what: string, admins: readonly Pick<Named, 'id'>[]): string =>
  [
    `Workspace admins can edit ${what}.`,
    ...(admins.length > 0 ? [`Ask ${alternatives(admins.map(({ id }) => person(id)))}.`] : []),
  ].join(' ');
