import type { Core } from '../core.ts';
import { elementValue } from '../element-values.ts';
import type { PlacedElement } from '../elements.ts';
import { fieldsOf, listOf, textOf } from '../json.ts';
import { optionsOf } from '../limits/texts.ts';
import type { Container, User } from '../protocol.ts';
import type { UserActionHandlers } from '../user-actions/user-actions.ts';
import type { StoredView } from '../view-stacks.ts';
import { type Entry, type EntryContext, entered } from './field-values.ts';
import { buttonCalled, fieldCalled, fieldsIn, labelOf, type Which } from './find-elements.ts';
import { Shown } from './shown.ts';
import { textOfBlocks } from './shown-text.ts';
import { waitUntil } from './wait-until.ts';

export interface Submission {
  closed: boolean;
  /** Messages at fields, by label. */
  errors: Record<string, string>;
  /** Slack's own words when the app did not answer, or answered nonsense. */
  connectionError?: string;
}

const words = (value: unknown): string => textOf(fieldsOf(value).text);

export interface ModalParts {
  core: Core;
  userActions: UserActionHandlers;
  user: User;
}

/** An open modal (or the home) in the hands of one person; it follows every redrawing. */
export class ShownView extends Shown {
  readonly id: string;
  readonly #stored: StoredView;
  readonly #parts: ModalParts;

  constructor(parts: ModalParts, stored: StoredView) {
    super(parts.core);
    this.#parts = parts;
    this.#stored = stored;
    this.id = stored.id;
  }

  get container(): Container {
    return this.#stored.view.type === 'home' ? { type: 'home' } : { type: 'view', viewId: this.id };
  }

  get blocks(): readonly unknown[] {
    return this.#stored.view.blocks;
  }

  get title(): string {
    return this.#stored.view.type === 'modal' ? this.#stored.view.title.text : '';
  }

  /** Everything that is read in it, the title first. */
  get text(): string {
    return [this.title, textOfBlocks(this.blocks)].filter(Boolean).join('\n');
  }

  /** What its fields are called, in order. */
  get labels(): string[] {
    return fieldsIn(this.blocks).map(labelOf);
  }

  get submitText(): string | undefined {
    return this.#stored.view.type === 'modal' ? this.#stored.view.submit?.text : undefined;
  }

  get privateMetadata(): string {
    return this.#stored.view.private_metadata ?? '';
  }

  get open(): boolean {
    return this.#stored.view.type === 'home' || this.#parts.core.views.find(this.id) !== undefined;
  }

  /** What is in the fields, by label: words, option texts, ids; `undefined` where nothing is. */
  get values(): Record<string, unknown> {
    const shown = (value: unknown): unknown => (fieldsOf(value).text ? words(fieldsOf(value).text) : value);
    return Object.fromEntries(
      fieldsIn(this.blocks).map((field) => {
        const value = elementValue(this.#stored.entered[field.blockId]?.[field.actionId]);
        return [labelOf(field), Array.isArray(value) ? value.map(shown) : shown(value)];
      }),
    );
  }

  /** The messages at its fields, by label. */
  get errors(): Record<string, string> {
    const labels = new Map(fieldsIn(this.blocks).map((field) => [field.blockId, labelOf(field)]));
    return Object.fromEntries(
      Object.entries(this.#stored.errors).map(([block, text]) => [labels.get(block) ?? block, text]),
    );
  }

  /** Enters values, one field after the other, each found by its label (waited for when it is not there yet). */
  async fill(entries: Record<string, Entry>): Promise<this> {
    for (const [label, entry] of Object.entries(entries)) await this.#enter(await this.#field(label), entry);
    return this;
  }

  /** The texts of what a select offers; of an external one what the app answers to these letters. */
  async optionsOf(label: string, typed = ''): Promise<string[]> {
    const field = await this.#field(label);
    const external = field.type.includes('external_select');
    const options = external ? await this.#entering().ask(field, typed) : optionsOf(field.element);
    return options.map((option) => words(fieldsOf(option).text));
  }

  /** Clicks a button inside it; the answer is Slack's notice when the app did not take the click. */
  async clicks(text: string, which: Which = {}): Promise<string> {
    const { blockId, actionId } = buttonCalled(this.blocks, text, which);
    const { userActions, user } = this.#parts;
    const { notice } = await userActions.action(user.id, {
      container: this.container,
      blockId,
      actionId,
      state: {},
    });
    return notice ?? '';
  }

  /** Submits it, once these values are entered. */
  async submit(entries?: Record<string, Entry>): Promise<Submission> {
    if (entries) await this.fill(entries);
    this.#mustBeOpen();
    const { userActions, user } = this.#parts;
    const { closed, connectionError } = await userActions.submit(user.id, { viewId: this.id, state: {} });
    return { closed, errors: closed ? {} : this.errors, ...(connectionError ? { connectionError } : {}) };
  }

  /** The same, of what the app is to take. */
  async sends(entries?: Record<string, Entry>): Promise<void> {
    const { errors, connectionError } = await this.submit(entries);
    const wrong = [
      ...Object.entries(errors).map(([label, text]) => `${label}: ${text}`),
      connectionError ?? '',
    ];
    if (wrong.some(Boolean)) throw new Error(`"${this.title}" wasn't taken: ${wrong.join(' ')}`);
  }

  /** Closes it with its close button; `all` is the × in the corner. */
  async close({ all = false } = {}): Promise<void> {
    this.#mustBeOpen();
    await this.#parts.userActions.close(this.#parts.user.id, { viewId: this.id, all });
  }

  async #enter(field: PlacedElement, entry: Entry): Promise<void> {
    const { core, userActions, user } = this.#parts;
    const { blockId, actionId } = field;
    const value = await entered(this.#entering(), field, entry);
    const state = { [blockId]: { [actionId]: value } };
    core.views.enter(this.#stored, state);
    core.world.changed();
    if (field.dispatches)
      await userActions.action(user.id, { container: this.container, blockId, actionId, value, state });
  }

  #field(label: string): Promise<PlacedElement> {
    const probe = () => {
      this.#mustBeOpen();
      return fieldCalled(this.blocks, label);
    };
    const describeActual = () => `"${this.title}" with ${this.labels.join(', ')}`;
    return waitUntil(this.core, probe, `a field called "${label}"`, describeActual);
  }

  #entering(): EntryContext {
    const { core, userActions, user } = this.#parts;
    return {
      core,
      user,
      ask: async ({ blockId, actionId }, query) => {
        const result = await userActions.options(user.id, {
          container: this.container,
          blockId,
          actionId,
          query,
        });
        return 'options' in result ? result.options : result.groups.flatMap((group) => listOf(group.options));
      },
    };
  }

  #mustBeOpen(): void {
    if (!this.open) throw new Error(`The modal "${this.title}" is closed`);
  }
}
