/**
 * Which files of a post are refused by a rule that allows attached files only, whether or not the post's time
 * needs approval. Pure.
 */

import type { PostFiles } from '#src/media/fingerprint.ts';
import { applyTransition } from './apply-transition.ts';
import type { Card, Change } from './card.ts';
import { changed } from './change.ts';
import { type NotAttached, notAttached } from './file-checks.ts';
import type { Refused } from './refused.ts';
import { sourcesAfter } from './same-content.ts';
import { isScheduled } from './state.ts';
import type { Transition } from './transition.ts';

type Attached = Pick<PostFiles, 'isAttached' | 'isExpired'>;

/**
 * The files that the rule refuses in a post that has a set time after the change. `undefined` if it allows
 * all of them, or if the change sets no time and gives no files to a scheduled post.
 */
export function unattachedAfter(card: Card, change: Change, files: Attached): NotAttached | undefined {
  const { scheduledAt, media } = change;
  const isFilesOfScheduled = isScheduled(card) && scheduledAt === undefined && media !== undefined;
  if (!scheduledAt && !isFilesOfScheduled) return undefined;
  const content = changed(card.content, change);
  const sources = media && sourcesAfter(card, media.how, content.mediaUrls);
  return notAttached({ ...card, content, ...(sources && { media: sources }) }, files);
}

/**
 * The files because of which the rule refuses the transition. `undefined` if the card refuses it anyway, so
 * that people get that refusal.
 */
export function refusedFiles(card: Card, transition: Transition, files: Attached): Refused | undefined {
  if (
    (transition.type !== 'approve' && transition.type !== 'change') ||
    !transition.approvers?.rule.attachedOnly
  )
    return undefined;
  const result = applyTransition(card, transition);
  if ('refused' in result) return undefined;
  if (transition.type === 'approve') {
    const refused = notAttached(card, files);
    return refused && { ...refused, approving: true };
  }
  const { pending } = result.card;
  return pending && unattachedAfter(card, pending.change, files);
}
