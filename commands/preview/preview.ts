import type { Listener } from '#commands/kit/command.ts';
import { onCardButton } from '#commands/posts/click.ts';
import { networksOf } from '#src/posts/card/lengths.ts';
import { previewCardJob } from '#src/preview/jobs.ts';
import { previewAction } from '#views/posts/card-content.ts';
import { nothingToPreview, previewSoon } from '#views/preview/texts.ts';

/** Shows how a post will look on each of its networks. */
export const onPreview: Listener = (app, deps) => {
  onCardButton(app, deps, {
    action: previewAction,
    permission: 'look',
    async handle({ card, workspace, by, channel }) {
      if (networksOf(card.content).length === 0) return nothingToPreview;
      await deps.jobs.enqueue(previewCardJob, { workspace, card: card.id, by, channel });
      return previewSoon;
    },
  });
};
