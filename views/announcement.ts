/** What the bot says by itself, as Slack shows it. */
import type { Announcement } from '#src/cards/announcement.ts';
import type { NotificationMessage } from '#src/notifications/message.ts';
import type { AnnounceOptions } from './card-rows.ts';
import { drawDigest, drawNoPlace } from './digest.ts';
import { drawFreeze, typedScope } from './freeze.ts';
import { drawIncident } from './incident.ts';
import { drawNotification } from './notifications/notification.ts';
import { drawList, drawUnanswered, drawWaits } from './nudge.ts';
import type { Said } from './paged.ts';

export function announced(what: Announcement | NotificationMessage, options: AnnounceOptions): Said {
  switch (what.kind) {
    case 'waits':
      return drawWaits(what);
    case 'list':
      return drawList(what, options);
    case 'unanswered':
      return drawUnanswered(what, options);
    case 'digest':
      return drawDigest(what.digest, options);
    case 'no place':
      return drawNoPlace(what, options);
    case 'notification':
      return drawNotification(what, options);
    case 'incident':
      return drawIncident(what.incident, options);
    case 'freeze': {
      const { freeze, progress } = what;
      return drawFreeze(freeze, progress, `${options.slash('social')} thaw ${typedScope(freeze.brand)}`);
    }
  }
}
