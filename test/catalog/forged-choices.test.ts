/** A form sent with IDs that it didn't offer, as a client other than Slack's can send it. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { auditTrail } from '#test/support/audit-trail.ts';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { cardSays, makesDraft, opensWithBrand } from '#test/support/user-actions.ts';

const northwind = { id: 'brand-northwind', name: 'Northwind Coffee' };
const own = { id: 'northwind-instagram', name: 'Instagram · northwind.coffee' };
/** Of a brand that is protected by a rule. */
const foreign = { id: 'atlas-twitter', name: 'Instagram · northwind.coffee' };

type Named = { id: string; name: string };
const option = ({ id, name }: Named) => ({ value: id, text: { type: 'plain_text', text: name } });
const one = (block: string, chosen: Named) => ({ [block]: { [block]: { selected_option: option(chosen) } } });
const several = (block: string, chosen: Named[]) => ({
  [block]: { [block]: { selected_options: chosen.map(option) } },
});
const words = (block: string, value: string) => ({ [block]: { [block]: { value } } });

interface Form {
  callback_id: string;
  metadata?: object;
  values: object[];
}

/** Sends a form that nobody opened, and answers what Slack would show at its fields. */
async function sends({ chat }: StartedBot, { callback_id, metadata, values }: Form) {
  const answer = await chat.deliver.interaction({
    type: 'view_submission',
    team: { id: chat.world.workspace.id, domain: 'x' },
    user: { id: 'U0ANA', name: 'Ana', team_id: chat.world.workspace.id },
    view: {
      id: `V${randomUUID().slice(0, 8).toUpperCase()}`,
      type: 'modal',
      callback_id,
      blocks: [],
      title: { type: 'plain_text', text: 'New' },
      private_metadata: JSON.stringify(metadata ?? { channel: 'C0SOCIAL', brand: northwind }),
      state: { values: Object.assign({}, ...values) },
    },
  });
  const body = (typeof answer.body === 'string' ? JSON.parse(answer.body || '{}') : answer.body) ?? {};
  return (body as { errors?: Record<string, string> }).errors ?? {};
}

const post = (profiles: Named[], brand: Named = northwind): Form => ({
  callback_id: 'post',
  values: [
    one('brand', brand),
    words('caption', 'Doors open at nine'),
    several(`profiles.${northwind.id}`, profiles),
  ],
});

async function start(t: TestContext): Promise<StartedBot> {
  const started = await startBot(t, { service: { seed: 'demo' } });
  await (await ruleSetter(t, started))(aRule(), 'brand-atlas');
  return started;
}

/** Its lists have been shown to someone. */
async function startShown(t: TestContext): Promise<StartedBot> {
  const started = await start(t);
  const modal = await opensWithBrand(started.ana, '/ai-post Ten words about our new coffee', northwind.name, [
    own.name,
  ]);
  await modal.fill({ 'Hashtag library': 'Everyday coffee', 'Reference designs': ['Menu board'] });
  await modal.close();
  return started;
}

const refusals = async (t: TestContext, started: StartedBot) =>
  (await auditTrail(t, started))
    .filter(({ what }) => what === 'refused')
    .map(({ by, brand, via, result, note }) => [by, brand?.id, via, result, note]);

const noProfiles = {
  on: 'GET /social-profiles',
  kind: 'status',
  status: 503,
  times: Number.POSITIVE_INFINITY,
} as const;

const sent = ({ service }: StartedBot): string[] =>
  service.requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);

