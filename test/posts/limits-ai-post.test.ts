import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { forged, refuses, submitsForged } from '#test/support/limits.ts';
import { oneOf } from '#test/support/long-tests.ts';
import { cardSays } from '#test/support/user-actions.ts';

refuses([
  {
    what: 'a missing brand',
    command: '/ai-post A prompt that is long enough',
    seed: 'demo',
    says: { Brand: /required|Choose a brand/ },
  },
  { what: 'an empty prompt', command: '/ai-post', says: { Prompt: /required|at least 10/ } },
  {
    what: 'a prompt of nine characters',
    command: '/ai-post 123456789',
    says: { Prompt: /Write at least 10 characters/ },
  },
  {
    what: 'a prompt of nine characters, one of them an emoji',
    command: '/ai-post 12345678🍂',
    says: { Prompt: /Write at least 10 characters/ },
  },
  {
    what: 'a prompt of nine characters among blanks',
    command: '/ai-post',
    fill: { Prompt: '   123456789   ' },
    says: { Prompt: /Write at least 10 characters/ },
  },
  {
    what: 'a prompt that is longer than a card keeps',
    command: `/ai-post ${'words '.repeat(3_500)}`,
    says: { Prompt: /Use at most 20,000 characters\. This has 20,999, which is 999 too many\./ },
  },
  {
    what: 'a reference that is no link',
    command: '/ai-post A prompt that is long enough',
    fill: { 'Reference image links': 'like last year' },
    says: { 'Reference image links': /“like last year” isn’t a link/ },
  },
  {
    what: 'a reference on an ftp server',
    command: '/ai-post A prompt that is long enough',
    fill: { 'Reference image links': 'ftp://example.com/a.png' },
    says: { 'Reference image links': /doesn’t start with http:\/\/ or https:\/\/\./ },
  },
]);

test('the bot itself refuses a tone, length or number of images that isn’t offered', async (t) => {
  const [tone, length, images] = ['angry', 'endless', '11'].map(forged.choice);
  const prompt = forged.text('Our autumn menu');
  assert.deepEqual(await submitsForged(t, '/ai-post', [{ prompt, tone, length, images }]), [
    { tone: forged.notOffered, length: forged.notOffered, images: forged.notOffered },
  ]);
});

test('the form offers exactly the contract’s tones, lengths and numbers of images', async (t) => {
  const { ana } = await startBot(t);
  const modal = await ana.opens('/ai-post', 'New AI post');
  assert.deepEqual(await modal.optionsOf('Tone'), [
    'Professional',
    'Friendly',
    'Educational',
    'Bold',
    'Founder-led',
  ]);
  assert.deepEqual(await modal.optionsOf('Length'), ['Short', 'Medium', 'Long', 'Extra long']);
  assert.match(modal.text, /Instagram, Pinterest, and TikTok require an image or video\./);
  assert.deepEqual(await modal.optionsOf('Images'), [
    'None',
    '1 image',
    ...Array.from({ length: 9 }, (_, i) => `${i + 2} images (carousel)`),
  ]);
});

test('a prompt of exactly ten characters without other choices is sent unchanged', async (t) => {
  const { ana, service } = await startBot(t);
  await ana.types('/ai-post 1234567890');
  assert.deepEqual((await (await ana.seesModal('New AI post')).submit()).errors, {});
  await ana.sees('social', cardSays.ready);
  assert.deepEqual(service.requestsTo('POST /post/ai')[0]?.body, { prompt: '1234567890' });
});

for (const [command, title, ask] of oneOf([
  ['/ai-post', 'New AI post', 'POST /post/ai'],
  ['/campaign', 'New campaign', 'POST /campaigns'],
] as const))
  test(`${command} sends a long text in full, even after another brand was chosen`, async (t) => {
    const { ana, service } = await startBot(t, { service: { seed: 'demo' } });
    const text = `${'All of our autumn menu. '.repeat(540)}NEVER mention prices!`;
    const modal = await ana.opens(`${command} ${text}`, title);
    await modal.fill({ Brand: 'Harbor Yoga' });
    await eventually(() => assert.match(modal.privateMetadata, /Harbor Yoga/));
    assert.equal(modal.labels.filter((label) => /^(Prompt|Brief)/.test(label)).length, 5);
    await modal.sends();
    await eventually(() => {
      const { prompt, brief } = (service.requestsTo(ask)[0]?.body ?? {}) as Record<string, unknown>;
      assert.equal(prompt ?? brief, text);
    });
  });

test('every choice reaches the service under the contract’s names', async (t) => {
  const { ana, service } = await startBot(t);
  const modal = await ana.opens('/ai-post Our autumn menu starts on Monday', 'New AI post');
  await modal.sends({
    Tone: 'Founder-led',
    Length: 'Extra long',
    'Social profiles': ['Instagram · northwind.coffee', 'LinkedIn · Northwind Coffee'],
    'Hashtag library': 'Coffee',
    Images: '10 images (carousel)',
    'Reference image links': 'https://example.com/a.png\n\nhttps://example.com/b.png',
    'Reference designs': ['Menu board'],
  });
  await ana.sees('social', cardSays.ready);
  assert.deepEqual(service.requestsTo('POST /post/ai')[0]?.body, {
    prompt: 'Our autumn menu starts on Monday',
    tone: 'founder_led',
    postLength: 'extra_long',
    socialProfileIds: ['profile-1', 'profile-2'],
    hashtagLibraryId: 'library-1',
    generateImage: true,
    imageCount: 10,
    referenceUrls: ['https://example.com/a.png', 'https://example.com/b.png'],
    referenceDesignIds: ['design-1'],
  });
});
