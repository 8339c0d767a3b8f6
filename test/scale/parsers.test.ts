/**
 * Everything that parses input from users, Slack, or the publishing service has to take linear time, so that one long text can't
 * block the process. Each parser here gets texts that make backtracking expressions slow. Previews aren't here: they run in a
 * separate process with a timeout.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distance } from 'fastest-levenshtein';
import { readColumns } from '#src/analytics/columns.ts';
import { summaryOf } from '#src/analytics/summary.ts';
import { readTable } from '#src/analytics/table.ts';
import { readNumber, readTime } from '#src/analytics/values.ts';
import { isApprovalReply } from '#src/approval/approval-signals.ts';
import { readSearch, usersOf } from '#src/audit/search.ts';
import { writeCsv } from '#src/platform/csv.ts';
import { isInside } from '#src/platform/inside.ts';
import { withoutSecrets } from '#src/platform/log.ts';
import { looksLikeHtml } from '#src/platform/publishing-api/answers/body.ts';
import { readErrorWords } from '#src/platform/publishing-api/answers/words.ts';
import { utcSeconds } from '#src/platform/publishing-api/datetime.ts';
import { profileName } from '#src/platform/publishing-api/networks.ts';
import { cardLimits } from '#src/posts/card/bounds.ts';
import { around } from '#src/posts/card/difference.ts';
import { measuresOf } from '#src/posts/card/lengths.ts';
import { endingOf, fileName, isVideo } from '#src/posts/card/media-address.ts';
import { fillBrand, fillDay } from '#src/posts/card/placeholders.ts';
import { contentShown } from '#src/posts/card/same-content.ts';
import { weightedLength } from '#src/posts/card/weighted-length.ts';
import { readRows } from '#src/spreadsheets/read-file.ts';
import { noSuchDay } from '#src/time/no-such-day.ts';
import { readTimeInWords } from '#src/time/words.ts';
import { readable } from '#src/time/written.ts';
import { aCard, aPost } from '#test/posts/card/samples.ts';
import { isLong, longTest, shareOf } from '#test/support/long-tests.ts';
import { linksIn, wrongLinks } from '#views/kit/links.ts';
import { longTextFields } from '#views/kit/long-text.ts';
import { mentioned, plainWords } from '#views/kit/plain-words.ts';
import { clipped, escaped, escapedWithMarks } from '#views/kit/text.ts';
import { renderCard } from '#views/posts/card.ts';
import { mentionedIn, withNames } from '#views/posts/mentions.ts';
import { whatToReplace } from '#views/posts/template-field.ts';
import { type Checking, checkRow } from '#views/spreadsheets/check-row.ts';

const names = { person: (id: string) => `@${id}`, emoji: () => undefined };
const brand = { id: 'brand-1', name: 'Acme' };
const aProfile = { id: 'a', name: 'a', provider: 'instagram', image: undefined };
const checking: Checking = {
  brandNames: ['Acme', 'Acme Foods'],
  brandOf: () => ({ brand, isDenied: false, profiles: [aProfile], usual: [], zone: 'Europe/Berlin' }),
  readTime: (text, zone) => readTimeInWords(text, { zone, now: 0 }),
  captionLimit: 10_000,
  emptyCaption: false,
  reach: {},
  now: 0,
};
/** A row with the same text in every column. */
const rowOf = (text: string) => ({
  row: 2,
  brand: text,
  caption: text,
  media: text,
  profiles: text,
  time: text,
  post: '',
  isCut: false,
  isTooLong: false,
});
const messageOf = (text: string) => ({ text, blocks: [{ type: 'section', text: { type: 'mrkdwn', text } }] });
const inTheLog = withoutSecrets(['a-secret-of-the-log']);

