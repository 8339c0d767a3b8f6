/** What the bot says by itself, as Slack shows it. */
import type { Announcement } from '#src/notifications/announcement.ts';
import type { NotificationMessage } from '#src/notifications/message.ts';
import type { Said } from '#views/kit/paged.ts';
import { drawFreeze, typedScope } from '#views/pause/pause.ts';
import type { AnnounceOptions } from '#views/posts/card-rows.ts';
import { drawDigest, drawNoPlace } from '#views/reminders/digest.ts';
import { drawList, drawUnanswered, drawWaits } from '#views/reminders/reminder.ts';
import { drawIncident } from './incident.ts';
import { drawNotification } from './notification.ts';

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
