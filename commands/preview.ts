import { networksOf } from '#src/cards/lengths.ts';
import { previewCardJob } from '#src/jobs/asked.ts';
import { previewAction } from '#views/card-content.ts';
import { previewed } from '#views/refusals.ts';
import type { Command } from './command.ts';
import { onCardButton } from './parts/click.ts';

export const preview: Command = {
  about: 'See how a post will look on each of its networks',
  listen(app, deps) {
    onCardButton(app, deps, {
      action: previewAction,
      act: 'look',
      async handle({ card, workspace, by, channel }) {
        if (networksOf(card.content).length === 0) return previewed.nowhere;
        await deps.jobs.enqueue(previewCardJob, { workspace, card: card.id, by, channel });
        return previewed.soon;
      },
    });
  },
};
