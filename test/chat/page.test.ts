import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { GuideRecord } from '#sandbox/chat/guide.ts';
import { withSameParts } from '#sandbox/chat/web/src/connection/same-parts.ts';
import { formatSlackDate } from '#sandbox/chat/web/src/text/dates.ts';
import { splitEmoji } from '#sandbox/chat/web/src/text/emoji.ts';
import { plainIn } from '#sandbox/chat/web/src/text/names.ts';
import { longTest } from '#test/support/long-tests.ts';
import { openPage } from './open-page.ts';
import { startListener, startWebApiClient } from './web-api-client.ts';

test('a click on a message that was updated meanwhile is sent with the message that was shown', async (t) => {
  const { chat, call } = await startWebApiClient(t);
  const heard = await startListener(t, chat);
  const button = (id: string) => ({ type: 'button', action_id: id, text: { type: 'plain_text', text: id } });
  const blocks = (id: string) => [{ type: 'actions', block_id: 'decide', elements: [button(id)] }];
  const { channel, ts } = await call('chat.postMessage', {
    channel: 'C0SOCIAL',
    text: 'x',
    blocks: blocks('approve'),
  });
  const page = await openPage(t, chat.url, 'U0BO');
  const { blocksVersion } = (await page.shows(() => true)).messages.C0SOCIAL?.[0] ?? {};
  await call('chat.update', { channel, ts, text: 'y', blocks: blocks('undo') });
  const at = { type: 'message', channel, ts };
  const clicks = (actionId: string, container: object) =>
    page.act('action', { container, blockId: 'decide', actionId });
  assert.deepEqual(await clicks('approve', { ...at, blocksVersion }), { ok: true });
  assert.equal(heard.at(-1)?.actions[0].action_id, 'approve');
  assert.match(String((await clicks('approve', at)).error), /no longer exists/);
  assert.match(String((await clicks('publish', { ...at, blocksVersion })).error), /no longer exists/);
});

test('an emoji with a skin tone is rendered as one, and one joined from several stays whole', () => {
  const pieces = splitEmoji(':wave::skin-tone-3: 👩‍🚀 ❤️‍🔥 Hi🚀');
  assert.deepEqual(
    pieces.map((piece) => (typeof piece === 'string' ? piece : piece.name)),
    ['wave', ' 👩‍🚀 ❤️‍🔥 Hi', 'rocket'],
  );
});

longTest(
  'a file field accepts 10 MB, a message more, and a file that is too large is refused with a message',
  async (t) => {
    const { chat } = await startWebApiClient(t);
    const uploads = async (into: string, megabytes: number) => {
      const sent = await fetch(`${chat.url}/page/upload?as=U0ANA&name=a.png&into=${into}`, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: new Uint8Array(megabytes * 1024 * 1024),
      });
      return [sent.status, ((await sent.json()) as { error?: string }).error];
    };
    assert.deepEqual(await uploads('field', 10), [200, undefined]);
    assert.deepEqual(await uploads('field', 11), [413, 'It is larger than 10 MB']);
    assert.deepEqual(await uploads('message', 11), [200, undefined]);
  },
);

test('unchanged parts of a new state keep their identity', () => {
  const [card, reply] = [
    { text: 'a card', blocks: [{ type: 'divider' }] },
    { text: 'a reply', blocks: [] },
  ];
  const last = { messages: { C1: [card] }, home: { hash: '1' }, unread: 0 };
  const next = { messages: { C1: [structuredClone(card), reply] }, unread: 1 };
  const merged = withSameParts(last, next);
  assert.deepEqual(merged, next);
  assert.equal(merged.messages.C1[0], card);
  const json = fc.jsonValue();
  fc.assert(
    fc.property(json, json, (before, after) => isDeepStrictEqual(withSameParts(before, after), after)),
  );
  fc.assert(fc.property(json, (value) => withSameParts(value, structuredClone(value)) === value));
});

test('a page isn’t sent what only others can see', async (t) => {
  const { chat, call } = await startWebApiClient(t);
  await call('chat.postEphemeral', { channel: 'C0SOCIAL', user: 'U0ANA', text: 'For you alone' });
  const cy = await openPage(t, chat.url, 'U0CY');
  const { messages, channels } = await cy.shows(() => true);
  assert.deepEqual(messages.C0SOCIAL, []);
  assert.ok(channels.every(({ name }) => name !== 'leadership'));
  const written = await cy.act('message', { channel: 'C0LEADERS', text: 'Hi' });
  assert.deepEqual(written, { ok: false, error: 'You can’t see this channel.' });
});

test('invalid requests from the page don’t crash the server', async (t) => {
  const { chat } = await startWebApiClient(t);
  const page = await openPage(t, chat.url, 'U0ANA');
  assert.match(String((await page.act('submit', { viewId: 7 })).error), /something odd/);
  assert.match(String((await page.act('submit', { viewId: 'V0', state: {} })).error), /no longer open/);
  assert.match(String((await page.act('jump', {})).error), /no act called jump/);
  assert.match(String((await page.act('openHome', { as: 'U0NOBODY' })).error), /no such person/);
  const broken = await fetch(`${chat.url}/page/message`, { method: 'POST', body: '{' });
  assert.equal(broken.status, 415);
  assert.match(
    String((await page.act('message', { channel: 'C0SOCIAL', text: '/post', thread: '1.0' })).notice),
    /threads/,
  );
});

