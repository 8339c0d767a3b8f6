import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBot } from '#test/support/bot.ts';
import { refuses } from '#test/support/limits.ts';

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
    what: 'a reference that is no link',
    command: '/ai-post A prompt that is long enough',
    fill: { 'Reference image links': 'like last year' },
    says: { 'Reference image links': /“like last year” is not a link/ },
  },
  {
    what: 'a reference on an ftp server',
    command: '/ai-post A prompt that is long enough',
    fill: { 'Reference image links': 'ftp://example.com/a.png' },
    says: { 'Reference image links': /is not a link/ },
  },
]);

test('it offers exactly the tones, lengths and numbers of images of the contract', async (t) => {
  const { ana } = await startBot(t);
  await ana.types('/ai-post', { in: 'social' });
  const modal = await ana.seesModal('New AI post');
  assert.deepEqual(await modal.offers('Tone'), [
    'Professional',
    'Friendly',
    'Educational',
    'Bold',
    'Founder led',
  ]);
  assert.deepEqual(await modal.offers('Length'), ['Short', 'Medium', 'Long', 'Extra long']);
  assert.deepEqual(await modal.offers('Images'), [
    'None',
    '1 image',
    ...Array.from({ length: 9 }, (_, i) => `${i + 2} images (carousel)`),
  ]);
});

test('a prompt of exactly ten characters with nothing else chosen is sent as it is', async (t) => {
  const { ana, service } = await startBot(t);
  await ana.types('/ai-post 1234567890', { in: 'social' });
  assert.deepEqual((await (await ana.seesModal('New AI post')).submit()).errors, {});
  await ana.sees('social', /Ready for review/);
  assert.deepEqual(service.requestsTo('POST /post/ai')[0]?.body, { prompt: '1234567890' });
});

test('everything that can be chosen reaches the service under the names of the contract', async (t) => {
  const { ana, service } = await startBot(t);
  await ana.types('/ai-post Our autumn menu starts on Monday', { in: 'social' });
  const modal = await ana.seesModal('New AI post');
  await modal.fill({
    Tone: 'Founder led',
    Length: 'Extra long',
    'Social profiles': ['Instagram · northwind.coffee', 'LinkedIn · Northwind Coffee'],
    'Hashtag library': 'Coffee',
    Images: '10 images (carousel)',
    'Reference image links': 'https://example.com/a.png\n\nhttps://example.com/b.png',
    'Reference designs': ['Menu board'],
  });
  assert.deepEqual((await modal.submit()).errors, {});
  await ana.sees('social', /Ready for review/);
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
