/** Publishes home tabs. */
import type { HomeView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { orRenderFailed } from '#src/platform/slack/render-failed.ts';

export type HomeTab = ReturnType<typeof createHomeTab>;

export function createHomeTab(client: WebClient) {
  return {
    /** Throws Slack's error, as a `Retriable`. */
    async publish(user: string, view: HomeView): Promise<void> {
      await orRenderFailed(() => client.views.publish({ user_id: user, view }));
    },
  };
}
