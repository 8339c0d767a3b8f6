import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneBrandSeed } from '#sandbox/service/seed/one-brand.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { forged, refuses, submitsForged } from '#test/support/limits.ts';
import { longTest } from '#test/support/long-tests.ts';
import { cardsBelow } from '#test/support/notifications.ts';

const link = (i: number) => `https://example.com/${i}.png`;
const links = (n: number) => Array.from({ length: n }, (_, i) => link(i)).join('\n');
const range = /from 1 to 30|at least 1|no more than 30|whole number/;

refuses([
  {
    what: 'a missing brand',
    command: '/campaign Opening week',
    seed: 'demo',
    says: { Brand: /required|Choose a brand/ },
  },
  {
    what: 'a brief of two characters',
    command: '/campaign Go',
    says: { Brief: /Write at least 3 characters/ },
  },
  { what: 'a brief of two emoji', command: '/campaign 🍂🍂', says: { Brief: /Write at least 3 characters/ } },
  { what: 'an empty brief', command: '/campaign', says: { Brief: /required/ } },
  ...(['Days', 'Posts'] as const).flatMap((field) =>
    (['0', '31', '1.5', '-1', 'seven'] as const).map((value) => ({
      what: `${value} ${field.toLowerCase()}`,
      command: '/campaign Opening week',
      fill: { [field]: value },
      says: { [field]: field && value === 'seven' ? /number/ : range },
    })),
  ),
  ...(['Days', 'Posts'] as const).map((field) => ({
    what: `no number of ${field.toLowerCase()}`,
    command: '/campaign Opening week',
    fill: { [field]: null },
    says: { [field]: /required|whole number/ },
  })),
  {
    what: 'four reference links',
    command: '/campaign Opening week',
    fill: { 'Reference image links': links(4) },
    says: { 'Reference image links': /You can add up to 3 links\. You added 4/ },
  },
  {
    what: 'a reference that is no link',
    command: '/campaign Opening week',
    fill: { 'Reference image links': 'the blue one' },
    says: { 'Reference image links': /“the blue one” isn’t a link/ },
  },
]);

const entered = { brief: forged.text('Opening week'), days: forged.text('7'), posts: forged.text('7') };

const wrongDays = ['31', '0x1e', null, '0', '1.5', '', 'NaN', '1e9'];

test('the bot refuses days out of range, whatever the client accepts', async (t) => {
  const submissions = wrongDays.map((value) => ({
    ...entered,
    days: { x: { type: 'number_input', value } },
  }));
  assert.deepEqual(
    await submitsForged(t, '/campaign', submissions),
    wrongDays.map(() => ({ days: 'Enter a whole number from 1 to 30.' })),
  );
});

test('the bot refuses a campaign beyond the form’s limits and options', async (t) => {
  const chosen = Array.from({ length: 4 }, (_, i) => ({
    value: `d${i}`,
    text: { type: 'plain_text', text: `D${i}` },
  }));
  const designs = { x: { type: 'multi_external_select', selected_options: chosen } };
  const [objective, length, images] = ['fame', 'endless', '11'].map(forged.choice);
  const submissions = [
    { ...entered, 'designs.brand-1': designs },
    { ...entered, objective, length, images },
  ];
  assert.deepEqual(await submitsForged(t, '/campaign', submissions), [
    { 'designs.brand-1': 'Choose up to 3 designs. You chose 4.' },
    { objective: forged.notOffered, length: forged.notOffered, images: forged.notOffered },
  ]);
});

test('the form offers exactly the contract’s objectives, lengths, image counts and defaults', async (t) => {
  const { ana } = await startBot(t);
  const modal = await ana.opens('/campaign', 'New campaign');
  assert.deepEqual(await modal.optionsOf('Objective'), [
    'Awareness',
    'Leads',
    'Launch',
    'Offer',
    'Education',
    'Event',
  ]);
  assert.deepEqual(await modal.optionsOf('Length of each post'), ['Short', 'Medium', 'Long', 'Extra long']);
  assert.equal((await modal.optionsOf('Images per post')).length, 11);
  assert.equal(modal.values.Days, '7');
  assert.equal(modal.values.Posts, '7');
  const designs = modal.blocks.find((block) => JSON.stringify(block).includes('Reference designs'));
  assert.match(JSON.stringify(designs), /"max_selected_items":3/);
});

longTest(
  'the largest campaign of the contract works: 30 posts on one card, each in its thread',
  async (t) => {
    const [brand] = oneBrandSeed.brands;
    assert.ok(brand);
    const designs = ['Menu board', 'Coffee bag', 'Morning light'].map((name, i) => ({
      id: `design-${i}`,
      name,
    }));
    const seed = { ...oneBrandSeed, brands: [{ ...brand, designs }] };
    const { ana, service } = await startBot(t, { service: { seed } });
    const modal = await ana.opens('/campaign Opening week', 'New campaign');
    await modal.sends({
      Days: '30',
      Posts: '30',
      'Images per post': '2 images (carousel)',
      'Reference image links': links(3),
      'Reference designs': designs.map(({ name }) => name),
    });
    const card = await ana.sees('social', /30 posts to review/);
    await eventually(() => assert.equal(cardsBelow(card).length, 30));
    assert.equal(service.generations(), 1);
  },
);