/** Each parser, with its maximum input length if there's a limit. */
const parsers: [name: string, parse: (text: string) => unknown, longest?: number][] = [
  // input from commands, forms, and threads
  ['an approving reply', isApprovalReply],
  // longestWords of views/posts/time-fields.ts
  ['a time in words', (text) => readTimeInWords(text, { zone: 'Europe/Berlin', now: 0 }), 100],
  ['a time before chrono parses it', readable],
  ['a day that doesn’t exist', (text) => noSuchDay(text, { year: 2026, month: 1 })],
  ['mrkdwn as plain text', (text) => plainWords(text, names)],
  ['mentions', mentioned],
  ['a search of the audit trail', readSearch],
  ['users in an audit entry', (text) => usersOf({ by: text, what: 'set', note: `rule: ${text}` } as never)],
  ['links in a field', (text) => wrongLinks(linksIn(text), 10, {})],
  ['an imported file', (text) => readRows(Buffer.from(`Brand,Caption,Complete caption\n${text}`))],
  ['the header of an imported file', (text) => readRows(Buffer.from(text))],
  ['a row of an imported file', (text) => checkRow(rowOf(text), checking)],
  ['built-in placeholders', (text) => fillDay(fillBrand(text, brand), { at: 0, zone: 'UTC' })],
  ['placeholders to replace', (text) => whatToReplace(text, undefined)],
  ['a caption over several fields', (text) => longTextFields('caption', 'Caption', text)],
  ['a command with a typo', (text) => distance(text, 'publish')],
  // captions, including the service's
  ['the length on X', weightedLength],
  ['the length on Instagram', (text) => measuresOf('instagram', { caption: text, mediaUrls: [] })],
  ['a difference', (text) => around(text, `${text}x`, 500)],
  ['escaped text', escaped],
  ['clipped text', (text) => clipped(text, 3_000)],
  ['text with marks', escapedWithMarks],
  // media URLs
  ['a video URL', isVideo],
  ['the extension of a URL', endingOf],
  ['the name of a file', fileName],
  ['the host of a URL', (text) => URL.canParse(`https://${text}`) && isInside(`https://${text}`)],
  // responses of the publishing service
  ['an error message', (text) => readErrorWords(text, 'a-key', ['message'])],
  [
    'an error message in JSON',
    (text) => readErrorWords(JSON.stringify({ message: text }), 'a-key', ['message']),
  ],
  ['an HTML page', looksLikeHtml],
  ['a time from the service', utcSeconds],
  [
    'an export as CSV',
    (text) => {
      const columns = readColumns(readTable({ format: 'csv', text }));
      return summaryOf({ columns, posts: undefined, period: undefined });
    },
  ],
  ['a cell with a time', (text) => readTime(`2026-01-01T${text}`, true)],
  ['a cell with a number', readNumber],
  ['a cell in our exports', (text) => writeCsv({ columns: ['a'], rows: [[text]] })],
  // what notifications say
  ['mentions in a notification', (text) => mentionedIn(messageOf(text) as never)],
  [
    'mentions replaced by names',
    (text) => withNames(messageOf(text) as never, new Map([['U1', 'A'.repeat(80)]])),
  ],
  // error messages
  ['a log line', inTheLog],
];

const pieces = [
  'a',
  ' ',
  '\n',
  '\t',
  '\r\n',
  '\u00a0',
  '\u200b',
  '\u0301',
  '\u2028',
  '\ud83d',
  'é',
  'א a',
  '日',
  '😀',
  '👨‍👩‍👧',
  '*',
  '_a',
  '*a ',
  '~',
  '`',
  '```',
  '>',
  '&',
  '&gt;',
  ':',
  ':a',
  '#',
  '#1',
  '#_',
  '#a',
  '@',
  '@a',
  '{',
  '{a',
  '{a ',
  '{brand}',
  '{a}{',
  '<@U1>',
  '<!subteam^',
  '<!subteam^S1> ',
  'a;',
  '2027-01-01T09:00.1',
  '<',
  '<a',
  '<@U',
  '<!--',
  '<script',
  '<script>',
  '</script',
  '<head ',
  '.',
  '-',
  'a.',
  'a-',
  'a_',
  'a@',
  '_é',
  'http://',
  'https://a.',
  'a.co/(',
  'a.co/(a',
  '(a',
  '/',
  '?a.',
  '%',
  '%41',
  'xn--a.',
  '"',
  '""',
  '",',
  "'",
  ',',
  ';',
  '=',
  '=+',
  '[',
  'a:',
  'a,\n',
  '1',
  '1,',
  '1.',
  '1/',
  '12 ',
  '31.1 ',
  '2026-',
  'next week ',
  'half past ',
  'from ',
  'tomorrow ',
  '1 jan ',
  '12 noon ',
  'on ',
  'lgtm',
  'U0AB ',
  'xoxb-',
];
/** In the short form, each piece gets one of these, and each parser a sixth of the pieces. */
const beginnings = ['', 'https://a.co/', 'x'];
/** The maximum length for parsers without a limit. */
const longestText = isLong ? 20_000 : 10_000;
/** The second ends most matches, which causes backtracking. */
const ends = isLong ? ['', '!'] : ['!'];

