import type { Listener } from '#commands/kit/command.ts';
import { showModal } from '#commands/kit/open-view.ts';
import { onCardButton } from '#commands/posts/click.ts';
import { seeAllAction } from '#views/posts/card-content.ts';
import { seeAllModal } from '#views/posts/card-modals.ts';

/** Shows the whole caption and every image of a post. */
export const onSeeAll: Listener = (app, deps) => {
  onCardButton(app, deps, {
    action: seeAllAction,
    permission: 'look',
    // viewing a post that has no card doesn't create one
    adopts: false,
    async handle(click) {
      const { card } = click;
      const open = (pictures: boolean) => showModal(click, seeAllModal(card, pictures));
      try {
        await open(true);
      } catch (cause) {
        // Slack refuses the whole modal because of one image that it can't fetch
        deps.log.info(
          { err: cause, card: card.id },
          "couldn't show a post's images; showing it without them",
        );
        await open(false);
      }
      return undefined;
    },
  });
};
