/** Bodies that are unusually expensive to parse for their length. */

const filled = (piece: string, bytes: number): string => piece.repeat(Math.floor(bytes / piece.length));

function nested(open: string, inner: string, close: string, bytes: number): string {
  const depth = Math.floor((bytes - inner.length) / (open.length + close.length));
  return open.repeat(depth) + inner + close.repeat(depth);
}

function listed(begin: string, item: (n: number) => string, end: string, bytes: number): string {
  const items: string[] = [];
  for (let length = begin.length + end.length, n = 0; ; n += 1) {
    const next = item(n);
    length += next.length + 1;
    if (length > bytes) return begin + items.join(',') + end;
    items.push(next);
  }
}

const inPayload = (make: (bytes: number) => string, bytes: number): string =>
  `payload=${make(bytes - 'payload='.length)}`;

const makers: Record<string, (bytes: number) => string> = {
  nothing: () => '',
  'keys without =': (bytes) => filled('a&', bytes),
  'keys without a value': (bytes) => filled('a=&', bytes),
  'separators only': (bytes) => filled('&', bytes),
  'percent signs': (bytes) => filled('%', bytes),
  'percent signs as keys': (bytes) => filled('%&', bytes),
  'bytes that aren’t UTF-8': (bytes) => filled('%ff', bytes),
  'plus signs': (bytes) => filled('+', bytes),
  'one long value': (bytes) => `text=${filled('x', bytes - 5)}`,
  'a command with a long text': (bytes) =>
    `command=%2Fpost&team_id=T0PRESS&channel_id=C0SOCIAL&user_id=U0ANA&trigger_id=1.2.3&text=${filled('+a', bytes - 90)}`,
  'nested lists': (bytes) => nested('[', '', ']', bytes),
  'nested objects': (bytes) => nested('{"a":', '1', '}', bytes),
  'unclosed nested lists': (bytes) => filled('[', bytes),
  'many numbers': (bytes) => listed('[', () => '1', ']', bytes),
  'many empty objects': (bytes) => listed('[', () => '{}', ']', bytes),
  'an object with many keys': (bytes) => listed('{', (n) => `"k${n}":1`, '}', bytes),
  'objects with different keys': (bytes) => listed('[', (n) => `{"k${n}":1}`, ']', bytes),
  'escapes in a string': (bytes) => `"${filled('\\u0041', bytes - 2)}"`,
  'an event with nested lists': (bytes) =>
    nested('[', '', ']', bytes - 80)
      .replace(/^/, '{"type":"event_callback","team_id":"T0PRESS","event":')
      .concat('}'),
  'a click with many actions': (bytes) =>
    `payload=${listed('{"type":"block_actions","team":{"id":"T0PRESS"},"user":{"id":"U0ANA"},"trigger_id":"1","actions":[', () => '{"type":"button","action_id":"a","block_id":"b"}', ']}', bytes - 8)}`,
  'a form with many values': (bytes) =>
    `payload=${listed('{"type":"view_submission","user":{"id":"U0ANA"},"view":{"id":"V1","callback_id":"post","private_metadata":"","blocks":[],"state":{"values":{', (n) => `"b${n}":{"a":{}}`, '}}}}', bytes - 8)}`,
};
for (const what of [
  'nested lists',
  'nested objects',
  'many numbers',
  'plus signs',
  'an object with many keys',
])
  makers[`a payload of ${what}`] = (bytes) => inPayload(makers[what] as (bytes: number) => string, bytes);

/** Each body with a description. */
export const costlyBodies = (bytes: number): [what: string, body: Buffer][] =>
  Object.entries(makers).map(([what, make]) => [what, Buffer.from(make(bytes))]);
