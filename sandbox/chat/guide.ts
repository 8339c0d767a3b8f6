/** The guide's steps, each checked off once it has really happened. */
import { app } from './defaults.ts';
import { textOfBlocks } from './driver/shown-text.ts';
import type { ShownStep } from './protocol.ts';
import type { World } from './world.ts';

export interface GuideStep {
  title: string;
  /** What to type and press, as mrkdwn. */
  how: string;
  isDone(recorded: GuideRecord): boolean;
}

/** What the chat has recorded since the guide began. */
export interface GuideRecord {
  /** The text of each app message that's new or has changed since `before`, oldest first. */
  messages: readonly { text: string; before: string | undefined }[];
  /** The forms that the app accepted. */
  forms: readonly SubmittedForm[];
}

export interface SubmittedForm {
  /** Who sent it. */
  user: string;
  title: string;
  /** The non-empty values of its text fields, from top to bottom. */
  entered: readonly string[];
}

/** Tracks which steps are done. Checks after every change in the chat; a step that was done stays done. */
export class Guide {
  readonly #steps: readonly GuideStep[];
  readonly #world: World;
  readonly #done = new Set<GuideStep>();
  readonly #texts = new WeakMap<readonly unknown[], string>();
  #before = new Map<string, string>();
  #forms: SubmittedForm[] = [];

  constructor(steps: readonly GuideStep[], world: World) {
    this.#steps = steps;
    this.#world = world;
    if (steps.length > 0) world.onChange(() => this.#check());
  }

  /** Starts over: only what happens from now on counts. */
  begin(): void {
    this.#done.clear();
    this.#forms = [];
    this.#before = new Map(this.#appMessages().map(({ key, text }) => [key, text]));
    this.#world.changed();
  }

  /** Records a form that the app accepted. */
  formAccepted(form: SubmittedForm): void {
    this.#forms.push(form);
    this.#world.changed();
  }

  get steps(): ShownStep[] {
    return this.#steps.map((step) => ({ title: step.title, how: step.how, done: this.#done.has(step) }));
  }

  #check(): void {
    const open = this.#steps.filter((step) => !this.#done.has(step));
    if (open.length === 0) return;
    const messages = this.#appMessages().flatMap(({ key, text }) => {
      const before = this.#before.get(key);
      return text === before ? [] : [{ text, before }];
    });
    const seen = { messages, forms: this.#forms };
    for (const step of open) if (step.isDone(seen)) this.#done.add(step);
  }

  #appMessages(): { key: string; text: string }[] {
    return [...this.#world.channels.keys()].flatMap((channel) =>
      this.#world
        .messages(channel)
        .filter(({ user, deleted }) => user === app.botUser && !deleted)
        .map(({ ts, text, blocks }) => ({
          key: `${channel} ${ts}`,
          text: blocks.length > 0 ? this.#textOf(blocks) : text,
        })),
    );
  }

  /** Cached by identity: blocks are replaced, never mutated. */
  #textOf(blocks: readonly unknown[]): string {
    const known = this.#texts.get(blocks) ?? textOfBlocks(blocks);
    this.#texts.set(blocks, known);
    return known;
  }
}
