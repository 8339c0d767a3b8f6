/** A bot whose Redis already holds many cards, and its users. */
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import type { Card } from '#src/posts/card/card.ts';
import { sweepJob } from '#src/posts/sweeper.ts';
import { actions } from '#views/posts/card-buttons.ts';
import { type BotStores, forEachOf, openBotStores } from './bot-stores.ts';
import { bodiesOf, headersOf, origin } from './deliveries.ts';
import { botSettings, type Environment } from './environment.ts';
import { aCard, brandNumber, postFor } from './requests.ts';
import { stubServerAt } from './stub-server.ts';
import { type JobTimes, usageOf } from './usage.ts';

export interface SeededBot {
  /** Submits a post, and approves it once its card is rendered. Resolves once the card shows it as published. */
  onePost(): Promise<{ submissionMs: number; clickMs: number }>;
  /** Since it started. */
  jobTimes(): Promise<Map<string, JobTimes>>;
}

const entry = fileURLToPath(import.meta.resolve('./subjects/stub-server-process.ts'));
const brands = 100;
const checkEveryMs = 5;
const pageReads = 4_000;

export async function startSeededBot(environment: Environment, cards: number): Promise<SeededBot> {
  const redis = await environment.startRedis();
  const { slackUrl, serviceUrl } = stubServerAt((await environment.start({}, entry)).port);
  const settings = botSettings({
    REDIS_URL: redis.url,
    REDIS_PREFIX: 'bench',
    SLACK_API_URL: slackUrl,
    SOCIAL_API_URL: serviceUrl,
  });
  const stores = environment.keep(await openBotStores(settings));
  await forEachOf([...Array(cards).keys()], 500, (n) => stores.cards.add(settledCard(n)));
  // otherwise the measured bot would do this
  await stores.audit.tend(origin.workspace);
  const { port } = await environment.start(settings);
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 1 });
  environment.keep({ stop: () => pool.destroy() });
  const nextSubmission = bodiesOf('submission', 'V');
  let made = 0;

  return {
    async onePost() {
      const id = `V${made++}`;
      const submissionMs = await deliver(pool, nextSubmission());
      await shows(stores, id, ({ state }) => state === 'review');
      const clickMs = await deliver(pool, clickOn(id));
      await shows(stores, id, ({ state }) => state === 'published');
      // otherwise the sweep runs only every ten seconds; it also finds the posts to verify
      await stores.jobs.enqueue(sweepJob, {});
      await stores.idle('round');
      await stores.idle('watch');
      return { submissionMs, clickMs };
    },
    jobTimes: async () => (await usageOf(port)).jobs,
  };
}

/** A settled card. In each brand, 90 of 100 are published, 8 wait for review, and 2 are scheduled. */
function settledCard(n: number): Card {
  const request = postFor(brandNumber(n % brands), n);
  const postId = `standing-${n}`;
  // by the card's number within its brand, so that each brand has every state
  const turn = Math.floor(n / brands) % 100;
  if (turn < 98)
    return aCard(n, request, { state: turn < 90 ? 'published' : 'review', rest: 'review', postId });
  const scheduledAt = new Date(Date.now() + 7 * 86_400_000).toISOString();
  return aCard(n, request, { state: 'scheduled', rest: 'scheduled', postId, scheduledAt });
}

/** Sends a delivery and resolves to the milliseconds until the full response. */
async function deliver(pool: Pool, body: string): Promise<number> {
  const headers = headersOf(body);
  const since = performance.now();
  const answer = await pool.request({ path: '/slack/events', method: 'POST', headers, body });
  const said = await answer.body.text();
  const ms = performance.now() - since;
  if (answer.statusCode !== 200 || said !== '')
    throw new Error(`a delivery was answered with ${answer.statusCode} ${said}`);
  return ms;
}

async function shows(stores: BotStores, id: string, isSo: (card: Card) => boolean): Promise<void> {
  for (let look = 0; look < pageReads; look += 1) {
    const card = await stores.cards.get(origin.workspace, id);
    if (card && isSo(card) && card.renderedVersion === card.version) return;
    await new Promise((resolve) => setTimeout(resolve, checkEveryMs));
  }
  throw new Error(`the card ${id} does not show what it should`);
}

function clickOn(card: string): string {
  const { workspace, channel } = origin;
  const payload = {
    type: 'block_actions',
    team: { id: workspace, domain: 'northwind' },
    user: { id: 'U0BO', name: 'bo', username: 'bo', team_id: workspace },
    channel: { id: channel, name: 'social' },
    api_app_id: 'A0PRESS',
    token: 'a-token',
    trigger_id: '1.2.abc',
    response_url: 'http://127.0.0.1:9/response',
    container: { type: 'message', channel_id: channel, message_ts: '1780000000.000001', is_ephemeral: false },
    message: { type: 'message', ts: '1780000000.000001' },
    actions: [
      {
        type: 'button',
        action_id: actions.approve,
        block_id: 'buttons',
        value: card,
        action_ts: '1780000001.1',
      },
    ],
  };
  return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
}