function textOf(length: number, begin: string, piece: string, end: string): string {
  return `${begin}${piece.repeat(Math.max(1, Math.floor((length - begin.length - end.length) / piece.length)))}${end}`;
}

/** The CPU time of this thread, in milliseconds, so that other processes don't matter. */
function costOf(parse: (text: string) => unknown, text: string): number {
  const begun = process.threadCpuUsage();
  parse(text);
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1_000;
}

/** For four times the text, a linear parser takes four times as long, and a quadratic one 16 times. */
const mostTimesAsLong = 10;
/** Shorter times are harmless, and too noisy to compare. */
const worthComparingMs = 40;
/** A shorter time stays below `worthComparingMs` for four times the text, even if the cost is cubic. */
const worthMeasuringMs = worthComparingMs / 4 ** 3;

for (const [which, [name, parse, longest = longestText]] of parsers.entries())
  test(`takes linear time: ${name}`, () => {
    for (const [n, piece] of shareOf(pieces, { which, shares: 6 }).entries())
      for (const begin of shareOf(beginnings, { which: n, shares: beginnings.length }))
        for (const end of ends) {
          const long = textOf(longest, begin, piece, end);
          const short = textOf(longest / 4, begin, piece, end);
          const grows = () => {
            const ms = costOf(parse, long);
            return ms > worthComparingMs && ms > mostTimesAsLong * Math.max(1, costOf(parse, short));
          };
          // checked three times, because a busy machine can double the time of a run
          const isSlow = costOf(parse, short) > worthMeasuringMs && grows() && grows() && grows();
          assert.ok(!isSlow, `${JSON.stringify([begin, piece, end])} takes more than linear time`);
        }
  });

test('recognizing files in the listing takes linear time', () => {
  const addresses = (host: string, n: number): string[] =>
    Array.from(
      { length: n },
      (_, i) => `https://${host}.example/${i}.png?X-Amz-Signature=${'f'.repeat(64)}&X-Amz-Expires=86400`,
    );
  const recognize = (n: number) => {
    const card = { content: { caption: '', mediaUrls: addresses('a', n), profiles: [] } };
    const post = { ...aPost(), mediaUrls: addresses('b', n) };
    return costOf(() => contentShown(card, post), '');
  };
  const grows = () => {
    const ms = recognize(cardLimits.mediaUrls);
    return ms > worthComparingMs && ms > mostTimesAsLong * Math.max(1, recognize(cardLimits.mediaUrls / 4));
  };
  assert.ok(!(grows() && grows() && grows()));
});

test('a card with many profiles measures its caption as often as one with a single profile', () => {
  const render = (count: number) => {
    const profiles = Array.from({ length: count }, (_, i) => ({
      id: `p${i}`,
      name: profileName({ provider: 'twitter', name: `profile ${i}` }),
    }));
    const card = aCard({
      state: 'review',
      content: { caption: '🧡'.repeat(5_000), mediaUrls: [], profiles },
    });
    const clock = { now: 0, zone: 'UTC' };
    return costOf(
      () => renderCard(card, { detail: 'pictures', aside: false, clock, slash: (name) => `/${name}` }),
      '',
    );
  };
  const grows = () => render(60) > 4 * Math.max(10, render(1));
  assert.ok(!(grows() && grows() && grows()));
});

longTest('a table takes linear memory, however wide its widest row is', () => {
  const tall = isLong ? 20_000 : 5_000;
  const text = `a,b\n${'1\n'.repeat(tall)}${','.repeat(tall)}`;
  const { columns, rows } = readTable({ format: 'csv', text });
  assert.ok(rows.reduce((cells, row) => cells + row.length, 0) < 5 * tall);
  // as many columns as the header has, and none if the header is as wide as that row
  assert.ok(readColumns({ columns, rows })?.all.length === 2);
  const wide = readTable({ format: 'csv', text: `${','.repeat(tall)}\n${'1\n'.repeat(tall)}` });
  assert.ok(readColumns(wide) === undefined);
  const records = Array.from({ length: tall / 2 }, (_, n) => ({ [`k${n}`]: n }));
  assert.deepEqual(readTable({ format: 'rows', rows: records }).columns, ['record']);
});

test('a deeply nested error from the service yields no message', () => {
  const depth = 100_000;
  assert.equal(
    readErrorWords(`${'['.repeat(depth)}"no"${']'.repeat(depth)}`, 'a-key', ['message']),
    undefined,
  );
});
