/** What each role can do with a card under each rule: its buttons, its modals, and *Open* below a link to it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Card } from '#src/posts/card/card.ts';
import { aiPostRequest } from '#test/posts/card/samples.ts';
import { workspace } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { reviewActions, reviewModal } from '#views/campaigns/review.ts';
import { reviewEdit } from '#views/campaigns/review-edit.ts';
import { openAction, postRef } from '#views/links/unfurl.ts';
import { listBehind, resumeActions } from '#views/pause/resume.ts';
import { bringAction } from '#views/posts/card.ts';
import { actions } from '#views/posts/card-buttons.ts';
import { previewAction, seeAllAction } from '#views/posts/card-content.ts';
import { rejectModal, requestChangesModal, scheduleModal } from '#views/posts/card-modals.ts';
import { editModal } from '#views/posts/edit-modal.ts';
import { rewriteBlocks, rewriteModal } from '#views/posts/rewrite-modal.ts';
import { aCardIn, clicks, field, inBatches, movesOf, type Started, sends, start, viewOf } from './bot.ts';
import { buttons, buttonsIn } from './card-buttons.ts';
import { type Act, elsewhere, everyone, expected, oncePer, says, type Who } from './who-can.ts';

/** `request`: of the card, if it isn't that of a `/post`. */
const modals: [
  Act,
  { id: string; render(card: Card): { private_metadata?: string } },
  object | ((card: Card) => object),
  request?: Card['request'],
][] = [
  ['touch', scheduleModal, (card) => field('time', { selected_date_time: aloneAt(card) })],
  ['touch', editModal, field('caption', { value: 'Other words' })],
  [
    'touch',
    {
      id: reviewEdit.id,
      render: (card) => reviewEdit.render(card, {}, { card: card.id, page: 0, chosen: [] }),
    },
    field('caption', { value: 'Other words' }),
  ],
  ['decide', rejectModal, field('reason', { value: 'Too early' })],
  ['decide', requestChangesModal, field('reason', { value: 'Shorter' })],
  [
    'touch',
    rewriteModal,
    field(rewriteBlocks.change, { selected_option: { value: 'shorter', text: { text: 'Shorter' } } }),
    aiPostRequest,
  ],
];

/** In epoch seconds: far from the times of all other cards, so that nothing warns of close posts. */
const aloneAt = (card: Card): number =>
  Math.ceil(Date.now() / 1_000) + 86_400 + Number(card.id.replace('card-', '')) * 3_600;

/** What came of it, of all calls since so many: how often the card was moved, what was opened, and what was said to this person alone. */
async function outcome(started: Started, card: Card, name: string, who: Who, before: number) {
  const { chat, listener } = started;
  const calls = chat.calls.slice(before);
  const opened = calls.filter(
    ({ method, args }) =>
      /^views\.(open|push)$/.test(method) && JSON.stringify(args).includes(`${card.id}\\`),
  ).length;
  const revisions = await movesOf(started, card);
  const private_ = calls.filter(
    ({ method, args }) =>
      (method === 'chat.postEphemeral' && args.user === who.id && args.channel === name) ||
      (method === 'chat.postMessage' && args.channel === who.id),
  );
  // on top of the modal with the button, whose trigger names the click
  const pushed = calls.filter(({ method, args }) => method === 'views.push' && args.trigger_id === name);
  if (pushed.length > 0)
    return { opened, revisions, said: opened > 0 ? [] : pushed.map(({ args }) => JSON.stringify(args.view)) };
  return {
    opened,
    revisions,
    said: [...listener.textsAt(name), ...private_.map(({ args }) => String(args.text))],
  };
}

longTest(
  'while Slack doesn’t say who anyone is, members can work, and people from elsewhere can’t',
  async (t) => {
    const started = await start(t);
    const { chat } = started;
    chat.faults.next('users.info', { kind: 'refused', error: 'internal_error' }, 10_000);
    for (const [id, team, expectedOutcome] of [
      ['U0DAN', workspace, 'done'],
      ['U0OLA', elsewhere, 'outsider'],
    ] as const) {
      const card = await aCardIn(started, 'review', 'none');
      const name = `${card.id}-answer`;
      await clicks(started, { who: { id, team }, name, action_id: actions.approve, value: card.id });
      const revisions = await movesOf(started, card);
      assert.equal(revisions, expectedOutcome === 'done' ? 1 : 0, id);
      if (expectedOutcome !== 'done')
        await eventually(() => assert.match(started.listener.textsAt(name)[0] ?? '', says[expectedOutcome]));
    }
  },
);

