/** What a check found: the result, what it means, and how to fix it. */

/** `✔` fine, `!` works but will cause trouble, `✖` doesn't work. */
type State = '✔' | '!' | '✖';

export interface Finding {
  name: string;
  state: State;
  says: string;
  fix?: string;
}

export const fine = (name: string, says: string): Finding => ({ name, state: '✔', says });

export const doubtful = (name: string, says: string, fix: string): Finding => ({
  name,
  state: '!',
  says,
  fix,
});

export const broken = (name: string, says: string, fix: string): Finding => ({
  name,
  state: '✖',
  says,
  fix,
});

/** The finding for a check that can't begin before these settings are fixed. */
export function notChecked(name: string, settings: readonly string[]): Finding {
  const are = settings.length === 1 ? 'is' : 'are';
  const why = `not checked: ${settings.join(' and ')} ${are} missing or wrong`;
  return doubtful(name, why, 'Fix that first, then run this again.');
}

export function wordsOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  // `fetch` only says that it failed; the reason is in the cause.
  const inner = cause.cause instanceof Error ? wordsOf(cause.cause) : '';
  const said = cause.message || ('code' in cause ? String(cause.code) : cause.name);
  return inner && !said.includes(inner) ? `${said} (${inner})` : said;
}
