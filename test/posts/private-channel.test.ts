import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { cardsBelow } from '#test/support/notifications.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { approveButtonNow, cardSays, makesDraft, requestsCard, submits } from '#test/support/user-actions.ts';

test('in a private channel without the bot, the author gets the card in a direct message', async (t) => {
  const { ana, bo, chat, service } = await startBot(t);
  await submits(ana, '/post For leaders first', { in: 'leadership' });

  const aside = await ana.sees('Presscheck', cardSays.ready);
  assert.match(aside.text, /I don’t have permission to post in <#C0LEADERS>/);
  assert.match(aside.text, /\/invite @Presscheck/);
  assert.match(aside.text, /For leaders first/);
  await aside.offers('Move card');
  assert.deepEqual(chat.messages('leadership'), []);
  assert.equal(service.creations(), 1);

  chat.faults.addBot('leadership');
  await ana.clicks(aside, 'Move card');
  const card = await ana.sees('leadership', cardSays.ready);
  assert.doesNotMatch(card.text, /I don’t have permission to post/);
  // the bot has no right to read direct messages, so it can't know whether anyone replied
  await aside.shows(/^:arrow_right: Here’s the post for <.*\|Northwind Coffee>/);
  assert.deepEqual(aside.buttons, []);

  await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
  assert.equal(service.publishes(), 1);
});

longTest('clicking `Move card` before the invitation keeps the card where it is', async (t) => {
  const { ana, chat } = await startBot(t);
  await submits(ana, '/post For leaders first', { in: 'leadership' });
  const aside = await ana.sees('Presscheck', cardSays.ready);
  const posts = chat.calls.filter(({ method }) => method === 'chat.postMessage').length;
  await ana.clicks(aside, 'Move card');
  await chat.called('chat.postMessage', posts + 1);
  await aside.offers('Move card');
  assert.equal(aside.deleted, false);

  // the answer from before the invitation isn't cached
  chat.faults.addBot('leadership');
  await ana.clicks(aside, 'Move card');
  await ana.sees('leadership', cardSays.ready);
});

longTest('a card in a direct message works like any other: it is approved and published there', async (t) => {
  const { ana, service } = await startBot(t);
  await submits(ana, '/post For leaders only', { in: 'leadership' });
  const aside = await ana.sees('Presscheck', cardSays.ready);
  await ana.clicks(aside, 'Approve & publish', { shows: cardSays.publishedBy('U0ANA') });
  assert.equal(service.publishes(), 1);
});

test('a post requested in other people’s direct message goes to its author privately', async (t) => {
  const { ana, chat } = await startBot(t);
  await chat.deliver.command({
    command: '/post',
    text: 'Between us',
    user_id: ana.id,
    channel_id: 'D0OTHERS',
    channel_name: 'directmessage',
  });
  await (await ana.seesModal('New post')).submit();
  const aside = await ana.sees('Presscheck', cardSays.ready);
  assert.match(aside.text, /You requested this in a direct message that I’m not in/);
  assert.doesNotMatch(aside.text, /D0OTHERS|\/invite/);
  await aside.offers('Approve & publish');
  assert.ok(!aside.buttons.includes('Move card'));
});

longTest('a campaign from such a channel is in a direct message, with its posts in its thread', async (t) => {
  const { ana, chat } = await startBot(t);
  await submits(ana, '/campaign For leaders first', { in: 'leadership', fill: { Posts: '3' } });
  const aside = await ana.sees('Presscheck', /3 posts to review/);
  await eventually(() => assert.equal(cardsBelow(aside).length, 3));
  assert.deepEqual(chat.messages('leadership'), []);
});

longTest('a card whose channel was archived meanwhile continues privately', async (t) => {
  const { ana, chat, service } = await startBot(t);
  service.holdGeneration();
  await requestsCard(ana, '/ai-post A post about patience', /Generating an AI post/, { in: 'launches' });
  await eventually(() => assert.equal(service.generations(), 1));
  chat.faults.archiveChannel('launches');
  service.releaseGeneration();
  const aside = await ana.sees('Presscheck', cardSays.ready);
  assert.match(aside.text, /I don’t have permission to post in <#C0LAUNCHES>/);
});

test('someone from another organization sees nothing on their home tab or in others’ lists', async (t) => {
  const people = [
    { id: 'U0ANA', name: 'Ana' },
    { id: 'U0BO', name: 'Bo' },
    { id: 'U0CY', name: 'Cy', role: 'admin' as const },
    { id: 'U0OLA', name: 'Ola', team: 'T0OTHER' },
  ];
  const started = await startBot(t, { chat: { users: people } });
  const { ana, bo, cy, chat } = started;
  await makesDraft(ana, 'Fresh beans are in');
  await cy.types('/social pause all recall of a batch');
  await bo.opensHome(/recall of a batch.*Fresh beans are in/s);
  const ola = chat.user('Ola');
  const home = await ola.opensHome(/Nothing is waiting for you/);
  assert.doesNotMatch(home.text, /recall|beans/);
  assert.match(home.text, /`\/social help` shows the commands you can use/);
  assert.doesNotMatch(home.text, /\/post|\/campaign/);
  const list = await ola.hears('/social posts', /Fresh beans are in/);
  assert.deepEqual(list.buttons, ['Refresh'], 'nothing that they would be refused');
  await (await ruleSetter(t, started))(aRule({ people: ['U0OLA'] }));
  await ola.opensHome(/Waiting for you {2}\(1\).*Fresh beans are in/s);
  await ola.types('/social posts');
  await eventually(async () => {
    const shown = await ola.privateMessage(/Fresh beans are in/);
    assert.ok(approveButtonNow(shown), shown.buttons.join());
  });
  assert.doesNotMatch(home.text, /recall/);
});

longTest('if the bot can’t share files, the preview is sent as a direct message', async (t) => {
  const { ana, bo, chat } = await startBot(t);
  const card = await makesDraft(ana, 'Beans', { in: 'general' });
  for (const error of ['not_in_channel', 'ratelimited'])
    chat.faults.next('files.completeUploadExternal', { kind: 'refused', error });
  await bo.clicks(card, 'Preview');
  const said = await bo.sees('Presscheck', /don’t have permission to share images in this post’s channel/);
  await eventually(async () => assert.equal((await bo.sees('Presscheck')).files.length, 1));
  assert.deepEqual(
    chat.messages(said.channel).map(({ text, files }) => [text, files.length]),
    [
      [said.text, 0],
      ['How this post will look:', 1],
    ],
  );
  assert.deepEqual(cardsBelow(card), []);
});
