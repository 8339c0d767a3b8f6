/** Workflows, over signed HTTP: each is switched once, whoever clicks, and people see the result. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workflow } from '#commands/catalog/workflow.ts';
import { switchWorkflowJob } from '#src/catalog/jobs.ts';
import { queues } from '#src/platform/queue/job.ts';
import { startBot, workspace } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { holdCalls } from '#test/support/hold-calls.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { openQueue } from '#test/support/queue.ts';
import { startRedis } from '#test/support/redis.ts';

const demo = { service: { seed: 'demo' } } as const;
const switches = 'POST /workflow/{workflowId}';

test('Ana sees that a workflow is off, turns it on with the button, and the message says who did it', async (t) => {
  const { ana, service } = await startBot(t, demo);
  const shown = await ana.hears('/social workflow harbor-newsletter', /newsletter/);
  assert.match(shown.text, /\*Turn the newsletter into posts\* is \*off\*/);
  assert.match(shown.text, /Workflow harbor-newsletter/);
  assert.equal(shown.privateTo, ana.id);
  assert.deepEqual(shown.buttons, ['Turn on']);

  await ana.clicks(shown, 'Turn on', { shows: /is \*on\*\. Turned on by <@U0ANA>, <!date/ });
  assert.deepEqual(shown.buttons, ['Turn off']);
  assert.deepEqual(
    service.requestsTo(switches).map(({ body }) => body),
    [{ on: true }],
  );

  await ana.clicks(shown, 'Turn off', { shows: /is \*off\*\. Turned off by <@U0ANA>/ });
  assert.match((await ana.hears('/social workflow harbor-newsletter', /newsletter/)).text, /is \*off\*/);
});

longTest('the button disappears and the request is recorded before the service answers', async (t) => {
  const { ana, service } = await startBot(t, demo);
  const shown = await ana.hears('/social workflow harbor-newsletter', /newsletter/);
  const held = holdCalls(t);
  service.faults.add({ on: switches, ...held.fault });
  assert.equal(await ana.clicks(shown, 'Turn on'), '');
  assert.match(shown.text, /Turning this workflow on…\* Requested by <@U0ANA>/);
  assert.deepEqual(shown.buttons, []);
  held.release();
  await shown.shows(/is \*on\*/);
});

const typedSwitches = [
  [workflow.example, 'on', /spring newsletter/],
  ['northwind-reviews OFF', 'off', /Thank people/],
] as const;

for (const [typed, state, name] of oneOf(typedSwitches)) {
  test(`\`${typed}\` switches too, and Bo reads the result`, async (t) => {
    const { bo, service } = await startBot(t, demo);
    await bo.types(`/social workflow ${typed}`, { in: 'launches' });
    assert.match(await bo.seesPrivately(/Turning/), new RegExp(`Turning this workflow ${state}…`));
    const told = await bo.privateMessage(name);
    assert.match(told.text, new RegExp(`is \\*${state}\\*\\. Turned ${state} by <@U0BO>`));
    assert.equal(told.privateTo, bo.id);
    assert.deepEqual(service.requestsTo(switches)[0]?.body, { on: state === 'on' });
  });
}

test('while Ana’s switch is in progress, Bo gets a private message and keeps his button', async (t) => {
  const { ana, bo, service } = await startBot(t, demo);
  const [hers, his] = await Promise.all(
    [ana, bo].map(async (who) => {
      return who.hears('/social workflow harbor-newsletter', /newsletter/);
    }),
  );
  assert.ok(hers && his);
  const held = holdCalls(t);
  service.faults.add({ on: switches, ...held.fault });
  await ana.clicks(hers, 'Turn on');
  assert.match((await bo.hearsOn(his, 'Turn on', /right now/)).text, /<@U0ANA> is turning this on right now/);
  assert.deepEqual(his.buttons, ['Turn on']);
  held.release();
  await hers.shows(/is \*on\*/);
  assert.equal(service.requestsTo(switches).length, 1);

  await bo.clicks(his, 'Turn on', { shows: /is \*on\*\. Turned on by <@U0BO>/ });
});

