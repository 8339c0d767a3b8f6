import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Measured } from '#src/media/measure.ts';
import type { PictureRead } from '#src/media/picture-reader.ts';
import { profileName } from '#src/platform/publishing-api/networks.ts';
import { fileName, isVideo, isWebp } from '#src/posts/card/media-address.ts';
import { startDrawing } from '#src/preview/drawing.ts';
import { createPreviewRenderer } from '#src/preview/picture.ts';
import { picturesOf } from '#src/preview/pictures.ts';
import type { Preview } from '#src/preview/types.ts';
import { aCard } from '#test/posts/card/samples.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { bandedPng, claimingPng, endlessJpeg, gif, turnedJpeg, webp } from '#test/support/pictures.ts';
import { pixelsOfPng } from '#test/support/png.ts';

const cardOn = (networks: string[], media: number) =>
  aCard({
    content: {
      caption: 'Fresh beans are in',
      mediaUrls: Array.from({ length: media }, (_, at) => `https://example.com/${at}.png`),
      profiles: networks.map((provider) => ({
        id: provider,
        name: profileName({ provider, name: 'northwind' }),
      })),
    },
  });

const serving =
  (...pictures: (Buffer | PictureRead)[]) =>
  async (_: string, address: string): Promise<PictureRead> => {
    const found = pictures[Number(/(\d+)\.png$/.exec(address)?.[1])];
    return Buffer.isBuffer(found) ? { bytes: found, whole: true } : (found ?? 'no_response');
  };

async function drawn(networks: string[], ...pictures: (Buffer | PictureRead)[]): Promise<Preview> {
  const preview = await createPreviewRenderer(
    serving(...pictures),
    60_000,
  )(cardOn(networks, pictures.length));
  assert.ok(preview && preview !== 'busy');
  return preview;
}

/** How many pixels of a drawing are wholly red, green or blue, and how wide and high what is green is. */
function colored(png: Uint8Array) {
  const { width, rgba } = pixelsOfPng(png);
  const count = { red: 0, green: 0, blue: 0 };
  const columns = new Set<number>();
  const rows = new Set<number>();
  for (let at = 0; at < rgba.length; at += 4) {
    const r = rgba[at] ?? 0;
    const g = rgba[at + 1] ?? 0;
    const b = rgba[at + 2] ?? 0;
    if (g > 250 && r < 5 && b < 5) {
      count.green += 1;
      columns.add((at / 4) % width);
      rows.add(Math.floor(at / 4 / width));
    } else if (r > 250 && g < 5 && b < 5) count.red += 1;
    else if (b > 250 && r < 5 && g < 5) count.blue += 1;
  }
  return { ...count, ratio: columns.size / rows.size };
}

const near = (one: number, other: number): void =>
  assert.ok(Math.abs(one / other - 1) < 0.02, `${one} is not near ${other}`);

test('the part of a tall image that Instagram crops isn’t rendered, and the rest keeps its shape', async () => {
  // 9:16 loses 14.8 percent at each end
  const { png, alt } = await drawn(['instagram'], bandedPng(90, 160, 0.14));
  const { red, blue, green, ratio } = colored(png);
  assert.deepEqual([red, blue], [0, 0]);
  assert.ok(green > 100_000);
  near(ratio, 4 / 5);
  assert.match(alt, /cropped: 15% off the top and bottom/);
});

longTest('Pinterest crops only at the bottom, and TikTok nothing at all', async () => {
  const tall = bandedPng(50, 100, 0.2);
  const pin = colored((await drawn(['pinterest'], tall)).png);
  assert.equal(pin.blue, 0);
  // a fifth of the image, of which three quarters are visible
  near(pin.red / (pin.red + pin.green), 0.2 / 0.75);
  const video = colored((await drawn(['tiktok'], tall)).png);
  near(video.red, video.blue);
  near(video.red / (video.red + video.blue + video.green), 0.2);
});

longTest('two pictures are side by side on X, and each is cropped at its sides', async () => {
  // 16:9 into 8:9 loses a quarter at each end
  const { red, blue, green } = colored(
    (await drawn(['twitter'], bandedPng(160, 90, 0.24, true), bandedPng(160, 90, 0.24, true))).png,
  );
  assert.deepEqual([red, blue], [0, 0]);
  assert.ok(green > 100_000);
});

/** The pictures of a post as they are, without the drawing around them. */
async function pictures(
  t: { after(end: () => void): void },
  withinMs: number,
  ...given: (Buffer | PictureRead)[]
) {
  const message = startDrawing(withinMs);
  t.after(message.end);
  return picturesOf(cardOn([], given.length), serving(...given), message);
}

