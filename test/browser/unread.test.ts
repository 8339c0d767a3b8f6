/** How the page shows new messages, like Slack: bold channels, red badges, toasts, and the line above unread messages. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { builtPage } from '#sandbox/page.ts';
import { startWebApiClient } from '#test/chat/web-api-client.ts';
import { eventually } from '#test/support/eventually.ts';
import { openPage } from './people.ts';
import { pictures, takePicture } from './pictures.ts';

type Visitor = Awaited<ReturnType<typeof openPage>>;

/** The chat with its page; `posts` is the bot. */
async function startMorning(t: TestContext) {
  const { chat, call } = await startWebApiClient(t, { web: builtPage });
  await chat.user('Cy').says('Good morning', { in: 'launches' });
  chat.world.markAllRead();
  return {
    chat,
    call,
    posts: async (text: string, more: object = {}): Promise<string> => {
      const answer = await call('chat.postMessage', { channel: 'C0LAUNCHES', text, ...more });
      assert.equal(answer.ok, true, answer.error);
      return String(answer.ts);
    },
    opens: (name: 'Ana' | 'Bo', channel: 'social' | 'launches') =>
      openPage(t, `${chat.url}/?as=U0${name.toUpperCase()}#C0${channel.toUpperCase()}`, channel),
  };
}

const toasts = ({ page }: Visitor) => page.getByRole('region', { name: 'Notifications' });
const row = ({ page }: Visitor, name: string | RegExp) =>
  page.getByRole('navigation').getByRole('button', { name, exact: true });
const conversation = ({ page }: Visitor, channel: string) => page.getByRole('main', { name: `#${channel}` });

async function keepsPicture(visitor: Visitor, name: string): Promise<void> {
  const size = visitor.page.viewportSize();
  if (pictures && size) await takePicture(visitor.page, name, { x: 0, y: 0, ...size });
}

test('Bo sees that Ana mentioned him in another channel, follows the toast, and the message is marked as read', async (t) => {
  const { opens, chat } = await startMorning(t);
  const [ana, bo] = await Promise.all([opens('Ana', 'launches'), opens('Bo', 'social')]);
  await row(bo, 'launches').waitFor();

  await ana.types('The first draft is up');
  await row(bo, 'launches, 1 unread message').waitFor();
  assert.equal(await toasts(bo).getByRole('button').count(), 0, 'nobody was mentioned');

  await ana.types('@Bo can you have a look?');
  await row(bo, 'launches, 2 unread messages, 1 mention').waitFor();
  await eventually(async () => assert.equal(await bo.page.title(), '(1) social · Northwind'));
  await ana.page.getByRole('button', { name: 'Act as Bo, 1 unread mention' }).waitFor();
  const toast = toasts(bo).getByRole('button', { name: 'Ana in #launches @Bo can you have a look?' });
  await toast.waitFor();
  await keepsPicture(bo, 'unread-mention');
  assert.equal(await toasts(ana).getByRole('button').count(), 0, 'Ana gets no badge for her own message');

  await toast.click();
  const there = conversation(bo, 'launches');
  await there.getByRole('article', { name: /@Bo can you have a look/ }).waitFor();
  const inOrder = (await there.getByRole('log').innerText()).replaceAll('\n', ' ');
  assert.match(inOrder, /Good morning.*New.*The first draft is up.*can you have a look/);
  await row(bo, 'launches').waitFor();
  await ana.page.getByRole('button', { name: 'Act as Bo', exact: true }).waitFor();
  await eventually(async () => assert.equal(await bo.page.title(), 'launches · Northwind'));
  assert.equal(await toasts(bo).getByRole('button').count(), 0);
  assert.deepEqual(chat.unread('Bo'), {});
  await keepsPicture(bo, 'unread-new-line');

  // not even until the server has marked it as read
  const reading = '**/page/read';
  await bo.page.route(reading, (route) => route.abort());
  await ana.types('@Bo thanks');
  await there.getByRole('article', { name: /@Bo thanks/ }).waitFor();
  assert.equal(await toasts(bo).getByRole('button').count(), 0, 'no toast for a visible message');
  assert.deepEqual(chat.unread('Bo'), { '#launches': { unread: 1, mentions: 1 } });
  await bo.page.unroute(reading);
  await ana.types('And that is all');
  await eventually(() => assert.deepEqual(chat.unread('Bo'), {}));
});

