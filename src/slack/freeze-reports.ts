/** Posts and redraws the messages that say how freezes go. */
import type { WebClient } from '@slack/web-api';
import type { Freeze, Progress } from '#src/cards/freeze.ts';
import type { FreezeReports } from '#src/cards/freezes.ts';
import { drawFreeze, typedScope } from '#views/freeze.ts';
import type { Said } from '#views/paged.ts';
import { createStandingMessages } from './standing-messages.ts';

export function createFreezeReports(client: WebClient, slash: (name: string) => string): FreezeReports {
  const messages = createStandingMessages(client);
  const drawn = (freeze: Freeze, progress: Progress) => (): Said =>
    drawFreeze(freeze, progress, `${slash('social')} thaw ${typedScope(freeze.brand)}`);
  return {
    open: (freeze, progress) =>
      messages.open({ channel: freeze.channel, user: freeze.by }, drawn(freeze, progress)),
    async show(freeze, progress) {
      if (freeze.report) await messages.show(freeze.report, drawn(freeze, progress));
    },
  };
}
