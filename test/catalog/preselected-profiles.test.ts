import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { oneOf, shareOf } from '#test/support/long-tests.ts';
import { cardSays, opensWithBrand } from '#test/support/user-actions.ts';
import { noProfilesHint } from '#views/posts/profile-fields.ts';

const user = { id: 'user-1', name: 'Robin Vale', email: 'robin@northwind.example' };
const brand = (id: string, name: string, handles: string[]) => ({
  id,
  name,
  libraries: [],
  designs: [],
  workflows: [],
  profiles: handles.map((handle) => ({ id: `${id}-${handle}`, provider: 'linkedin' as const, name: handle })),
});
const one = brand('one', 'One Bakery', ['one']);
const two = brand('two', 'Two Bakery', ['first', 'second']);
const forms = ['/post Fresh bread', '/ai-post Fresh bread every morning', '/campaign Fresh bread'];

for (const command of oneOf(forms))
  test(`${command.split(' ')[0]} preselects the only profile of the only brand, even the first time`, async (t) => {
    const { ana } = await startBot(t, { service: { seed: { user, brands: [one] } } });
    for (const _ of ['nothing is cached', 'everything is cached']) {
      const modal = await ana.opens(command, /^New/);
      await eventually(() => assert.deepEqual(modal.values['Social profiles'], ['LinkedIn · one']));
      await modal.close();
    }
  });

test('choosing a brand in the form selects its only profile, and none if it has several', async (t) => {
  const { ana, service } = await startBot(t, { service: { seed: { user, brands: [one, two] } } });
  // its profiles are cached from then on, so the next form has them when it is rendered
  await (await opensWithBrand(ana, '/post Fresh bread', 'Two Bakery', ['LinkedIn · first'])).close();
  const modal = await ana.opens('/post Fresh bread', 'New post');
  await modal.fill({ Brand: 'Two Bakery' });
  await eventually(() => assert.ok(modal.privateMetadata.includes('Two Bakery')));
  assert.equal(modal.values['Social profiles'], undefined);
  await modal.fill({ Brand: 'One Bakery' });
  await eventually(() => assert.deepEqual(modal.values['Social profiles'], ['LinkedIn · one']));
  await modal.sends();
  await ana.sees('social', cardSays.ready);
  assert.deepEqual(service.posts()[0]?.socialProfileIds, ['one-one']);
});

test('a form opens without a profile if the service doesn’t respond', async (t) => {
  const { ana, logs, service } = await startBot(t, { service: { seed: { user, brands: [one] } } });
  await ana.hears('/social brands', /One Bakery/);
  service.faults.add({ on: 'GET /social-profiles', kind: 'drop-before', times: 100 });
  const modal = await ana.opens('/post Fresh bread', /^New/);
  assert.equal(modal.values['Social profiles'], undefined);
  const said = (pattern: RegExp) => logs.some(({ msg }) => pattern.test(String(msg)));
  await eventually(() => assert.ok(said(/couldn.t check whether a brand has only one profile/)));
  assert.ok(!said(/a listener failed/), 'no error is shown');
});

for (const command of shareOf(forms, { which: 1, shares: 3 }))
  test(`${command.split(' ')[0]} says that a brand has no default profiles`, async (t) => {
    const { ana } = await startBot(t, { service: { seed: { user, brands: [one, two] } } });
    const modal = await ana.opens(command, /^New/);
    const posts = command.startsWith('/campaign') ? 'posts' : 'post';
    assert.ok(modal.text.includes(noProfilesHint(posts)));
    await modal.fill({ Brand: 'Two Bakery' });
    await modal.shows(noProfilesHint(posts, two));
    await modal.fill({ Brand: 'One Bakery' });
    await modal.shows(noProfilesHint(posts));
  });
