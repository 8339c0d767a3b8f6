import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderCardJob } from '#src/posts/jobs.ts';
import { removeWorkspaceJob } from '#src/workspaces/removal.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { holdCalls } from '#test/support/hold-calls.ts';
import { longTest, oneOf } from '#test/support/long-tests.ts';
import { openQueue } from '#test/support/queue.ts';
import { redisTexts } from '#test/support/secrets.ts';
import { approve, makesDraft, requestsCard } from '#test/support/user-actions.ts';
import { startWorkspaces, teams } from '#test/support/workspaces.ts';
import { rejectModal } from '#views/posts/card-modals.ts';

test('two workspaces create posts with their own keys, and neither sees the other’s data', async (t) => {
  const parts = await startWorkspaces(t);
  await parts.ready();
  const [north, harbor] = parts.chats;
  const [northAna, harborAna] = [north.user('Ana'), harbor.user('Ana')];
  const [northCard, harborCard] = await Promise.all([
    makesDraft(northAna, 'Words of the north'),
    makesDraft(harborAna, 'Words of the harbor'),
  ]);
  for (const [chat, words] of [
    [north, 'Words of the north'],
    [harbor, 'Words of the harbor'],
  ] as const)
    assert.match((await chat.user('Bo').opensHome(/\(1\)/)).text, new RegExp(words));
  await Promise.all([
    northAna.clicks(northCard, 'Approve & publish'),
    harborAna.clicks(harborCard, 'Approve & publish'),
  ]);
  await northCard.shows(/Published by/);
  await harborCard.shows(/Published by/);

  for (const [i, words, others] of [
    [0, 'Words of the north', 'harbor'],
    [1, 'Words of the harbor', 'north'],
  ] as const) {
    const [chat, service] = [parts.chats[i], parts.services[i]];
    assert.equal(service.publishes(), 1);
    assert.deepEqual(
      service.requests.filter(({ status }) => status === 403),
      [],
    );
    assert.ok(JSON.stringify(service.requests).includes(words));
    const seen = JSON.stringify([chat.calls, service.requests.map(({ body }) => body)]);
    assert.doesNotMatch(seen, new RegExp(`Words of the ${others}`));
    assert.match((await chat.user('Bo').hears('/social posts', /Words/)).text, new RegExp(words));
  }
});

test('IDs of one workspace open nothing in the other', async (t) => {
  const parts = await startWorkspaces(t);
  await parts.ready();
  const [north, harbor] = parts.chats;
  const card = await makesDraft(north.user('Ana'), 'Only of the north');
  const { before, value, id } = await eventually(() => {
    const rendered = JSON.stringify(card.blocks);
    const [, button = '', of = ''] = /"value":"((V[A-Z0-9]+) [^"]+)"/.exec(rendered) ?? [];
    assert.ok(button && of, 'there is no button yet');
    return { before: rendered, value: button, id: of };
  });
  const clicked = harbor.deliver.interaction({
    type: 'block_actions',
    actions: [{ type: 'button', action_id: 'card.approve', block_id: 'b', value }],
    response_url: `${parts.slack.url}/workspace-1/response/none`,
  });
  await clicked;
  // a payload that names another team than its sender is looked at under what Slack authorized
  const answer = await harbor.deliver.interaction({
    type: 'view_submission',
    view: {
      id,
      type: 'modal',
      callback_id: rejectModal.id,
      team_id: teams[0],
      app_installed_team_id: teams[1],
      private_metadata: JSON.stringify({ card: id, brand: { id: 'x', name: 'x' }, content: '' }),
      blocks: [],
      state: { values: { reason: { reason: { type: 'plain_text_input', value: 'No' } } } },
    },
  });
  assert.match(JSON.stringify(answer.body), /I no longer have this card/);
  assert.equal(JSON.stringify(card.blocks), before);
  assert.equal(parts.services[0].publishes(), 0);
  assert.equal(parts.services[1].requestsTo('PATCH /post/*').length, 0);
});

longTest('a rule and an audit trail belong to the workspace where they were made', async (t) => {
  const parts = await startWorkspaces(t);
  await parts.ready();
  const [north, harbor] = parts.chats;
  const [northCy, northAna, harborAna] = [north.user('Cy'), north.user('Ana'), harbor.user('Ana')];
  const rules = await northCy.hears('/social rules', /Approval rules/);
  const modal = await northCy.opensOn(rules, 'Edit', 'Approval rule', { beside: /Default rule/ });
  await modal.sends({ 'People who can approve': ['Bo', 'Cy'] });
  await northCy.seesPrivately(/was saved/);
  await rules.shows(/\nUses the default rule/);

  const [northCard, harborCard] = await Promise.all([
    makesDraft(northAna, 'Needs a yes'),
    makesDraft(harborAna, 'Needs none'),
  ]);
  await approve(northAna, northCard);
  assert.match(await northAna.seesPrivately(/can’t review/), /<@U0BO>/);
  await harborAna.clicks(harborCard, 'Approve & publish', { shows: /Published by/ });

  for (const [chat, card, has] of [
    [north, northCard, true],
    [harbor, harborCard, false],
  ] as const) {
    const cy = chat.user('Cy');
    const trail = await cy.hears('/social audit', /Audit trail/);
    assert.equal(/but couldn’t/.test(trail.text), has);
    const link = `<${chat.url}/archives/C0SOCIAL/p${card.ts.replace('.', '')}|`;
    assert.ok(JSON.stringify(trail.blocks).includes(link), link);
  }
});

