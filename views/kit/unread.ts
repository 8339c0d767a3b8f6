/** Below a list, what couldn't be read: nothing is left out silently. */
import type { Unread } from '#src/platform/publishing-api/unread.ts';
import type { Said } from './paged.ts';
import { count, literal, mrkdwn } from './text.ts';

/** `noun`: the name of one record. If everything could be read, the message is unchanged. */
export function withUnread(said: Said, unread: Unread | undefined, noun: string): Said {
  if (!unread) return said;
  const { endpoint, records, fields } = unread;
  const what = `${count(records, noun)} couldn’t be read in full (${endpoint}: ${fields.map(literal).join(', ')})`;
  const text = `:warning: ${what}, so something may be missing. Tell your Presscheck admin.`;
  return { ...said, blocks: [...said.blocks, { type: 'context', elements: [mrkdwn(text)] }] };
}