test('only the files of the built page are served', async (t) => {
  const web = await mkdtemp(join(tmpdir(), 'page-'));
  t.after(() => rm(web, { recursive: true }));
  await writeFile(join(web, 'index.html'), '<p>The page</p>');
  const { chat } = await startWebApiClient(t, { web });
  const get = async (path: string) => (await fetch(chat.url + path)).text();
  assert.equal(await get('/'), '<p>The page</p>');
  assert.equal(await get('/channel/social'), '<p>The page</p>');
  assert.equal(await get('/..%2f..%2fetc%2fpasswd.txt'), 'There is no such file.');
  assert.equal(await get('/missing.js'), 'There is no such file.');
});

test('`/invite` adds the bot to a channel, as in Slack, and says who can’t be invited', async (t) => {
  const { chat } = await startWebApiClient(t);
  const page = await openPage(t, chat.url, 'U0ANA');
  const invites = (text: string) => page.act('command', { channel: 'C0GENERAL', text });
  assert.match(String((await invites('/invite @nobody')).notice), /nobody called @nobody/);
  assert.equal((await invites('/invite @Presscheck')).notice, undefined);
  const joined = await page.shows((state) =>
    state.channels.some(({ id, members }) => id === 'C0GENERAL' && members.includes('U0PRESS')),
  );
  assert.match(joined.messages.C0GENERAL?.[0]?.text ?? '', /added <@U0PRESS> to the channel/);
  // the previous error was cleared by the next input
  assert.deepEqual(joined.notices, []);
  assert.match(String((await invites('/invite presscheck')).notice), /in this channel already/);
  assert.ok(joined.commands.some(({ command }) => command === '/invite'));
});

test('the page opens for a person by name and links to the live posts', async (t) => {
  const manifest = { features: { app_home: { home_tab_enabled: false } } };
  const liveUrl = 'http://127.0.0.1:4010/live/';
  const { chat } = await startWebApiClient(t, { manifest, liveUrl });
  const bo = await (await openPage(t, chat.url, 'bo')).shows(() => true);
  assert.equal(bo.me.id, 'U0BO');
  assert.equal(bo.hasHome, false);
  assert.equal(bo.liveUrl, liveUrl);
});

test('things to try are checked off for everyone, and stay checked when the page is opened again', async (t) => {
  const hello = {
    title: 'Say hello',
    how: 'Type `/post`',
    isDone: ({ messages }: GuideRecord) => messages.some(({ text }) => text.includes('wants: hello')),
  };
  const { chat, call } = await startWebApiClient(t, { guide: [hello] });
  const shown = { title: 'Say hello', how: 'Type `/post`' };
  const bo = await openPage(t, chat.url, 'bo');
  assert.deepEqual((await bo.shows(() => true)).guide, [{ ...shown, done: false }]);
  const { channel, ts } = await call('chat.postMessage', { channel: 'C0SOCIAL', text: 'wants: hello' });
  await bo.shows(({ guide }) => guide[0]?.done === true);
  await call('chat.update', { channel, ts, text: 'Approved' });
  const again = await (await openPage(t, chat.url, 'bo')).shows(() => true);
  assert.deepEqual(again.guide, [{ ...shown, done: true }]);
});

test('times in plain text are in the reader’s time zone', async (t) => {
  const { chat } = await startWebApiClient(t);
  const state = await (await openPage(t, chat.url, 'U0ANA')).shows(() => true);
  const unix = Date.parse('2026-11-24T09:00:00Z') / 1_000;
  const inMadrid = `<!date^${unix}^{date_num} at {time}|2026-11-24 09:00 UTC>`;
  assert.equal(
    plainIn(state, `Goes out ${inMadrid}.`).replace(/\s/g, ' '),
    'Goes out 2026-11-24 at 10:00 AM.',
  );
  assert.equal(plainIn(state, `<!date^${unix}^{nonsense}|2026-11-24 09:00 UTC>`), '2026-11-24 09:00 UTC');
});

test('{ago} counts calendar days in the reader’s time zone', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-22T09:00:00Z') });
  const ago = (iso: string, zone: string) => formatSlackDate(Date.parse(iso) / 1_000, '{ago}', zone);
  assert.equal(ago('2026-11-20T10:00:00Z', 'UTC'), '2 days ago');
  assert.equal(ago('2026-11-20T10:00:00Z', 'Asia/Tokyo'), '2 days ago');
  assert.equal(ago('2026-11-20T23:30:00Z', 'Europe/Madrid'), 'yesterday');
  assert.equal(ago('2026-11-21T10:00:00Z', 'UTC'), '23 hours ago');
});
