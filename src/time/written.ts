/** Rewrites times that chrono doesn't understand as ones that it does. Pure. */

const hours = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const hour = `(?<hour>${hours.join('|')}|1[0-2]|[1-9])(?![\\d:]|\\.\\d)(?:\\s+o['’]?clock)?`;
const minutes: Record<string, number> = {
  five: 5,
  ten: 10,
  quarter: 15,
  twenty: 20,
  'twenty-five': 25,
  half: 30,
};
const halfDay = String.raw`(?<half>\s*[ap]\.?m\b\.?)?`;
export const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const monthWithoutDay = String.raw`(?<!\d(?:st|nd|rd|th|\.)?\s+(?:of\s+)?)\b(?:${months.map((name) => name.slice(0, 3)).join('|')})[a-z]*\.?,?\s+`;
const weekday = '(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*';

export const monthName = (month: number): string => months[month - 1] ?? '';

/** An hour before seven, as on a clock face: `05` is an hour of the whole day. */
const earlyHour = /^[1-6]$/;

type Found = Record<string, string | undefined>;

/** `saysWhen`: other words say which half of the day is meant. */
const ways: [RegExp, (found: Found, saysWhen: boolean) => string][] = [
  [/\bday\s+after\s+tomorrow\b/gi, () => 'overmorrow'],
  [
    new RegExp(String.raw`\bnext\s+week\s*,?\s*(?:on\s+)?(?<day>${weekday})\b`, 'gi'),
    ({ day }) => `${day} next week`,
  ],
  [
    // the 12 must not be the day of a date
    new RegExp(String.raw`(?<![\d./-]|${monthWithoutDay})\b12\s+(?<name>noon|midday|midnight)\b`, 'gi'),
    ({ name = '' }) => name,
  ],
  // a day and a month with a dot after the month and maybe a year, or with a time after them: nobody writes
  // the month first in this form
  [
    /(?<![\w.:/-])(?<day>0?[1-9]|[12]\d|3[01])\.\s?(?<month>0?[1-9]|1[0-2])(?:\.(?=\d{4}\b|\D|$)|(?=\s+(?:at\s+)?\d{1,2}[:h]\d\d))/gi,
    ({ day, month }) => `${day} ${monthName(Number(month))} `,
  ],
  [
    new RegExp(
      // "from ten to twelve" is a span, not ten minutes to twelve
      String.raw`(?<!\b(?:from|between)\s+)\b(?:a\s+)?(?<part>half|quarter|five|ten|twenty(?:[-\s]five)?)\s+(?<way>past|after|to|before)\s+${hour}${halfDay}(?!\w)`,
      'gi',
    ),
    ({ all = '', part = '', way = '', hour: of = '', half = '' }, saysWhen) => {
      const past = minutes[part.toLowerCase().replace(/\s/, '-')] ?? 0;
      const isPast = /past|after/i.test(way);
      // 12 can be noon or midnight, which only the writer knows
      if (!isPast && hourOf(of) === 12 && half !== '') return all;
      return clock(hourOf(of) - (isPast ? 0 : 1), isPast ? past : 60 - past, half, saysWhen);
    },
  ],
  // only at the end: after a weekday and followed by more, it may be the day of a month
  [
    new RegExp(
      String.raw`\b(?<day>today|tomorrow|tonight|overmorrow|${weekday}|\d{1,2}/\d{1,2}(?:/\d{4})?|\d{4}-\d\d-\d\d)\s*,?\s+(?<of>[01]?\d|2[0-3])\.?\s*$`,
      'gi',
    ),
    ({ day, of = '' }, saysWhen) =>
      `${day} at ${earlyHour.test(of) ? clock(Number(of), 0, '', saysWhen) : of}`,
  ],
  [
    new RegExp(String.raw`\bat\s+(?=[a-z]|[1-6](?!\d))${hour}${halfDay}(?!\w)`, 'gi'),
    ({ hour: of = '', half = '' }, saysWhen) => `at ${clock(hourOf(of), 0, half, saysWhen)}`,
  ],
];

const hourOf = (said: string): number => hours.indexOf(said.toLowerCase()) + 1 || Number(said);

/** If nothing says which half of the day is meant, hours before seven are in the afternoon. */
const firstOfTheMorning = 7;
const dayParts = /(?<![a-z])[ap]\.?m\b|\b(?:morning|afternoon|evening|night)/i;

/** `of`: the hour on a clock face. The hour before one is twelve. */
function clock(of: number, minute: number, half: string, saysWhen: boolean): string {
  const isAfternoon = !saysWhen && of > 0 && of < firstOfTheMorning;
  return `${of === 0 ? 12 : of}:${String(minute).padStart(2, '0')}${isAfternoon ? ' pm' : half}`;
}

/**
 * The same time in a form that chrono understands. Anything that chrono understands already, or that isn't a
 * time, is unchanged.
 */
export function readable(text: string): string {
  const saysWhen = dayParts.test(text);
  return ways.reduce(
    (words, [way, write]) =>
      words.replaceAll(way, (all, ...found) => write({ ...(found.at(-1) as Found), all }, saysWhen)),
    text,
  );
}
