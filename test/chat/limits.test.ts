import assert from 'node:assert/strict';
import test from 'node:test';
import {
  checkHome,
  checkMessage,
  checkModal,
  checkSuggestions,
  tooLarge,
} from '#sandbox/chat/limits/check.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });
const long = (length: number) => 'x'.repeat(length);
const many = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, at) => item(at));
const option = (text: string, value = text) => ({ text: plain(text), value });
const section = (text: string, more = {}) => ({ type: 'section', text: mrkdwn(text), ...more });
const actions = (...elements: object[]) => ({ type: 'actions', elements });
const button = (more = {}) => ({ type: 'button', action_id: 'b', text: plain('Go'), ...more });
const input = (element: object, more = {}) => ({ type: 'input', label: plain('Name'), element, ...more });
const text = (more = {}) => ({ type: 'plain_text_input', action_id: 'a', ...more });
const picture = (image_url: string) => ({ type: 'image', image_url, alt_text: 'A picture' });
const card = (more = {}) => ({ type: 'card', title: mrkdwn('Post'), ...more });
const carousel = (...elements: object[]) => ({ type: 'carousel', elements });
const table = { type: 'data_table', rows: [[{ type: 'raw_text', text: 'x' }]], caption: 'Posts' };
const modal = (more = {}) => ({
  type: 'modal',
  title: plain('Title'),
  submit: plain('Send'),
  blocks: [],
  ...more,
});

/** The pictures that cannot be fetched in these tests. */
const gone = (url: string) => url.includes('gone');

