/** The list of commands, made from the command list itself, and the answer to a word that is none of them. */

import type { KnownBlock } from '@slack/types';
import { closest, distance } from 'fastest-levenshtein';

import { clipped, escaped, mrkdwn, plain } from './text.ts';

export interface HelpEntry {
  slash?: string;
  word?: string;
  hint?: string;
  about: string;
  shortcut?: { type: 'message' | 'global'; name: string };
}

interface Said {
  text: string;
  blocks: KnownBlock[];
}

/** `slash` gives the slash command of this installation for a name. */
export function helpText(entries: readonly HelpEntry[], slash: (name: string) => string): Said {
  const line = (command: string, { hint, about }: HelpEntry): string =>
    `\`${command}${hint ? ` ${escaped(hint)}` : ''}\`  ${escaped(about)}`;
  const making = entries.flatMap((entry) =>
    entry.slash && entry.slash !== 'social' ? [line(slash(entry.slash), entry)] : [],
  );
  const asking = entries.flatMap((entry) =>
    entry.word && !entry.slash ? [line(`${slash('social')} ${entry.word}`, entry)] : [],
  );
  const shortcuts = entries.flatMap(({ shortcut, about }) =>
    shortcut?.type === 'message' ? [`*${escaped(shortcut.name)}*  ${escaped(about)}`] : [],
  );
  const global = entries.flatMap(({ shortcut }) =>
    shortcut?.type === 'global' ? [`*${escaped(shortcut.name)}*`] : [],
  );
  const also = entries.flatMap(({ slash: name, word }) =>
    name && word ? [`\`${slash('social')} ${word}\``] : [],
  );
  return {
    text: [...making, ...asking, ...shortcuts].join('\n'),
    blocks: [
      { type: 'header', text: plain('What Presscheck can do') },
      { type: 'section', text: mrkdwn(making.join('\n')) },
      ...(asking.length > 0 ? [{ type: 'section' as const, text: mrkdwn(asking.join('\n')) }] : []),
      ...(shortcuts.length > 0
        ? [
            {
              type: 'section' as const,
              text: mrkdwn(`In the menu of every message (\u22ee):\n${shortcuts.join('\n')}`),
            },
          ]
        : []),
      {
        type: 'context',
        elements: [
          mrkdwn(
            'Every post becomes a card in the channel where you asked for it. Its buttons approve and publish.',
          ),
          mrkdwn('The home tab of Presscheck shows what waits for you.'),
          ...(global.length > 0
            ? [mrkdwn(`In the shortcuts of the composer (:zap:): ${global.join(', ')}.`)]
            : []),
          mrkdwn(`Where another app took these names, ${also.join(', ')} open the same forms.`),
        ],
      },
    ],
  };
}

/** A slip: one letter of a short word, at most two of a longer one. Further off, the nearest word is a guess. */
const isSlip = (typed: string, word: string): boolean =>
  distance(typed, word) <= (Math.max(typed.length, word.length) <= 4 ? 1 : 2);

export function unknownWord(word: string, words: string[], social: string): { text: string } {
  const typed = word.toLowerCase();
  const nearest = closest(typed, words);
  const meant = isSlip(typed, nearest) ? ` Did you mean \`${social} ${nearest}\`?` : '';
  return {
    text: `I do not know “${clipped(word, 60)}”.${meant} \`${social} help\` lists what I can do.`,
  };
}
