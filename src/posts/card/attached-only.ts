/** Which files a rule for attached files only doesn't let out, whether or not a post needs approval for its time. Pure. */

import type { PostFiles } from '#src/media/fingerprint.ts';
import { applyTransition } from './apply-transition.ts';
import type { Card, Change } from './card.ts';
import { changed } from './change.ts';
import { type NotAttached, notAttached } from './file-checks.ts';
import { sourcesAfter } from './same-content.ts';
import type { Transition } from './transition.ts';

type Attached = Pick<PostFiles, 'isAttached' | 'isExpired'>;

/** The files that would go out at a set time after the change. `undefined` if all can, or if the change gives no time and no files to a scheduled post. */
export function unattachedAfter(card: Card, change: Change, files: Attached): NotAttached | undefined {
  const { scheduledAt, media } = change;
  const isFilesOfScheduled = card.state === 'scheduled' && scheduledAt === undefined && media !== undefined;
  if (!scheduledAt && !isFilesOfScheduled) return undefined;
  const content = changed(card.content, change);
  const sources = media && sourcesAfter(card, media.how, content.mediaUrls);
  return notAttached({ ...card, content, ...(sources && { media: sources }) }, files);
}

/** The files because of which the rule refuses what a person requests. What the card refuses anyway gets that refusal instead. */
export function refusedFiles(card: Card, transition: Transition, files: Attached): NotAttached | undefined {
  if ((transition.type !== 'approve' && transition.type !== 'change') || !transition.under?.rule.attachedOnly)
    return undefined;
  const result = applyTransition(card, transition);
  if ('refused' in result) return undefined;
  if (transition.type === 'approve') return notAttached(card, files);
  const { pending } = result.card;
  return pending && unattachedAfter(card, pending.change, files);
}
