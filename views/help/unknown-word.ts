/** The answer to an unknown word after `/social`. */

import { closest } from 'fastest-levenshtein';
import type { HelpEntry } from '#views/kit/help-entry.ts';
import { isSlip } from '#views/kit/nearest.ts';
import { clipped, escaped } from '#views/kit/text.ts';
import { type HelpReader, offeredTo, type Slash } from './help.ts';

/** The words that may be meant, by the strongest of the signs. Empty if nothing is similar. */
function meantBy(typed: string, words: readonly string[]): string[] {
  // `me` and `ai` are part of many words
  const long = words.filter((word) => word.length > 2);
  const signs = [
    [...words.filter((word) => word.startsWith(typed)), ...long.filter((word) => typed.startsWith(word))],
    [...words.filter((word) => word.includes(typed)), ...long.filter((word) => typed.includes(word))],
    words.filter((word) => isSlip(typed, word)),
  ];
  return signs.find((found) => found.length > 0) ?? [];
}

const begins = (name: string, typed: string): boolean =>
  typed.length > 2 && name.toLowerCase().startsWith(typed);

/**
 * Names the most similar commands that this person can use. `slash`: the name of a slash command in this
 * installation.
 */
export function unknownWord(
  word: string,
  entries: readonly HelpEntry[],
  reader: HelpReader,
  slash: Slash,
): { text: string } {
  const typed = word.toLowerCase();
  const social = slash('social');
  const offered = offeredTo(reader, entries);
  const meant = meantBy(
    typed,
    offered.flatMap((entry) => entry.word ?? []),
  );
  const nearest = meant.length > 0 ? closest(typed, meant) : undefined;
  const inMenu = offered.find(({ shortcut }) => shortcut?.type === 'message' && begins(shortcut.name, typed));
  const says = inMenu?.shortcut
    ? ` Did you mean *${escaped(inMenu.shortcut.name)}*? It’s in the *More actions* menu of any message (\u22ee).`
    : nearest === undefined
      ? ''
      : ` Did you mean \`${social} ${nearest}\`?`;
  const help = nearest === 'help' ? 'It' : `\`${social} help\``;
  return { text: `I don’t recognize “${clipped(word, 60)}”.${says} ${help} lists what I can do.` };
}
