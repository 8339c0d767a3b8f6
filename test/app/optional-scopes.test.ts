/** Presscheck without an optional scope that the installing person declined. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { cardSays, makesDraft, submits } from '#test/support/user-actions.ts';
import { privateButton } from '#views/help/help.ts';
import { noChannelText } from '#views/kit/checks.ts';

const history = ['channels:history', 'groups:history'];

test('without the history scopes, the campaign form asks for the thread’s text instead', async (t) => {
  const { ana, chat } = await startBot(t, { chat: { declined: history } });
  chat.faults.addBot('leadership');
  for (const channel of ['social', 'leadership']) {
    const said = await ana.says('Two weeks until the sale', { in: channel });
    await ana.says('Half the price on Friday', { thread: said });
    await ana.usesShortcut('Draft a campaign', said);
    const modal = await ana.seesModal(
      /only this message was used, not its thread\. .*Copy the parts .* into the brief/i,
    );
    assert.equal(modal.values.Brief, 'Two weeks until the sale');
    await modal.sends({ Brief: 'The sale: half the price on Friday', Posts: '1', Days: '1' });
    await ana.sees(channel, /Campaign for Northwind Coffee[\s\S]*half the price on Friday/);
  }
});

/** What the help says about approving without the card's button. */
async function helped(who: Driver): Promise<string[]> {
  const { text: help } = await who.hears('/social help', /What you can do here/);
  return help.split('\n').filter((line) => line.includes(privateButton));
}

for (const [what, declined, replies, reactions] of [
  ['with all scopes a reply is heard and a reaction seen', [], true, true],
  ['without those for history no reply is heard, and a reaction is seen', history, false, true],
  ['without reactions:read a reply is heard, and no reaction is seen', ['reactions:read'], true, false],
  ['without any of them neither is', [...history, 'reactions:read'], false, false],
] as const)
  test(`${what}, and the help says so`, async (t) => {
    const { ana, bo, cy, chat } = await startBot(t, { chat: { declined } });
    const card = await makesDraft(ana, 'Beans from Huila');
    await bo.says('lgtm', { thread: card });
    if (replies) await bo.privateMessage(/Replies don’t count/);
    await cy.reacts(card);
    if (reactions) await cy.privateMessage(/Reactions don’t count/);
    const [line = ''] = await helped(ana);
    assert.equal(/lgtm/.test(line), replies);
    assert.equal(/React/.test(line), reactions);
    const offers = chat.calls.flatMap(({ method, args }) =>
      method === 'chat.postEphemeral' ? [args.user] : [],
    );
    assert.deepEqual(offers, [...(replies ? [bo.id] : []), ...(reactions ? [cy.id] : [])]);
  });

test('without channels:history, a card is posted again if in doubt, and only one publishes', async (t) => {
  const { ana, bo, chat, service } = await startBot(t, { chat: { declined: history } });
  chat.faults.next('chat.postMessage', { kind: 'answer-lost' }, 1, ({ text }) => /Huila/.test(String(text)));
  await submits(ana, '/post Beans from Huila');
  const cards = () => chat.messages('social').filter(({ text }) => /Beans from Huila/.test(text));
  await eventually(() => {
    assert.equal(cards().length, 2);
    assert.ok(cards().some(({ buttons }) => buttons.includes('Approve & publish')));
  });
  const [first, second] = cards();
  assert.ok(first && second);
  assert.deepEqual(first.buttons, []);
  await bo.clicks(second, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
  assert.equal(service.publishes(), 1);
  const read = chat.calls.filter(({ method }) => /^conversations\.(history|replies)$/.test(method));
  assert.deepEqual(read, []);
});

test('without channels:history and groups:history, forms still say whether the bot can post in a channel', async (t) => {
  const { cy, chat } = await startBot(t, { chat: { declined: history } });
  const list = await cy.hears('/social rules', /Approval rules/);
  const saves = async (channel: string): Promise<string> => {
    const modal = await cy.opensOn(list, 'Edit', 'Approval rule', { beside: /Northwind/ });
    await modal.fill({ 'People who can approve': ['Bo', 'Cy'], Channel: channel });
    const { errors, closed } = await modal.submit();
    if (!closed) await modal.close();
    return closed ? cy.seesPrivately(/was saved: .*Cards go to/) : Object.values(errors).join();
  };
  assert.equal(await saves('leadership'), noChannelText('Save'));
  chat.faults.addBot('leadership');
  assert.match(await saves('leadership'), /Cards go to <#C0LEADERS>\.$/);
  assert.match(await saves('general'), /Cards go to <#C0GENERAL>\.$/);
});
