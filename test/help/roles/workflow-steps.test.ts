/** For whom a workflow can create posts and ask for approval under each rule. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStepStore } from '#src/steps/step-store.ts';
import { workspace } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { redisOf } from '#test/support/stored.ts';
import { inBatches, start } from './bot.ts';
import { brands, expected, oncePer, roles, says } from './who-can.ts';

/** The same message about the requester, shown to the user who runs the workflow. */
const saysOfRequester = {
  ...says,
  outsider: /is from another organization|isn’t in this workspace/,
  guest: /is a guest, so they can’t/,
};

test('a workflow creates posts and asks for approval for each possible requester and rule', async (t) => {
  const started = await start(t, { listsBrands: true, steps: true });
  const { ana, chat, settings } = started;
  const { redis, prefix } = redisOf(t, settings);
  const steps = createStepStore(redis, prefix);
  const ended = (id: string, what: string) =>
    eventually(
      () => {
        const run = chat.workflows.get(id);
        return run?.state === 'running' ? null : (run ?? null);
      },
      { what },
    );
  const made = new Map<string, string>();
  // requesters are always from this workspace, because Slack offers only its users
  const cells = Object.entries(roles).flatMap(([role, who]) =>
    who.foreign ? [] : brands.map((brand) => ({ role, who, brand })),
  );
  // the steps request approval for Ana's posts
  const tried = oncePer(cells, ({ who, brand }) => expected(who, brand, 'touch'));
  const rows = cells.filter(
    (cell) =>
      tried.includes(cell) || (cell.who.id === 'U0ANA' && tried.some(({ brand }) => brand === cell.brand)),
  );
  await inBatches(rows, async ({ role, who, brand }) => {
    const what = `${role}, rule: ${brand}, create_post`;
    const inputs = { brand, caption: 'Open until ten', channel: 'C0SOCIAL', requester: who.id };
    const run = await ended(await ana.runs('create_post', inputs), what);
    const expectedOutcome = expected(who, brand, 'touch');
    if (expectedOutcome !== 'done') assert.match(run.error, saysOfRequester[expectedOutcome], what);
    assert.equal(run.state, expectedOutcome === 'done' ? 'completed' : 'failed', `${what}: ${run.error}`);
    if (who.id === 'U0ANA') made.set(brand, String(run.outputs.post));
  });
  await inBatches(rows, async ({ role, who, brand }) => {
    const what = `${role}, rule: ${brand}, request_approval`;
    const inputs = { post: made.get(brand) ?? '', requester: who.id, message: 'For Friday' };
    const id = await ana.runs('request_approval', inputs);
    const expectedOutcome = expected(who, brand, 'touch');
    if (expectedOutcome !== 'done')
      assert.match((await ended(id, what)).error, saysOfRequester[expectedOutcome], what);
    else await eventually(async () => assert.equal((await steps.get(workspace, id))?.asked, true), { what });
    assert.equal(chat.workflows.get(id)?.state, expectedOutcome === 'done' ? 'running' : 'failed', what);
  });
  assert.equal(started.service.publishes(), 0);
});
