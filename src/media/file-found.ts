/** What was found when the files of a post were read. */
import { z } from 'zod';

/** Why a file can't be compared later; `late`: it wasn't read within the time for all files together. */
const unreadReasons = ['not_opened', 'no_answer', 'gone', 'too_large', 'late'] as const;

const fileFoundSchema = z.discriminatedUnion('kind', [
  /** SHA-256 of its bytes, in hex. */
  z.object({ kind: z.literal('read'), sha256: z.string() }),
  z.object({ kind: z.literal('unread'), why: z.enum(unreadReasons) }),
  /**
   * There's nothing to compare: the file is in Slack, where it can't be replaced, or the service generated
   * it.
   */
  z.object({ kind: z.literal('fixed') }),
]);
export type FileFound = z.infer<typeof fileFoundSchema>;

/**
 * What opening a link showed. `closed`: it asks to sign in; `silent`: there's no usable answer; `unopened`:
 * the bot never opens such an address, or it leads elsewhere.
 */
export const linkFoundSchema = z.enum(['found', 'missing', 'page', 'closed', 'silent', 'unopened']);
export type LinkFound = z.infer<typeof linkFoundSchema>;

export const fileChecksSchema = z.object({
  /** When the first approval of these files was given. */
  since: z.iso.datetime(),
  /** In the order of `content.mediaUrls`; absent: not read yet. */
  found: z.array(fileFoundSchema).optional(),
  /** The version of the card that first showed the result. */
  foundIn: z.int().optional(),
  /** The numbers (from 1) of files that can't be compared, if the card showed them at the last click. */
  accepted: z.array(z.int()).optional(),
  /** Since when the card shows that publishing or scheduling waits for the files to be read. */
  waitingSince: z.iso.datetime().optional(),
  /** Since when some of them can't be read again to compare them. */
  unreadSince: z.iso.datetime().optional(),
});
export type FileChecks = z.infer<typeof fileChecksSchema>;
