/** What the home tab offers each role under each rule. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { homeOf } from '#src/home/home.ts';
import type { HomeEntry } from '#src/posts/card/permissions.ts';
import { currentApprovers } from '#src/posts/card/rule.ts';
import { aCard } from '#test/posts/card/samples.ts';
import { eventually } from '#test/support/eventually.ts';
import { oneOf } from '#test/support/long-tests.ts';
import { homeView } from '#views/home/home.ts';
import { actions, cardButtons } from '#views/posts/card-buttons.ts';
import { createText } from '#views/posts/request-modals.ts';
import { inBatches, start } from './bot.ts';
import { buttons, buttonsIn, situations } from './card-buttons.ts';
import {
  type Act,
  expected,
  group,
  isVisitor,
  letsGuestsWork,
  named,
  oncePer,
  roleOf,
  roles,
  rules,
  type Who,
} from './who-can.ts';

for (const guestsWork of oneOf([true, false]))
  test(`the home tab’s create buttons, by role, where ${guestsWork ? 'a brand lets' : 'no brand lets'} guests work`, async (t) => {
    const { chat } = await start(t, { guestsWork, steps: true });
    // a rule names them, so they can create posts for its brand
    const mayCreate = (who: Who): boolean =>
      !isVisitor(who) || named.includes(who.id) || (who.role === 'guest' && guestsWork);
    const rows = oncePer(
      Object.entries(roles).filter(([, { foreign }]) => !foreign),
      ([, who]) => (mayCreate(who) ? 'done' : roleOf(who)),
      ([, who]) => roleOf(who),
    );
    await inBatches(rows, async ([role, who]) => {
      await chat.deliver.event({ type: 'app_home_opened', user: who.id, channel: `D${who.id}`, tab: 'home' });
      const rendered = () =>
        chat.calls.findLast(({ method, args }) => method === 'views.publish' && args.user_id === who.id);
      const view = JSON.stringify((await eventually(() => rendered() ?? null, { what: role })).args.view);
      for (const words of Object.values(createText))
        assert.equal(view.includes(words), mayCreate(who), `${role}: ${words}`);
    });
  });

test('a home tab asks the people whom the rule asks, and offers each role only its buttons', () => {
  const guests = (brand: string) => (letsGuestsWork(brand) ? 'work' : 'look');
  const clock = { now: Date.now(), zone: 'UTC' };
  const options = {
    creates: false,
    pages: {},
    leftOut: 0,
    pauses: [],
    slackUrl: '',
    slash: (name: string) => `/${name}`,
    clockOf: () => clock,
  };
  for (const [role, who] of Object.entries(roles).filter(([, { foreign }]) => !foreign))
    for (const [name, rule] of Object.entries(rules))
      for (const [situation, over] of Object.entries(situations)) {
        const what = `${role}, rule: ${name}, ${situation}`;
        const post = situation === 'not made' ? {} : { postId: 'post-1' };
        const card = aCard({ brand: { id: name, name }, ...post, ...over });
        const members = new Map([['S0EDITORS', group]]);
        const currentByBrand = new Map(rule ? [[name, currentApprovers(rule, members)]] : []);
        const home = homeOf([card], { user: who.id, role: roleOf(who), guests }, currentByBrand, Date.now());
        const may = (act: Act) => expected(who, name, act) === 'done';
        assert.equal(home.approve.length === 1, over.state === 'review' && may('approve'), what);
        const entries: HomeEntry[] = Object.values(home).flat();
        if (expected(who, name, 'touch') === 'outsider') assert.deepEqual(entries, [], what);
        const row = cardButtons(card, { review: entries[0]?.review, clock, isRow: true });
        const expectedOutcome = buttonsIn(row).filter((action) =>
          may(
            action === actions.retry && situation === 'lost' ? 'approve' : (buttons[action]?.[0] ?? 'look'),
          ),
        );
        if (entries.length > 0)
          assert.deepEqual(buttonsIn(homeView(who.id, home, options).blocks), expectedOutcome, what);
      }
});
