import { app } from '../defaults.ts';
import type { PlacedElement } from '../elements.ts';
import { keepFile } from '../files.ts';
import type { Channel, User } from '../protocol.ts';
import { type Entry, entered, type PickedFile } from './field-values.ts';
import { buttonCalled, menuOffering, type Which } from './find-elements.ts';
import { type Clickable, Shown } from './shown.ts';
import { messagesSeen, ShownMessage } from './shown-message.ts';
import { type ModalParts, ShownView } from './shown-view.ts';
import { describeMatch, type Match, matches, waitUntil } from './wait-until.ts';

type Clicking = Which & { confirm?: boolean; shows?: Match };

/** A user at their Slack client, as tests drive it. Waits are event-driven and have a timeout. */
export class Driver {
  readonly id: string;
  readonly name: string;
  readonly #parts: ModalParts;
  readonly #user: User;
  readonly #returned = new Set<string>();
  #since = '';

  constructor(parts: ModalParts) {
    this.#parts = parts;
    this.#user = parts.user;
    this.id = parts.user.id;
    this.name = parts.user.name;
  }

  /** Sends a slash command. Resolves to the immediate response: the app's message, Slack's notice, or ''. */
  async types(text: string, { in: where }: { in?: string } = {}): Promise<string> {
    this.#begin();
    const { notice, message } = await this.#parts.userActions.command(this.id, {
      channel: this.#channel(where).id,
      text,
    });
    return notice ?? (message ? new ShownMessage(this.#parts.core, message).text : '');
  }

  /** Sends a command, and waits for the modal that it opens. */
  async opens(command: string, modal: Match, where?: { in?: string }): Promise<ShownView> {
    await this.types(command, where);
    return this.seesModal(modal);
  }

  /** Sends a command, and waits for its private response; see `privateMessage`. */
  async hears(command: string, answer?: Match, where?: { in?: string }): Promise<ShownMessage> {
    await this.types(command, where);
    return this.privateMessage(answer);
  }

  /** Posts a message, optionally in a thread and with files. */
  async says(
    text: string,
    { in: where, thread, files = [] }: { in?: string; thread?: ShownMessage; files?: PickedFile[] } = {},
  ) {
    const channel = thread?.channel ?? this.#channel(where).id;
    const under = thread ? { thread: thread.thread ?? thread.ts } : {};
    const kept = files.map(({ name, content }) =>
      keepFile(this.#parts.core, { owner: this.id, name, bytes: Buffer.from(content) }),
    );
    const { message, notice } = await this.#parts.userActions.message(this.id, {
      channel,
      text,
      ...under,
      files: kept.map(({ id }) => id),
    });
    if (!message) throw new Error(notice ?? 'Nothing was said');
    return new ShownMessage(this.#parts.core, message);
  }

  /** Toggles a reaction to a message. */
  async reacts(to: ShownMessage, name = 'white_check_mark'): Promise<void> {
    this.#begin();
    await this.#parts.userActions.react(this.id, { channel: to.channel, ts: to.ts, name });
  }

  /** Waits for a modal on top, or for one that matches. */
  seesModal(match?: Match): Promise<ShownView> {
    const { core } = this.#parts;
    const top = () => {
      const stored = core.views.top(this.id);
      return stored && new ShownView(this.#parts, stored);
    };
    const probe = () => {
      const view = top();
      return view && matches(match, view.text) ? view : undefined;
    };
    const describeActual = () => [top()?.text, ...this.notices].filter(Boolean).join(' | ');
    return waitUntil(core, probe, `${this.name} to see a modal${describeMatch(match)}`, describeActual);
  }

  modal(): Promise<ShownView> {
    return this.seesModal();
  }

  /**
   * Clicks the button with this text, once it's there. A button that asks first is confirmed, unless told otherwise. With `shows` it waits
   * until what has the button says this.
   */
  async clicks(on: Clickable, text: string, options: Clicking = {}): Promise<string> {
    const { blockId, actionId, element } = await this.#button(on, text, options);
    if (element.confirm && options.confirm === false) return '';
    this.#begin();
    const act = { container: on.container, blockId, actionId, state: {} };
    const { notice } = await this.#parts.userActions.action(this.id, act);
    const { shows } = options;
    if (on instanceof Shown && shows !== undefined) await on.shows(shows);
    return notice ?? '';
  }

  /** Clicks a button, and waits for the modal that it opens. */
  async opensOn(on: Clickable, text: string, modal: Match, options?: Clicking): Promise<ShownView> {
    await this.clicks(on, text, options);
    return this.seesModal(modal);
  }

  /** Clicks a button, and waits for its private response; see `privateMessage`. */
  async hearsOn(on: Clickable, text: string, answer?: Match, options?: Clicking): Promise<ShownMessage> {
    await this.clicks(on, text, options);
    return this.privateMessage(answer);
  }

  /** Waits for the button, because an app can post a message first and add its buttons later. */
  async #button(on: Clickable, text: string, options: Which): Promise<PlacedElement> {
    if (on instanceof ShownMessage) await on.offers(text);
    return buttonCalled(on.blocks, text, options);
  }

  /** Chooses an option in the menu that has it, or in the menu called `from`. */
  async chooses(
    on: Clickable,
    entry: Entry,
    { from, ...which }: Which & { from?: string } = {},
  ): Promise<string> {
    const placed = menuOffering(on.blocks, String(entry), from, which);
    const { blockId, actionId } = placed;
    const { userActions, core } = this.#parts;
    const ask = async (_: unknown, query: string) => {
      const result = await userActions.options(this.id, {
        container: on.container,
        blockId,
        actionId,
        query,
      });
      return 'options' in result ? result.options : result.groups.flatMap((group) => group.options);
    };
    const value = await entered({ core, user: this.#user, ask }, placed, entry);
    this.#begin();
    const act = { container: on.container, blockId, actionId, value, state: {} };
    const { notice } = await userActions.action(this.id, act);
    return notice ?? '';
  }

  /** Marks a channel, a direct message, or a message's thread as read. */
  reads(what: string | ShownMessage): void {
    const { world } = this.#parts.core;
    if (typeof what === 'string') world.markRead(this.id, { channel: this.#channel(what).id });
    else world.markRead(this.id, { channel: what.channel, thread: what.thread ?? what.ts });
  }

  /** Waits for a message in this channel (or `Presscheck`, the direct message) that matches. Prefers the newest. */
  sees(where: string, match?: Match): Promise<ShownMessage> {
    const all = () => messagesSeen(this.#parts.core, this.id, this.#channel(where).id);
    const probe = () =>
      all().findLast((one) => !one.privateTo && matches(match, `${one.fallback}\n${one.text}`));
    // includes private messages, because a refusal explains why there's no message
    const describeActual = () => [...all().map((one) => one.text), ...this.notices].join(' | ');
    return waitUntil(
      this.#parts.core,
      probe,
      `${this.name} to see a message in ${where}${describeMatch(match)}`,
      describeActual,
    );
  }

  /** The text of a private message to this user; see `privateMessage`. */
  async seesPrivately(match?: Match): Promise<string> {
    return (await this.privateMessage(match)).text;
  }

  /**
   * Waits for a private message to this user. With a match: the first that matches and hasn't been returned before. Without one:
   * the first since the user's last action, so that an older response isn't mistaken for the new one.
   */
  async privateMessage(match?: Match): Promise<ShownMessage> {
    const mine = () =>
      [...this.#parts.core.world.channels.keys()]
        .flatMap((channel) => messagesSeen(this.#parts.core, this.id, channel))
        .filter((one) => one.privateTo === this.id && !this.#returned.has(`${one.ts} ${one.text}`));
    const probe = () =>
      mine().find((one) => (match ? matches(match, `${one.fallback}\n${one.text}`) : one.ts > this.#since));
    const describeActual = () => [...mine().map((one) => one.text), ...this.notices].join(' | ');
    const found = await waitUntil(
      this.#parts.core,
      probe,
      `${this.name} to see a private message${describeMatch(match)}`,
      describeActual,
    );
    this.#returned.add(`${found.ts} ${found.text}`);
    return found;
  }

  /** Opens the app's Home tab, and waits until the app has published it. */
  async opensHome(match?: Match): Promise<ShownView> {
    this.#begin();
    await this.#parts.userActions.openHome(this.id, {});
    return this.seesHome(match);
  }

  seesHome(match?: Match): Promise<ShownView> {
    const { core } = this.#parts;
    const probe = () => {
      const stored = core.views.home(this.id);
      const view = stored && new ShownView(this.#parts, stored);
      return view && matches(match, view.text) ? view : undefined;
    };
    return waitUntil(core, probe, `${this.name} to see a home${describeMatch(match)}`, () => {
      const stored = core.views.home(this.id);
      return stored ? new ShownView(this.#parts, stored).text : '';
    });
  }

  /** Uses a global shortcut or a message shortcut, by name or callback ID. */
  async usesShortcut(nameOrId: string, on?: ShownMessage): Promise<string> {
    this.#begin();
    const known = this.#parts.core.installed.shortcuts.find((one) => one.name === nameOrId);
    const place = on ? { channel: on.channel, ts: on.ts } : {};
    const act = { callbackId: known?.callbackId ?? nameOrId, ...place };
    const { notice } = await this.#parts.userActions.shortcut(this.id, act);
    return notice ?? '';
  }

  /** Uses a shortcut, and waits for the modal that it opens. */
  async opensShortcut(nameOrId: string, modal: Match, on?: ShownMessage): Promise<ShownView> {
    await this.usesShortcut(nameOrId, on);
    return this.seesModal(modal);
  }

  /** Runs a workflow with one step of the app. Resolves to the run's ID once the app has been notified. */
  async runs(step: string, inputs: Record<string, string>): Promise<string> {
    this.#begin();
    return (await this.#parts.userActions.runStep(this.id, { step, inputs })).run;
  }

  /** Notices from Slack itself, oldest first. */
  get notices(): string[] {
    return this.#parts.core.world.notices(this.id).map((one) => one.text);
  }

  /** From now on, only newer private messages count as a response. */
  #begin(): void {
    this.#since = this.#parts.core.world.nextTs();
  }

  /** The channel with this name, or the direct message with this user. Default: the first channel. */
  #channel(where?: string): Channel {
    const { world } = this.#parts.core;
    const [first] = world.channels.values();
    if (where === undefined && first) return first;
    if (where === undefined) throw new Error('There is no channel');
    const channel = world.channelNamed(where);
    if (channel) return channel;
    const other = world.userNamed(where);
    if (other) return world.openDirectMessage(this.id, other.bot ? app.botUser : other.id);
    throw new Error(`There is no channel called ${where}`);
  }
}
