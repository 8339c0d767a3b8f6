/** What a check found: how it stands, what that means, and how to mend it. */

/** `✔` fine, `!` works and will hurt, `✖` does not work. */
type State = '✔' | '!' | '✖';

export interface Finding {
  name: string;
  state: State;
  says: string;
  mend?: string;
}

export const fine = (name: string, says: string): Finding => ({ name, state: '✔', says });

export const doubtful = (name: string, says: string, mend: string): Finding => ({
  name,
  state: '!',
  says,
  mend,
});

export const broken = (name: string, says: string, mend: string): Finding => ({
  name,
  state: '✖',
  says,
  mend,
});

/** A check that cannot begin before these settings are mended. */
export function notLookedAt(name: string, settings: readonly string[]): Finding {
  const are = settings.length === 1 ? 'is' : 'are';
  const why = `not looked at: ${settings.join(' and ')} ${are} missing or wrong`;
  return doubtful(name, why, 'Mend that first, then run this again.');
}

export function wordsOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  // fetch says only that it failed; why stands in the cause
  const inner = cause.cause instanceof Error ? wordsOf(cause.cause) : '';
  const said = cause.message || ('code' in cause ? String(cause.code) : cause.name);
  return inner && !said.includes(inner) ? `${said} (${inner})` : said;
}
