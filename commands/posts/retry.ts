import type { Listener } from '#commands/kit/command.ts';
import { refusalOf } from '#src/posts/card/apply-transition.ts';
import { publishesAgain } from '#src/posts/card/retry.ts';
import { actions } from '#views/posts/card-buttons.ts';
import { onCardButton, transitionOnClick } from './click.ts';
import { openChoiceAgain } from './open-choice.ts';

/** Checks an unknown outcome, or tries again after a failure. */
export const onRetry: Listener = (app, deps) => {
  onCardButton(app, deps, {
    action: actions.checkAgain,
    handle: (click) => transitionOnClick(deps, click, { type: 'check_again', by: click.by }),
  });
  onCardButton(app, deps, {
    action: actions.retry,
    async handle(click) {
      const retry = { type: 'retry', by: click.by, attempt: click.attempt } as const;
      if (!refusalOf(click.card, retry)) await openChoiceAgain(deps, click.card);
      return transitionOnClick(deps, click, {
        ...retry,
        contentHash: publishesAgain(click.card) ? click.contentHash : undefined,
        approvers: click.approvers,
        paused: click.paused,
      });
    },
  });
};
