/** Mutates a delivery: its fields, then its bytes, then how they're sent. */
import fc from 'fast-check';
import type { Sample } from './record-samples.ts';
import { anyText, oddKey, oddValue } from './values.ts';

type Json = Record<string, unknown> | unknown[];

interface FieldChange {
  how: 'remove' | 'replace' | 'add' | 'rename' | 'repeat' | 'swap';
  /** The index of the field. */
  at: number;
  key: string;
  value: unknown;
}

interface ByteChange {
  how: 'none' | 'cut' | 'insert' | 'twice' | 'instead';
  at: number;
  bytes: string;
  /** How often `bytes` is repeated. */
  times: number;
}

export type Trust = 'signed' | 'unsigned' | 'forged' | 'old' | 'future' | 'replayed';

export interface Case {
  sample: number;
  fields: FieldChange[];
  bytes: ByteChange;
  trust: Trust;
  /** The timestamp's distance from now in seconds, for old and future ones. */
  awaySeconds: number;
  contentType: string | undefined;
  headers: Record<string, string>;
  /** The `content-length` header: correct or wrong. */
  length: 'right' | 'short' | 'long' | 'chunked';
}

const fieldChange: fc.Arbitrary<FieldChange> = fc.record({
  how: fc.constantFrom<FieldChange['how']>(
    'remove',
    'replace',
    'replace',
    'replace',
    'add',
    'rename',
    'repeat',
    'swap',
  ),
  at: fc.nat(400),
  key: oddKey,
  value: oddValue,
});

const instead = [
  '',
  'null',
  'payload=null',
  'payload=',
  '0',
  '"',
  '[]',
  '{}',
  'payload=[]',
  '{"type":"event_callback","event":null}',
];

const byteChange: fc.Arbitrary<ByteChange> = fc.oneof(
  { weight: 60, arbitrary: fc.constant<ByteChange>({ how: 'none', at: 0, bytes: '', times: 1 }) },
  {
    weight: 5,
    arbitrary: fc.record({
      how: fc.constantFrom<ByteChange['how']>('cut', 'insert', 'twice', 'insert'),
      at: fc.nat(20_000),
      bytes: anyText(8),
      times: fc.constantFrom(1, 1, 1, 10_000),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      how: fc.constant<ByteChange['how']>('instead'),
      at: fc.constant(0),
      bytes: fc.oneof(fc.constantFrom(...instead), anyText(200), fc.json({ maxDepth: 3 })),
      times: fc.constant(1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      how: fc.constant<ByteChange['how']>('instead'),
      at: fc.constant(0),
      // the last ones are expensive to parse for their length
      bytes: fc.constantFrom('payload=', '{"a":', 'a&', '%', '%ff&', '+', '[', 'payload[]=%5B&'),
      times: fc.constantFrom(70_000, 100_000, 487_000, 530_000, 900_000),
    }),
  },
);

const mostly = <T>(usual: T, ...odd: T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...odd) });

export const cases = (samples: number): fc.Arbitrary<Case> =>
  fc.record({
    sample: fc.nat(samples - 1),
    fields: fc.array(fieldChange, { maxLength: 4 }),
    bytes: byteChange,
    trust: fc.oneof(
      { weight: 8, arbitrary: fc.constant<Trust>('signed') },
      {
        weight: 3,
        arbitrary: fc.constantFrom<Trust>('unsigned', 'forged', 'old', 'future', 'replayed', 'replayed'),
      },
    ),
    awaySeconds: fc.integer({ min: 310, max: 10_000_000 }),
    contentType: mostly<string | undefined>(
      undefined,
      'application/json',
      'application/x-www-form-urlencoded; charset=UTF-8',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      '',
    ),
    headers: mostly<Record<string, string>>(
      {},
      { 'content-encoding': 'gzip' },
      { 'x-slack-retry-num': 'NaN', 'x-slack-retry-reason': '__proto__' },
      { expect: '100-continue' },
      { 'x-slack-request-timestamp': '-1' },
      { cookie: 'x'.repeat(20_000) },
    ),
    length: mostly<Case['length']>('right', 'short', 'long', 'chunked'),
  });