test('a photo is upright however the camera was held, and every format is rendered or says why not', async (t) => {
  const [plain, turned, other, still, unknown, large] = await pictures(
    t,
    20_000,
    turnedJpeg(1),
    turnedJpeg(6),
    turnedJpeg(8),
    gif,
    webp,
    { bytes: bandedPng(40, 20, 0.1), whole: false },
  );
  /** Its first pixel and its last one. */
  const corners = (picture: typeof plain): string => {
    const { rgba } = pixelsOfPng(picture?.shown?.png ?? new Uint8Array());
    const colorAt = (at: number): string =>
      (rgba[at] ?? 0) > 128 ? 'red' : (rgba[at + 2] ?? 0) > 128 ? 'blue' : 'none';
    return `${colorAt(0)} ${colorAt(rgba.length - 4)}`;
  };
  assert.deepEqual([plain?.size, corners(plain)], [{ width: 32, height: 16 }, 'red blue']);
  assert.deepEqual([turned?.size, corners(turned)], [{ width: 16, height: 32 }, 'red blue']);
  assert.deepEqual([other?.size, corners(other)], [{ width: 16, height: 32 }, 'blue red']);
  assert.ok(still?.shown);
  // their size is known, so what will be cut is too
  assert.deepEqual(unknown, { size: { width: 32, height: 16 }, not: 'webp' });
  assert.deepEqual(large, { size: { width: 40, height: 20 }, not: 'large' });
});

test('an image that’s too large or broken isn’t shown, and the next one is', async (t) => {
  const broken = Buffer.from(bandedPng(40, 20, 0.1).subarray(0, 60));
  const given = [
    claimingPng(60_000, 60_000),
    claimingPng(5_000, 5_000),
    broken,
    Buffer.from('<html>Sign in</html>'),
    bandedPng(40, 20, 0.1),
  ];
  const found = await pictures(t, 20_000, ...given);
  assert.deepEqual(
    found.map(({ not, shown }) => not ?? Boolean(shown)),
    ['huge', 'broken', 'broken', 'not_an_image', true],
  );
});

longTest('decoding that doesn’t end is stopped in time, and the next image is rendered', async (t) => {
  // each drawing that is ended is followed by a new process, which a busy machine takes more than a second to start
  const message = startDrawing(5_000);
  t.after(message.end);
  const one = async (bytes: Buffer) => (await picturesOf(cardOn([], 1), serving(bytes), message))[0];
  assert.equal((await one(endlessJpeg()))?.not, 'late');
  await eventually(async () => assert.ok((await one(bandedPng(40, 20, 0.1)))?.shown));
});

test('queued images share one time limit, and nothing is rendered after it', async (t) => {
  const message = startDrawing(20_000);
  t.after(message.end);
  const measured: Measured = { kind: 'jpeg', width: 9, height: 9, turn: 1 };
  const endless = { is: 'picture' as const, measured, bytes: endlessJpeg(), zoom: 1 };
  const together = new AbortController();
  const all = [1, 2].map(() => message.draw(endless, together.signal));
  await setImmediate();
  together.abort();
  assert.deepEqual(await Promise.all(all), ['late', 'late']);
  const [drawn, waits] = [1, 2].map(() => message.draw(endless));
  const rejected = assert.rejects(waits ?? Promise.resolve(), /has ended/);
  await setImmediate();
  message.end();
  assert.match(String(await drawn), /ended/);
  await rejected;
});

test('a file that can’t be loaded is named with its reason, and can be requested again', async () => {
  const { alt, tryAgain } = await drawn(['instagram'], 'no_response', 'gone', 'not_opened');
  assert.ok(tryAgain);
  assert.match(
    alt,
    /Not shown: 0\.png \(its link didn’t return an image\), 1\.png \(it’s no longer in Slack.*\), 2\.png \(I can open only public https/,
  );
});

test('a video is recognized by its path, whatever follows it', () => {
  for (const end of ['a.mp4', 'a.MOV?w=2', 'a.webm#t=1'])
    assert.ok(isVideo(`https://example.com/${end}`), end);
  for (const end of ['a.png?from=b.mp4', 'a.png#b.mov'])
    assert.ok(!isVideo(`https://example.com/${end}`), end);
});

test('a file name that could be misread isn’t shown', () => {
  const named = (last: string) => fileName(`https://example.com/${last}`);
  assert.equal(named('pour%20%3C1.mp4'), 'pour <1.mp4');
  for (const last of [
    'a%0A*Approved*%20by%20boss.mp4',
    '%E2%80%AEgnp.mp4',
    'a%E2%80%A8b.mp4',
    'x'.repeat(41),
  ])
    assert.equal(named(last), undefined, last);
  assert.ok(isWebp(`https://example.com/${'x'.repeat(41)}.webp?w=2`));
});

test('only two previews are rendered at once, and the next request is refused', async () => {
  const held = Promise.withResolvers<PictureRead>();
  const render = createPreviewRenderer(() => held.promise);
  const two = [1, 2].map(() => assert.rejects(render(cardOn(['twitter'], 1)), /cannot be read/));
  assert.equal(await render(cardOn(['twitter'], 1)), 'busy');
  // nothing is rendered then, which would take long, and the slots are free
  held.reject(new Error('cannot be read'));
  await Promise.all(two);
  assert.notEqual(await render(cardOn([], 0)), 'busy');
});