const badMessages: [why: string, blocks: object[], at: string][] = [
  ['51 blocks', many(51, () => ({ type: 'divider' })), '/blocks'],
  ['an unknown block', [{ type: 'paragraph' }], '/blocks/0/type'],
  ['a block without a type', [{ text: mrkdwn('x') }], '/blocks/0'],
  ['a section without text or fields', [{ type: 'section' }], '/blocks/0'],
  ['a section text of 3001', [section(long(3001))], '/blocks/0/text/text'],
  ['an empty text', [section('')], '/blocks/0/text/text'],
  ['11 fields', [{ type: 'section', fields: many(11, () => mrkdwn('x')) }], '/blocks/0/fields'],
  ['a field of 2001', [{ type: 'section', fields: [mrkdwn(long(2001))] }], '/blocks/0/fields/0/text'],
  ['an unknown field', [section('x', { colour: 'red' })], '/blocks/0'],
  ['a header of 151', [{ type: 'header', text: plain(long(151)) }], '/blocks/0/text/text'],
  ['a header in mrkdwn', [{ type: 'header', text: mrkdwn('x') }], '/blocks/0/text/type'],
  ['11 context elements', [{ type: 'context', elements: many(11, () => mrkdwn('x')) }], '/blocks/0/elements'],
  ['a button in a context', [{ type: 'context', elements: [button()] }], '/blocks/0/elements/0/type'],
  ['26 actions', [actions(...many(26, (at) => button({ action_id: `b${at}` })))], '/blocks/0/elements'],
  ['no actions', [actions()], '/blocks/0/elements'],
  ['the same action id twice in a block', [actions(button(), button())], '/blocks/0'],
  [
    'the same block id twice',
    [section('x', { block_id: 'i' }), section('y', { block_id: 'i' })],
    '/blocks/1/block_id',
  ],
  ['a block id of 256', [section('x', { block_id: long(256) })], '/blocks/0/block_id'],
  ['an action id of 256', [actions(button({ action_id: long(256) }))], '/blocks/0/elements/0/action_id'],
  ['a button text of 76', [actions(button({ text: plain(long(76)) }))], '/blocks/0/elements/0/text/text'],
  ['a button in mrkdwn', [actions(button({ text: mrkdwn('x') }))], '/blocks/0/elements/0/text/type'],
  ['a button value of 2001', [actions(button({ value: long(2001) }))], '/blocks/0/elements/0/value'],
  ['a button url of 3001', [actions(button({ url: long(3001) }))], '/blocks/0/elements/0/url'],
  ['a button style', [actions(button({ style: 'warning' }))], '/blocks/0/elements/0/style'],
  [
    'a confirm text of 301',
    [actions(button({ confirm: { text: plain(long(301)) } }))],
    '/blocks/0/elements/0/confirm/text/text',
  ],
  [
    'a confirm button of 31',
    [actions(button({ confirm: { text: plain('x'), deny: plain(long(31)) } }))],
    '/blocks/0/elements/0/confirm/deny/text',
  ],
  [
    '101 options',
    [actions({ type: 'static_select', options: many(101, (at) => option(`${at}`)) })],
    '/blocks/0/elements/0/options',
  ],
  [
    'an option value of 151',
    [actions({ type: 'static_select', options: [option('x', long(151))] })],
    '/blocks/0/elements/0/options/0/value',
  ],
  [
    'an option text of 76',
    [actions({ type: 'static_select', options: [option(long(76), 'x')] })],
    '/blocks/0/elements/0/options/0/text/text',
  ],
  [
    'a first option that is not offered',
    [actions({ type: 'static_select', options: [option('x')], initial_option: option('y') })],
    '/blocks/0/elements/0/initial_option',
  ],
  [
    'options and groups together',
    [actions({ type: 'static_select', options: [option('x')], option_groups: [] })],
    '/blocks/0/elements/0',
  ],
  [
    'a placeholder of 151',
    [actions({ type: 'external_select', placeholder: plain(long(151)) })],
    '/blocks/0/elements/0/placeholder/text',
  ],
  [
    '11 checkboxes',
    [actions({ type: 'checkboxes', options: many(11, (at) => option(`${at}`)) })],
    '/blocks/0/elements/0/options',
  ],
  [
    'a day in another form',
    [actions({ type: 'datepicker', initial_date: '1.5.2031' })],
    '/blocks/0/elements/0/initial_date',
  ],
  ['an image without alt_text', [{ type: 'image', image_url: 'https://x.test/a.png' }], '/blocks/0'],
  ['an image without an address', [{ type: 'image', alt_text: 'x' }], '/blocks/0'],
  ['an image that cannot be fetched', [picture('https://x.test/gone.png')], '/blocks/0/image_url'],
  ['a file input on a message', [input({ type: 'file_input' })], '/blocks/0/element/type'],
  [
    'a number input on a message',
    [input({ type: 'number_input', is_decimal_allowed: true })],
    '/blocks/0/element/type',
  ],
  ['a file block', [{ type: 'file', source: 'remote', external_id: 'x' }], '/blocks/0/type'],
  ['two tables', [table, table], '/blocks'],
  ['11 cards in a carousel', [carousel(...many(11, () => card()))], '/blocks/0/elements'],
  ['a carousel without cards', [carousel()], '/blocks/0/elements'],
  ['a carousel of sections', [carousel(section('x'))], '/blocks/0/elements/0/type'],
  ['a title of 151 on a card', [card({ title: mrkdwn(long(151)) })], '/blocks/0/title/text'],
  [
    'a body of 201 in a carousel',
    [carousel(card({ body: mrkdwn(long(201)) }))],
    '/blocks/0/elements/0/body/text',
  ],
  ['plain text on a card', [card({ title: plain('x') })], '/blocks/0/title/type'],
  [
    '3 buttons on a card',
    [card({ actions: many(3, (at) => button({ action_id: `${at}` })) })],
    '/blocks/0/actions',
  ],
  [
    'an action twice on a card',
    [carousel(card({ actions: many(2, () => button({ action_id: 'a' })) }))],
    '/blocks/0/elements/0',
  ],
  [
    'two cards of one block_id',
    [carousel(...many(2, () => card({ block_id: 'b' })))],
    '/blocks/0/elements/1/block_id',
  ],
  [
    'a card whose picture cannot be fetched',
    [carousel(card({ hero_image: picture('https://x.test/gone.png') }))],
    '/blocks/0/elements/0/hero_image/image_url',
  ],
  ['a button in a header', [{ type: 'header', text: button() }], '/blocks/0/text/type'],
];

for (const [why, blocks, at] of badMessages) {
  test(`a message is refused for ${why}`, () => {
    const problems = checkMessage(blocks, gone);
    assert.ok(
      problems.some((one) => one.endsWith(`[json-pointer:${at}]`)),
      `wanted ${at}, got ${problems.join('; ') || 'no refusal'}`,
    );
  });
}

