import assert from 'node:assert/strict';
import { test } from 'node:test';
import { App, type Receiver } from '@slack/bolt';
import { findListenersById } from '#src/platform/slack/listeners-by-id.ts';

const receiver: Receiver = {
  init: () => undefined,
  start: async () => undefined,
  stop: async () => undefined,
};
const about = { team: { id: 'T0PRESS' }, user: { id: 'U0ANA' } };
const viewOf = (callback_id: string) => ({ id: 'V0', callback_id, blocks: [], state: { values: {} } });

/** What was called when each of these was delivered, in the order of listening. */
async function called(listen: (app: App, note: (said: string) => () => Promise<void>) => void) {
  const app = new App({ receiver, authorize: async () => ({}), convoStore: false });
  findListenersById(app);
  let calls: string[] = [];
  listen(app, (said) => async () => void calls.push(said));
  return async (body: Record<string, unknown>): Promise<string[]> => {
    calls = [];
    await app.processEvent({ body: { ...about, ...body }, ack: async () => undefined });
    return calls;
  };
}

test('only the listeners for an id are called, whatever they listen for it with', async () => {
  const deliver = await called((app, note) => {
    app.command('/post', note('/post'));
    app.command('/social', note('/social'));
    app.view('post', note('post submitted'));
    app.view({ callback_id: 'settings', type: 'view_closed' }, note('settings closed'));
    app.action('go', note('go'));
    app.action({ type: 'block_actions', action_id: 'go' }, note('go, the second'));
    app.action({ type: 'block_actions', action_id: /^go/ }, note('what begins with go'));
    app.action({ type: 'block_actions', action_id: 'go', block_id: 'here' }, note('go, here'));
    app.action(
      'guarded',
      async () => undefined,
      async () => assert.fail('its guard let nobody pass'),
    );
    app.options('brand', note('brand'));
    app.options('zone', note('zone'));
  });
  const click = (action_id: string, block_id = 'there') =>
    deliver({ type: 'block_actions', actions: [{ type: 'button', action_id, block_id }] });
  const options = (action_id: string) => deliver({ type: 'block_suggestion', action_id, value: '' });

  assert.deepEqual(await deliver({ command: '/post' }), ['/post']);
  assert.deepEqual(await deliver({ command: '/social' }), ['/social']);
  assert.deepEqual(await deliver({ command: '/unknown' }), []);
  assert.deepEqual(await deliver({ type: 'view_submission', view: viewOf('post') }), ['post submitted']);
  assert.deepEqual(await deliver({ type: 'view_submission', view: viewOf('other') }), []);
  assert.deepEqual(await deliver({ type: 'view_closed', view: viewOf('settings') }), ['settings closed']);
  assert.deepEqual(await deliver({ type: 'view_submission', view: viewOf('settings') }), []);
  assert.deepEqual(await deliver({ type: 'view_closed', view: viewOf('post') }), []);
  assert.deepEqual((await click('go')).toSorted(), ['go', 'go, the second', 'what begins with go']);
  assert.deepEqual((await click('go', 'here')).length, 4);
  assert.deepEqual(await click('gone'), ['what begins with go']);
  assert.deepEqual(await click('guarded'), []);
  assert.deepEqual(await options('brand'), ['brand']);
  assert.deepEqual(await options('zone'), ['zone']);
});

test('what two listeners for an id throw both arrives at the handler of errors', async () => {
  const app = new App({ receiver, authorize: async () => ({}), convoStore: false });
  findListenersById(app);
  const failed: unknown[] = [];
  app.error(async ({ code, ...error }) => void failed.push(code, error));
  for (const why of ['one', 'two']) app.view('post', () => Promise.reject(new Error(why)));
  await app.processEvent({
    body: { ...about, type: 'view_submission', view: viewOf('post') },
    ack: async () => undefined,
  });
  assert.equal(failed[0], 'slack_bolt_multiple_listener_error');
});
