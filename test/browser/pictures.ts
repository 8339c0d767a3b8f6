/** Screenshots for the docs, which are taken if `SCREENSHOTS` names a folder. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';

/** The folder. Without it, no screenshots are taken. */
export const pictures = process.env.SCREENSHOTS;

/** Takes a screenshot of one message or modal for the docs, in a window of this width (px). */
export async function keepPicture(name: string, shown: Locator, width = 1_000): Promise<void> {
  if (!pictures) return;
  const page = shown.page();
  const size = page.viewportSize();
  // tall enough to show all of it
  await page.setViewportSize({ width, height: 2_400 });
  // a thread stays scrolled to its end, where the header covers part of an earlier reply
  await shown.scrollIntoViewIfNeeded();
  await takePicture(page, name, shown);
  if (size) await page.setViewportSize(size);
}

/** Saves a screenshot that was already taken. */
export async function keepBytes(name: string, bytes: Buffer): Promise<void> {
  if (!pictures) return;
  await mkdir(pictures, { recursive: true });
  await writeFile(join(pictures, `${name}.png`), bytes);
}

/** In the docs, what's behind a modal only distracts, and all of the modal is shown. */
const calm = `
  .dialog { max-height: none !important }
  .dialog::backdrop { background: #f1eee7 !important }
`;
const airPx = 28;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Takes a screenshot of an element, or of a part of the page. */
export async function takePicture(page: Page, name: string, what: Locator | Box): Promise<void> {
  const folder = pictures ?? '';
  await mkdir(folder, { recursive: true });
  // without what appears on hover, and without the focus ring
  await page.mouse.move(0, 0);
  await page.evaluate('document.activeElement?.blur()');
  // an image that can't be loaded shows its alt text
  await page.evaluate('Promise.allSettled([...document.images].map((image) => image.decode()))');
  const style = await page.addStyleTag({ content: calm });
  const clip = 'boundingBox' in what ? await boxOf(what) : what;
  await page.screenshot({ path: join(folder, `${name}.png`), clip });
  await style.evaluate((element) => element.remove());
}

async function boxOf(shown: Locator): Promise<Box> {
  const box = await shown.boundingBox();
  if (!box) throw new Error('nothing to take a screenshot of');
  const isModal = (await shown.getAttribute('aria-modal')) === 'true';
  const isHome = (await shown.getAttribute('class')) === 'blocks';
  const air = isModal || isHome ? airPx : 0;
  return { x: box.x - air, y: box.y - air, width: box.width + 2 * air, height: box.height + 2 * air };
}
