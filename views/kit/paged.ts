/** A list that is longer than one message: one page at a time, with buttons that turn it. Nothing is cut silently. */
import type { Button, KnownBlock } from '@slack/types';
import { z } from 'zod';
import { number } from './language.ts';
import { clipped, mrkdwn, plain, span, timeOfDay } from './text.ts';

/** A message as an answer: the notification text, and the blocks. */
export interface Said {
  text: string;
  blocks: KnownBlock[];
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
export function pageOf<T>(all: readonly T[], wanted: number, size: number): Page<T> {
  const pages = Math.max(1, Math.ceil(all.length / size));
  const page = Math.min(Math.max(0, wanted), pages - 1);
  const before = page * size;
  return { rows: all.slice(before, before + size), page, pages, total: all.length, before };
}

/** What a button that turns pages carries: the page it leads to, and what the list is of. */
export interface PageRequest {
  page: number;
  /** An id, such as a brand's; empty for a list of its own. */
  of: string;
  /** It is to be read again, not only turned. */
  fresh?: boolean | undefined;
  /** What was being read when it was shown is read, as of then (epoch ms): no button says this. */
  completes?: number | undefined;
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

/** A page of a list in a private message. */
export interface ListPlace extends PageRequest {
  list: string;
}

/** The block of a row's buttons: where it is, to update the list after one was pressed. `row`: digits that tell it from the others. */
export const rowBlock = ({ list, page, of }: ListPlace, row: number | `${number}-${number}`): string =>
  `${list}.${page}.${row}.${of}`;

/** `undefined`: the block is of no such row. */
export function readRow(block_id: string | undefined): ListPlace | undefined {
  const [, list, page, of] = /^([a-z]+)\.(\d+)\.[\d-]+\.(.*)$/s.exec(block_id ?? '') ?? [];
  return list === undefined || of === undefined ? undefined : { list, page: Number(page), of };
}

/** The action ids of the buttons of one list. */
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

/** Since when the list may be out of date: nobody else's decision updates a private list. `thing`: what people call it. */
export function asOfBlock(
  list: string,
  of: string,
  { page }: Pick<Page<unknown>, 'page'>,
  listed: ListedAs,
  thing = 'list',
): KnownBlock {
  return { type: 'section', text: mrkdwn(asOf(listed, thing)), accessory: refreshButton(list, of, page) };
}

function asOf({ readAt, complete, isReading, trouble, follows, completes }: ListedAs, thing: string): string {
  const shown = `As of ${timeOfDay(readAt)}`;
  if (trouble) {
    const missing = complete ? '' : ' Some posts may be missing.';
    return `${shown}.${missing}\n:warning: Couldn’t check for changes. ${clipped(trouble, 600)}`;
  }
  if (isReading) {
    const [doing, next] = complete
      ? ['Checking for changes…', 'updated']
      : ['Still reading older posts…', 'complete'];
    return `${shown}. ${doing}${follows ? ` The ${next} ${thing} follows in a new message.` : ''}`;
  }
  if (!complete) return `${shown}. Some posts may be missing.`;
  return completes && follows ? `${shown}. This is the complete ${thing}.` : shown;
}

const refreshButton = (list: string, of: string, page: number): Button => ({
  type: 'button',
  action_id: turnActions(list).refresh,
  text: plain('Refresh'),
  value: JSON.stringify({ page, of, fresh: true } satisfies PageRequest),
});

/** In the place of a list of which nothing is known yet. `follows`: the list is a new message. */
export function readingList(list: string, brand: { id: string; name: string }, follows: boolean): Said {
  const next = follows ? ' The list follows in a new message.' : '';
  const text = `Reading the posts for ${clipped(brand.name, 150)}…${next}`;
  return {
    text,
    blocks: [{ type: 'section', text: mrkdwn(text), accessory: refreshButton(list, brand.id, 0) }],
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
  const button = (action_id: string, text: string, to: number): Button => ({
    type: 'button',
    action_id,
    text: plain(text),
    value: JSON.stringify({ page: to, of } satisfies PageRequest),
  });
  return [
    {
      type: 'context',
      elements: [
        mrkdwn(
          `${span(before + 1, before + rows.length)} of ${number(total)}${complete ? '' : ' so far'}  ·  page ${number(page + 1)} of ${number(pages)}`,
        ),
      ],
    },
    {
      type: 'actions',
      elements: [
        ...(page > 0 ? [button(ids.previous, 'Previous', page - 1)] : []),
        ...(page < pages - 1 ? [button(ids.next, 'Next', page + 1)] : []),
      ],
    },
  ];
}
