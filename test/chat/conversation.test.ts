import assert from 'node:assert/strict';
import test from 'node:test';
import { startTinyBot } from './tiny-bot.ts';

for (const socketMode of [false, true]) {
  const over = socketMode ? 'Socket Mode' : 'HTTP';

  test(`over ${over}: a command opens a modal, which is filled, refused, sent and becomes a card`, async (t) => {
    const { chat, heard } = await startTinyBot(t, { socketMode });
    const ana = chat.user('Ana');

    assert.equal(await ana.types('/post', { in: 'launches' }), '');
    const modal = await ana.modal();
    assert.equal(modal.title, 'Write a post');
    assert.deepEqual(modal.labels, ['Prompt', 'Brand', 'Social profiles', 'Schedule for']);

    const empty = await modal.submit();
    assert.equal(empty.errors.Prompt, 'Please complete this required field.');
    assert.deepEqual(heard.values, {}, 'the app got a submission that Slack itself refuses');

    await modal.fill({ Prompt: 'too vague', Brand: 'Acme', 'Social profiles': ['Acme on X'] });
    assert.deepEqual(modal.values['Social profiles'], ['Acme on X']);
    const refused = await modal.submit();
    assert.deepEqual(refused, { closed: false, errors: { Prompt: 'Say more than that' } });

    const when = new Date('2031-05-01T10:00:00Z');
    await modal.fill({ Prompt: 'A spring sale', 'Schedule for': when });
    assert.deepEqual(await modal.submit(), { closed: true, errors: {} });
    assert.equal(modal.open, false);
    const values = heard.values as Record<string, Record<string, Record<string, unknown>>>;
    assert.equal(values.when?.when?.selected_date_time, when.getTime() / 1000);

    const card = await ana.sees('social', /A spring sale/);
    assert.deepEqual(card.buttons, ['Approve', 'Reject']);
    assert.equal(await ana.clicks(card, 'Approve'), '');
    assert.match(await ana.seesPrivately(), /You approved it/);
    assert.equal(card.text, 'Approved by <@U0ANA>');
    assert.deepEqual(card.buttons, []);
  });
}

test('an immediate response to a command is visible only to its author', async (t) => {
  const { chat } = await startTinyBot(t);
  assert.equal(await chat.user('Ana').types('/hello there'), 'Hello there');
  assert.equal(await chat.user('Ana').seesPrivately(), 'Hello there');
  assert.deepEqual(chat.messages('social'), []);
});

test('a dependent select isn’t sent what was entered in other fields (G17)', async (t) => {
  const { chat, heard } = await startTinyBot(t);
  const ana = chat.user('Ana');
  await ana.types('/post');
  const modal = await ana.modal();
  await modal.fill({ Prompt: 'something', Brand: 'Globex' });
  assert.deepEqual(await modal.optionsOf('Social profiles'), ['Globex on X']);
  assert.deepEqual(heard.suggestionState, { values: {} });
  await assert.rejects(
    modal.fill({ 'Social profiles': ['Acme on X'] }),
    /does not offer "Acme on X".*Globex on X/,
  );
});

test('a menu on a message, a message shortcut, and a button with a confirmation work', async (t) => {
  const { chat } = await startTinyBot(t);
  const bo = chat.user('Bo');
  const words = await bo.says('We should post this', { in: 'social' });
  const modal = await bo.opensShortcut('post-from-message', /Write a post/, words);
  await modal.submit({ Prompt: 'This', Brand: 'Acme', 'Social profiles': ['LinkedIn'] });
  const card = await bo.sees('social', /wants: This/);
  await bo.chooses(card, 'Rewrite');
  assert.equal(await bo.seesPrivately(), 'Chose rewrite');
  await bo.clicks(card, 'Reject', { confirm: false });
  assert.equal(card.deleted, false);
  await bo.clicks(card, 'Reject');
  await chat.called('response_url', 2);
  assert.equal(card.deleted, true);
});

test('the home tab is rendered when it is opened', async (t) => {
  const { chat } = await startTinyBot(t);
  const home = await chat.user('Cy').opensHome();
  assert.equal(home.text, 'Welcome <@U0CY>');
});

test('closing with × notifies the app only if it set notify_on_close', async (t) => {
  const { chat, heard } = await startTinyBot(t);
  const ana = chat.user('Ana');
  await ana.types('/post');
  const modal = await ana.modal();
  await modal.close();
  assert.equal(modal.open, false);
  assert.deepEqual(heard.closed, []);
  await assert.rejects(modal.submit(), /is closed/);
});

test("errors for a field that isn’t in the modal show Slack's connection error", async (t) => {
  const { chat } = await startTinyBot(t);
  const ana = chat.user('Ana');
  await ana.types('/post');
  const modal = await ana.modal();
  const sent = await modal.submit({ Prompt: 'wrong key', Brand: 'Acme', 'Social profiles': ['Acme on X'] });
  assert.match(sent.connectionError ?? '', /trouble connecting/);
  assert.equal(sent.closed, false);
});
