/** A user group is many people: it's mentioned at most every 15 minutes in a channel. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { approve, approveButton, edits, makesDraft } from '#test/support/user-actions.ts';

test('two edits that clear approvals within minutes mention the group once, then only name it', async (t) => {
  const started = await startBot(t);
  const { ana, bo, cy } = started;
  await (await ruleSetter(t, started))(aRule({ people: [], groups: ['S0EDITORS'], needed: 2, own: true }));
  const card = await makesDraft(ana, 'Beans from Huila');
  const replies = () => card.threadMessages.map(({ text }) => text).filter((text) => /cleared/.test(text));
  for (const [i, caption] of ['Beans from Nariño', 'Beans from Cauca'].entries()) {
    await approveButton(card);
    await approve(bo, card, { shows: /1 of 2/ });
    await edits(cy, card, caption);
    await eventually(() => assert.equal(replies().length, i + 1));
    await card.shows(new RegExp(caption));
  }
  assert.ok(replies().filter((text) => text.includes('<!subteam^S0EDITORS>')).length <= 1);
  assert.match(replies()[1] ?? '', /Editors/);
  assert.doesNotMatch(replies()[1] ?? '', /<!subteam/);
});
