/**
 * Reads the files of an approved post, so that a later replacement is noticed. Only publishing waits for it.
 */

import type { FileFound } from '#src/media/file-found.ts';
import { ServiceError } from '#src/platform/publishing-api/errors.ts';
import type { Post } from '#src/platform/publishing-api/post.ts';
import { done, handlerOf, type Outcome, queues, wakeOf } from '#src/platform/queue/job.ts';
import type { Card } from '#src/posts/card/card.ts';
import { addressesToRead } from '#src/posts/card/file-checks.ts';
import { type CardPayload, cardJob } from '#src/posts/card-job.ts';
import { isBehind } from '#src/posts/post-index/lag.ts';
import type { Deps } from './deps.ts';

export const checkFilesJob = cardJob('check-files', queues.actions);

/** The limit for all files of a post together, as for a preview. */
const readWithinMs = 10_000;
const readAtOnce = 3;

export const checkFilesHandler = handlerOf(checkFilesJob, runCheck);

async function runCheck(deps: Deps, { workspace, card: id }: CardPayload): Promise<Outcome> {
  const card = await deps.desk.get(workspace, id);
  if (!card?.fileChecks) return done;
  const { since, found = await readFiles(deps, card) } = card.fileChecks;
  let read = card;
  // first, because reading the listing can take long and runs this job again: the files are compared anyway
  if (!card.fileChecks.found) {
    await deps.failpoint('files read');
    const result = await deps.desk.transition(workspace, id, { type: 'check_files', since, found });
    if (!result || 'refused' in result) return done;
    read = result.card;
  }
  const post = await shownWithCopies(deps, read, since);
  if (post) await deps.desk.transition(workspace, id, { type: 'check_files', since, found, post });
  return done;
}

/** What each file is, in the order of the post. `only`: files to read; the others are returned as `fixed`. */
export async function readFiles(
  deps: Pick<Deps, 'postFiles'>,
  card: Card,
  only: (i: number) => boolean = () => true,
): Promise<FileFound[]> {
  const { workspace } = card;
  const signal = AbortSignal.timeout(readWithinMs);
  const addresses = addressesToRead(card);
  const found = addresses.map((): FileFound => ({ kind: 'fixed' }));
  const left = [...addresses.entries()].filter(([i]) => only(i));
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one; one = left.shift()) {
      const [i, address] = one;
      if (address === undefined || deps.postFiles.isAttached(workspace, address)) continue;
      const read = await deps.postFiles.fingerprint(workspace, address, signal);
      found[i] = read.kind === 'unread' && signal.aborted ? { kind: 'unread', why: 'late' } : read;
    }
  };
  await Promise.all(Array.from({ length: readAtOnce }, next));
  return found;
}

/**
 * The post with the service's own copies of files that were just entered, so that none is taken for a copy
 * made after the approval. The service is asked only then; `publish` checks a post that is published right
 * away in any case.
 */
async function shownWithCopies(deps: Deps, card: Card, since: string): Promise<Post | undefined> {
  const { workspace, id } = card;
  if (card.copying === undefined || (card.state === 'approved' && !card.publishAfter)) return undefined;
  try {
    const wake = wakeOf(checkFilesJob, { workspace, card: id });
    const { post, readAt } = await deps.index.post(card, Date.parse(since), wake);
    return post && !isBehind(deps, card, post, readAt) ? post : undefined;
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    deps.log.info({ err: cause, card: id }, "couldn't look for copies of approved files");
    return undefined;
  }
}
