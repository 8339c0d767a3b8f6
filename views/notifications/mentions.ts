/** How people and user groups are written where they are notified. */
import type { Mention } from '#src/notifications/audience.ts';
import { listed } from '../language.ts';
import { clipped, person, userGroup } from '../text.ts';

/** `@Ana, @Bo and @editors` as mrkdwn; a group that was notified just now is written by its name. Empty for nobody. */
export function mentionText(mentions: readonly Mention[]): string {
  return listed(
    mentions.map(({ kind, id, quiet }) => {
      if (kind === 'user') return person(id);
      return quiet === undefined ? userGroup(id) : clipped(quiet, 40);
    }),
  );
}
