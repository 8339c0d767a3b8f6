/**
 * Who can do what under each kind of rule, which the tests beside this try over signed HTTP: everything in `npm run test:all`.
 * `npm test` tries each button, modal and command once where it's allowed and once where it's refused, and each reason to refuse it
 * somewhere: what each role may do under each rule is also in what the home tab offers, where nothing is left out.
 */
import type { Role } from '#src/platform/slack/role.ts';
import type { Rule } from '#src/posts/card/rule.ts';
import { isLong } from '#test/support/long-tests.ts';
import { aRule } from '#test/support/rules.ts';

/** A workspace other than the one where Presscheck is installed. */
export const elsewhere = 'T0OTHER';

export interface Who {
  id: string;
  role?: 'admin' | 'guest';
  team?: string;
  /** Signed with the id of another workspace. */
  foreign?: boolean;
}
/** One of each kind of people that a rule treats differently. */
export const roles: Record<string, Who> = {
  author: { id: 'U0ANA' },
  approver: { id: 'U0BO' },
  'group member': { id: 'U0MAX' },
  member: { id: 'U0DAN' },
  administrator: { id: 'U0CY', role: 'admin' },
  guest: { id: 'U0GUS', role: 'guest' },
  'guest in the group': { id: 'U0GIL', role: 'guest' },
  'named guest': { id: 'U0GIA', role: 'guest' },
  outsider: { id: 'U0OLA', team: elsewhere },
  'named outsider': { id: 'U0ODA', team: elsewhere },
  'outsider Slack does not know': { id: 'U0NOWHERE', team: elsewhere },
  'someone Slack does not know': { id: 'U0NOBODY' },
  'other workspace': { id: 'U0BO', foreign: true },
};
/** The members of the user group *Editors*. */
export const group = ['U0ANA', 'U0MAX', 'U0GIL'];
/** Those whom rules name. */
export const named = ['U0BO', 'U0GIA', 'U0ODA'];

/** The rule of each brand. The brands are named after them. */
export const rules: Record<string, Rule | undefined> = {
  none: undefined,
  people: aRule({ people: named }),
  'people and a group': aRule({ people: named, groups: ['S0EDITORS'] }),
  'a group, own allowed': aRule({ people: [], groups: ['S0EDITORS'], own: true }),
  'an empty list': aRule({ people: [] }),
  'a group that cannot be read': aRule({ people: [], groups: ['S0LOST'] }),
  'none, and guests work': undefined,
  'people and a group, and guests work': aRule({ people: named, groups: ['S0EDITORS'] }),
};
export const brands = Object.keys(rules);

/** The brands whose settings let guests do what members do. */
export const letsGuestsWork = (brand: string): boolean => brand.endsWith('guests work');

/** Permissions depend on which of these it is. */
export type Act = 'look' | 'touch' | 'decide' | 'approve' | 'resubmit' | 'undo';

type Expected = 'done' | 'outsider' | 'guest' | 'not_named' | 'own' | 'not theirs' | 'stranger';

/** The rules of docs/approval.md, as briefly as possible. */
export function expected({ id, role, team, foreign }: Who, brand: string, act: Act): Expected {
  const rule = rules[brand];
  if (foreign) return 'stranger';
  if (act === 'look') return 'done';
  const isNamed = rule?.approvers.people.includes(id) ?? false;
  // Slack says of some that there is no such person
  if ((team || id === 'U0NOBODY') && !isNamed) return 'outsider';
  if (role === 'guest' && !isNamed && !letsGuestsWork(brand)) return 'guest';
  if (act === 'undo') return id === 'U0BO' ? 'done' : 'not theirs';
  if (!rule) return 'done';
  if (act === 'touch' || (act === 'resubmit' && id === 'U0ANA')) return 'done';
  const inGroup = rule.approvers.groups.includes('S0EDITORS') && group.includes(id) && role !== 'guest';
  if (!isNamed && !inGroup) return 'not_named';
  return act === 'approve' && id === 'U0ANA' && !rule.own ? 'own' : 'done';
}

/** The message for users who can't. */
export const says: Record<Exclude<Expected, 'done'>, RegExp> = {
  outsider: /You’re from another organization/,
  guest: /You’re a guest, so you can view/,
  not_named: /You can’t review posts for .* can/i,
  'not theirs': /Only <@U0BO>, who approved this, can undo it/,
  own: /You can’t approve your own post\. .*can/,
  stranger: /isn’t installed in your Slack workspace/,
};

/** Who can only look, unless a rule names them or a brand lets guests work. */
export const isVisitor = ({ team, role, id }: Who): boolean =>
  team !== undefined || role === 'guest' || id === 'U0NOBODY';

/** The role that the bot should see in them. */
export const roleOf = ({ id, role, team }: Who): Role => {
  if (team || id === 'U0NOBODY') return 'outsider';
  return role === 'admin' ? 'administrator' : (role ?? 'member');
};

/** The cells of a table for each role under each rule. */
export const everyone = () =>
  Object.entries(roles).flatMap(([role, who]) => brands.map((brand) => ({ role, who, brand })));

/**
 * Each of the things that are tried once where it's allowed and once where it's refused, and each reason to refuse once, spread
 * over roles and rules; `npm run test:all`: every cell. `outcomeOf` answers `done` where it's allowed.
 */
export function oncePer<T>(
  cells: T[],
  outcomeOf: (cell: T) => string,
  thingOf: (cell: T) => string = () => '',
): T[] {
  if (isLong) return cells;
  // a prime that divides no table's length, so that each cell appears once
  const mixed = cells.map((_, i) => cells[(i * 7_919) % cells.length] as T);
  const once = (keyOf: (cell: T) => string) => new Map(mixed.map((cell) => [keyOf(cell), cell])).values();
  return [
    ...new Set([...once((cell) => `${outcomeOf(cell) === 'done'} ${thingOf(cell)}`), ...once(outcomeOf)]),
  ];
}
