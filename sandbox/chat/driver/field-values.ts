import type { Core } from '../core.ts';
import { stateWith } from '../element-values.ts';
import type { PlacedElement } from '../elements.ts';
import { filePayload, keepFile } from '../files.ts';
import { fieldsOf, textOf } from '../json.ts';
import { optionsOf } from '../limits/texts.ts';
import type { ElementState, User } from '../protocol.ts';
import { labelOf } from './find-elements.ts';

/** A file that a person picks from their machine. */
export interface PickedFile {
  name: string;
  content: string | Uint8Array;
}

/** What a person enters: words, a day or moment, the texts of options, names of people or channels, files. */
export type Entry = string | number | Date | null | readonly string[] | readonly PickedFile[];

/** Who enters a value, and how to load options from the app. */
export interface EntryContext {
  core: Core;
  user: User;
  ask(placed: PlacedElement, query: string): Promise<unknown[]>;
}

const optionText = (option: unknown): string => textOf(fieldsOf(fieldsOf(option).text).text);

const optionLike = (options: readonly unknown[], text: string): unknown =>
  options.find((one) => optionText(one) === text) ??
  options.find((one) => optionText(one).toLowerCase().includes(text.toLowerCase()));

function optionCalled(options: readonly unknown[], text: string, placed: PlacedElement): unknown {
  const found = optionLike(options, text);
  if (found) return found;
  const there = options.map(optionText).join(', ') || 'nothing';
  throw new Error(`"${labelOf(placed)}" does not offer "${text}". It offers: ${there}`);
}

async function optionFor(entering: EntryContext, placed: PlacedElement, text: string): Promise<unknown> {
  if (!placed.type.includes('external_select')) return optionCalled(optionsOf(placed.element), text, placed);
  const least = Number(placed.element.min_query_length ?? 3);
  if (text.length < least)
    throw new Error(`"${labelOf(placed)}" wants at least ${least} letters, not "${text}"`);
  let options = await entering.ask(placed, text);
  // what an app could not say in time it may know now
  for (let more = 2; more > 0 && !optionLike(options, text); more -= 1)
    options = await entering.ask(placed, text);
  return optionCalled(options, text, placed);
}

function asList(entry: Entry): string[] {
  if (entry === null) return [];
  const list = Array.isArray(entry) ? entry : [entry];
  return list.map(String);
}

function userIdOf({ core }: EntryContext, name: string): string {
  const user = core.world.userNamed(name);
  if (!user) throw new Error(`There is no person called ${name}`);
  return user.id;
}

function channelId(entering: EntryContext, name: string): string {
  const { core, user } = entering;
  const channel = core.world.channelNamed(name);
  if (channel) return channel.id;
  return core.world.openDirectMessage(user.id, userIdOf(entering, name)).id;
}

/** `2026-11-21` and `09:30` as the clock on this person's wall says it. */
function wallClock(moment: Date, zone: string): { day: string; time: string } {
  const form = { timeZone: zone, dateStyle: 'short', timeStyle: 'short' } as const;
  const [day = '', time = ''] = new Intl.DateTimeFormat('sv-SE', form).format(moment).split(' ');
  return { day, time };
}

function seconds(entry: Entry): number {
  return entry instanceof Date ? Math.floor(entry.getTime() / 1000) : Number(entry);
}

function keepFiles({ core, user }: EntryContext, entry: Entry): unknown[] {
  const picked = (Array.isArray(entry) ? entry : []) as readonly PickedFile[];
  return picked.map(({ name, content }) =>
    filePayload(core, keepFile(core, { owner: user.id, name, bytes: Buffer.from(content) })),
  );
}

async function valueFor(entering: EntryContext, placed: PlacedElement, entry: Entry): Promise<unknown> {
  const { type } = placed;
  if (type.startsWith('multi_') || type === 'checkboxes') {
    const of = (text: string): unknown =>
      type === 'multi_users_select' ? userIdOf(entering, text) : optionFor(entering, placed, text);
    return Promise.all(asList(entry).map(of));
  }
  if (type === 'file_input') return keepFiles(entering, entry);
  if (entry === null) return null;
  switch (type) {
    case 'static_select':
    case 'external_select':
    case 'radio_buttons':
      return optionFor(entering, placed, String(entry));
    case 'conversations_select':
      return channelId(entering, String(entry));
    case 'datepicker':
      return entry instanceof Date ? wallClock(entry, entering.user.zone).day : String(entry);
    case 'timepicker':
      return entry instanceof Date ? wallClock(entry, entering.user.zone).time : String(entry);
    case 'datetimepicker':
      return seconds(entry);
    default:
      return String(entry);
  }
}

/** The state of a field after a person entered this. */
export async function entered(
  entering: EntryContext,
  placed: PlacedElement,
  entry: Entry,
): Promise<ElementState> {
  const state = stateWith(placed.type, await valueFor(entering, placed, entry));
  if (!state) throw new Error(`A ${placed.type} holds no value`);
  return state;
}
