import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import type { Rule } from '#src/posts/card/rule.ts';
import { type BotOptions, type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { approve, approveButton, cardSays, requestsCard } from '#test/support/user-actions.ts';

const beans = 'https://pictures.example/beans.png';
const copy = 'https://cdn.service.example/a1b2c3.png';

type Under = StartedBot & {
  card: ShownMessage;
  edit(change: { caption?: string; mediaUrls?: string[] }): void;
};

/** Ana's draft with an image, under a rule. */
async function under(t: TestContext, rule: Rule = aRule(), options: BotOptions = {}): Promise<Under> {
  const started = await startBot(t, options);
  await (await ruleSetter(t, started))(rule);
  const fill = { Caption: 'Beans from Huila.  Two blanks', 'Media links': beans };
  const card = await requestsCard(started.ana, '/post', cardSays.ready, { fill });
  await approveButton(card);
  const id = started.service.posts()[0]?.id ?? '';
  return { ...started, card, edit: (change) => started.service.edit(id, change) };
}

longTest('under a rule, a post whose image the service copied to its own URL is published', async (t) => {
  const { bo, card, service, edit } = await under(t);
  edit({ mediaUrls: [copy], caption: 'Beans from Huila. Two blanks' });
  await approve(bo, card, { shows: cardSays.publishedBy('U0BO') });
  assert.equal(service.publishes(), 1);
});

longTest('an approval stays valid when the service signs its copy’s address again', async (t) => {
  const often = { settings: { RESTING_INTERVAL_MS: '100', WATCH_INTERVAL_MS: '50' } };
  const { bo, cy, card, service, edit } = await under(
    t,
    aRule({ people: ['U0BO', 'U0CY'], needed: 2 }),
    often,
  );
  edit({ mediaUrls: [`${copy}?sig=1`] });
  await eventually(() => assert.ok(card.pictures.some(({ url }) => url === `${copy}?sig=1`)));
  await approve(bo, card, { shows: /1 of 2/ });
  edit({ mediaUrls: [`${copy}?sig=2`] });
  await approve(cy, card, { shows: cardSays.publishedBy('U0CY') });
  assert.equal(service.publishes(), 1);
});

test('replacing an image in the web app clears the approval, and the card shows it', async (t) => {
  const often = { settings: { RESTING_INTERVAL_MS: '100', WATCH_INTERVAL_MS: '50' } };
  const { bo, cy, card, service, edit } = await under(
    t,
    aRule({ people: ['U0BO', 'U0CY'], needed: 2 }),
    often,
  );
  edit({ mediaUrls: [copy] });
  await eventually(() => assert.ok(card.pictures.some(({ url }) => url === copy)));
  await approve(bo, card, { shows: /1 of 2/ });
  const swapped = 'https://cdn.service.example/swapped.png';
  edit({ mediaUrls: [swapped] });
  await approve(cy, card, { shows: /Approvals cleared because it changed in the publishing service.*media/ });
  assert.ok(card.pictures.some(({ url }) => url === swapped));
  assert.equal(service.publishes(), 0);
});
