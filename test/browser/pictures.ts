/** Screenshots for the documents: taken if `SCREENSHOTS` names a folder. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';

/** The folder; without it no picture is taken. */
export const pictures = process.env.SCREENSHOTS;

/** Keeps a picture for the documents, of one message or modal in a window of this width (px). */
export async function keepPicture(name: string, shown: Locator, width = 1_000): Promise<void> {
  if (!pictures) return;
  const page = shown.page();
  const size = page.viewportSize();
  // high enough for all of it
  await page.setViewportSize({ width, height: 2_400 });
  // a thread stays at its end, where the header covers the upper part of an earlier reply
  await shown.scrollIntoViewIfNeeded();
  await takePicture(page, name, shown);
  if (size) await page.setViewportSize(size);
}

/** Keeps a picture that is there already. */
export async function keepBytes(name: string, bytes: Buffer): Promise<void> {
  if (!pictures) return;
  await mkdir(pictures, { recursive: true });
  await writeFile(join(pictures, `${name}.png`), bytes);
}

/** What stands behind a modal, and how much of it is seen, only distracts in a document. */
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

/** Of an element, or of a part of the page. */
export async function takePicture(page: Page, name: string, what: Locator | Box): Promise<void> {
  const folder = pictures ?? '';
  await mkdir(folder, { recursive: true });
  // neither what appears below the mouse nor where the keyboard stands
  await page.mouse.move(0, 0);
  await page.evaluate('document.activeElement?.blur()');
  // an image that cannot be loaded is drawn as its description
  await page.evaluate('Promise.allSettled([...document.images].map((image) => image.decode()))');
  const style = await page.addStyleTag({ content: calm });
  const clip = 'boundingBox' in what ? await boxOf(what) : what;
  await page.screenshot({ path: join(folder, `${name}.png`), clip });
  await style.evaluate((element) => element.remove());
}

async function boxOf(shown: Locator): Promise<Box> {
  const box = await shown.boundingBox();
  if (!box) throw new Error('there is nothing to take a picture of');
  const isModal = (await shown.getAttribute('aria-modal')) === 'true';
  const isHome = (await shown.getAttribute('class')) === 'blocks';
  const air = isModal || isHome ? airPx : 0;
  return { x: box.x - air, y: box.y - air, width: box.width + 2 * air, height: box.height + 2 * air };
}