test('of two requests that waited for a worker, the later one is carried out last', async (t) => {
  const started = await startBot(t, demo);
  const { bo, service } = started;
  const queue = openQueue(t, started);
  const held = holdCalls(t);
  service.faults.add({ on: switches, ...held.fault });
  const wanted = { workspace, channel: 'C0SOCIAL', workflow: 'harbor-newsletter' };
  const at = (agoMs: number): string => new Date(Date.now() - agoMs).toISOString();
  await queue.enqueue(switchWorkflowJob, { ...wanted, on: true, by: 'U0ANA', at: at(140_000), id: 'first' });
  await eventually(() => assert.equal(service.requestsTo(switches).length, 1));
  await queue.enqueue(switchWorkflowJob, { ...wanted, on: false, by: bo.id, at: at(70_000), id: 'second' });
  // Bo's request is looked at while Ana's is under way
  await eventually(async () => {
    const { counts } = (await queue.backlog(0)).find(({ queue: name }) => name === queues.actions) ?? {};
    assert.equal(counts?.waiting, 0);
  });
  held.release();
  assert.match(await bo.seesPrivately(/turn(ed)? .*off/i), /is \*off\*\. Turned off by <@U0BO>/);
  assert.deepEqual(
    service.requestsTo(switches).map(({ body }) => body),
    [{ on: true }, { on: false }],
  );
});

longTest('a double click switches once', async (t) => {
  const { ana, service } = await startBot(t, demo);
  const shown = await ana.hears('/social workflow harbor-newsletter', /newsletter/);
  const held = holdCalls(t);
  service.faults.add({ on: switches, ...held.fault });
  await Promise.all([ana.clicks(shown, 'Turn on'), ana.clicks(shown, 'Turn on')]);
  assert.match(await ana.seesPrivately(/right now/), /<@U0ANA> is turning this on/);
  held.release();
  await shown.shows(/is \*on\*/);
  assert.equal(service.requestsTo(switches).length, 1);
});

test('only Ana can click the button of a message that only she sees', async (t) => {
  const { ana, bo, service } = await startBot(t, demo);
  const shown = await ana.hears('/social workflow harbor-newsletter', /newsletter/);
  await assert.rejects(async () => bo.clicks(shown, 'Turn on'));
  assert.deepEqual(service.requestsTo(switches), []);
});

test('if the service fails once, it is asked again, and Ana reads only the result', async (t) => {
  const { ana, service } = await startBot(t, demo);
  const shown = await ana.hears('/social workflow harbor-newsletter', /newsletter/);
  service.faults.add({ on: switches, kind: 'status', status: 503 });
  await ana.clicks(shown, 'Turn on', { shows: /is \*on\*/ });
  assert.equal(service.requestsTo(switches).length, 2);
});

longTest('while the service is down, Ana reads that the bot is trying again', async (t) => {
  const { ana, service } = await startBot(t, demo);
  const shown = await ana.hears('/social workflow harbor-newsletter', /newsletter/);
  service.faults.add({ on: switches, kind: 'status', status: 503, times: 3 });
  await ana.clicks(shown, 'Turn on', {
    shows: /Turning this workflow on…\* Requested by <@U0ANA>\. .* hasn’t responded yet\. I’ll keep trying/,
  });
  assert.deepEqual(shown.buttons, []);
});

longTest(
  'if the response is lost, the request is sent again, since switching twice does no harm',
  async (t) => {
    const { ana, service } = await startBot(t, demo);
    const shown = await ana.hears('/social workflow harbor-newsletter', /newsletter/);
    service.faults.add({ on: switches, kind: 'drop-after' });
    await ana.clicks(shown, 'Turn on', { shows: /is \*on\*/ });
  },
);

test('when Slack takes nothing for longer than a job is tried, Ana reads the result once Slack works again', async (t) => {
  const { ana, chat, service } = await startBot(t, demo);
  chat.faults.next('chat.postEphemeral', { kind: 'rate-limited', retryAfterSeconds: 0 }, 21);
  await ana.types('/social workflow harbor-newsletter on');
  await ana.seesPrivately(/is \*on\*\. Turned on by/);
  assert.equal(service.requestsTo(switches).length, 1);
});

test('if a response was lost and the next request is refused, Ana sees that it may have changed', async (t) => {
  const { ana, service } = await startBot(t, demo);
  const shown = await ana.hears('/social workflow harbor-newsletter', /newsletter/);
  service.faults.add({ on: switches, kind: 'drop-after' });
  service.faults.add({ on: switches, kind: 'status', status: 401 });
  await ana.clicks(shown, 'Turn on');
  const end = /Couldn’t turn .* on.*the API key\..* The workflow may have changed anyway\. Check before/s;
  await shown.shows(end);
});

