import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { ShownMessage } from '#sandbox/chat/people/handles.ts';
import type { Rule } from '#src/cards/rules.ts';
import { approveButton } from '#test/support/approving.ts';
import { asks } from '#test/support/asks.ts';
import { type BotOptions, type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { attached, startServing } from '#test/support/files.ts';
import { inDays } from '#test/support/freezing.ts';
import { aRule, ruled } from '#test/support/rules.ts';

interface Files {
  /** What is there now, by path; `undefined`: 404. */
  at: Map<string, string>;
  /** How often each path was read. */
  reads: Map<string, number>;
  address(path: string): string;
}

type Under = StartedBot & { card: ShownMessage; files: Files };

/** Ana's draft with a picture behind a link, under a rule. The link is at the service's host, so that it is read here. */
async function under(
  t: TestContext,
  rule: Rule = aRule(),
  options: BotOptions & { fill?: object } = {},
): Promise<Under> {
  const files = new Map([['/files/beans.png', 'beans']]);
  const reads = new Map<string, number>();
  let service = new URL('http://127.0.0.1');
  const front = createServer((asked, answer) => {
    const path = asked.url ?? '';
    if (path.startsWith('/files/')) {
      reads.set(path, (reads.get(path) ?? 0) + 1);
      const file = files.get(path);
      answer.writeHead(file === undefined ? 404 : 200).end(file);
      return;
    }
    const { method, headers } = asked;
    const passed = request(new URL(path, service), { method, headers }, (came) => {
      answer.writeHead(came.statusCode ?? 502, came.headers);
      came.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((ready) => front.listen(0, '127.0.0.1', ready));
  t.after(() => front.close());
  const origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  const started = await startBot(t, {
    ...options,
    settings: { SOCIAL_API_URL: `${origin}/v1`, ...options.settings },
    before: (parts) => {
      service = new URL(parts.service.url);
      options.before?.(parts);
    },
  });
  await (await ruled(t, started))(rule);
  const fill = { 'Media links': `${origin}/files/beans.png`, ...options.fill };
  await asks(started.ana, '/post Fresh beans', { fill });
  const card = await started.ana.sees('social', /Ready for review/);
  await approveButton(card);
  const address = (path: string): string => new URL(path, origin).href;
  return { ...started, card, files: { at: files, reads, address } };
}

const two = aRule({ people: ['U0BO', 'U0CY'], needed: 2 });
const read = (files: Files, times: number) =>
  eventually(() => assert.equal(files.reads.get('/files/beans.png'), times));

test('a file that was replaced at its address after it was approved is not published, and the card asks again', async (t) => {
  const { bo, cy, card, service, files } = await under(t, two);
  await bo.clicks(card, await approveButton(card));
  await eventually(() => assert.match(card.text, /1 of 2/));
  await read(files, 1);
  files.at.set('/files/beans.png', 'something else');
  await cy.clicks(card, await approveButton(card));
  await eventually(() =>
    assert.match(card.text, /File 1 was replaced at the same address after the approval/),
  );
  await eventually(() => assert.match(card.text, /0 of 2 approvals/));
  assert.equal(service.publishes(), 0);
  await bo.clicks(card, await approveButton(card));
  await eventually(() => assert.match(card.text, /1 of 2/));
  await cy.clicks(card, await approveButton(card));
  await eventually(() => assert.match(card.text, /Published by <@U0CY>/));
  assert.equal(service.publishes(), 1);
});

test('a file that is replaced while the service keeps everyone waiting is not published', async (t) => {
  let later = 0;
  const { bo, cy, card, service, files } = await under(t, two, {
    now: () => Date.now() + later,
    settings: { REQUEST_TIMEOUT_MS: '20000' },
  });
  const slow = service.faults.add({
    on: 'GET /post',
    kind: 'delay',
    ms: 8_000,
    times: Number.POSITIVE_INFINITY,
  });
  await bo.clicks(card, await approveButton(card));
  await read(files, 1);
  await eventually(() => assert.equal(slow.hits, 1));
  // nothing else of this takes so long
  later = 40_000;
  slow.remove();
  files.at.set('/files/beans.png', 'something else');
  await cy.clicks(card, await approveButton(card));
  await eventually(() =>
    assert.match(card.text, /File 1 was replaced at the same address after the approval/),
  );
  assert.equal(service.publishes(), 0);
});

test('a file that is as it was approved is published, and reading it asks the service for nothing more', async (t) => {
  const { bo, card, service, files } = await under(t);
  const asked = service.requests.length;
  await bo.clicks(card, await approveButton(card));
  await eventually(() => assert.match(card.text, /Published by <@U0BO>/));
  assert.equal(files.reads.get('/files/beans.png'), 2, 'when it was approved, and before it was published');
  const [look, publish] = service.requests.slice(asked);
  assert.deepEqual([look?.method, publish?.method], ['GET', 'PATCH']);
});

test('a scheduled post is checked when it is scheduled', async (t) => {
  const { bo, cy, card, service, files } = await under(t, two, {
    fill: { 'Schedule for': inDays(1) / 1_000 },
  });
  await bo.clicks(card, await approveButton(card));
  await eventually(() => assert.match(card.text, /1 of 2/));
  await read(files, 1);
  files.at.set('/files/beans.png', 'something else');
  await cy.clicks(card, await approveButton(card));
  await eventually(() => assert.match(card.text, /File 1 was replaced .* It wasn't scheduled/));
  await eventually(() => assert.match(card.text, /0 of 2 approvals/));
  assert.equal(service.posts()[0]?.scheduledAt ?? null, null);
});

test('a file that cannot be read is named on the card, and can be published', async (t) => {
  const { bo, cy, card, service, files } = await under(t, two, {
    fill: { 'Media links': 'http://127.0.0.1:9/beans.png' },
  });
  await bo.clicks(card, await approveButton(card));
  await eventually(() => assert.match(card.text, /File 1 can't be checked/));
  assert.equal(files.reads.size, 0);
  await cy.clicks(card, await approveButton(card));
  await eventually(() => assert.match(card.text, /Published by <@U0CY>/));
  assert.equal(service.publishes(), 1);
});

test('the file of a copy that the service keeps may change at the address that was entered', async (t) => {
  const often = { settings: { RESTING_INTERVAL_MS: '100' } };
  const { bo, card, service, files } = await under(t, aRule(), often);
  const copy = 'https://cdn.service.example/a1.png';
  service.edit(service.posts()[0]?.id ?? '', { mediaUrls: [copy] });
  await eventually(() => assert.ok(card.pictures.some(({ url }) => url === copy)));
  files.at.delete('/files/beans.png');
  await bo.clicks(card, await approveButton(card));
  await eventually(() => assert.match(card.text, /Published by <@U0BO>/));
});

test('under a rule that takes attached files only a link is refused', async (t) => {
  const { bo, card, service } = await under(t, aRule({ attachedOnly: true }));
  await bo.clicks(card, await approveButton(card));
  await eventually(() =>
    assert.match(card.text, /The rule allows attached files only, and File 1 came as a link/),
  );
  assert.equal(service.publishes(), 0);
});

test('without a rule no file is read', async (t) => {
  const { ana, bo, card, service, files, ...started } = await under(t);
  await (await ruled(t, started))(undefined);
  await asks(ana, '/post Without a rule', { fill: { 'Media links': files.address('/files/beans.png') } });
  const other = await ana.sees('social', /Without a rule/);
  await eventually(() => assert.ok(other.buttons.includes('Approve & publish')));
  await bo.clicks(other, 'Approve & publish');
  await eventually(() => assert.match(other.text, /Published by/));
  assert.equal(files.reads.size, 0);
  assert.ok(card);
});

test('under such a rule a file that was attached in Slack goes out', async (t) => {
  const { ana, bo, service, ...started } = await startServing(t);
  await (await ruled(t, started))(aRule({ attachedOnly: true }));
  await attached(ana, () => service.posts());
  const card = await bo.sees('social', /Ready for review/);
  await approveButton(card);
  await bo.clicks(card, await approveButton(card));
  await eventually(() => assert.match(card.text, /Published by <@U0BO>/));
  assert.equal(service.publishes(), 1);
});
