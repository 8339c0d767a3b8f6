/** The CPU time of a preview, which doesn't depend on how busy the machine is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profileName, providers } from '#src/platform/publishing-api/networks.ts';
import type { Content } from '#src/posts/card/card.ts';
import { createPreviewRenderer } from '#src/preview/picture.ts';
import { aCard } from '#test/posts/card/samples.ts';
import { longTest } from '#test/support/long-tests.ts';
import { pixelsOfPng } from '#test/support/png.ts';

const faces = Array.from({ length: 80 }, (_, at) => String.fromCodePoint(0x1f600 + at));
const animals = Array.from({ length: 20 }, (_, at) => String.fromCodePoint(0x1f400 + at));
const hundredEmoji = [...animals, ...faces].join('');

const renderPreview = createPreviewRenderer(async () => 'not_opened', 60_000);
const cardWith = (caption: string) => {
  const profiles: Content['profiles'] = providers.map((provider) => ({
    id: provider,
    name: profileName({ provider, name: 'northwind' }),
  }));
  return aCard({ content: { caption, mediaUrls: [], profiles } });
};

longTest('a hundred emoji on six networks take less than twice as long as letters', async () => {
  const letters = await renderPreview(cardWith('Kaffee '.repeat(14)));
  const rendered = await renderPreview(cardWith(hundredEmoji));
  assert.ok(letters && letters !== 'busy' && rendered && rendered !== 'busy');
  // measured in the same moment, because a second of CPU time does less on a busy machine
  assert.ok(rendered.cpuMs < 2 * letters.cpuMs, `${rendered.cpuMs} ms, and letters ${letters.cpuMs} ms`);
  const { rgba } = pixelsOfPng(rendered.png);
  let yellow = 0;
  for (let at = 0; at < rgba.length; at += 4)
    if (rgba[at] === 0xff && rgba[at + 1] === 0xcc && rgba[at + 2] === 0x4d) yellow += 1;
  assert.ok(yellow > 50_000, `${yellow} pixels have the color of faces`);
});

longTest('laying out and rendering a preview doesn’t hold up clicks', async () => {
  const before = process.threadCpuUsage();
  const rendered = await renderPreview(cardWith('Kaffee 森の☕ 커피 新豆 قهوة 🇯🇵 שלום\n'.repeat(10)));
  const { user, system } = process.threadCpuUsage(before);
  assert.ok(rendered && rendered !== 'busy');
  const ownMs = (user + system) / 1_000;
  // measured in the same moment, because a second of CPU time does less on a busy machine
  assert.ok(ownMs < rendered.cpuMs / 3, `${ownMs} ms of ${rendered.cpuMs} ms`);
});

test('a preview that times out is never tried again', async () => {
  const render = createPreviewRenderer(async () => 'not_opened', 1);
  await assert.rejects(render(cardWith(hundredEmoji)), { retry: false, message: /within 1 ms/ });
});
