/** Posts and redraws the messages that say how an export goes. */
import type { WebClient } from '@slack/web-api';
import type { ExportMessages } from '#src/cards/export.ts';
import { drawExport } from '#views/analytics.ts';
import { createStandingMessages } from './standing-messages.ts';

export function createExportMessages(client: WebClient): ExportMessages {
  const messages = createStandingMessages(client);
  return {
    open: (state, where) =>
      messages.open({ channel: state.channel, user: state.by, aside: where === 'aside' }, (how) =>
        drawExport(state, how),
      ),
    show: (message, state) => messages.show(message, (how) => drawExport(state, how)),
  };
}
