/** What was found when the files of a post were read. */
import { z } from 'zod';

/** Why a later replacement of a file couldn't be noticed; `late`: not read within the time for all of them together. */
const unreadReasons = ['not_opened', 'no_answer', 'gone', 'too_large', 'late'] as const;

const fileFoundSchema = z.discriminatedUnion('kind', [
  /** SHA-256 of its bytes, in hex. */
  z.object({ kind: z.literal('read'), sha256: z.string() }),
  z.object({ kind: z.literal('unread'), why: z.enum(unreadReasons) }),
  /** There is nothing to compare: the file is in Slack, where it can't be replaced, or the service generated it. */
  z.object({ kind: z.literal('fixed') }),
]);
export type FileFound = z.infer<typeof fileFoundSchema>;

/** What opening a link showed. `closed`: it isn't for everyone; `silent`: it says nothing about the file; `unopened`: it's never opened, or leads elsewhere. */
export const linkFoundSchema = z.enum(['found', 'missing', 'page', 'closed', 'silent', 'unopened']);
export type LinkFound = z.infer<typeof linkFoundSchema>;

export const fileChecksSchema = z.object({
  /** When the first of the approvals for these files was given. */
  since: z.iso.datetime(),
  /** In the order of `content.mediaUrls`; absent: not read yet. */
  found: z.array(fileFoundSchema).optional(),
  /** The version of the card that first showed the result. */
  foundIn: z.int().optional(),
  /** The numbers (from 1) of files that can't be compared, as far as the card showed them at the last click. */
  accepted: z.array(z.int()).optional(),
  /** Since when the card shows that publishing or scheduling waits for the files to be read. */
  waitingSince: z.iso.datetime().optional(),
});
