import type { View } from '@slack/types';
import { stateAfter, stateOf } from './element-state.ts';
import { withIds } from './elements.ts';
import { newId } from './ids.ts';
import type { OpenView, StateValues } from './protocol.ts';
import type { World } from './world.ts';

/** A user's open modal or Home tab, with the values entered so far. */
export interface StoredView extends OpenView {
  user: string;
  root: string;
  previous?: string;
  entered: StateValues;
  /** Previous blocks by view hash, oldest first. */
  earlier: Map<string, View['blocks']>;
}

/** How many previous versions to keep, for clicks on a view that was updated meanwhile. */
const keptVersions = 20;

const maxDepth = 3;

/** The modal stack and Home tab of each user. */
export class ViewStacks {
  readonly #stacks = new Map<string, StoredView[]>();
  readonly #homes = new Map<string, StoredView>();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** The user's modals from the root to the top. */
  stack(user: string): readonly StoredView[] {
    return this.#stacks.get(user) ?? [];
  }

  top(user: string): StoredView | undefined {
    return this.stack(user).at(-1);
  }

  find(id: string): StoredView | undefined {
    return [...this.#stacks.values()].flat().find((one) => one.id === id);
  }

  findExternal(externalId: string): StoredView | undefined {
    return [...this.#stacks.values(), [...this.#homes.values()]]
      .flat()
      .find((one) => one.view.external_id === externalId);
  }

  home(user: string): StoredView | undefined {
    return this.#homes.get(user);
  }

  /** Opens a modal, replacing the current stack. */
  open(user: string, view: View): StoredView {
    const stored = this.#rendered(user, view, newId('V0'));
    return this.#set(user, [stored], stored);
  }

  /** One more on top; `undefined` when there are three already (docs.slack.dev/surfaces/modals). */
  push(user: string, view: View): StoredView | undefined {
    const stack = this.stack(user);
    const top = stack.at(-1);
    if (stack.length >= maxDepth) return undefined;
    const stored = this.#rendered(user, view, newId('V0'));
    if (top) Object.assign(stored, { root: top.root, previous: top.id });
    return this.#set(user, [...stack, stored], stored);
  }

  /** Updates a view. Entered values are kept where block and action IDs stay the same. */
  update(stored: StoredView, view: View): StoredView {
    stored.earlier.set(stored.hash, stored.view.blocks);
    for (const hash of [...stored.earlier.keys()].slice(0, -keptVersions)) stored.earlier.delete(hash);
    const again = this.#rendered(stored.user, view, stored.id, stored.entered);
    Object.assign(stored, { view: again.view, hash: again.hash, errors: {}, entered: again.entered });
    this.#world.changed();
    return stored;
  }

  publish(user: string, view: View): StoredView {
    const before = this.#homes.get(user);
    if (before) return this.update(before, view);
    const stored = this.#rendered(user, view, newId('V0'));
    this.#homes.set(user, stored);
    this.#world.changed();
    return stored;
  }

  enter(stored: StoredView, sent: StateValues): void {
    stored.entered = stateAfter(stored.view.blocks, stored.entered, sent);
  }

  refuse(stored: StoredView, errors: Record<string, string>): void {
    stored.errors = errors;
    this.#world.changed();
  }

  close(stored: StoredView): void {
    this.#set(
      stored.user,
      this.stack(stored.user).filter((one) => one !== stored),
      stored,
    );
  }

  closeAll(user: string): void {
    this.#stacks.delete(user);
    this.#world.changed();
  }

  #rendered(user: string, view: View, id: string, entered: StateValues = {}): StoredView {
    const rendered = { ...view, blocks: withIds(view.blocks as Parameters<typeof withIds>[0]) } as View;
    const hash = `${Math.floor(Date.now() / 1000)}.${newId('', 8)}`;
    const shown = { view: rendered, hash, entered: stateOf(rendered.blocks, entered), earlier: new Map() };
    return { id, root: id, user, errors: {}, ...shown };
  }

  #set(user: string, stack: StoredView[], stored: StoredView): StoredView {
    this.#stacks.set(user, stack);
    this.#world.changed();
    return stored;
  }
}
