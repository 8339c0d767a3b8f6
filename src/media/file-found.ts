/** What was found where the files of a post are read. */
import { z } from 'zod';

/** Why nobody can tell later whether a file was replaced; `late`: not within the time that all of them get together. */
const unreadReasons = ['not_opened', 'no_answer', 'gone', 'too_large', 'late'] as const;

const fileFoundSchema = z.discriminatedUnion('kind', [
  /** SHA-256 of its bytes, in hex. */
  z.object({ kind: z.literal('read'), sha256: z.string() }),
  z.object({ kind: z.literal('unread'), why: z.enum(unreadReasons) }),
  /** There is nothing to compare: the file is in Slack, where no other can take its place, or the service made it. */
  z.object({ kind: z.literal('fixed') }),
]);
export type FileFound = z.infer<typeof fileFoundSchema>;

export const fileChecksSchema = z.object({
  /** When the first of the approvals was given that these files belong to. */
  since: z.iso.datetime(),
  /** In the order of `content.mediaUrls`; absent: they are still to be read. */
  found: z.array(fileFoundSchema).optional(),
  /** The version of the card that first told what was found. */
  foundIn: z.int().optional(),
  /** The numbers (from 1) of files that can't be compared, as far as the card said so when someone pressed last. */
  accepted: z.array(z.int()).optional(),
  /** Since when publishing or scheduling has visibly waited for the files to be read. */
  waitingSince: z.iso.datetime().optional(),
});

/** Reads the files of posts for comparing. */
export interface PostFiles {
  /** Whether the bot itself signed this address for a file of this workspace in Slack, and it still works. */
  isAttached(workspace: string, address: string): boolean;
  /** Whether it is such an address, of any workspace, that no longer works. */
  isExpired(address: string): boolean;
  /** Never rejects. Reads as much as the guarded reader of `src/platform/http` does, and keeps only the digest. */
  fingerprint(workspace: string, address: string, signal: AbortSignal): Promise<FileFound>;
}
