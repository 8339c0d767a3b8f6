import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from '#src/app/config.ts';
import { startBot } from '#test/support/bot.ts';

const settings = {
  SLACK_BOT_TOKEN: 'xoxb-1',
  SLACK_SIGNING_SECRET: 'secret',
  SOCIAL_API_URL: 'https://service.example/v1',
  SOCIAL_API_KEY: 'key',
  REDIS_URL: 'redis://127.0.0.1',
};

test('without OPEN_FACTS every fact keeps its default', () => {
  assert.deepEqual(readConfig(settings).OPEN_FACTS, {});
  assert.deepEqual(readConfig({ ...settings, OPEN_FACTS: '' }).OPEN_FACTS, {});
});

test('invalid JSON or an unknown fact in OPEN_FACTS is reported with the other mistakes', () => {
  const problemsOf = (given: string) => {
    try {
      readConfig({ ...settings, PORT: 'none', OPEN_FACTS: given });
    } catch (cause) {
      assert.ok(cause instanceof ConfigError);
      assert.ok(cause.problems.some(({ name }) => name === 'PORT'));
      return cause.problems.filter(({ name }) => name === 'OPEN_FACTS').map(({ message }) => message);
    }
    return assert.fail(`${given} was taken`);
  };
  assert.match(problemsOf('topic').join(), /^must be JSON/);
  assert.match(problemsOf('[]').join(), /^is invalid at the top/);
  assert.match(problemsOf('{"campaignBody":{"briefs":"topic"}}').join(), /at campaignBody: .*"briefs"/);
  const [first, second, ...more] = problemsOf('{"paging":{"page":3},"postStatuses":{"LIVE":"out"}}');
  assert.match(`${first} and ${second}`, /at paging\.page: .+ and is invalid at postStatuses\.LIVE: /);
  assert.deepEqual(more, []);
});

test('a service with another name for the brief refuses campaigns until OPEN_FACTS names it', async (t) => {
  const service = { variants: { campaignNames: 'topic' } } as const;
  const facts = { OPEN_FACTS: '{"campaignBody":{"brief":"topic"}}' };
  for (const [given, seen] of [
    [{}, /Couldn’t create the campaign[\s\S]*rejected the request/],
    [facts, /to review/],
  ] as const) {
    const { ana } = await startBot(t, { service, settings: given });
    const modal = await ana.opens('/campaign Opening week', 'New campaign', { in: 'launches' });
    await modal.sends({ Posts: '1' });
    await ana.sees('launches', seen);
  }
});
