/** Runs only the team chat, for `docker compose`, where the other parts are separate containers. */
import { z } from 'zod';
import { startChat } from '#sandbox/chat/start.ts';
import { guide } from './guide.ts';
import { builtPage } from './page.ts';
import { readManifest } from './read-manifest.ts';

const settings = z
  .object({
    PORT: z.coerce.number().int().default(8080),
    HOST: z.string().default('127.0.0.1'),
    /** The chat's address as the bot sees it, used in payloads. */
    PUBLIC_URL: z.url().optional(),
    /** The bot's `/slack/events`. */
    REQUEST_URL: z.url(),
    /** The page of published posts, as the browser sees it. */
    LIVE_URL: z.url({ protocol: /^https?$/ }),
    SLACK_BOT_TOKEN: z.string().min(1),
    SLACK_SIGNING_SECRET: z.string().min(1),
  })
  .parse(process.env);

const where = { host: settings.HOST, ...(settings.PUBLIC_URL && { publicUrl: settings.PUBLIC_URL }) };
const chat = await startChat({
  ...where,
  port: settings.PORT,
  requestUrl: settings.REQUEST_URL,
  botToken: settings.SLACK_BOT_TOKEN,
  signingSecret: settings.SLACK_SIGNING_SECRET,
  manifest: await readManifest(),
  web: builtPage,
  guide,
  liveUrl: settings.LIVE_URL,
});

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => chat.close());
