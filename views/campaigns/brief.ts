/** A brief for a campaign from the messages in a thread. Pure. */
import { longestText } from '#src/platform/publishing-api/request.ts';
import { number } from '#views/kit/language.ts';
import { clip } from '#views/kit/limits.ts';
import { compact } from '#views/kit/lists.ts';
import { count, plural } from '#views/kit/text.ts';
import { messageCut } from '#views/posts/refusals.ts';

export interface Line {
  who: string;
  words: string;
}

/** `remarks`: one sentence each about what was cut, which shows as an ellipsis, and what was left out. */
interface Brief {
  text: string;
  remarks: string[];
}

/**
 * How much of each message is kept if not all of them fit, so that one long message doesn't take the place of
 * the others.
 */
const longest = 1_000;

/**
 * Who said what, one line each; at most `longestText` characters. `more`: Slack has messages that aren't in
 * `thread`.
 */
export function briefFrom(thread: readonly Line[], more: boolean): Brief {
  const [only, second] = thread;
  if (only && !second && !more) {
    const { length } = only.words;
    const remarks = length > longestText ? [messageCut(length, 'a brief', longestText)] : [];
    return { text: clip(only.words, longestText), remarks };
  }
  const whole = linesOf(thread, Number.POSITIVE_INFINITY);
  if (whole.join('\n').length <= longestText)
    return { text: whole.join('\n'), remarks: more ? [laterLeftOut] : [] };
  let room = longestText + 1;
  const taken = linesOf(thread, longest).filter((line) => {
    room -= line.length + 1;
    return room >= 0;
  });
  const cut = thread.slice(0, taken.length).filter(({ words }) => words.length > longest).length;
  const left = thread.length - taken.length;
  return {
    text: taken.join('\n'),
    remarks: compact([
      cut > 0 && `${count(cut, 'message was', 'messages were')} cut off after ${number(longest)} characters.`,
      ...(more ? [laterLeftOut] : left > 0 ? [leftOut(left)] : []),
    ]),
  };
}

const linesOf = (thread: readonly Line[], most: number): string[] =>
  thread.map(({ who, words }) => `${who}: ${clip(words, most)}`);

const laterLeftOut = 'The thread was too long, so its later messages were left out.';
const leftOut = (n: number): string =>
  plural(n, {
    one: 'The last message was left out.',
    other: `The last ${count(n, 'message')} were left out.`,
  });
