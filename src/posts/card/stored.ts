/**
 * How cards, and the codes that audit entries and metrics have, are written down. Earlier releases read and
 * write the same cards while an upgrade is under way, and dashboards and alerts name the labels, so what is
 * stored keeps its first names. Pure.
 */
import { z } from 'zod';

/**
 * Codes with the word that is stored for each; any other is stored with spaces: `changes_requested` as
 * `changes requested`.
 */
export function storedWords(words: Readonly<Record<string, string>>) {
  const codes = new Map(Object.entries(words).map(([code, word]) => [word, code]));
  const read = (stored: string): string => codes.get(stored) ?? stored.replaceAll(' ', '_');
  return {
    write: (code: string): string => words[code] ?? code.replaceAll('_', ' '),
    read,
    schema: <const Codes extends readonly string[]>(of: Codes) =>
      z.preprocess((stored) => (typeof stored === 'string' ? read(stored) : stored), z.enum(of)),
  };
}

/** States, what happened in a card's history, and pending changes. */
export const cardWords = storedWords({
  requested: 'asked',
  retried: 'asked again',
  checked_again: 'looked again',
  undone: 'taken back',
  unscheduled_by_pause: 'frozen',
  withheld: 'held',
  withhold: 'hold',
});

/** Types of transitions, in audit entries and metrics. */
export const transitionWords = storedWords({
  allow_schedule: 'clear',
  await_groups: 'wait',
  check_again: 'look again',
  leave_as_draft: 'leave',
  note_missing: 'miss',
  record_message: 'draw',
  rerender: 'redraw',
  retry: 'ask again',
  show_in_channel: 'bring',
  unschedule: 'take off',
  withhold: 'hold',
});

/** Why a transition was refused, in audit entries. */
export const refusalWords = storedWords({ already_approved: 'given', paused: 'frozen', time_passed: 'late' });

/** Fields of a record that are stored under other names. */
export function storedFields(fields: Readonly<Record<string, string>>) {
  const storedNames = new Map(Object.entries(fields));
  const names = new Map(Object.entries(fields).map(([name, stored]) => [stored, name]));
  return {
    /** The record with its fields named as they're stored. */
    write: (record: object): object => renamed(record, storedNames),
    /** What was read, with its fields named as they are here. */
    read: (stored: object): object => renamed(stored, names),
  };
}

const renamed = (record: object, by: ReadonlyMap<string, string>): object =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [by.get(name) ?? name, value]));

export const cardFields = storedFields({
  attempts: 'tries',
  publishAfter: 'goesOutAt',
  renderedVersion: 'drawn',
  requestedTime: 'wantedAt',
  rerender: 'redraw',
  revision: 'moves',
  schedulableHash: 'cleared',
  showInChannel: 'bring',
  unverified: 'unproven',
});