const badModals: [why: string, view: object, at: string][] = [
  ['101 blocks', modal({ blocks: many(101, () => ({ type: 'divider' })) }), '/view/blocks'],
  ['a title of 25', modal({ title: plain(long(25)) }), '/view/title/text'],
  ['no title', { type: 'modal', blocks: [] }, '/view'],
  ['a submit of 25', modal({ submit: plain(long(25)) }), '/view/submit/text'],
  ['a close of 25', modal({ close: plain(long(25)) }), '/view/close/text'],
  ['private_metadata of 3001', modal({ private_metadata: long(3001) }), '/view/private_metadata'],
  ['a callback_id of 256', modal({ callback_id: long(256) }), '/view/callback_id'],
  ['an input without submit', modal({ submit: undefined, blocks: [input(text())] }), '/view'],
  ['a field of a received view', modal({ hash: 'x' }), '/view'],
  ['a table', modal({ blocks: [table] }), '/view/blocks/0/type'],
  ['an input without a label', modal({ blocks: [{ type: 'input', element: text() }] }), '/view/blocks/0'],
  [
    'a label of 2001',
    modal({ blocks: [input(text(), { label: plain(long(2001)) })] }),
    '/view/blocks/0/label/text',
  ],
  [
    'a label in mrkdwn',
    modal({ blocks: [input(text(), { label: mrkdwn('x') })] }),
    '/view/blocks/0/label/type',
  ],
  ['a button as an input', modal({ blocks: [input(button())] }), '/view/blocks/0/element/type'],
  [
    'max_length of 3001',
    modal({ blocks: [input(text({ max_length: 3001 }))] }),
    '/view/blocks/0/element/max_length',
  ],
  [
    'a first value that is too long',
    modal({ blocks: [input(text({ max_length: 2, initial_value: 'xyz' }))] }),
    '/view/blocks/0/element/initial_value',
  ],
  [
    'a number input that does not say whether decimals are allowed',
    modal({ blocks: [input({ type: 'number_input' })] }),
    '/view/blocks/0/element',
  ],
  [
    'a bound that is a number',
    modal({ blocks: [input({ type: 'number_input', is_decimal_allowed: false, min_value: 1 })] }),
    '/view/blocks/0/element/min_value',
  ],
  [
    'two focused fields',
    modal({ blocks: many(2, (at) => input(text({ action_id: `${at}`, focus_on_load: true }))) }),
    '/view/blocks',
  ],
  [
    'file_input with dispatch_action',
    modal({ blocks: [input({ type: 'file_input' }, { dispatch_action: true })] }),
    '/view/blocks/0/dispatch_action',
  ],
  [
    'a moment in milliseconds',
    modal({ blocks: [input({ type: 'datetimepicker', initial_date_time: 1_900_000_000_000 })] }),
    '/view/blocks/0/element/initial_date_time',
  ],
];

for (const [why, view, at] of badModals) {
  test(`a modal is refused for ${why}`, () => {
    const problems = checkModal(view, gone);
    assert.ok(
      problems.some((one) => one.endsWith(`[json-pointer:${at}]`)),
      `wanted ${at}, got ${problems.join('; ') || 'no refusal'}`,
    );
  });
}

test('values exactly at the limits are accepted', () => {
  const blocks = [
    { type: 'header', text: plain(long(150)) },
    section(long(3000), { accessory: picture('https://x.test/gone.png') }),
    { type: 'section', fields: many(10, () => mrkdwn(long(2000))) },
    actions(button({ value: long(2000), style: 'danger', url: 'https://x.test' })),
    actions({
      type: 'static_select',
      options: [option('x', long(150))],
      initial_option: option('x', long(150)),
    }),
    { type: 'context', elements: [picture('https://x.test/a.png'), mrkdwn('x')] },
    picture('http://127.0.0.1:1/a.png'),
    { type: 'divider' },
    // each card is a block of its own, so all of them can have the same actions
    carousel(
      ...many(10, () =>
        card({
          title: mrkdwn(long(150)),
          subtitle: mrkdwn(long(150)),
          body: mrkdwn(long(200)),
          hero_image: picture('https://x.test/a.png'),
          actions: [button({ action_id: 'a' }), button({ action_id: 'b' })],
        }),
      ),
    ),
  ];
  assert.deepEqual(checkMessage(blocks, gone), []);
  const fields = [
    input(text({ max_length: 3000, initial_value: 'x' }), { hint: plain('x'), optional: true }),
    input({ type: 'datetimepicker', action_id: 'b', initial_date_time: 1_900_000_000 }),
    input({ type: 'number_input', is_decimal_allowed: false, min_value: '1' }),
    input(
      { type: 'multi_external_select', max_selected_items: 3, min_query_length: 0 },
      { dispatch_action: true },
    ),
  ];
  assert.deepEqual(checkModal(modal({ blocks: fields, private_metadata: long(3000) }), gone), []);
  assert.deepEqual(checkHome({ type: 'home', blocks: [section('x'), actions(button())] }, gone), []);
});

test('a home tab accepts no title and no modal', () => {
  assert.match(
    checkHome({ type: 'home', title: plain('x'), blocks: [] }, gone).join(),
    /additional property: title/,
  );
  assert.match(checkHome(modal(), gone).join(), /unsupported type: modal/);
});

test('options that an app suggests have the same limits', () => {
  assert.deepEqual(checkSuggestions({ options: many(100, (at) => option(`${at}`)) }), []);
  assert.equal(checkSuggestions({ options: many(101, (at) => option(`${at}`)) }).length, 1);
  assert.equal(checkSuggestions({ options: [option('x', long(151))] }).length, 1);
  assert.equal(checkSuggestions({}).length, 1);
});

test('a view above 250 KB is too large', () => {
  assert.equal(tooLarge(modal({ blocks: many(90, () => section(long(3000))) })), true);
  assert.equal(tooLarge(modal()), false);
});
