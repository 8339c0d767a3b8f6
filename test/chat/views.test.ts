import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { startChat } from '#sandbox/chat/start.ts';
import { openPage } from './open-page.ts';
import { startListener, startWebApiClient } from './web-api-client.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const field = (block_id: string, initial_value?: string) => ({
  type: 'input',
  block_id,
  label: plain(block_id),
  element: { type: 'plain_text_input', action_id: 'a', ...(initial_value ? { initial_value } : {}) },
});
const modal = (title: string, ...blocks: object[]) => ({
  type: 'modal',
  title: plain(title),
  submit: plain('Send'),
  blocks,
});

/** A chat whose app takes every click and says what `answer` does, and a trigger of Ana. */
async function withTrigger(
  t: TestContext,
  options: { now?: () => number; answer?: Parameters<typeof startListener>[2] } = {},
) {
  const { answer, ...chatOptions } = options;
  const asked = await startWebApiClient(t, chatOptions);
  const heard = await startListener(t, asked.chat, answer);
  const trigger = async (): Promise<string> => {
    await asked.chat.user('Ana').types('/x');
    return heard.at(-1)?.trigger_id;
  };
  return { ...asked, heard, trigger };
}

test('a trigger opens one modal, within three seconds', async (t) => {
  let at = 1_900_000_000_000;
  const { call, trigger } = await withTrigger(t, { now: () => at });
  const first = await trigger();
  const open = async (trigger_id: string) =>
    (await call('views.open', { trigger_id, view: modal('One') })).error;
  assert.equal(await open(first), undefined);
  assert.equal(await open(first), 'exchanged_trigger_id');
  assert.equal(await open('1.2.3'), 'invalid_trigger_id');
  const late = await trigger();
  at += 3001;
  assert.equal(await open(late), 'expired_trigger_id');
  assert.equal((await call('views.open', { view: modal('One') })).error, 'invalid_arguments');
});

test('an update keeps what was entered if the IDs stay, and drops it if they change', async (t) => {
  const { chat, call, trigger } = await withTrigger(t);
  const { view } = await call('views.open', {
    trigger_id: await trigger(),
    view: modal('One', field('keep'), field('old')),
  });
  const { id: view_id, hash } = view as { id: string; hash: string };
  const shown = await chat.user('Ana').modal();
  await shown.fill({ keep: 'typed', old: 'typed' });
  const again = await call('views.update', {
    view_id,
    hash,
    view: modal('Two', field('keep', 'other'), field('new', 'first')),
  });
  assert.equal(again.ok, true);
  assert.deepEqual(shown.values, { keep: 'typed', new: 'first' });
  assert.equal((await call('views.update', { view_id, hash, view: modal('Three') })).error, 'hash_conflict');
  await shown.close();
  assert.equal((await call('views.update', { view_id, view: modal('Four') })).error, 'not_found');
});

test('up to three modals can be stacked', async (t) => {
  const { chat, call, trigger } = await withTrigger(t);
  await call('views.open', { trigger_id: await trigger(), view: modal('One') });
  const push = async (title: string) =>
    (await call('views.push', { trigger_id: await trigger(), view: modal(title) })).error;
  assert.equal(await push('Two'), undefined);
  assert.equal(await push('Three'), undefined);
  assert.equal(await push('Four'), 'push_limit_reached');
  const ana = chat.user('Ana');
  const top = await ana.modal();
  assert.equal(top.title, 'Three');
  assert.deepEqual(await top.submit(), { closed: true, errors: {} });
  assert.equal((await ana.modal()).title, 'Two');
  await (await ana.modal()).close({ all: true });
  assert.equal(chat.world.notices('U0ANA').length, 0);
});

test('closing a view notifies the app for that view, and × for the root, if they set `notify_on_close`', async (t) => {
  const { chat, call, trigger, heard } = await withTrigger(t);
  const notifying = (title: string) => ({ ...modal(title), notify_on_close: true });
  await call('views.open', { trigger_id: await trigger(), view: notifying('Root') });
  await call('views.push', { trigger_id: await trigger(), view: notifying('Top') });
  await call('views.push', { trigger_id: await trigger(), view: modal('Silent') });
  const ana = chat.user('Ana');
  await (await ana.modal()).close();
  const closing = () => heard.at(-1) ?? {};
  assert.equal(closing().type, undefined);
  await (await ana.modal()).close();
  assert.deepEqual(
    [closing().type, closing().view.title.text, closing().is_cleared],
    ['view_closed', 'Top', false],
  );
  await call('views.push', { trigger_id: await trigger(), view: notifying('Again') });
  await (await ana.modal()).close({ all: true });
  assert.deepEqual([closing().view.title.text, closing().is_cleared], ['Root', true]);
});

test('a home tab is published per person, with a hash against lost updates', async (t) => {
  const { chat, call } = await startWebApiClient(t);
  const home = (text: string) => ({ type: 'home', blocks: [{ type: 'section', text: plain(text) }] });
  const { view } = await call('views.publish', { user_id: 'U0ANA', view: home('One') });
  const { hash } = view as { hash: string };
  assert.equal((await call('views.publish', { user_id: 'U0ANA', hash, view: home('Two') })).ok, true);
  assert.equal(
    (await call('views.publish', { user_id: 'U0ANA', hash, view: home('Three') })).error,
    'hash_conflict',
  );
  assert.equal((await chat.user('Ana').seesHome(/Two/)).text, 'Two');
  assert.equal((await call('views.publish', { user_id: 'U0X', view: home('x') })).error, 'invalid_arguments');
});