for (const how of oneOf(['app_uninstalled', 'tokens_revoked'] as const))
  test(`after ${how} nothing is left of the workspace, and the other continues`, async (t) => {
    const parts = await startWorkspaces(t);
    await parts.ready();
    const [north, harbor] = parts.chats;
    await makesDraft(north.user('Ana'), 'To be forgotten');
    await makesDraft(harbor.user('Ana'), 'To be kept');
    // one operation is in progress, and another waits
    parts.services[0].holdGeneration();
    await requestsCard(north.user('Ana'), '/ai-post A long one', /A long one/);

    await parts.slack.oauth.uninstall(0, how);

    const texts = () => redisTexts(parts.settings);
    await eventually(async () => {
      const left = (await texts()).filter(([, text]) => text.includes(teams[0]));
      assert.deepEqual(left, []);
    });
    assert.ok((await texts()).some(([key]) => key.includes(teams[1])));
    // of two keys only the other's requests are still counted
    await eventually(async () => {
      const counts = (await texts()).filter(([key]) => /budget-.*:sent/.test(key));
      assert.equal(counts.length, 1);
    });
    await makesDraft(harbor.user('Ana'), 'The harbor goes on');
    const told = await north.deliver.command({ command: '/social', text: 'posts' });
    assert.equal(told.status, 200);
    assert.equal(parts.services[0].requestsTo('POST /post').length, 1);
  });

test('a workspace that installs Presscheck again before its data is removed starts without it', async (t) => {
  const parts = await startWorkspaces(t, { settings: { ROLE: 'bot' } });
  const worker = await parts.another({ ROLE: 'worker' });
  await parts.ready();
  const [north] = parts.chats;
  await makesDraft(north.user('Ana'), 'To be forgotten');
  await worker.stop();

  await parts.slack.oauth.uninstall(0);
  assert.equal((await parts.install(0)).status, 200);

  const ofNorth = (await redisTexts(parts.settings)).filter(([key]) => key.includes(teams[0]));
  assert.doesNotMatch(JSON.stringify(ofNorth), /To be forgotten/);
  await parts.another({ ROLE: 'worker' });
  await parts.enterKey(0);
  const trail = await north.user('Cy').hears('/social audit', /entered the API key/);
  assert.match(trail.text, /installed/);
  await makesDraft(north.user('Ana'), 'A new start');
});

longTest(
  'a request sent before the uninstall leaves nothing, even if its response arrives afterwards',
  async (t) => {
    const parts = await startWorkspaces(t);
    await parts.ready();
    const [north] = parts.chats;
    const [service] = parts.services;
    service.putPost({ brandId: 'brand-1', caption: 'Made elsewhere' });
    const held = holdCalls(t);
    const read = service.faults.add({ on: 'GET /post', ...held.fault });
    await north.user('Ana').types('/social posts');
    await eventually(() => assert.equal(read.hits, 1));
    await parts.slack.oauth.uninstall(0);
    held.release();
    // the response still arrives, with data that would be stored for later
    await north.user('Ana').seesPrivately(/Made elsewhere|Loading posts/);
    await eventually(async () => {
      const texts = await redisTexts(parts.settings);
      assert.deepEqual(
        texts.filter(([, text]) => text.includes(teams[0])),
        [],
      );
    });
  },
);

longTest(
  'a workspace whose token was in the settings keeps its data after the change to OAuth',
  async (t) => {
    const { ana, bot, settings } = await startBot(t);
    await makesDraft(ana, 'From before the change');
    await bot.stop();
    const { REDIS_URL = '', REDIS_PREFIX = '' } = settings;
    const parts = await startWorkspaces(t, { settings: { REDIS_URL, REDIS_PREFIX } });
    const queue = openQueue(t, parts);
    await queue.enqueue(renderCardJob, { workspace: 'T0PRESS', card: 'any' });
    await queue.enqueue(removeWorkspaceJob, { workspace: 'T0PRESS' });
    await eventually(async () => {
      for (const { queue: queueName, counts } of await queue.backlog(0))
        assert.equal(counts.waiting + counts.active, 0, queueName);
    });
    const texts = await redisTexts(parts.settings);
    assert.ok(texts.some(([key, text]) => key.includes(':card:') && text.includes('From before the change')));
  },
);

for (const [what, same] of [
  ['goes with it', false],
  ['stays while another workspace has the same key', true],
] as const)
  longTest(`when an idle workspace is uninstalled, the count of its key's requests ${what}`, async (t) => {
    const parts = await startWorkspaces(t);
    for (const workspace of [0, 1] as const) {
      await parts.install(workspace);
      await parts.enterKey(workspace, parts.keys[same ? 0 : workspace]);
    }
    const counts = async () =>
      (await redisTexts(parts.settings)).filter(([key]) => /budget-.*:sent/.test(key)).length;
    assert.equal(await counts(), same ? 1 : 2);
    await parts.slack.oauth.uninstall(0);
    assert.equal(await counts(), 1);
  });
