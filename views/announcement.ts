/** What the bot says by itself, as Slack shows it. */
import type { Announcement } from '#src/cards/announcement.ts';
import { drawDigest } from './digest.ts';
import { drawIncident } from './incident.ts';
import { drawList, drawUnanswered, drawWaits } from './nudge.ts';
import type { Said } from './paged.ts';

/** What it is drawn with. `slackUrl` ends in a slash; empty: there are no links to messages. */
export interface AnnounceOptions {
  slackUrl: string;
  /** The slash command of this installation for a name. */
  slash(name: string): string;
}

export function announced(what: Announcement, options: AnnounceOptions): Said {
  switch (what.kind) {
    case 'waits':
      return drawWaits(what);
    case 'list':
      return drawList(what, options);
    case 'unanswered':
      return drawUnanswered(what, options);
    case 'digest':
      return drawDigest(what.digest, options);
    case 'incident':
      return drawIncident(what.incident, options);
  }
}
