/** Steps of Workflow Builder: signed `function_executed` events, and the results that workflows get. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultUsers } from '#sandbox/chat/defaults.ts';
import type { DeniedRequester } from '#src/steps/step.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { openQueue } from '#test/support/queue.ts';
import { aRule, guestsCan, ruleSetter } from '#test/support/rules.ts';
import { postInputs, startSteps } from '#test/support/steps.ts';
import { redisOf } from '#test/support/stored.ts';
import { inWorkflows } from '#views/help/help.ts';
import { momentPassed } from '#views/kit/checks.ts';
import { fromWorkflow } from '#views/posts/card.ts';
import { plainPaused } from '#views/posts/paused.ts';
import { notAttachedText } from '#views/posts/problems.ts';
import { deniedStep, stepErrors } from '#views/steps/wrong-inputs.ts';

test('a workflow creates a draft for its requester and continues with the card’s link', async (t) => {
  const started = await startSteps(t);
  const { ana, bo, service, ended } = started;
  assert.ok((await ana.hears('/social help', /What you can do here/)).text.includes(inWorkflows));
  const id = await bo.runs('create_post', {
    ...postInputs,
    media: 'https://example.com/a.png',
    profiles: 'instagram',
  });
  const run = await ended(id);
  assert.equal(run?.error, '');
  const card = await ana.sees('social', /Open until ten tonight/);
  assert.match(card.text, new RegExp(fromWorkflow));
  assert.match(card.text, /Requested by <@U0ANA>/);
  const [post] = service.posts();
  assert.equal(post?.state, 'draft');
  const { post: handle, ...outputs } = run?.outputs ?? {};
  assert.equal(handle, `step-${id}`);
  assert.deepEqual(outputs, {
    post_id: post?.id,
    card_link: `${started.chat.url}/archives/C0SOCIAL/p${card.ts.replace('.', '')}`,
    caption: 'Open until ten tonight',
    status: 'Ready for review',
  });
  const entries = await auditTrail(t, started);
  const requested = entries.find(({ what }) => what === 'asked');
  assert.deepEqual(
    [requested?.by, requested?.via, requested?.note],
    ['U0ANA', 'job', `post, workflow ${run?.workflowRun}`],
  );
});

test('a workflow’s post with a planned time waits for approval, even without a rule', async (t) => {
  const { ana, ended, service } = await startSteps(t);
  const at = Math.ceil(Date.now() / 1_000) + 86_400;
  const planned = { ...postInputs, media: 'https://example.com/a.png', time: String(at) };
  const warnings: unknown[] = [];
  for (const _ of [1, 2]) {
    const run = await ended(await ana.runs('create_post', planned));
    assert.equal(run?.outputs.status, 'Ready for review');
    warnings.push(run?.outputs.warnings);
  }
  assert.deepEqual(warnings, [undefined, 'Close to 1 other post on Instagram: “Open until ten tonight”']);
  await ana.sees('social', new RegExp(`Planned for <!date\\^${at}\\^`));
  assert.deepEqual(
    service.posts().map(({ state }) => state),
    ['draft', 'draft'],
  );
});

for (const empty of oneOf(['', null]))
  test(`a planned time that is delivered as ${JSON.stringify(empty)} is none`, async (t) => {
    const { chat, ended } = await startSteps(t);
    // the chat omits empty fields when someone runs a workflow
    const { id } = chat.workflows.start({ callbackId: 'create_post' }, 'U0ANA', {
      ...postInputs,
      time: empty,
    });
    await chat.sendEvent(chat.workflows.eventOf(id));
    const run = await ended(id);
    assert.deepEqual([run?.error, run?.outputs.status], ['', 'Ready for review']);
  });

test('a generated post completes its step only once it exists, even if Slack delivers the step twice', async (t) => {
  const started = await startSteps(t, {
    chat: { eventRetriesAfterMs: [1, 1, 1] },
    service: { generation: { minMs: 300, maxMs: 400 } },
    mode: 'http',
  });
  const { chat, ana, ended, service } = started;
  const prompt = 'Our autumn menu is here, with pumpkin soup';
  const id = await ana.runs('generate_post', { ...inputsOf({ prompt }), images: '1' });
  assert.equal(chat.workflows.get(id)?.state, 'running');
  await chat.sendEvent(chat.workflows.eventOf(id));
  const run = await ended(id);
  assert.equal(run?.outputs.status, 'Ready for review');
  assert.notEqual(run?.outputs.caption, '');
  // and once more after it has ended
  const queue = openQueue(t, started);
  const idle = () =>
    eventually(async () => {
      const work = (await queue.backlog(0)).find(({ queue: queueName }) => queueName === 'work');
      assert.deepEqual([work?.counts.waiting, work?.counts.active, work?.counts.delayed], [0, 0, 0]);
    });
  await idle();
  await chat.sendEvent(chat.workflows.eventOf(id));
  await idle();
  assert.equal(service.requestsTo('POST /post/ai').length, 1);
  assert.equal(chat.calls.filter(({ method }) => method === 'functions.completeSuccess').length, 1);
});

const inputsOf = ({ prompt }: { prompt: string }) => {
  const { caption: _, ...rest } = postInputs;
  return { ...rest, prompt };
};

test('a profile can be given by the common name of its network', async (t) => {
  const { ana, ended, service } = await startSteps(t, { service: { seed: 'demo' } });
  const names = oneOf(['X (Twitter)', 'X', 'twitter']);
  for (const profiles of names) {
    const run = await ended(
      await ana.runs('create_post', { ...postInputs, brand: 'Atlas Outdoor', profiles }),
    );
    assert.equal(run?.error, '');
  }
  const created = service.posts().filter(({ caption }) => caption === postInputs.caption);
  assert.deepEqual(
    created.map(({ socialProfileIds }) => socialProfileIds),
    names.map(() => ['atlas-twitter']),
  );
});

test('an invalid input is named, and nothing is created', async (t) => {
  const { ana, ended, service } = await startSteps(t);
  const yesterday = String(Math.floor(Date.now() / 1_000) - 86_400);
  const wrong: [string, Record<string, string>, RegExp][] = [
    [
      'create_post',
      { ...postInputs, brand: 'Northwind' },
      /^There’s no brand named “Northwind”\. Use one of these names: Northwind Coffee\./,
    ],
    [
      'create_post',
      { ...postInputs, profiles: 'Instagram, MySpace' },
      /has no social profile named “MySpace”\. Use one or more of these, separated by commas: .*Instagram · northwind\.coffee/,
    ],
    [
      'create_post',
      { ...postInputs, profiles: '' },
      /^Northwind Coffee has no default profiles.*: Instagram · northwind\.coffee, LinkedIn/,
    ],
    ['create_post', { ...postInputs, media: 'a.png' }, /^Media links: “a\.png” isn’t a link/],
    [
      'create_post',
      { ...postInputs, time: yesterday },
      new RegExp(`^Planned time: ${momentPassed(Number(yesterday) * 1_000, { reader: 'Europe/Madrid' })}`),
    ],
    [
      'create_post',
      { ...postInputs, time: String(Date.now() + 86_400_000) },
      /^Planned time: This time is after the year 9999\. Use seconds since 1970, not milliseconds\./,
    ],
    ['create_post', { ...postInputs, caption: 'x'.repeat(20_001) }, /^Caption: Use at most/],
    ['create_post', { ...postInputs, caption: ' ' }, /^Caption: Write a caption/],
    ['create_post', { ...postInputs, channel: 'D0ANA' }, /^Choose a channel for the card/],
    ['create_post', { ...postInputs, requester: 'Ana' }, /^Choose the person who requests the post/],
    [
      'create_post',
      { ...postInputs, requester: 'U0NOBODY' },
      /isn’t in this workspace, so they can’t create posts for Northwind Coffee/,
    ],
    ['generate_post', inputsOf({ prompt: 'Too short' }), /^Prompt: Write at least 10 characters/],
    [
      'generate_post',
      { ...inputsOf({ prompt: 'Long enough to be one' }), images: '11' },
      /^Images: Enter a number from 0 to 10/,
    ],
  ];
  for (const [step, inputs, says] of wrong) {
    const run = await ended(await ana.runs(step, inputs));
    assert.equal(run?.state, 'failed', JSON.stringify(inputs));
    assert.match(run.error, says);
    assert.match(run.error, /Nothing was created\./);
  }
  // the latest, instead of all of them
  assert.equal(ana.notices.length, 1);
  assert.match(ana.notices[0] ?? '', /^Your workflow stopped at “Generate a post”\. Images: /);
  assert.equal(service.posts().length, 0);
});

longTest('the longest and shortest workflow inputs fit the card, the outputs and the messages', async (t) => {
  const started = await startSteps(t);
  const { ana, bo, chat, ended } = started;
  await (await ruleSetter(t, started))(aRule());
  const all = ['Instagram', 'LinkedIn'].join(', ');
  const media = Array.from({ length: 10 }, (_, n) => `https://example.com/${'x'.repeat(400)}-${n}.png`);
  const caption = `Open until ten ${'🎉'.repeat(4_990)}`;
  const most = { ...postInputs, caption, profiles: all, media: media.join(' '), message: '' };
  const made = await ended(await ana.runs('create_post', most));
  assert.deepEqual([made?.error, made?.outputs.caption], ['', caption]);
  const card = await bo.sees('social', /Open until ten 🎉/);
  const message = `For Friday ${'🎉'.repeat(2_000)}`;
  const post = String(made?.outputs.post);
  const asking = await ana.runs('request_approval', { post, requester: 'U0ANA', message });
  await eventually(() => assert.ok(chat.notified('Bo').some(({ text }) => text.includes('For Friday'))));
  await bo.clicks(card, 'Reject');
  await (await bo.seesModal()).submit({ Reason: 'Too loud '.repeat(300) });
  const { error = '' } = (await ended(asking)) ?? {};
  assert.match(error, /^The post for Northwind Coffee was rejected: “Too loud .+…”\. If you run/);
  assert.ok(error.length < 1_000, `${error.length} characters`);

  const least = {
    brand: 'brand-1',
    caption: 'x',
    channel: 'C0SOCIAL',
    requester: 'U0BO',
    profiles: 'profile-2',
  };
  const {
    post: _,
    card_link: __,
    post_id: ___,
    ...outputs
  } = (await ended(await ana.runs('create_post', least)))?.outputs ?? {};
  assert.deepEqual(outputs, { caption: 'x', status: 'Ready for review' });
});

test('a guest can be the requester only if the brand lets guests in', async (t) => {
  const people = [
    ...defaultUsers,
    { id: 'U0OLA', name: 'Ola', team: 'T0OTHER' },
    { id: 'U0GUS', name: 'Gus', role: 'guest' as const },
  ];
  const started = await startSteps(t, { chat: { users: people } });
  const { ana, ended } = started;
  const asGus = { ...postInputs, requester: 'U0GUS' };
  const refused: [string, DeniedRequester['why']][] = [
    ['U0OLA', 'outsider'],
    ['U0GUS', 'guest'],
  ];
  for (const [requester, why] of refused) {
    const run = await ended(await ana.runs('create_post', { ...postInputs, requester }));
    // someone else may read it
    assert.doesNotMatch(run?.error ?? '', /\byou/i);
    assert.equal(run?.error, deniedStep({ why }, 'Northwind Coffee', '/social settings'));
  }
  const entries = (await auditTrail(t, started)).filter(({ what }) => what === 'refused');
  assert.deepEqual(
    entries.map(({ by, via, result }) => [by, via, result]),
    refused.map(([requester, why]) => [requester, 'job', why]),
  );
  await guestsCan(t, started, 'brand-1', 'work');
  assert.equal((await ended(await ana.runs('create_post', asGus)))?.state, 'completed');
});

test('turned off, a step that a workflow still has fails at once and says who can turn it on', async (t) => {
  const { ana, ended } = await startSteps(t, { settings: { WORKFLOW_STEPS: 'false' } });
  assert.doesNotMatch((await ana.hears('/social help', /What you can do here/)).text, /Workflow Builder/);
  assert.equal((await ended(await ana.runs('create_post', postInputs)))?.error, stepErrors.off);
});

test('a post that the service refuses fails its step with the reason and the link to its card', async (t) => {
  const { chat, ana, ended, service } = await startSteps(t);
  service.faults.add({ on: 'POST /post', kind: 'status', status: 422, times: 1 });
  const run = await ended(await ana.runs('create_post', postInputs));
  const card = await ana.sees('social', /Couldn’t create/);
  assert.match(
    run?.error ?? '',
    /^The post for Northwind Coffee couldn’t be created\. .*Its card says what to do: /,
  );
  assert.ok(run?.error.endsWith(`${chat.url}/archives/C0SOCIAL/p${card.ts.replace('.', '')}`), run?.error);
});

test('a step’s result that Slack refuses is sent again, unless the workflow was deleted', async (t) => {
  const { chat, ana, ended, logs, ...started } = await startSteps(t);
  chat.faults.next('functions.completeSuccess', { kind: 'server-error' }, 2);
  chat.faults.next('functions.completeSuccess', { kind: 'answer-lost' });
  const run = await ended(await ana.runs('create_post', postInputs));
  assert.equal(run?.state, 'completed');

  const gate = Promise.withResolvers<void>();
  chat.faults.next('functions.completeSuccess', { kind: 'held', until: gate.promise });
  const id = await ana.runs('create_post', { ...postInputs, caption: 'For a workflow that is deleted' });
  await eventually(() => assert.ok(chat.faults.applied.some(({ kind }) => kind === 'held')));
  chat.workflows.end(id, { error: 'The workflow was deleted.' });
  gate.resolve();
  const dropped = 'a workflow no longer waits for its step';
  await eventually(() => assert.ok(logs.some(({ msg, execution }) => msg === dropped && execution === id)));
  await ana.sees('social', /For a workflow that is deleted/);
  const { redis, keys } = redisOf(t, started.settings);
  const open = keys.openSteps('T0PRESS');
  await eventually(async () => assert.equal(await redis.scard(open), 0));
});

for (const manifest of oneOf(['this', 'an earlier'] as const))
  test(`while publishing is paused, a workflow with ${manifest} manifest creates a draft`, async (t) => {
    const { ana, bo, chat, ended } = await startSteps(t);
    await bo.types('/social pause Northwind Coffee wrong prices');
    await bo.sees('social', /paused/i);
    let id = '';
    if (manifest === 'this') id = await ana.runs('create_post', postInputs);
    else {
      id = chat.workflows.start({ callbackId: 'create_post' }, 'U0ANA', postInputs).id;
      const event = chat.workflows.eventOf(id) as { function: { output_parameters: { name: string }[] } };
      event.function.output_parameters = event.function.output_parameters.filter(
        ({ name }) => name !== 'paused' && name !== 'warnings',
      );
      await chat.sendEvent(event);
    }
    const run = await ended(id);
    assert.deepEqual([run?.error, run?.outputs.status], ['', 'Ready for review']);
    const pause = { by: 'U0BO', at: '', reason: 'wrong prices', brand: { id: 'brand-1', name: '' } };
    assert.equal(
      run?.outputs.paused,
      manifest === 'this'
        ? plainPaused({ brand: { id: 'brand-1', name: 'Northwind Coffee' } }, pause)
        : undefined,
    );
    assert.equal(run?.outputs.warnings !== undefined, manifest === 'this');
  });

test('a workflow gets its card’s warnings about networks, lengths and files', async (t) => {
  const started = await startSteps(t);
  const { ana, ended } = started;
  const warnings = async (inputs: Record<string, string>): Promise<string[]> => {
    const run = await ended(await ana.runs('create_post', { ...postInputs, ...inputs }));
    assert.equal(run?.error, '');
    return String(run?.outputs.warnings).split('\n');
  };
  assert.deepEqual(await warnings({ caption: 'x'.repeat(3_000) }), [
    'Too long: Instagram allows 2,200 characters. This has 3,000, which is 800 too many.',
    'No image or video: Instagram requires one.',
  ]);
  await ana.sees('social', /\*No image or video:\* Instagram requires one\./);
  await (await ruleSetter(t, started))(aRule({ attachedOnly: true }));
  assert.deepEqual(await warnings({ media: 'https://example.com/a.png' }), [
    notAttachedText({ why: 'files_linked', files: [1] }),
  ]);
});
