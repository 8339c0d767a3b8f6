import type { View } from '@slack/types';
import { stateAfter, stateOf } from './element-state.ts';
import { withIds } from './elements.ts';
import { newId } from './ids.ts';
import type { OpenView, StateValues } from './protocol.ts';
import type { World } from './world.ts';

/** A modal or home of one person, with what was entered so far. */
export interface Held extends OpenView {
  person: string;
  root: string;
  previous?: string;
  entered: StateValues;
  /** The blocks of what was shown before, by hash, the oldest first. */
  earlier: Map<string, View['blocks']>;
}

/** Nobody presses a button of a view that has changed this often since. */
const keptDrawings = 20;

const deepest = 3;

/** The modals and the home of every person. */
export class ViewStacks {
  readonly #stacks = new Map<string, Held[]>();
  readonly #homes = new Map<string, Held>();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** From the root to the one on top. */
  stack(person: string): readonly Held[] {
    return this.#stacks.get(person) ?? [];
  }

  top(person: string): Held | undefined {
    return this.stack(person).at(-1);
  }

  find(id: string): Held | undefined {
    return [...this.#stacks.values()].flat().find((one) => one.id === id);
  }

  findExternal(externalId: string): Held | undefined {
    return [...this.#stacks.values(), [...this.#homes.values()]]
      .flat()
      .find((one) => one.view.external_id === externalId);
  }

  home(person: string): Held | undefined {
    return this.#homes.get(person);
  }

  /** Opens a modal instead of whatever was open. */
  open(person: string, view: View): Held {
    const held = this.#drawn(person, view, newId('V0'));
    return this.#set(person, [held], held);
  }

  /** One more on top; `undefined` when there are three already (docs.slack.dev/surfaces/modals). */
  push(person: string, view: View): Held | undefined {
    const stack = this.stack(person);
    const top = stack.at(-1);
    if (stack.length >= deepest) return undefined;
    const held = this.#drawn(person, view, newId('V0'));
    if (top) Object.assign(held, { root: top.root, previous: top.id });
    return this.#set(person, [...stack, held], held);
  }

  /** Draws a view again; what was entered stays where the ids stay. */
  update(held: Held, view: View): Held {
    held.earlier.set(held.hash, held.view.blocks);
    for (const hash of [...held.earlier.keys()].slice(0, -keptDrawings)) held.earlier.delete(hash);
    const again = this.#drawn(held.person, view, held.id, held.entered);
    Object.assign(held, { view: again.view, hash: again.hash, errors: {}, entered: again.entered });
    this.#world.changed();
    return held;
  }

  publish(person: string, view: View): Held {
    const before = this.#homes.get(person);
    if (before) return this.update(before, view);
    const held = this.#drawn(person, view, newId('V0'));
    this.#homes.set(person, held);
    this.#world.changed();
    return held;
  }

  enter(held: Held, sent: StateValues): void {
    held.entered = stateAfter(held.view.blocks, held.entered, sent);
  }

  refuse(held: Held, errors: Record<string, string>): void {
    held.errors = errors;
    this.#world.changed();
  }

  close(held: Held): void {
    this.#set(
      held.person,
      this.stack(held.person).filter((one) => one !== held),
      held,
    );
  }

  closeAll(person: string): void {
    this.#stacks.delete(person);
    this.#world.changed();
  }

  #drawn(person: string, view: View, id: string, entered: StateValues = {}): Held {
    const rendered = { ...view, blocks: withIds(view.blocks as Parameters<typeof withIds>[0]) } as View;
    const hash = `${Math.floor(Date.now() / 1000)}.${newId('', 8)}`;
    const shown = { view: rendered, hash, entered: stateOf(rendered.blocks, entered), earlier: new Map() };
    return { id, root: id, person, errors: {}, ...shown };
  }

  #set(person: string, stack: Held[], held: Held): Held {
    this.#stacks.set(person, stack);
    this.#world.changed();
    return held;
  }
}
