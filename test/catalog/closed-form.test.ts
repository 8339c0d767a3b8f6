/** A form that is closed while Presscheck prepares what a choice in it changes. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ShownView } from '#sandbox/chat/driver/shown-view.ts';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { oneOf } from '#test/support/long-tests.ts';

const forms: [string, (bot: StartedBot) => Promise<ShownView>, string, string][] = [
  [
    'a brand is chosen in the form of a post',
    async ({ cy }) => {
      return cy.opens('/post', 'New post');
    },
    'Brand',
    'Harbor Yoga',
  ],
  [
    'a brand is chosen in the settings',
    async ({ cy }) => {
      return cy.opens('/social settings', 'Settings');
    },
    'Choose a brand',
    'Harbor',
  ],
  [
    'someone chooses where a team is notified',
    async ({ cy }) => {
      await cy.types('/social settings');
      await (await cy.seesModal('Settings')).fill({ 'Choose a brand': 'Harbor' });
      return cy.opensOn(await cy.seesModal('Brand settings'), 'Edit', /^Notifications\n/);
    },
    'Ready for review',
    'Off',
  ],
];

for (const [what, opens, label, choice] of oneOf(forms))
  test(`when ${what} and the form is closed at once, no failure is logged`, async (t: TestContext) => {
    const bot = await startBot(t, { service: { seed: 'demo' } });
    const modal = await opens(bot);
    const closed = Promise.withResolvers<void>();
    // the modal that is opened on top of the settings is rendered in the same way
    bot.chat.faults.next(
      'views.update',
      { kind: 'held', until: closed.promise },
      1,
      ({ view_id }) => view_id === modal.id,
    );
    await modal.fill({ [label]: choice });
    await eventually(() => assert.equal(bot.chat.faults.counts.held, 1));
    bot.chat.views.closeAll(bot.cy.id);
    closed.resolve();
    await eventually(() =>
      assert.ok(
        bot.chat.calls.find(({ args, answer }) => args.view_id === modal.id && answer?.error === 'not_found'),
      ),
    );
    await bot.bot.stop();
    assert.deepEqual(
      bot.logs.filter(({ level }) => Number(level) >= 50),
      [],
    );
  });
