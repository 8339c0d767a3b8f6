/** Makes a refusal plain text for a field, which can't show mrkdwn, mentions or Slack's dates. Pure. */

import { clockText, dayText } from './moment.ts';
import { plainWords } from './plain-words.ts';
import { capital, unnamed } from './text.ts';

interface Known {
  /** A person's name; `undefined` if it isn't known. */
  nameOf(user: string): string | undefined;
  /** The reader's IANA time zone; absent: times stay in UTC. */
  zone?: string | undefined;
  /** The person has written something that isn't saved. */
  hasWords?: boolean;
}

/** The refusal, which is mrkdwn, as plain text. */
export function plainRefusal(refusal: string, { nameOf, zone, hasWords = false }: Known): string {
  const said = plainWords(refusal, {
    person: (id) => nameOf(id) ?? unnamed.person,
    emoji: () => undefined,
    time: (unix) => zone && `${dayText(unix * 1_000, zone)} at ${clockText(unix * 1_000, zone)}`,
  });
  const begun = capital(said);
  return hasWords ? `${begun} Your text is still here, so you can copy what you want to keep.` : begun;
}