test('a click on a home tab that was published again meanwhile is sent with what the person saw', async (t) => {
  const { chat, call, heard } = await withTrigger(t);
  const home = (value: string) => {
    const button = { type: 'button', action_id: 'a', text: plain('Publish'), value };
    return { type: 'home', blocks: [{ type: 'actions', block_id: value, elements: [button] }] };
  };
  const { view } = await call('views.publish', { user_id: 'U0ANA', view: home('First') });
  const { hash } = view as { hash: string };
  await call('views.publish', { user_id: 'U0ANA', view: home('Second') });
  const page = await openPage(t, chat.url, 'U0ANA');
  const container = { type: 'home', hash };
  const clicked = await page.act('action', { container, blockId: 'First', actionId: 'a', state: {} });
  assert.deepEqual(clicked, { ok: true });
  const [pressed] = heard.at(-1)?.actions ?? [];
  assert.deepEqual([pressed.block_id, pressed.value], ['First', 'First']);
});

test('the client itself checks numbers and lengths before it sends', async (t) => {
  const { chat, call, trigger, heard } = await withTrigger(t);
  const input = (label: string, element: object) => ({
    type: 'input',
    block_id: label,
    label: plain(label),
    element,
  });
  const view = modal(
    'Checks',
    input('Count', { type: 'number_input', action_id: 'a', is_decimal_allowed: false, max_value: '9' }),
    input('Short', { type: 'plain_text_input', action_id: 'a', max_length: 3 }),
    input('Who', { type: 'multi_users_select', action_id: 'a' }),
    input('Where', { type: 'conversations_select', action_id: 'a' }),
    input('Day', { type: 'datepicker', action_id: 'a' }),
    input('Time', { type: 'timepicker', action_id: 'a' }),
    input('Tick', { type: 'checkboxes', action_id: 'a', options: [{ text: plain('Yes'), value: 'y' }] }),
    input('File', { type: 'file_input', action_id: 'a' }),
  );
  await call('views.open', { trigger_id: await trigger(), view });
  const shown = await chat.user('Ana').modal();
  const at = new Date('2031-05-01T22:30:00Z');
  const good = {
    Who: ['Bo'],
    Where: '#social',
    Day: at,
    Time: at,
    Tick: ['Yes'],
    File: [{ name: 'a.png', content: 'x' }],
  };
  await shown.fill({ ...good, Count: 10, Short: 'four' });
  assert.deepEqual(Object.keys((await shown.submit()).errors), ['Count', 'Short']);
  await shown.fill({ Count: 9, Short: 'abc' });
  assert.equal((await shown.submit()).closed, true);
  const { values } = heard.at(-1)?.view.state ?? {};
  assert.deepEqual(values.Who.a.selected_users, ['U0BO']);
  assert.equal(values.Where.a.selected_conversation, 'C0SOCIAL');
  assert.deepEqual([values.Day.a.selected_date, values.Time.a.selected_time], ['2031-05-02', '00:30']);
  assert.equal(values.Tick.a.selected_options[0].value, 'y');
  assert.equal(values.File.a.files[0].name, 'a.png');
});

test('a select isn’t sent what was entered in other fields (G17), and options that it doesn’t offer can’t be chosen', async (t) => {
  const option = { text: plain('Acme'), value: 'acme' };
  const { chat, call, trigger, heard } = await withTrigger(t, {
    answer: ({ type }) => (type === 'block_suggestion' ? { options: [option] } : 200),
  });
  const select = { type: 'external_select', action_id: 'a', min_query_length: 0 };
  const brand = { type: 'input', block_id: 'Brand', label: plain('Brand'), element: select };
  await call('views.open', { trigger_id: await trigger(), view: modal('One', field('Prompt'), brand) });
  const shown = await chat.user('Ana').modal();
  await shown.fill({ Prompt: 'something' });
  assert.deepEqual(await shown.optionsOf('Brand'), ['Acme']);
  assert.deepEqual(heard.at(-1)?.view.state, { values: {} });
  await assert.rejects(shown.fill({ Brand: 'Globex' }), /does not offer "Globex".*Acme/);
});

test("errors for a field that isn’t in the modal show Slack's connection error", async (t) => {
  const errors = { nowhere: 'Lost' };
  const { chat, call, trigger } = await withTrigger(t, {
    answer: ({ type }) => (type === 'view_submission' ? { response_action: 'errors', errors } : 200),
  });
  await call('views.open', { trigger_id: await trigger(), view: modal('One', field('Prompt')) });
  const sent = await (await chat.user('Ana').modal()).submit({ Prompt: 'x' });
  assert.match(sent.connectionError ?? '', /trouble connecting/);
  assert.equal(sent.closed, false);
});

test('a wait that times out says what was found instead', async (t) => {
  const chat = await startChat({ signingSecret: 's', botToken: 'b', driverTimeoutMs: () => 20 });
  t.after(() => chat.close());
  const ana = chat.user('Ana');
  await ana.says('Something else', { in: 'social' });
  await assert.rejects(
    ana.sees('social', /A card/),
    /Ana to see a message in social.*A card.*Something else/,
  );
  await assert.rejects(ana.modal(), /Ana to see a modal. There was: nothing/);
});
