/** Unexpected values to insert into deliveries. */
import fc from 'fast-check';

/** IDs of unknown users and objects, and of another workspace. */
const foreignIds = [
  'T0OTHER',
  'U0NOBODY',
  'U0OTHER',
  'C0NOWHERE',
  'V0NOVIEW0000',
  'post-of-nobody',
  'brand-of-nobody',
];

const oddTexts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\udfff\ud800',
  '\u202eright to left',
  'zero\u200b\u200d\ufeffwidth',
  'e\u0301\u0301\u0301\u0301',
  '👩‍👩‍👧‍👦',
  '<!channel> & <@U0ANA>',
  '__proto__',
  'constructor',
  'NaN',
  '-1',
  '1e999',
  '{T0OTHER}:card:1',
  '}:{',
  '*',
  '../../etc/passwd',
  '%00%ff',
  '{"brand":null}',
  '[]',
  'null',
  'true',
  'http://[::1]:1/',
  'file:///nothing',
];

const oddNumbers = [0, -0, -1, 0.5, 1e21, 1e308, -1e308, 2 ** 53, 8_640_000_000_001];

/** Mostly short texts, and a few above Slack's limits or ours. */
const hugeText = fc
  .tuple(
    fc.constantFrom('x', '<', '💥', '"', '\\'),
    fc.constantFrom(3_001, 12_001, 70_000, 70_000, 1_000_000),
  )
  .map(([unit, length]) => unit.repeat(length));

const deep = fc.constantFrom(10, 200, 800).map((depth) => {
  let value: unknown = 'the end';
  for (let i = 0; i < depth; i += 1) value = i % 2 === 0 ? [value] : { blocks: value };
  return value;
});

/** Any code points, including unpaired surrogates. Not `fc.string`, which takes a second to initialize. */
export const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.nat(0x10ffff), { maxLength }).map((points) => String.fromCodePoint(...points));

export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], { id: {} }) },
  { weight: 4, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 4, arbitrary: fc.constantFrom(...foreignIds) },
  { weight: 2, arbitrary: fc.constantFrom(...oddNumbers) },
  { weight: 2, arbitrary: anyText(40) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: hugeText },
  { weight: 1, arbitrary: deep },
);

export const oddKey: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'toJSON',
    'then',
    'hasOwnProperty',
    '',
  ),
  fc.constantFrom(
    'event',
    'command',
    'actions',
    'view',
    'type',
    'ssl_check',
    'team',
    'enterprise',
    'payload',
  ),
  anyText(12),
);
