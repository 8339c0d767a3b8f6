import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longTextFields, readLongText } from '#views/kit/long-text.ts';
import { fieldsOf } from '#views/kit/parse.ts';

/** The same numbers in every run (mulberry32). */
function seeded(seed: number): (below: number) => number {
  let a = seed;
  return (below) => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const pieces = ['word ', 'a', '😀', '\n', '\n\n', '   ', 'é', '中文', 'x'.repeat(700), '<!channel>', '\t'];

function entered(caption: string): { values: [string, unknown][]; texts: string[] } {
  const fields = longTextFields('caption', 'Caption', caption);
  const texts = fields.map(({ element }) =>
    'initial_value' in element ? String(element.initial_value ?? '') : '',
  );
  const values = fields.map(({ block_id }, i): [string, unknown] => [
    block_id ?? '',
    { x: { type: 'plain_text_input', value: texts[i] || null } },
  ]);
  return { values, texts };
}

const read = (values: [string, unknown][]): string =>
  readLongText(fieldsOf({ private_metadata: '', state: { values: Object.fromEntries(values) } }), 'caption');

test('an unedited caption is submitted unchanged, whatever it contains and however long it is', () => {
  const random = seeded(7);
  for (let round = 0; round < 400; round += 1) {
    const length = random(40) === 0 ? 10_000 : random(9_000);
    let caption = '';
    while (caption.length < length) caption += pieces[random(pieces.length)];
    const { values, texts } = entered(caption);
    for (const text of texts) {
      assert.ok(text.length <= 3_000);
      assert.ok(text.isWellFormed(), `half of a character in round ${round}`);
    }
    assert.equal(read(values), caption.trim(), `round ${round}`);
  }
});

test('the order in which Slack returns the fields doesn’t matter', () => {
  const caption = Array.from({ length: 900 }, (_, i) => `Line ${i}`).join('\n');
  const { values } = entered(caption);
  assert.ok(values.length > 2);
  assert.equal(read(values.toReversed()), caption);
});

test('every input has its own ID, which Slack accepts', () => {
  const { values } = entered(`${'x'.repeat(2_999)}${' '.repeat(300)}${'y'.repeat(6_000)}`);
  const ids = values.map(([id]) => id);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.ok(id.length <= 255, `${id.length} characters`);
});