test('if the service refuses, Ana sees the reason, and the button is back', async (t) => {
  const { ana, chat, service } = await startBot(t, demo);
  const shown = await ana.hears('/social workflow harbor-newsletter', /newsletter/);
  const body = { message: 'Not with < 3 & more posts' };
  service.faults.add({ on: switches, kind: 'status', status: 422, body });
  const pressed = holdCalls(t);
  const isRefusal = (args: object) => /Couldn’t turn .* on/.test(JSON.stringify(args));
  chat.faults.next('response_url', { ...pressed.fault, kind: 'answer-held' }, 1, isRefusal);
  await ana.clicks(shown, 'Turn on', {
    shows: /Couldn’t turn .* on\.\* The publishing service rejected the request\./,
  });
  assert.match(shown.text, /It says: “Not with &lt; 3 &amp; more posts\.” Nothing changed\./);
  assert.deepEqual(shown.buttons, ['Turn on']);
  // she sees the button before the bot knows that Slack has rendered it
  await ana.clicks(shown, 'Turn on');
  pressed.release();
  await shown.shows(/is \*on\*/);
});

longTest('a rejected API key is named as the reason', async (t) => {
  const { ana, service } = await startBot(t, demo);
  service.faults.add({ on: switches, kind: 'status', status: 403, body: { message: 'Invalid API token.' } });
  const { text: told } = await ana.hears('/social workflow harbor-newsletter on', /Couldn’t turn .* on/);
  assert.match(told, /Your Presscheck admin needs to enter a valid API key\. Nothing changed\./);
});

test('an unknown workflow, a missing ID and a wrong word get a message with what to type', async (t) => {
  const { ana, service } = await startBot(t, demo);
  for (const [typed, answer] of [
    ['nothing-like-it', /rejected the request\. It says: “Workflow not found\.” Nothing changed\./],
    ['', /Which workflow\?.* Type `\/social workflow &lt;id&gt;`/],
    [
      'harbor-newsletter maybe',
      /I don’t recognize “maybe”\. Type `\/social workflow &lt;id&gt;` to see a workflow’s status\. Add `on` or `off`/,
    ],
    ['harbor-newsletter on now', /I don’t recognize “on now”/],
  ] as const) {
    assert.match((await ana.hears(`/social workflow ${typed}`)).text, answer);
  }
  assert.deepEqual(service.requestsTo(switches), []);
  await ana.types('/social workflow nothing-like-it on');
  const told = await ana.privateMessage(/Couldn’t turn .* on.*Workflow not found/);
  assert.deepEqual(told.buttons, []);
});

test('an ID is one part of the path, whatever it contains', async (t) => {
  const { ana, service } = await startBot(t, demo);
  await ana.hears('/social workflow ../brands?x=1', /publishing service/);
  assert.deepEqual(service.requestsTo('GET /brands').slice(1), []);
});

test('if the service is down, asking for a workflow says so', async (t) => {
  const { ana, service } = await startBot(t, demo);
  service.faults.add({ on: '*', kind: 'status', status: 500, times: Number.POSITIVE_INFINITY });
  await ana.types('/social workflow harbor-newsletter');
  assert.match(await ana.seesPrivately(/returned an error/), /Try again in a minute/);
});

for (const workflowSwitch of oneOf(['enabled', 'active', 'status'] as const)) {
  test(`the switch is also read under the name \`${workflowSwitch}\``, async (t) => {
    const { ana } = await startBot(t, { service: { seed: 'demo', variants: { workflowSwitch } } });
    const shown = await ana.hears('/social workflow northwind-blog', /blog/);
    assert.match(shown.text, /is \*on\*/);
    await ana.clicks(shown, 'Turn off', { shows: /is \*off\*/ });
  });
}

longTest('the command also answers in a private channel without the bot', async (t) => {
  const { ana } = await startBot(t, demo);
  await ana.types('/social workflow harbor-newsletter on', { in: 'leadership' });
  await ana.sees('Presscheck', /is \*on\*\. Turned on by <@U0ANA>/);
});

test('while Redis is down, nothing is switched, Ana gets a message, and her button stays', async (t) => {
  const redis = await startRedis({ appendOnly: true });
  const { ana, service } = await startBot(t, { ...demo, redis });
  t.after(() => redis.stop());
  const shown = await ana.hears('/social workflow harbor-newsletter', /newsletter/);
  await redis.kill();
  await ana.hearsOn(shown, 'Turn on', /Something went wrong on our side/);
  assert.deepEqual(shown.buttons, ['Turn on']);
  assert.deepEqual(service.requestsTo(switches), []);

  await redis.restart();
  await eventually(async () => {
    if (shown.buttons.includes('Turn on')) await ana.clicks(shown, 'Turn on');
    assert.match(shown.text, /is \*on\*/);
  });
});
