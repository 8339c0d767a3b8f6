/**
 * What an approval knows of the files behind a post's addresses, since a file can be replaced without its
 * address changing. Under a rule, each file is read when it's approved and again before it's published.
 * `SECURITY.md` has the details. Pure.
 */

import type { FileFound } from '#src/media/file-found.ts';
import type { PostFiles } from '#src/media/fingerprint.ts';
import type { Post } from '#src/platform/publishing-api/post.ts';
import type { Card } from './card.ts';
import { approvalsFor, contentHash } from './content.ts';
import { contentShown, generatedFiles, keptMedia, mediaAfterCheck, sourcesOf } from './same-content.ts';

/** Whether a job has to read the files that were approved. */
export const awaitsFileCheck = ({ fileChecks }: Pick<Card, 'fileChecks'>): boolean =>
  fileChecks !== undefined && fileChecks.found === undefined;

/**
 * Started by the first approval of a content. Later approvals are for the same files, and accept what the
 * card says about them.
 */
export function checksOfApproval(card: Card, at: string): Pick<Card, 'fileChecks'> {
  const { fileChecks } = card;
  if (!fileChecks || approvalsFor(card).length === 0)
    return { fileChecks: card.content.mediaUrls.length > 0 ? { since: at } : undefined };
  const { waitingSince: _, unreadSince: __, ...checks } = fileChecks;
  const isShown = checks.found !== undefined && card.renderedVersion >= (checks.foundIn ?? 0);
  return { fileChecks: isShown ? { ...checks, accepted: unreadFiles(card) } : checks };
}

/** The numbers (from 1) of the files that can't be compared, which the approver wasn't told about. */
export function unacceptedFiles(card: Card): number[] {
  const { accepted = [] } = card.fileChecks ?? {};
  return unreadFiles(card).filter((n) => !accepted.includes(n));
}

/**
 * Where each file is read, in order: at the address that was entered, even while the service shows a copy, or
 * else where the service keeps it. `undefined`: the service generated it.
 */
export function addressesToRead(card: Card): (string | undefined)[] {
  const kept = keptMedia(card);
  return sourcesOf(card).map(({ from }, i) => {
    if (from === 'generated') return undefined;
    return from === 'entered' ? card.content.mediaUrls[i] : kept[i];
  });
}

/**
 * Whether the `i`th file is published from the address that was read. Files that the service copied aren't
 * compared.
 */
export function goesOutAsRead(card: Card, i: number): boolean {
  return keptMedia(card)[i] === addressesToRead(card)[i];
}

/** The numbers (from 1) of the files that a rule for attached files only refuses. */
export interface NotAttached {
  why: 'files_linked' | 'files_expired';
  files: number[];
}

/**
 * The links, or else the attached files whose address has expired. `undefined` if all files are attached or
 * come from the service.
 */
export function notAttached(
  card: Card,
  { isAttached, isExpired }: Pick<PostFiles, 'isAttached' | 'isExpired'>,
): NotAttached | undefined {
  const generated = generatedFiles(card);
  const others = card.content.mediaUrls.flatMap((address, i) => {
    if (generated.has(address) || isAttached(card.workspace, address)) return [];
    return [{ n: i + 1, expired: isExpired(address) }];
  });
  // the card doesn't keep the other addresses, so nobody can tell what they are
  if (card.content.beyond?.mediaUrls) others.push({ n: card.content.mediaUrls.length + 1, expired: false });
  if (others.length === 0) return undefined;
  const linked = others.filter(({ expired }) => !expired);
  return linked.length > 0
    ? { why: 'files_linked', files: linked.map(({ n }) => n) }
    : { why: 'files_expired', files: others.map(({ n }) => n) };
}

/** The numbers (from 1) of the files that can't be compared before they're published. */
export function unreadFiles(card: Card): number[] {
  return (card.fileChecks?.found ?? []).flatMap(({ kind }, i) =>
    kind === 'unread' && goesOutAsRead(card, i) ? [i + 1] : [],
  );
}

/**
 * The fields for what was read, and for what the service showed at the same time. The files read are the
 * approved ones, so an address that appears later is another file.
 */
export function filesChecked(
  card: Card,
  { found, post, at }: { found: FileFound[]; post?: Post | undefined; at: string },
): Pick<Card, 'fileChecks' | 'media' | 'copying'> {
  const { waitingSince: _, ...checks } = card.fileChecks ?? { since: at };
  const fileChecks = { ...checks, found, foundIn: checks.foundIn ?? card.version + 1 };
  const isSame = post && contentHash({ ...card, content: contentShown(card, post) }) === contentHash(card);
  return { fileChecks, ...(isSame && { ...mediaAfterCheck(card, post, at), copying: undefined }) };
}
