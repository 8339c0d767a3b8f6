import { isFields } from '../json.ts';

export type Surface = 'message' | 'modal' | 'home';

/** A rule's context: the surface, and how to report a problem. */
export interface Check {
  surface: Surface;
  /** Whether Slack couldn't fetch this picture, which refuses the whole message with `invalid_blocks`. */
  unreachable(url: string): boolean;
  report(at: string, problem: string): void;
}

/** Checks a value at this JSON pointer, and reports what Slack would refuse. */
export type Rule = (value: unknown, at: string, check: Check) => void;

export const anything: Rule = () => {};

export const flag: Rule = (value, at, check) => {
  if (typeof value !== 'boolean') check.report(at, 'must be a boolean');
};

/** A string of limited length, with errors in Slack's wording ("must be less than 151 characters"). */
export function characters(max: number, min = 0): Rule {
  return (value, at, check) => {
    if (typeof value !== 'string') check.report(at, 'must be a string');
    else if (value.length > max) check.report(at, `must be less than ${max + 1} characters`);
    else if (value.length < min) check.report(at, `must be more than ${min - 1} characters`);
  };
}

export function pattern(shape: RegExp, meaning: string): Rule {
  return (value, at, check) => {
    if (typeof value !== 'string' || !shape.test(value)) check.report(at, `must be ${meaning}`);
  };
}

export function whole(min: number, max: number): Rule {
  return (value, at, check) => {
    if (!Number.isInteger(value)) check.report(at, 'must be an integer');
    else if (Number(value) < min || Number(value) > max)
      check.report(at, `must be between ${min} and ${max}`);
  };
}

export function oneOf(...allowed: string[]): Rule {
  return (value, at, check) => {
    if (!allowed.includes(String(value)))
      check.report(at, `must be a valid enum value: ${allowed.join(', ')}`);
  };
}

export function list(item: Rule, max: number, min = 0): Rule {
  return (value, at, check) => {
    if (!Array.isArray(value)) return check.report(at, 'must provide an array');
    if (value.length > max) check.report(at, `no more than ${max} items allowed`);
    if (value.length < min) check.report(at, `no less than ${min} items allowed`);
    for (const [index, one] of value.entries()) item(one, `${at}/${index}`, check);
  };
}

/** An object with exactly these fields. Slack refuses unknown ones. */
export function shape(required: Record<string, Rule>, optional: Record<string, Rule> = {}): Rule {
  const known = new Map(Object.entries({ type: anything, ...optional, ...required }));
  return (value, at, check) => {
    if (!isFields(value)) return check.report(at, 'must provide an object');
    for (const name of Object.keys(required)) {
      if (value[name] === undefined || value[name] === null)
        check.report(at, `missing required field: ${name}`);
    }
    for (const [name, inside] of Object.entries(value)) {
      const rule = known.get(name);
      if (!rule) check.report(at, `invalid additional property: ${name}`);
      else if (inside !== undefined && inside !== null) rule(inside, `${at}/${name}`, check);
    }
  };
}

/** Applies the rule for the value's `type`. */
export function byType(kinds: Record<string, Rule>): Rule {
  return (value, at, check) => {
    if (!isFields(value)) return check.report(at, 'must provide an object');
    if (value.type === undefined) return check.report(at, 'missing required field: type');
    const rule = Object.hasOwn(kinds, String(value.type)) ? kinds[String(value.type)] : undefined;
    if (rule) rule(value, at, check);
    else check.report(`${at}/type`, `unsupported type: ${String(value.type)}`);
  };
}

export function all(...rules: Rule[]): Rule {
  return (value, at, check) => {
    for (const rule of rules) rule(value, at, check);
  };
}

/** An additional condition on an object. */
export function provided(
  locks: (value: Record<string, unknown>) => boolean,
  problem: string,
  field = '',
): Rule {
  return (value, at, check) => {
    if (isFields(value) && !locks(value)) check.report(field ? `${at}/${field}` : at, problem);
  };
}

/** Allowed only on these surfaces; elsewhere, Slack reports an unknown type. */
export function onlyOn(surfaces: Surface[], rule: Rule): Rule {
  return (value, at, check) => {
    if (surfaces.includes(check.surface)) return rule(value, at, check);
    const type = isFields(value) ? String(value.type) : typeof value;
    check.report(`${at}/type`, `unsupported type: ${type} (not available in a ${check.surface})`);
  };
}