test('every button of a card, for each role under each rule', async (t) => {
  const started = await start(t, { listsBrands: true });
  const cells = everyone().flatMap((cell) =>
    Object.entries(buttons).map(([action, [act, situation]]) => ({ ...cell, action, act, situation })),
  );
  const rows = oncePer(
    cells,
    ({ who, brand, act }) => expected(who, brand, act),
    ({ action }) => action,
  );
  assert.deepEqual(
    Object.keys(buttons).sort(),
    [
      ...Object.values(actions),
      resumeActions.again,
      resumeActions.newTime,
      resumeActions.leave,
      resumeActions.keep,
      resumeActions.off,
      bringAction,
      seeAllAction,
      previewAction,
      reviewActions.open,
      reviewActions.openAll,
      reviewActions.edit,
    ].sort(),
  );
  // These clicks come from no open modal, so `views.push` fails and a refusal is sent as a direct message. Run them last: other rows read those, too.
  const [onMessages, inModals] = [false, true].map((is) =>
    rows.filter(({ action }) => (action === reviewActions.edit) === is),
  );
  for (const some of [onMessages, inModals]) await inBatches(some ?? [], pressed);
  async function pressed({ role, who, brand, action, act, situation }: (typeof rows)[number]) {
    const { listener } = started;
    const card = await aCardIn(started, situation, brand);
    const name = `${card.id}-answer`;
    const what = `${role}, rule: ${brand}, ${action}`;
    const before = started.chat.calls.length;
    // the list with the row of the button
    const list = { ...reviewModal.reading(card), id: 'V0REVIEW', state: { values: {} } };
    const isInList = action === reviewActions.edit;
    const answer = await clicks(
      started,
      { who, name, action_id: action, value: card.id },
      isInList ? { trigger_id: name, view: list } : {},
    );
    assert.equal(answer.status, 200, what);
    const expectedOutcome = expected(who, brand, act);
    const { opened, revisions, said } = await outcome(started, card, name, who, before);
    if (expectedOutcome === 'done' && action === previewAction) {
      // it changes no card, but queues a job, and the response says so
      await eventually(() =>
        assert.match(listener.textsAt(name)[0] ?? '', /post the preview in this card’s thread/, what),
      );
      assert.deepEqual({ opened, revisions }, { opened: 0, revisions: 0 }, what);
      return;
    }
    if (expectedOutcome === 'done' && (action === resumeActions.again || action === resumeActions.keep)) {
      // no pause has noted the post
      await eventually(() => assert.equal(listener.textsAt(name)[0], listBehind, what));
      assert.deepEqual({ opened, revisions }, { opened: 0, revisions: 0 }, what);
      return;
    }
    if (expectedOutcome === 'done' && action === actions.addToQueue) {
      await eventually(() => assert.match(listener.textsAt(name)[0] ?? '', /Added to the queue/, what));
      assert.deepEqual({ opened, revisions }, { opened: 0, revisions: 1 }, what);
      return;
    }
    if (expectedOutcome === 'done') {
      assert.deepEqual({ done: opened + revisions, said }, { done: 1, said: [] }, what);
      return;
    }
    assert.deepEqual({ opened, revisions }, { opened: 0, revisions: 0 }, what);
    const answered = async () => (await outcome(started, card, name, who, before)).said[0] ?? null;
    assert.match(said[0] ?? (await eventually(answered, { what })), says[expectedOutcome], what);
  }
});

test('every modal of a card is checked again on submission, for each role under each rule', async (t) => {
  const started = await start(t, { listsBrands: true });
  const cells = everyone().flatMap((cell) =>
    modals.map(([act, modal, values, request]) => ({ ...cell, act, modal, values, request })),
  );
  const rows = oncePer(
    cells,
    ({ who, brand, act }) => expected(who, brand, act),
    ({ modal }) => modal.id,
  );
  await inBatches(rows, async ({ role, who, brand, act, modal, values, request }) => {
    const card = await aCardIn(started, 'review', brand, request);
    const what = `${role}, rule: ${brand}, ${modal.id}`;
    const { private_metadata } = modal.render(card);
    const answer = await sends(started, who, {
      id: viewOf(card),
      callback_id: modal.id,
      private_metadata,
      values: typeof values === 'function' ? values(card) : values,
    });
    assert.equal(answer.status, 200, what);
    const revisions = await movesOf(started, card);
    assert.equal(
      revisions,
      expected(who, brand, act) === 'done' ? 1 : 0,
      `${what}: ${JSON.stringify(answer.body)}`,
    );
  });
});

test('*Open* below a link offers each role its buttons, and external users none', async (t) => {
  const started = await start(t, { listsBrands: true });
  const acts = ['touch', 'decide', 'approve'] as const;
  const rows = oncePer(everyone(), ({ who, brand }) => acts.map((act) => expected(who, brand, act)).join());
  await inBatches(rows, async ({ role, who, brand }) => {
    const what = `${role}, rule: ${brand}`;
    const card = await aCardIn(started, 'review', brand);
    const name = `${card.id}-answer`;
    const path = new URL(started.listener.address(name)).pathname;
    const [id, value] = ['C0GENERAL', postRef({ card: card.id })];
    const container = { type: 'message_attachment', message_ts: '1.1', channel_id: id };
    await clicks(started, { who, name, action_id: openAction, value }, { channel: { id }, container });
    const [text = ''] = await eventually(() => {
      const heard = started.listener.textsAt(name);
      return heard.length > 0 ? heard : null;
    });
    const expectedOutcome = expected(who, brand, 'touch');
    if (expectedOutcome === 'outsider' || expectedOutcome === 'stranger') {
      assert.match(text, says[expectedOutcome], what);
      return;
    }
    const answer = started.chat.calls.find((call) => call.path === path);
    const offered = buttonsIn(answer?.args.blocks);
    const offeredActs = offered.map((action) => buttons[action]?.[0] ?? 'look');
    for (const act of acts)
      assert.equal(
        offeredActs.includes(act),
        // a group that Slack doesn't know counts as empty
        expected(who, brand, act) === 'done',
        `${what}, ${act}: ${offered.join(', ')}`,
      );
  });
});