test('an edit that adds a mention shows nothing; a reply counts in Threads and its toast opens it', async (t) => {
  const { opens, call, posts } = await startMorning(t);
  const bo = await opens('Bo', 'social');
  const ts = await posts('Generating the post');
  await row(bo, 'launches, 1 unread message').waitFor();
  const edited = { channel: 'C0LAUNCHES', ts, text: 'Ready for review by <@U0BO>' };
  assert.equal((await call('chat.update', edited)).ok, true);
  await posts('Something else');
  await row(bo, 'launches, 2 unread messages').waitFor();
  assert.equal(await toasts(bo).getByRole('button').count(), 0);

  await posts('<@U0BO> asked for changes: *less* is more', { thread_ts: ts });
  const told = toasts(bo).getByRole('button', { name: 'Presscheck in a thread in #launches' });
  await told.click();
  await bo.thread.getByRole('article', { name: /asked for changes: less is more/ }).waitFor();
  await row(bo, 'Threads').waitFor();
  await row(bo, 'launches').waitFor();

  await row(bo, 'social').click();
  await posts('And the picture is too dark', { thread_ts: ts });
  await row(bo, 'Threads, 1 unread message, 1 mention').click();
  await keepsPicture(bo, 'unread-threads');
  const followed = bo.page.getByRole('main', { name: 'Threads' });
  await followed.getByRole('button', { name: /#launches.*1 new.*the picture is too dark/ }).click();
  await bo.thread.getByRole('article', { name: /the picture is too dark/ }).waitFor();
  await row(bo, 'Threads').waitFor();

  await posts('All 5 posts are ready, <@U0BO>', { thread_ts: ts, reply_broadcast: true });
  const sent = conversation(bo, 'launches').getByRole('article', { name: /All 5 posts are ready/ });
  await sent.getByText('replied to a thread:').waitFor();
  await bo.thread.getByText('Also sent to the channel').waitFor();
  await bo.page.setViewportSize({ width: 1_480, height: 700 });
  await keepsPicture(bo, 'unread-broadcast');
});

test('a link to an earlier message shows no new messages below it', async (t) => {
  const { chat, posts } = await startMorning(t);
  const first = await posts('The first one');
  for (let n = 2; n < 40; n += 1) await posts(`Number ${n}`);
  chat.world.markAllRead();
  const bo = await openPage(t, `${chat.url}/?as=U0BO#C0LAUNCHES/${first}`, 'launches');
  await bo.message(/The first one/).waitFor();
  await posts('One more');
  await bo.conversation.getByRole('button', { name: '1 new message', exact: true }).waitFor();
});

test('toasts stack three high, and reading on one page marks as read on the other', async (t) => {
  const { opens, posts } = await startMorning(t);
  await posts('<@U0BO> the early one');
  const [bo, elsewhere] = await Promise.all([opens('Bo', 'social'), opens('Bo', 'social')]);
  const early = 'launches, 1 unread message, 1 mention';
  await Promise.all([row(bo, early).waitFor(), row(elsewhere, early).waitFor()]);
  assert.equal(
    await toasts(bo).getByRole('button').count(),
    0,
    'messages from before the page was opened show no toast',
  );
  for (const nth of ['first', 'second', 'third', 'fourth', 'fifth']) await posts(`<@U0BO> the ${nth} one`);
  await toasts(bo).getByText('and 2 more').waitFor();
  const shown = toasts(bo).getByRole('button', { name: 'Presscheck in #launches' });
  assert.deepEqual(
    (await shown.allInnerTexts()).map((words) => /the \w+ one/.exec(words)?.[0]),
    ['the fifth one', 'the fourth one', 'the third one'],
  );
  await keepsPicture(bo, 'unread-toasts');
  await bo.page.emulateMedia({ colorScheme: 'dark' });
  await keepsPicture(bo, 'unread-toasts-dark');
  await bo.page.emulateMedia({ colorScheme: null });
  // in a narrow window, the list is hidden, and its button has the badge
  await bo.page.setViewportSize({ width: 420, height: 800 });
  await bo.page.getByRole('button', { name: 'Open the list, 6 unread mentions' }).waitFor();
  await keepsPicture(bo, 'unread-narrow');
  await bo.page.setViewportSize({ width: 1_000, height: 900 });
  await toasts(bo).getByRole('button', { name: 'Dismiss notification' }).first().click();
  await toasts(bo).getByText('and 1 more').waitFor();
  await toasts(bo).getByRole('button', { name: 'Dismiss all' }).click();
  await eventually(async () => assert.equal(await toasts(bo).getByRole('button').count(), 0));

  await row(elsewhere, 'launches, 6 unread messages, 6 mentions').click();
  await row(bo, 'launches').waitFor();
  await eventually(async () => assert.equal(await toasts(elsewhere).getByRole('button').count(), 0));
});
