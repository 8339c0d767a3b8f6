import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { assertNoSecrets } from '#test/support/secrets.ts';
import { makesDraft } from '#test/support/user-actions.ts';
import { startWorkspaces } from '#test/support/workspaces.ts';
import { resumed } from '#views/pause/resume.ts';

test('without a key everyone reads what an administrator has to do, and so does the administrator', async (t) => {
  const parts = await startWorkspaces(t);
  await parts.install(0);
  for (const name of ['Ana', 'Cy'])
    for (const command of ['/post Words', '/social posts', '/social me', '/social ai']) {
      const person = parts.chats[0].user(name);
      assert.equal(
        (await person.hears(command, /API key/)).text,
        'This workspace has no API key for the publishing service. A workspace admin can enter one with `/social key`.',
      );
    }
  assert.equal(parts.services[0].requests.length, 0);
});

test('an administrator enters a key, replaces it and removes it', async (t) => {
  const parts = await startWorkspaces(t);
  await parts.install(0);
  const [chat] = parts.chats;
  const cy = chat.user('Cy');
  assert.match(await parts.enterKey(0), /The API key works\. It belongs to \*Northwind Coffee owner\*/);
  await cy.hears('/social me', /Northwind Coffee owner/);

  assert.match(await parts.enterKey(0, parts.keys[1]), /Harbor Coffee owner/);
  await cy.hears('/social me', /Harbor Coffee owner/);

  const modal = await cy.opens('/social key', /<@U0CY> entered the current API key <!date/);
  assert.doesNotMatch(JSON.stringify([modal.blocks, modal.privateMetadata]), new RegExp(parts.keys[1]));
  await modal.clicks('Remove key');
  await modal.shows(/The API key was removed/);
  await cy.hears('/social me', /no API key/);
  // what waits for a key can be stopped before there is another
  await cy.hears('/social pause all recall of a batch', /<@U0CY> paused \*all brands\*/);
  await cy.hears('/social resume all', new RegExp(`^${resumed}`));

  const trail = (await cy.hears('/social audit', /Audit trail/)).text;
  const newestFirst = [
    'resumed',
    'paused',
    'removed the API key',
    'replaced the API key',
    'entered the API key',
    'installed Presscheck',
  ];
  assert.match(trail, new RegExp(newestFirst.join('.*'), 's'));

  await modal.close();
  await parts.enterKey(0);
  await cy.types('/social key');
  chat.faults.next('views.update', { kind: 'refused', error: 'not_found' });
  await (await cy.seesModal(/<@U0CY> entered the current API key/)).clicks('Remove key');
  await cy.sees('Presscheck', /^The API key was removed\./);
  assert.ok(!parts.logs.some(({ msg }) => msg === 'a listener failed'));
});

test('without a key, a card says that there’s none, not that it was rejected', async (t) => {
  const parts = await startWorkspaces(t);
  await parts.install(0);
  await parts.enterKey(0);
  const [chat] = parts.chats;
  const card = await makesDraft(chat.user('Ana'), 'Open until ten tonight');
  const modal = await chat.user('Cy').opens('/social key', /current API key/);
  await modal.clicks('Remove key');
  await modal.shows(/The API key was removed/);
  await chat.user('Bo').clicks(card, 'Approve & publish', { shows: /no API key/ });
  assert.match(
    card.text,
    /no API key for the publishing service\. A workspace admin can enter one with \/social key\./,
  );
  assert.doesNotMatch(card.text, /rejected/);
});

test('a key that the service rejects isn’t stored, and the previous one stays', async (t) => {
  const parts = await startWorkspaces(t);
  await parts.install(0);
  await parts.enterKey(0);
  const wrong = 'f00dface-this-is-no-key-of-anybody';
  assert.match(await parts.enterKey(0, wrong), /rejected the API key you entered\..*Nothing changed/);
  const cy = parts.chats[0].user('Cy');
  await cy.hears('/social me', /Northwind Coffee owner/);
  const modal = await cy.opens('/social key', /^API key/);
  const { errors } = await modal.submit({ 'Publishing service API key': 'two words' });
  assert.match(errors['Publishing service API key'] ?? '', /without spaces/);
  await assertNoSecrets([wrong], {
    settings: parts.settings,
    logs: parts.logs,
    calls: parts.chats[0].calls,
    requests: parts.services[0].requests,
  });
});

test('only administrators change the key, even with an administrator’s modal', async (t) => {
  const parts = await startWorkspaces(t);
  await parts.install(0);
  await parts.enterKey(0);
  const [chat] = parts.chats;
  const ana = chat.user('Ana');
  assert.match((await ana.hears('/social key', /key/)).text, /Only workspace admins can change the API key/);
  await chat.deliver.interaction({
    type: 'block_actions',
    user: { id: ana.id },
    view: { id: 'V1', type: 'modal' },
    actions: [{ type: 'button', action_id: 'key.remove', block_id: 'b' }],
  });
  await ana.hears('/social me', /Northwind Coffee owner/);
});

test('with one workspace the key comes from the settings', async (t) => {
  const { ana, bo, chat, service, logs, settings } = await startBot(t);
  assert.equal(
    (await ana.hears('/social key', /key/)).text,
    'The API key is part of Presscheck’s configuration. Your Presscheck admin can change it.',
  );
  const card = await makesDraft(ana, 'Open until ten tonight');
  await bo.clicks(card, 'Approve & publish', { shows: /Published by/ });
  const secrets = [settings.SLACK_SIGNING_SECRET, settings.SLACK_BOT_TOKEN, settings.SOCIAL_API_KEY];
  await assertNoSecrets(
    secrets.map((secret) => secret ?? ''),
    { settings, logs, calls: chat.calls, requests: service.requests },
  );
});
