/** A refusal at a field, which shows no marks, mentions or dates of Slack. Pure. */

import { clockText, dayText } from './moment.ts';
import { plainWords } from './plain-words.ts';
import { capital } from './text.ts';

interface Known {
  /** A person's name; `undefined` if it's unknown. */
  nameOf(user: string): string | undefined;
  /** The reader's IANA zone; absent: times stay in UTC. */
  zone?: string | undefined;
  /** They wrote something that is not kept. */
  hasWords?: boolean;
}

/** The refusal, which is mrkdwn, as plain text. */
export function plainRefusal(refusal: string, { nameOf, zone, hasWords = false }: Known): string {
  const said = plainWords(refusal, {
    person: (id) => nameOf(id) ?? 'someone',
    emoji: () => undefined,
    time: (unix) => zone && `${dayText(unix * 1_000, zone)} at ${clockText(unix * 1_000, zone)}`,
  });
  const begun = capital(said);
  return hasWords ? `${begun} Your text is still here, so you can copy what you want to keep.` : begun;
}
