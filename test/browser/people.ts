/** People in front of the chat's page, in a real browser: they see what is rendered, and click and type. */
import { after, type TestContext } from 'node:test';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { defaultUsers, type UserOptions } from '#sandbox/chat/defaults.ts';
import { buildPage, builtPage } from '#sandbox/page.ts';
import { type BotOptions, type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually, timeoutMs } from '#test/support/eventually.ts';
import { findProgram } from '../../scripts/programs.mjs';
import { pictures, takePicture } from './pictures.ts';

await buildPage();

const rerenderedWithinMs = 2_000;
const people = { Ana: 'U0ANA', Bo: 'U0BO', Cy: 'U0CY' } as const;
/** Together they have office hours around the clock, so that no picture is taken at night. */
const zones = ['Europe/Madrid', 'America/New_York', 'America/Los_Angeles', 'Asia/Tokyo'];
const channels = { social: 'C0SOCIAL', launches: 'C0LAUNCHES' } as const;

const windowSize = { width: 1_000, height: 900 };

let browser: Promise<Browser> | undefined;
after(async () => (await browser)?.close());

function startBrowser(): Promise<Browser> {
  browser ??= chromium.launch({
    executablePath: findProgram('chromium') ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  return browser;
}

interface BrowserTeam extends StartedBot {
  /** Opens a browser of this person's own, in a channel. */
  opens(name: keyof typeof people, channel?: keyof typeof channels): Promise<Visitor>;
}

/** The real bot, and the page that `npm run demo` serves. */
export async function startBrowserTeam(t: TestContext, options: BotOptions = {}): Promise<BrowserTeam> {
  const started = await startBot(t, {
    ...options,
    service: { seed: 'demo', ...options.service },
    chat: { web: builtPage, ...(pictures && { users: atWork() }), ...options.chat },
  });
  return {
    ...started,
    opens: (name, channel = 'social') =>
      openPage(t, `${started.chat.url}/?as=${people[name]}#${channels[channel]}`, channel),
  };
}

function atWork(): UserOptions[] {
  const hourIn = (timeZone: string): number =>
    Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit' }).format());
  const zone = zones.find((one) => hourIn(one) >= 9 && hourIn(one) <= 17);
  return defaultUsers.map((person) => ({ ...person, ...(zone && { zone }) }));
}

/** Windows that nobody uses: opening one costs more than most of what is done in it. */
const free: Page[] = [];

/** A page of someone who has just sat down, in a window of their own: a tab behind another one is rendered once a second. */
export async function openPage(t: TestContext, address: string, channel = 'social'): Promise<Visitor> {
  const page = free.pop() ?? (await openWindow());
  t.after(() => leave(page));
  await page.goto(address);
  return new Visitor(page, channel);
}

async function openWindow(): Promise<Page> {
  const context = await (await startBrowser()).newContext({
    viewport: windowSize,
    deviceScaleFactor: pictures ? 2 : 1,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(timeoutMs);
  return context.newPage();
}

/** Leaves nothing behind for who comes next; a window that cannot be emptied is closed. */
async function leave(page: Page): Promise<void> {
  const context = page.context();
  try {
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.goto('about:blank');
    await page.setViewportSize(windowSize);
    await context.clearCookies();
    free.push(page);
  } catch {
    await context.close();
  }
}

class Visitor {
  readonly page: Page;
  readonly #composer: Locator;
  /** The open conversation, without the thread beside it. */
  readonly conversation: Locator;
  readonly thread: Locator;

  constructor(page: Page, channel: string) {
    this.page = page;
    this.conversation = page.getByRole('main', { name: `#${channel}` });
    this.thread = page.getByRole('complementary', { name: 'Thread' });
    this.#composer = this.conversation.getByRole('textbox', { name: `Message #${channel}` });
  }

  async types(text: string): Promise<void> {
    await this.#composer.fill(text);
    await this.conversation.getByRole('button', { name: 'Send' }).click();
  }

  /** Types a command, and sees the modal that it opens. */
  async opens(command: string, title: string): Promise<Form> {
    await this.types(command);
    return this.modal(title);
  }

  /** Types a command, and sees the answer that only this person sees. */
  async hears(command: string, answer: RegExp): Promise<Locator> {
    await this.types(command);
    return this.seesPrivately(answer);
  }

  /** Goes to the home tab of Presscheck. */
  async opensHome(): Promise<Locator> {
    await this.page.getByRole('button', { name: 'Presscheck home' }).click();
    return this.page.getByRole('main', { name: 'Home' });
  }

  /** Adds files to what is about to be said. */
  async attaches(files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
    await this.conversation.getByLabel('Files to attach').setInputFiles(files);
    for (const { name } of files)
      await this.conversation.getByRole('button', { name: `Remove ${name}` }).waitFor();
  }

  /** The messages of the channel that say this. */
  message(text: RegExp): Locator {
    return this.conversation.getByRole('article').filter({ hasText: text });
  }

  /** Waits until a message says this. */
  async sees(text: RegExp): Promise<Locator> {
    const message = this.message(text).last();
    await message.waitFor();
    return message;
  }

  /** A message that only this person sees. */
  async seesPrivately(text: RegExp): Promise<Locator> {
    const message = this.message(text).filter({ hasText: 'Only visible to you' }).last();
    await message.waitFor();
    return message;
  }

  async modal(title: string): Promise<Form> {
    const dialog = this.page.getByRole('dialog', { name: title, exact: true });
    await dialog.waitFor();
    return new Form(dialog);
  }

  /** Keeps a picture of the conversation with the thread beside it, from the first reply on. */
  async keepsWindow(name: string, size = { width: 1_480, height: 700 }): Promise<void> {
    if (!pictures) return;
    await this.page.setViewportSize(size);
    const reply = this.thread.getByRole('article').nth(1);
    await reply.evaluate((one) => one.scrollIntoView({ block: 'start' }));
    const left = (await this.conversation.boundingBox())?.x ?? 0;
    await takePicture(this.page, name, { x: left, y: 0, width: size.width - left, height: size.height });
  }

  /** What stands behind an address that is rendered. */
  async bytesOf(shown: Locator, attribute: 'src' | 'href'): Promise<Buffer> {
    const address = await shown.getAttribute(attribute);
    return (await this.page.request.get(new URL(address ?? '', this.page.url()).href)).body();
  }

  /** Presses a button of a message and says yes to what it asks. */
  async confirms(message: Locator, button: string, yes: string): Promise<void> {
    await message.getByRole('button', { name: button }).first().click();
    await this.page.getByRole('dialog').getByRole('button', { name: yes, exact: true }).click();
  }
}

class Form {
  readonly dialog: Locator;

  constructor(dialog: Locator) {
    this.dialog = dialog;
  }

  field(label: string): Locator {
    return this.dialog.getByLabel(label, { exact: true });
  }

  async fills(entries: Record<string, string>): Promise<void> {
    for (const [label, text] of Object.entries(entries)) await this.field(label).fill(text);
  }

  /** Chooses one or several options of a select; opens it again where the app updates the form meanwhile. */
  async chooses(label: string, ...options: string[]): Promise<void> {
    const named = { name: label, exact: true };
    const select = this.dialog.getByRole('combobox', named);
    for (const name of options) {
      const option = this.dialog.page().getByRole('option', { name, exact: true });
      const closed = this.dialog.getByRole('combobox', { ...named, expanded: false });
      await eventually(async () => {
        if ((await select.getAttribute('aria-expanded')) !== 'true') await select.click();
        await option.or(closed).first().waitFor();
        await option.click({ timeout: rerenderedWithinMs });
      });
    }
    // no key: Escape would close the form, were the list closed by then
    await select.blur();
  }

  async presses(button: string): Promise<void> {
    await this.dialog.getByRole('button', { name: button, exact: true }).click();
  }

  /** Presses the button that ends the modal, and waits until it is gone: until then the keys go to it. */
  async submits(button: string): Promise<void> {
    await this.presses(button);
    await this.dialog.waitFor({ state: 'hidden' });
  }

  /** What is wrong at a field. */
  error(text: RegExp): Locator {
    return this.dialog.getByRole('alert').filter({ hasText: text });
  }
}
