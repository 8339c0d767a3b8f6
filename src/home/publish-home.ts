/** Publishes home tabs. */
import type { WebClient } from '@slack/web-api';
import { orRenderFailed } from '#src/platform/slack/render-failed.ts';
import type { HomeTab } from '#src/ports.ts';
import { homeView } from '#views/home/home.ts';

/** `slash`: the name of a slash command in this installation; `undoForMs`: how long publishing can be undone. */
export function createHomeTab(
  client: WebClient,
  slash: (name: string) => string,
  undoForMs: number,
): HomeTab {
  return {
    render: (user, home, context) => homeView(user, home, { ...context, undoForMs, slash }),
    async publish(user, view) {
      await orRenderFailed(() => client.views.publish({ user_id: user, view }));
    },
  };
}
