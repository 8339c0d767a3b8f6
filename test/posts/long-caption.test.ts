import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest, shareOf } from '#test/support/long-tests.ts';
import { atlasOutdoor, cardSays, makesDraft, submits } from '#test/support/user-actions.ts';
import { seeAllText } from '#views/posts/card-content.ts';

/** This many numbered lines, to notice a lost or duplicated one. */
const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `Line ${from + i}: beans, water and patience.`).join('\n');

test('a long caption is visibly cut, and `Show full post` shows all of it', async (t) => {
  const { ana, bo, service } = await startBot(t);
  const caption = lines(0, 80);
  assert.ok(caption.length > 2_500 && caption.length <= 3_000);
  const card = await makesDraft(ana, caption, {
    fill: { 'Social profiles': ['LinkedIn · Northwind Coffee'] },
  });
  assert.match(card.text, /Line 0:/);
  assert.match(card.text, /…/);
  assert.match(card.text, new RegExp(`First 700 of ${caption.length.toLocaleString('en')} characters`));
  assert.doesNotMatch(card.text, /Line 79:/);
  assert.equal(service.posts()[0]?.caption, caption);

  const modal = await bo.opensOn(card, seeAllText, 'Full post');
  for (let i = 0; i < 80; i += 1) assert.ok(modal.text.includes(`Line ${i}:`), `line ${i} is missing`);
});

test('a caption is never cut inside a flag, or another combined character', async (t) => {
  const { ana } = await startBot(t);
  const characters = shareOf(['🇩🇪', '👩‍👩‍👧‍👦', 'e\u0301'], { which: 1, shares: 3 });
  for (const [i, character] of characters.entries()) {
    const caption = `${i} ${character.repeat(400)}`;
    await submits(ana, `/post ${caption}`, { fill: { 'Social profiles': ['LinkedIn · Northwind Coffee'] } });
    const card = await ana.sees('social', new RegExp(`Ready for review\\*\n${i} `));
    const [cut = ''] = card.text.match(new RegExp(`^${i} .*…`, 'm')) ?? [];
    assert.ok(cut.length > 600, card.text);
    assert.equal(cut.slice(2, -1).replaceAll(character, ''), '');
  }
});

test('a caption of ten thousand characters is split over several fields, sent and shown in full', async (t) => {
  const { ana, bo, service } = await startBot(t);
  const caption = `${lines(0, 260)}\n`.repeat(2).slice(0, 10_000).trim();
  const modal = await ana.opens(`/post ${caption}`, 'New post');
  assert.deepEqual(
    modal.labels.filter((label) => label.startsWith('Caption')),
    ['Caption', 'Caption, part 2', 'Caption, part 3', 'Caption, part 4'],
  );
  assert.match(JSON.stringify(modal.blocks), /up to 10,000 characters/);
  await modal.sends();
  const card = await ana.sees('social', cardSays.ready);
  assert.equal(service.posts()[0]?.caption, caption);

  const edit = await bo.opensOn(card, 'Edit', /^Edit/);
  assert.match(JSON.stringify(edit.blocks), /up to 10,000 characters/);
  await edit.sends({ Caption: `First of all: ${String(edit.values.Caption).slice(0, 2_000)}` });
  await eventually(() => assert.match(service.posts()[0]?.caption ?? '', /^First of all: Line 0/));
  assert.ok(service.posts()[0]?.caption.endsWith(caption.slice(-2_000)));
});

longTest('changing the brand keeps every part of a long caption', async (t) => {
  const { ana, service } = await startBot(t, { service: { seed: 'demo' } });
  const caption = lines(0, 200);
  const modal = await ana.opens(`/post ${caption}`, 'New post');
  await modal.fill({ Brand: 'Harbor Yoga' });
  await eventually(() => assert.ok(modal.privateMetadata.includes('Harbor Yoga')));
  await modal.sends();
  await ana.sees('social', cardSays.ready);
  assert.equal(
    service.posts('brand-harbor').find(({ caption: words }) => words.startsWith('Line'))?.caption,
    caption,
  );
});

longTest('a long caption from the service is cut on the card and complete in `Show full post`', async (t) => {
  const { ana, bo } = await startBot(t);
  await submits(ana, '/ai-post Our autumn menu starts on Monday', { fill: { Length: 'Extra long' } });
  const card = await ana.sees('social', cardSays.ready);
  assert.match(card.text, /First 700 of/);
  await bo.opensOn(card, seeAllText, 'Full post');
});

longTest(
  'if a generated caption is too long for a network, the card and the confirmation say so',
  async (t) => {
    const { ana } = await startBot(t, { service: { seed: 'demo' } });
    const modal = await atlasOutdoor(ana, '/ai-post Our autumn menu starts on Monday', [
      'X (Twitter) · atlasoutdoor',
      'LinkedIn · Atlas Outdoor Equipment',
    ]);
    await modal.submit({ Length: 'Extra long' });
    const card = await ana.sees('social', cardSays.ready);
    await card.offers('Approve & publish');
    const [, counts, over] =
      /Too long:\* X \(Twitter\) allows 280 characters\. This has (\d+), which is (\d+) too many/.exec(
        card.text,
      ) ?? [];
    assert.equal(Number(over), Number(counts) - 280, card.text);
    assert.doesNotMatch(card.text, /LinkedIn allows/);
    assert.match(
      JSON.stringify(card.blocks),
      /Too long for X \(Twitter\)\*, so the network will probably reject it/,
    );

    await ana.clicks(card, 'Schedule');
    assert.match((await ana.seesModal('Schedule')).text, /Too long:\* X \(Twitter\) allows 280/);
  },
);

test('if a network requires an image, the card and the confirmation say that there’s none', async (t) => {
  const { ana } = await startBot(t);
  const card = await makesDraft(ana, 'Words alone', {
    fill: { 'Social profiles': ['Instagram · northwind.coffee', 'LinkedIn · Northwind Coffee'] },
  });
  assert.match(card.text, /No image or video:\* Instagram requires one\./);
  await card.offers('Edit');
  assert.match(
    JSON.stringify(card.blocks),
    /"\*No image or video for Instagram\*, so the network will probably reject it/,
  );
  const edit = await ana.opensOn(card, 'Edit', /^Edit/);
  await edit.sends({ 'Media links': 'https://example.com/menu.png' });
  await eventually(() => assert.doesNotMatch(JSON.stringify(card.blocks), /No image or video/));
});
