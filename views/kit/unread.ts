/** Below a list, what couldn't be read: nothing is left out silently. */
import type { Unread } from '#src/platform/publishing-api/service.ts';
import { contextLine } from '#views/kit/blocks.ts';
import type { Said } from './paged.ts';
import { count } from './text.ts';

/** `noun`: the name of one of them. If everything could be read, the message is unchanged. */
export function withUnread(said: Said, unread: Unread | undefined, noun: string): Said {
  if (!unread) return said;
  const { records } = unread;
  const what = `I couldn’t read ${count(records, noun)} completely`;
  const text = `:warning: ${what}, so some details may be missing. Tell your Presscheck admin.`;
  return { ...said, blocks: [...said.blocks, contextLine(text)] };
}
