/** The default demo: one workspace with a bot token, and one publishing-service account. */
import { join } from 'node:path';
import { startChat } from '#sandbox/chat/start.ts';
import { startSandboxService } from '#sandbox/service/index.ts';
import {
  createLiveReads,
  type DemoContext,
  type DemoEnvironment,
  generation,
  livePageOf,
  secret,
} from './demo-environment.ts';
import { historySteps } from './demo-history.ts';
import { playMorning } from './demo-morning.ts';
import { demoGuide } from './guide.ts';
import { builtLivePage, builtPage } from './page.ts';

/** Setting up the demo's history takes more than 60 requests. With the usual limit, the first user would have to wait. */
const requestsPerMinute = 300;

/** Registers each part's shutdown with `cleanup`. */
export async function startOneWorkspace(
  cleanup: AsyncDisposableStack,
  context: DemoContext,
): Promise<DemoEnvironment> {
  const { folder, manifest, declined, clock, pagePort, botUrl, restartBot } = context;
  const key = secret();
  const database = join(folder, 'service.sqlite');
  const { onLiveRead, isLiveRead } = createLiveReads(() => chat.world.changed());
  let aheadMs = 0;
  const now = (): number => Date.now() + aheadMs;
  const service = await startSandboxService({
    key,
    database,
    generation,
    requestsPerMinute,
    now,
    // so that results and top posts have data
    variants: { analyticsRows: 'posts' },
    web: builtLivePage,
    onLiveRead,
  });
  cleanup.defer(() => service.stop());
  const liveUrl = livePageOf(service.url);
  const botToken = `xoxb-${secret()}`;
  const signingSecret = secret();
  const chat = await startChat({
    port: pagePort,
    botToken,
    signingSecret,
    requestUrl: `${botUrl}/slack/events`,
    manifest,
    declined,
    web: builtPage,
    liveUrl,
    guide: demoGuide(isLiveRead),
    clock: { ...clock, nextPost: service.nextScheduled },
    restartApp: restartBot,
    now,
    // generating a post is the slowest step
    driverTimeoutMs: () => 30_000,
  });
  cleanup.defer(() => chat.close());
  clock.onJump(() => {
    service.tick();
    chat.world.changed();
  });
  return {
    async playHistory(withBot) {
      for (const { at, play } of historySteps(Date.now())) {
        aheadMs = at - Date.now();
        await withBot(now, () => play(chat));
      }
      aheadMs = 0;
    },
    async play() {
      await playMorning(chat, service);
      // Only messages from here on are unread.
      chat.world.markAllRead();
      chat.guide.begin();
    },
    settings: {
      SLACK_BOT_TOKEN: botToken,
      SLACK_SIGNING_SECRET: signingSecret,
      SLACK_API_URL: chat.apiUrl,
      SOCIAL_API_URL: service.url,
      SOCIAL_API_KEY: key,
      POST_URL_PATTERN: `${new URL(service.url).origin}/posts/{id}`,
      REQUESTS_PER_MINUTE: `${requestsPerMinute}`,
    },
    welcome: `
Presscheck is running, with a team chat and a publishing service of its own. Nothing leaves this machine.

    ${chat.url}

You can act as Ana, Bo or Cy; the page lets you change, and ${chat.url}/?as=Bo opens as Bo. The guide at the top of it
says what to try, and checks off what you've done.

What went live on each network: ${liveUrl}
`,
  };
}
