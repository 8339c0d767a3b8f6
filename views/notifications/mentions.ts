/** How people and user groups are written where they are notified. */
import type { Mention } from '#src/notifications/audience.ts';
import { listed } from '../language.ts';
import { clipped, person, userGroup } from '../text.ts';

/** As mrkdwn; a group that was notified just now is written by its name. */
export function mention({ kind, id, quiet }: Mention): string {
  if (kind === 'user') return person(id);
  return quiet === undefined ? userGroup(id) : clipped(quiet, 40);
}

/** `@Ana, @Bo and @editors`. Empty for nobody. */
export const mentionText = (mentions: readonly Mention[]): string => listed(mentions.map(mention));