test('profiles, libraries, designs and brands that the form didn’t offer are refused at their fields', async (t) => {
  const started = await startShown(t);
  const ai = (...values: object[]): Form => ({
    callback_id: 'ai-post',
    values: [
      one('brand', northwind),
      words('prompt', 'Ten words about our new coffee'),
      one('images', { id: '0', name: 'None' }),
      ...values,
    ],
  });
  const forms: [Form, string, RegExp][] = [
    [post([own, foreign]), `profiles.${northwind.id}`, /doesn’t have “Instagram · northwind\.coffee”/],
    [ai(several(`profiles.${northwind.id}`, [foreign])), `profiles.${northwind.id}`, /doesn’t have/],
    [
      ai(one(`library.${northwind.id}`, { id: 'atlas-hashtags-trail', name: 'Trail' })),
      `library.${northwind.id}`,
      /“Trail”/,
    ],
    [
      ai(several(`designs.${northwind.id}`, [{ id: 'atlas-design-map', name: 'Map' }])),
      `designs.${northwind.id}`,
      /“Map”/,
    ],
    [post([], { id: 'brand-of-others', name: 'Northwind Coffee' }), 'brand', /no longer lists this brand/],
  ];
  for (const [form, field, says] of forms) {
    const errors = await sends(started, form);
    assert.deepEqual(Object.keys(errors), [field]);
    assert.match(errors[field] ?? '', says);
  }
  assert.deepEqual(sent(started), []);
  assert.deepEqual(started.chat.messages('social'), []);
  const noted = await refusals(t, started);
  assert.equal(noted.length, forms.length);
  assert.deepEqual(noted[0], ['U0ANA', northwind.id, 'submission', 'not_offered', 'ask']);
  const logged = JSON.stringify(started.logs.filter(({ msg }) => /didn't offer/.test(String(msg))));
  assert.ok(logged.includes(foreign.id));
});

test('without a cached list, the job refuses a foreign profile before anything is sent', async (t) => {
  const started = await start(t);
  assert.deepEqual(await sends(started, post([foreign])), {});
  const card = await started.ana.sees(
    'social',
    /This brand doesn’t have “Instagram · northwind\.coffee”\. Nothing was created/,
  );
  assert.doesNotMatch(card.text, cardSays.ready);
  assert.deepEqual(sent(started), []);
  assert.deepEqual(await refusals(t, started), [['U0ANA', northwind.id, 'job', 'not_offered', 'ask']]);
});

test('a list that can’t be read refuses nothing: the job waits for it', async (t) => {
  const started = await startShown(t);
  const { ana, chat, service } = started;
  const unread = service.faults.add(noProfiles);
  assert.deepEqual(await sends(started, post([foreign])), {});
  // The client tries a read three times, so a fourth is of the job's next attempt.
  const lists = () => service.requestsTo('GET /social-profiles').length;
  const before = lists();
  await eventually(() => assert.ok(lists() >= before + 4));
  assert.deepEqual(chat.messages('social'), []);
  unread.remove();
  await ana.sees('social', /This brand doesn’t have/);
  assert.deepEqual(sent(started), []);
});

longTest('a profile connected after the lists were read is accepted, with its real name', async (t) => {
  const started = await startShown(t);
  const { ana, service } = started;
  const query = new URLSearchParams({ brandId: northwind.id, provider: 'pinterest' });
  await fetch(`${new URL(service.url).origin}/connect/pinterest?${query}`, { method: 'POST' });
  const { url } = service;
  const listed = await fetch(`${url}/social-profiles?brandId=${northwind.id}`, {
    headers: { 'x-api-key': service.key },
  });
  const found = ((await listed.json()) as { id: string; provider: string }[]).find(
    ({ provider }) => provider === 'pinterest',
  );
  assert.ok(found);
  assert.deepEqual(await sends(started, post([{ id: found.id, name: 'Something else' }])), {});
  const card = await ana.sees('social', cardSays.ready);
  assert.match(card.text, /Pinterest · Northwind Coffee on pinterest/);
  assert.doesNotMatch(card.text, /Something else/);
});

test('an edit that adds another brand’s profile is refused at its field or by the job', async (t) => {
  const started = await startShown(t);
  const { ana, bo, chat, service } = started;
  const card = await makesDraft(ana, 'Doors open', {
    fill: { Brand: northwind.name, 'Social profiles': [] },
  });
  const open = await bo.opensOn(card, 'Edit', 'Edit post');
  const edit: Form = {
    callback_id: 'card.edit',
    metadata: JSON.parse(open.privateMetadata),
    values: [words('caption', 'Doors open'), several(`profiles.${northwind.id}`, [foreign])],
  };
  const errors = await sends(started, edit);
  assert.match(errors[`profiles.${northwind.id}`] ?? '', /doesn’t have/);
  const before = sent(started).length;

  const unread = service.faults.add(noProfiles);
  assert.deepEqual(await sends(started, edit), {});
  unread.remove();
  await card.shows(/doesn’t have “Instagram · northwind\.coffee”\. Nothing was sent/);
  assert.equal(sent(started).length, before);
  assert.deepEqual(
    (await refusals(t, started)).map(([, , via, , note]) => [via, note]),
    [
      ['submission', 'touch'],
      ['job', 'touch'],
    ],
  );
  assert.ok(chat.messages('social').length > 0);
});

longTest('brands and profiles get their names from the service, not from the form', async (t) => {
  const started = await start(t);
  const { ana, bo, service } = started;
  const named = { id: own.id, name: 'TikTok · somebody.else' };
  const brand = { ...northwind, name: 'Atlas Outdoor' };
  const form = { ...post([named], brand), metadata: { channel: 'C0SOCIAL', brand } };
  assert.deepEqual(await sends(started, form), {});
  const card = await ana.sees('social', cardSays.ready);
  assert.ok(card.text.includes(northwind.name), card.text);
  assert.ok(card.text.includes(own.name), card.text);
  assert.doesNotMatch(card.text, /Atlas|somebody/);

  const open = await bo.opensOn(card, 'Edit', 'Edit post');
  const sentBefore = service.requestsTo('PATCH /post/*').length;
  const errors = await sends(started, {
    callback_id: 'card.edit',
    metadata: JSON.parse(open.privateMetadata),
    values: [
      words('caption', 'Doors open at ten'),
      one('how-profiles', { id: 'replace', name: 'Replace' }),
      several(`profiles.${northwind.id}`, [named]),
    ],
  });
  assert.deepEqual(errors, {});
  await card.shows(/Doors open at ten[\s\S]*Edited by <@U0ANA>, /);
  assert.equal(service.requestsTo('PATCH /post/*').length, sentBefore + 1);
  assert.ok(card.text.includes(own.name), card.text);
  assert.doesNotMatch(card.text, /somebody/);
});