/** Unsigned keys without `=`. Node parses them in quadratic time, so a single request could block the bot. */
export const unsignedKeys: Case = {
  sample: 0,
  fields: [],
  bytes: { how: 'instead', at: 0, bytes: 'a&', times: 2_000_000 },
  trust: 'unsigned',
  awaySeconds: 310,
  contentType: 'application/x-www-form-urlencoded',
  headers: {},
  length: 'right',
};

/** The body of this case: the mutated sample, with `id` instead of its own ID. */
export function bodyOf(sample: Sample, { fields, bytes }: Case, id: string): Buffer {
  const own = sample.fresh ? sample.body.replaceAll(sample.fresh, id) : sample.body;
  return changed(Buffer.from(fields.length > 0 ? withFields(own, fields) : own), bytes);
}

function withFields(body: string, changes: FieldChange[]): string {
  const form = new URLSearchParams(body);
  const payload = form.get('payload');
  if (payload !== null)
    return `payload=${encodeURIComponent(JSON.stringify(fieldsChanged(payload, changes)))}`;
  if (body.startsWith('{')) return JSON.stringify(fieldsChanged(body, changes));
  const fields = fieldsChanged(JSON.stringify(Object.fromEntries(form)), changes);
  return Object.entries(fields)
    .flatMap(([name, value]) => [value].flat().map((one) => [name, one]))
    .map((pair) => pair.map((one) => encodeURIComponent(textOf(one))).join('='))
    .join('&');
}

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();

function fieldsChanged(json: string, changes: FieldChange[]): Json {
  const top = JSON.parse(json) as Json;
  for (const change of changes) {
    const places = placesIn(top);
    const place = places[change.at % places.length];
    if (place) changeField(place, change, places);
  }
  return top;
}

interface Place {
  parent: Json;
  key: string;
}

function placesIn(value: unknown, found: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null || found.length > 2_000) return found;
  for (const [key, inner] of Object.entries(value)) {
    found.push({ parent: value as Json, key });
    placesIn(inner, found);
  }
  return found;
}

function changeField({ parent, key }: Place, { how, key: odd, value, at }: FieldChange, all: Place[]): void {
  const fields = parent as Record<string, unknown>;
  const was = fields[key];
  // cloned, so that inserting a value into itself creates no cycle
  const own = structuredClone(value);
  if (how === 'replace') put(fields, key, own);
  else if (how === 'add') put(fields, odd, own);
  else if (how === 'repeat') put(fields, key, [was, structuredClone(was)]);
  else if (how === 'swap') {
    const other = all[(at * 7 + 3) % all.length] ?? { parent: fields, key };
    put(fields, key, structuredClone((other.parent as Record<string, unknown>)[other.key]));
  } else {
    delete fields[key];
    if (how === 'rename') put(fields, odd, was);
  }
}

/** Sets a field, even if its name is special in JavaScript (`__proto__`). */
function put(fields: Record<string, unknown>, key: string, value: unknown): void {
  if (Array.isArray(fields) && !/^\d+$/.test(key)) fields.push(value);
  else Object.defineProperty(fields, key, { value, enumerable: true, configurable: true, writable: true });
}

function changed(body: Buffer, { how, at, bytes, times }: ByteChange): Buffer {
  const odd = Buffer.from(bytes.repeat(times));
  const place = at % (body.length + 1);
  if (how === 'cut') return body.subarray(0, place);
  if (how === 'insert') return Buffer.concat([body.subarray(0, place), odd, body.subarray(place)]);
  if (how === 'twice') return Buffer.concat([body, Buffer.from('&'), body]);
  return how === 'instead' ? odd : body;
}
