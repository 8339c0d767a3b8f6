/** The team chat alone, for `docker compose`: the other parts run in containers of their own, next to it. */
import { z } from 'zod';
import { startChat } from '#sandbox/chat/start.ts';
import { guide } from './guide.ts';
import { builtPage } from './page.ts';
import { readManifest } from './read-manifest.ts';

const settings = z
  .object({
    PORT: z.coerce.number().int().default(8080),
    HOST: z.string().default('127.0.0.1'),
    /** Where the bot reaches the chat; goes into what the chat sends to it. */
    PUBLIC_URL: z.url().optional(),
    /** The bot's `/slack/events`. */
    REQUEST_URL: z.url(),
    /** Where the browser finds the page of what went live. */
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
