/** Users of the chat's page in a real browser. They see what's rendered, and click and type. */
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
/** Their time zones cover the whole day, so that screenshots are always taken during someone's office hours. */
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
  /** Opens a separate browser window for this user, in a channel. */
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

/** Unused windows, kept because opening one takes longer than most tests use it. */
const free: Page[] = [];

/** A new page in its own window, because a background tab is rendered only once a second. */
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

/** Clears the window for the next user, or closes it if that fails. */
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
  /** The open conversation, without the thread. */
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

  /** Types a command, and waits for its modal. */
  async opens(command: string, title: string): Promise<Form> {
    await this.types(command);
    return this.modal(title);
  }

  /** Types a command, and waits for its ephemeral response. */
  async hears(command: string, answer: RegExp): Promise<Locator> {
    await this.types(command);
    return this.seesPrivately(answer);
  }

  /** Opens Presscheck's Home tab. */
  async opensHome(): Promise<Locator> {
    await this.page.getByRole('button', { name: 'Presscheck home' }).click();
    return this.page.getByRole('main', { name: 'Home' });
  }

  /** Attaches files to the message in the composer. */
  async attaches(files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
    await this.conversation.getByLabel('Files to attach').setInputFiles(files);
    for (const { name } of files)
      await this.conversation.getByRole('button', { name: `Remove ${name}` }).waitFor();
  }

  /** The messages in the channel that contain this. */
  message(text: RegExp): Locator {
    return this.conversation.getByRole('article').filter({ hasText: text });
  }

  /** Waits for a message that contains this. */
  async sees(text: RegExp): Promise<Locator> {
    const message = this.message(text).last();
    await message.waitFor();
    return message;
  }

  /** An ephemeral message. */
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

  /** Takes a screenshot of the conversation and the thread, from the first reply on. */
  async keepsWindow(name: string, size = { width: 1_480, height: 700 }): Promise<void> {
    if (!pictures) return;
    await this.page.setViewportSize(size);
    const reply = this.thread.getByRole('article').nth(1);
    await reply.evaluate((one) => one.scrollIntoView({ block: 'start' }));
    const left = (await this.conversation.boundingBox())?.x ?? 0;
    await takePicture(this.page, name, { x: left, y: 0, width: size.width - left, height: size.height });
  }

  /** The target of a rendered link. */
  async bytesOf(shown: Locator, attribute: 'src' | 'href'): Promise<Buffer> {
    const address = await shown.getAttribute(attribute);
    return (await this.page.request.get(new URL(address ?? '', this.page.url()).href)).body();
  }

  /** Clicks a button of a message and confirms its dialog. */
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

  /** Chooses options of a select, and opens it again if the app updates the form meanwhile. */
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
    // not Escape, which would close the form if the list is already closed
    await select.blur();
  }

  async presses(button: string): Promise<void> {
    await this.dialog.getByRole('button', { name: button, exact: true }).click();
  }

  /** Clicks the modal's submit button, and waits until it's closed, because it gets all keys until then. */
  async submits(button: string): Promise<void> {
    await this.presses(button);
    await this.dialog.waitFor({ state: 'hidden' });
  }

  /** The error at a field. */
  error(text: RegExp): Locator {
    return this.dialog.getByRole('alert').filter({ hasText: text });
  }
}
