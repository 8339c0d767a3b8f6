import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type TestContext, test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { cardSays, makesDraft } from '#test/support/user-actions.ts';

/** The rendering processes, each suspended before it renders anything. */
function stopDrawings(t: TestContext): ChildProcess[] {
  const stopped: ChildProcess[] = [];
  const stop = (message: unknown): void => {
    const child = (message as { process: ChildProcess }).process;
    child.once('spawn', () => {
      if (!child.spawnargs.some((arg) => arg.endsWith('drawing-process.ts'))) return;
      child.kill('SIGSTOP');
      stopped.push(child);
    });
  };
  subscribe('child_process', stop);
  t.after(() => {
    unsubscribe('child_process', stop);
    for (const child of stopped) child.kill('SIGKILL');
  });
  return stopped;
}

test('while two previews are rendered, everyone’s buttons, forms, and commands still work', async (t) => {
  const drawings = stopDrawings(t);
  const { ana, bo, cy, service } = await startBot(t);
  const draft = async (caption: string) => {
    await makesDraft(ana, caption);
    return ana.sees('social', new RegExp(`Ready for review[\\s\\S]*${caption}`));
  };
  const [first, second] = [await draft('Fresh beans 新豆 ☕'), await draft('Fresher beans 🫘')];
  const third = await draft('Beans without a preview');
  const previews = () =>
    [first, second].flatMap(({ threadMessages }) => threadMessages.filter(({ files }) => files.length > 0));
  for (const card of [first, second]) {
    await bo.clicks(card, 'Preview');
  }
  await eventually(() => assert.equal(drawings.length, 2));

  await ana.clicks(first, 'Edit');
  await (await ana.seesModal('Edit post')).close();
  const edit = await ana.opensOn(third, 'Edit', 'Edit post');
  assert.deepEqual(await edit.submit({ Caption: 'Other words' }), { closed: true, errors: {} });
  await third.shows(cardSays.readyWith(/Other words/));
  await bo.clicks(third, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
  await cy.hears('/social posts', /Other words/);
  assert.equal(service.publishes(), 1);
  assert.deepEqual(previews(), [], 'everything was handled before a preview was ready');

  drawings[0]?.kill('SIGCONT');
  await eventually(() => assert.equal(previews().length, 1));
});
