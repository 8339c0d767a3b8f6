import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { z } from 'zod';
import { webApiMethods } from '#sandbox/chat/web-api/server.ts';
import { endpoints } from '#src/platform/publishing-api/failures.ts';
import { startBot } from '#test/support/bot.ts';
import { scrape } from './scrape.ts';

const read = (file: string): string =>
  readFileSync(new URL(`../../../docs/${file}`, import.meta.url), 'utf8');

const dashboard = z
  .object({
    panels: z.array(
      z.object({
        id: z.int(),
        title: z.string(),
        targets: z.array(z.object({ expr: z.string() })).default([]),
      }),
    ),
  })
  .parse(JSON.parse(read('grafana/presscheck.json')));

/** What is asked of Prometheus, each with who asks. */
const asked: [string, string][] = [
  ...dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => [title, expr] as [string, string]),
  ),
  ...[...read('alerts.yml').matchAll(/alert: (\w+)\n\s+expr: (.+)/g)].map(
    ([, alert = '', expr = '']) => [alert, expr] as [string, string],
  ),
];

const metricsIn = (expr: string): string[] => expr.match(/\b(presscheck|process|nodejs)_\w+/g) ?? [];

test('the dashboard and the alerts use only metrics that a process has', async (t) => {
  const { bot } = await startBot(t);
  const { names } = await scrape(bot.port);
  assert.ok(asked.length > 30, `${asked.length} questions were found`);
  const silent = asked.filter(([, expr]) => metricsIn(expr).length === 0);
  assert.deepEqual(silent, []);
  const unknown = asked.flatMap(([who, expr]) =>
    metricsIn(expr).flatMap((name) => (names.has(name) ? [] : [`${who}: ${name}`])),
  );
  assert.deepEqual(unknown, []);
});

/** All label values that a selector such as `{error=~"a|b",method="c"}` matches. */
const combinations = (matchers: string): Record<string, string>[] =>
  [...matchers.matchAll(/(\w+)=~?"([^"]*)"/g)].reduce<Record<string, string>[]>(
    (all, [, label = '', values = '']) =>
      all.flatMap((one) => values.split('|').map((value) => ({ ...one, [label]: value }))),
    [{}],
  );

/** The methods of Slack's that a bot calls with its token. */
const slackMethods = Object.entries(webApiMethods).flatMap(([method, { appToken }]) =>
  appToken ? [] : [method],
);

/** For a metric that counts by method or endpoint, each of them. */
const eachOf = (name: string): Record<string, string>[] => {
  if (name.startsWith('presscheck_slack_')) return slackMethods.map((method) => ({ method }));
  if (name !== 'presscheck_service_requests_total') return [{}];
  return endpoints.map((said) => {
    const [method = '', endpoint = ''] = said.split(' ');
    return { method, endpoint };
  });
};

test('what an alert counts is at 0 before it first happens, or Prometheus would miss that', async (t) => {
  const { bot } = await startBot(t);
  const { series } = await scrape(bot.port);
  const counted = asked.flatMap(([who, expr]) =>
    who.startsWith('Presscheck')
      ? [...expr.matchAll(/increase\((\w+)\{([^}]*)\}/g)].flatMap(([, name = '', matchers = '']) =>
          combinations(matchers).flatMap((labels) =>
            eachOf(name).map((each) => ({ who, name, labels: { ...labels, ...each } })),
          ),
        )
      : [],
  );
  assert.ok(counted.length > 100, `${counted.length} were found`);
  const missing = counted.filter(
    ({ name, labels }) =>
      !series.some(
        (one) =>
          one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
      ),
  );
  assert.deepEqual(missing, []);
});

test('every metric of our own is on the dashboard', async (t) => {
  const { bot } = await startBot(t);
  const { text } = await scrape(bot.port);
  const shown = asked.flatMap(([, expr]) => metricsIn(expr)).join(' ');
  const own = [...text.matchAll(/^# TYPE (presscheck_\w+)/gm)].map(([, name = '']) => name);
  assert.deepEqual(
    own.filter((name) => !shown.includes(name)),
    [],
  );
});

test('no two panels of the dashboard have the same ID', () => {
  const ids = dashboard.panels.map(({ id }) => id);
  assert.deepEqual(ids, [...new Set(ids)]);
});

test('the alerts use only labels that exist', () => {
  const labels = new Set([
    'job',
    'lane',
    'priority',
    'outcome',
    'move',
    'state',
    'status',
    'endpoint',
    'method',
    'result',
    'error',
    'kind',
    'le',
    'check',
    'instance',
    'index',
  ]);
  const used = asked.flatMap(([who, expr]) =>
    [...expr.matchAll(/(\w+)(?:=~|!=|=)"/g)].map(([, label = '']) => [who, label] as const),
  );
  assert.deepEqual(
    used.filter(([, label]) => !labels.has(label)),
    [],
  );
});
