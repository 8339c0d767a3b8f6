/**
 * The details of entries, in words that people read. What is recorded is in the terms of the code, and can't
 * be changed, so that the trail's chain can still be verified. What isn't known here is shown as recorded.
 */
import { weekdayName } from '#views/kit/moment.ts';
import { count, plural } from '#views/kit/text.ts';

type Wording = [recorded: RegExp, shown: string | ((...found: string[]) => string)];

const results: Wording[] = [
  [/^already paused, the first reason stays$/, 'already paused, so people still see the first reason'],
  // the action says it
  [/^(one brand|all brands|saved)$/, ''],
  [/^kept for (\d+) days$/, (_, days) => `entries are kept for ${count(Number(days), 'day')}`],
  // why a recurring post was skipped or stopped
  [
    /^(\d+) from (\d{4}-\d\d-\d\d)$/,
    (_, posts, date) =>
      plural(Number(posts), {
        one: `1 post, planned for ${date}`,
        other: `${posts} posts, starting ${date}`,
      }),
  ],
  [/^person_left$/, 'the person who set it up left the workspace'],
  [/^not_allowed$/, 'the person who set it up can no longer request posts'],
  [/^brand_gone$/, 'the brand is no longer in the publishing service'],
  [/^profile_gone$/, 'a social profile is no longer connected'],
  [/^file_gone$/, 'an attached file is no longer in Slack'],
  [/^files_unserved$/, 'file uploads were turned off'],
  // why a request failed
  [/^shape$/, 'the response couldn’t be read'],
  [/^down$/, 'the connection failed, or the publishing service returned an error'],
  [/^timeout$/, 'no response in time'],
  [/^busy$/, 'too many requests'],
  [/^key$/, 'the API key wasn’t accepted'],
];

/** A result as it's shown; empty if the action says it. */
export const resultText = (result: string): string => worded(result, results);

/** Words in other notes. */
const notes: [recorded: RegExp, shown: string][] = [
  [/^freeze(?=$|,)/, 'paused'],
  [/(^|, )approval void$/, '$1approvals cleared'],
  [/^proof(?=$|,)/, 'not shown as published'],
  [/^due(?=$|,)/, 'scheduled time passed'],
  [/^hold(?=$|,)/, 'unschedule'],
];

/** Lists of settings, by how their notes begin: `describeRule`, `describeBrandSettings`, and so on. */
const lists: [beginning: RegExp, parts: Wording[]][] = [
  [
    /^rule: /,
    [
      [/^needs all$/, 'needs approval from every approver'],
      [/^needs (\d+)$/, (_, n) => `needs ${count(Number(n), 'approval')}`],
      [/^own posts too$/, 'authors can approve their own posts'],
      [/^not own posts$/, 'authors can’t approve their own posts'],
      [/^scheduled too$/, 'scheduled posts need approval'],
      [/^not scheduled$/, 'scheduled posts don’t need approval'],
      [/^attached files only$/, 'media must be attached files'],
      [/^in (\w+)$/, 'cards in $1'],
      [/^of nobody$/, 'no approvers'],
      [/^of (.+)$/, (_, ids = '') => `approvers: ${ids.replaceAll(' ', ', ')}`],
    ],
  ],
  [
    /^settings: /,
    [
      [/^in no channel$/, 'no channel for cards'],
      [/^in (\w+)$/, 'cards in $1'],
      [/^no zone$/, 'no time zone'],
      [/^reminders after (\d+) min (.+)-(.+)$/, 'reminders after $1 minutes, from $2 to $3'],
      [
        /^weekly report on day (\d) at (.+)$/,
        (_, day, at) => `weekly report on ${weekdayName(Number(day))}s at ${at}`,
      ],
      [/^results off$/, 'no post results'],
      [/^results thread$/, 'post results in the thread'],
      [/^guests look$/, 'guests can only view posts'],
      [/^guests work$/, 'guests can do what members can'],
      [/^profiles: none$/, 'no default profiles'],
      [/^profiles: (.+)$/, (_, ids = '') => `default profiles: ${ids.replaceAll(' ', ', ')}`],
    ],
  ],
  [
    /^notifications: /,
    [[/^(\w+) (\w+)$/, (_, topic = '', place) => `${topic.replaceAll('_', ' ')}: ${place}`]],
  ],
  [
    /^own settings: /,
    [
      [/^no brand$/, 'no default brand'],
      [/^brand (.+)$/, 'default brand: $1'],
      [/^notices (on|off)$/, 'private updates $1'],
      [/^direct messages: none$/, 'no direct messages'],
      [/^direct messages: (.+)$/, (_, kinds = '') => `direct messages: ${kindsText(kinds.split(' '))}`],
      [/^quiet (.+)-(.+)$/, 'quiet hours from $1 to $2'],
    ],
  ],
  [
    /^recurring post [\w ]+: [^:]+: /,
    [
      [/^zone of the brand$/, 'in the brand’s time zone'],
      [/^(\d+) days ahead$/, (_, n) => `created ${count(Number(n), 'day')} ahead`],
      [/^no last date$/, 'no end date'],
      [/^(\d+) characters$/, (_, n) => count(Number(n), 'character')],
      [/^(\d+) files$/, (_, n) => count(Number(n), 'file')],
      [/^profiles: none$/, 'no social profiles'],
      [/^profiles: (.+)$/, (_, ids = '') => `social profiles: ${ids.replaceAll(' ', ', ')}`],
    ],
  ],
];

const kinds: Record<string, string> = {
  ready: 'posts ready',
  decided: 'posts reviewed or edited',
  published: 'posts published or failed',
  approval: 'approval needed',
};

const kindsText = (codes: readonly string[]): string =>
  codes.map((code) => (Object.hasOwn(kinds, code) ? kinds[code] : code)).join(', ');

/** A note that Presscheck wrote, as it's shown. The action says how a list of settings begins. */
export function ownNoteText(note: string): string {
  const [beginning, parts] = lists.find(([one]) => one.test(note)) ?? [];
  if (!beginning || !parts) return notes.reduce((text, [from, to]) => text.replace(from, to), note);
  const details = note.replace(beginning, '').split(', ');
  return details.map((part) => worded(part, parts)).join('; ');
}

function worded(recorded: string, wordings: readonly Wording[]): string {
  const [pattern, shown] = wordings.find(([one]) => one.test(recorded)) ?? [];
  if (!pattern || shown === undefined) return recorded;
  return typeof shown === 'string' ? recorded.replace(pattern, shown) : recorded.replace(pattern, shown);
}
