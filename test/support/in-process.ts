/** Runs another bot in this process, which takes a tenth of the CPU time of a separate process. */
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '#src/app/config.ts';
import { type Presscheck, startPresscheck } from '#src/main.ts';
import type { BotDependencies } from './dependencies.ts';
import { stopWithTest } from './process.ts';
import { startTcpProxy } from './tcp-proxy.ts';

/** Starts a bot with these settings. When the test ends, it's stopped, and its log is searched for secrets. */
export async function startInProcess(
  t: Pick<TestContext, 'after'>,
  settings: Record<string, string>,
): Promise<Presscheck> {
  let output = '';
  const write = (line: string): void => {
    output += line;
  };
  const bot = await startPresscheck(readConfig(settings), pino({ level: 'debug' }, { write }));
  t.after(() => bot.stop());
  stopWithTest(t, { output: () => output, end: () => bot.stop() }, settings);
  return bot;
}

/**
 * Starts a bot that a test can cut off, as `kill -9` would: from then on, nothing that it sends reaches Redis, Slack, or the
 * service, and Slack delivers to the port in the settings, where a replacement can start.
 */
export async function startKillableInProcess(
  t: Pick<TestContext, 'after'>,
  { chat, settings }: Pick<BotDependencies, 'chat' | 'settings'>,
): Promise<{ kill(): void }> {
  const redis = await startTcpProxy(settings.REDIS_URL ?? '');
  const slack = await startTcpProxy(settings.SLACK_API_URL ?? '');
  const service = await startTcpProxy(settings.SOCIAL_API_URL ?? '');
  const lines = [redis, slack, service];
  const urls = { REDIS_URL: redis.url, SLACK_API_URL: slack.url, SOCIAL_API_URL: service.url };
  let output = '';
  const write = (line: string): void => {
    output += line;
  };
  const config = readConfig({ ...settings, ...urls, PORT: '0' });
  const bot = await startPresscheck(config, pino({ level: 'debug' }, { write }));
  const end = async (): Promise<void> => {
    // without Redis, stopping would take ten seconds
    redis.restore();
    await bot.stop();
    for (const proxy of lines) proxy.close();
  };
  stopWithTest(t, { output: () => output, end }, settings);
  chat.deliverTo(`http://127.0.0.1:${bot.port}/slack/events`);
  return {
    kill() {
      for (const proxy of lines) proxy.cut();
      chat.deliverTo(`http://127.0.0.1:${settings.PORT}/slack/events`);
    },
  };
}
