/** The messages that the bot posts by itself. */

import type { NotificationMessage } from '#src/notifications/message.ts';
import type { NotificationContent } from '#src/notifications/notification-content.ts';
import { renderReport } from '#views/analytics/report.ts';
import { renderResults } from '#views/analytics/results.ts';
import type { Said } from '#views/kit/paged.ts';
import { renderPause } from '#views/pause/pause.ts';
import type { AnnounceOptions } from '#views/posts/card-rows.ts';
import { typedScope } from '#views/posts/paused.ts';
import { renderDigest, renderNoChannel } from '#views/reminders/digest.ts';
import { renderReminderList, renderUnanswered, renderWaiting } from '#views/reminders/reminder.ts';
import { renderIncident } from './incident.ts';
import { renderNotification } from './notification.ts';

export function announced(what: NotificationContent | NotificationMessage, options: AnnounceOptions): Said {
  switch (what.kind) {
    case 'waits':
      return renderWaiting(what, options);
    case 'list':
      return renderReminderList(what, options);
    case 'unanswered':
      return renderUnanswered(what, options);
    case 'digest':
      return renderDigest(what.digest, options);
    case 'results':
      return renderResults(what);
    case 'report':
      return renderReport(what.report, options);
    case 'channel_gone':
      return renderNoChannel(what, options);
    case 'notification':
      return renderNotification(what, options);
    case 'incident':
      return renderIncident(what.incident, options);
    case 'pause': {
      const { pause, progress } = what;
      const resume = `${options.slash('social')} resume ${typedScope(pause.brand)}`;
      return renderPause(pause, progress, { resume, slackUrl: options.slackUrl });
    }
  }
}
