/** A brief for a campaign from what was said in a thread. Pure. */
import { clip, slack } from './limits.ts';
import { count } from './text.ts';

/** What somebody said, in plain words. */
export interface Line {
  who: string;
  words: string;
}

/** So that one long message does not take the place of all others. */
const longest = 1_000;
/** For the line that says how much was left out. */
const reserve = 60;

/**
 * Who said what, a line each, from the first on; at most as long as one input of Slack. What was cut shows as an
 * ellipsis, and what was left out in the last line. `more`: Slack has messages that are not in `thread`.
 */
export function briefFrom(thread: readonly Line[], more: boolean): string {
  const [only, second] = thread;
  if (only && !second && !more) return clip(only.words, slack.inputText);
  const lines = thread.map(({ who, words }) => `${who}: ${clip(words, longest)}`);
  let room = slack.inputText - reserve;
  const taken = lines.filter((line) => {
    room -= line.length + 1;
    return room >= 0;
  });
  const left = lines.length - taken.length;
  const rest = more ? 'more messages' : count(left, 'more message');
  return [...taken, ...(left > 0 || more ? [`… and ${rest}, left out`] : [])].join('\n');
}
