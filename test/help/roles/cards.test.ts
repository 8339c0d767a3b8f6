/**
 * Every role at every button, modal and command, under every kind of rule, over signed HTTP (`npm run test:all`). `npm test` tries
 * each of them once where it's allowed and once where it's refused, and each reason to refuse it somewhere: what each role may
 * do under each rule is also in what the home tab offers, where nothing is left out.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { ModalView } from '@slack/types';
import { Queue } from 'bullmq';
import { pino } from 'pino';
import { commands } from '#commands/index.ts';
import { fieldsOf, textOf } from '#sandbox/chat/json.ts';
import { homeOf } from '#src/home/home.ts';
import { createPauseStore } from '#src/pause/pause-store.ts';
import { queuePrefix } from '#src/platform/queue/queue.ts';
import type { Role } from '#src/platform/slack/role.ts';
import type { Card } from '#src/posts/card/card.ts';
import { contentHash } from '#src/posts/card/content.ts';
import { duplicateId } from '#src/posts/card/duplicate.ts';
import type { HomeEntry } from '#src/posts/card/permissions.ts';
import type { Problem } from '#src/posts/card/problem.ts';
import { currentApprovers, type Rule } from '#src/posts/card/rule.ts';
import { scopeOf } from '#src/posts/card/scope.ts';
import type { CardStore } from '#src/posts/card-store.ts';
import { seriesSchema } from '#src/recurring/series.ts';
import { createRecurringStore } from '#src/recurring/series-store.ts';
import { createPostingSlotStore } from '#src/slots/slot-store.ts';
import { noSlots } from '#src/slots/slots.ts';
import type { Import } from '#src/spreadsheets/import.ts';
import { createImportStore } from '#src/spreadsheets/import-store.ts';
import { exportPostsJob } from '#src/spreadsheets/jobs.ts';
import { createStepStore } from '#src/steps/step-store.ts';
import { createTemplateStore } from '#src/templates/template-store.ts';
import { aCard, aiPostRequest, at, campaignRequest } from '#test/posts/card/samples.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { type StartedBot, startBot, workspace } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { isLong, longTest, oneOf } from '#test/support/long-tests.ts';
import { type ResponseRecorder, recordResponses } from '#test/support/response-recorder.ts';
import { aRule, guestsCan, ruleSetter } from '#test/support/rules.ts';
import { postingTimes } from '#test/support/slots.ts';
import { cardStoreIn, redisOf } from '#test/support/stored.ts';
import { aTemplate, saveTemplates } from '#test/support/templates.ts';
import { reviewActions, reviewModal } from '#views/campaigns/review.ts';
import { batchCheck } from '#views/campaigns/review-check.ts';
import { ownDecision, wordsBlock } from '#views/campaigns/review-decisions.ts';
import { reviewEdit } from '#views/campaigns/review-edit.ts';
import { connectModal } from '#views/catalog/connect.ts';
import { switchActions } from '#views/catalog/workflow.ts';
import { homeView } from '#views/home/home.ts';
import { block } from '#views/kit/fields.ts';
import { rowBlock } from '#views/kit/paged.ts';
import { openAction, postRef } from '#views/links/unfurl.ts';
import { welcomeActions } from '#views/onboarding/welcome.ts';
import { listBehind, resumeActions, resumeList } from '#views/pause/resume.ts';
import { aiPostModal } from '#views/posts/ai-post-modal.ts';
import { bringAction } from '#views/posts/card.ts';
import { actions, cardButtons } from '#views/posts/card-buttons.ts';
import { previewAction, seeAllAction } from '#views/posts/card-content.ts';
import { rejectModal, requestChangesModal, scheduleModal } from '#views/posts/card-modals.ts';
import { brandsBlock, duplicateModal } from '#views/posts/duplicate-modal.ts';
import { editModal } from '#views/posts/edit-modal.ts';
import { createText } from '#views/posts/request-modals.ts';
import { rewriteBlocks, rewriteModal } from '#views/posts/rewrite-modal.ts';
import { recurringActions } from '#views/recurring/list.ts';
import { seriesModal } from '#views/recurring/series-modal.ts';
import { saveTitle } from '#views/settings/check.ts';
import { rearrangeModal } from '#views/slots/rearrange-modal.ts';
import { slotActions } from '#views/slots/week.ts';
import { weekModal } from '#views/slots/week-modal.ts';
import { exportModal } from '#views/spreadsheets/export.ts';
import { importActions } from '#views/spreadsheets/import.ts';
import { templateActions } from '#views/templates/list.ts';
import { removeTemplate, templateModal } from '#views/templates/template-modal.ts';

const minuteMs = 60_000;
const elsewhere = 'T0OTHER';

interface Who {
  id: string;
  role?: 'admin' | 'guest';
  team?: string;
  /** Signed with the id of another workspace. */
  foreign?: boolean;
}
const roles: Record<string, Who> = {
  author: { id: 'U0ANA' },
  approver: { id: 'U0BO' },
  'group member': { id: 'U0MAX' },
  member: { id: 'U0DAN' },
  administrator: { id: 'U0CY', role: 'admin' },
  guest: { id: 'U0GUS', role: 'guest' },
  'guest in the group': { id: 'U0GIL', role: 'guest' },
  'named guest': { id: 'U0GIA', role: 'guest' },
  outsider: { id: 'U0OLA', team: elsewhere },
  'named outsider': { id: 'U0ODA', team: elsewhere },
  'outsider Slack does not know': { id: 'U0NOWHERE', team: elsewhere },
  'someone Slack does not know': { id: 'U0NOBODY' },
  'other workspace': { id: 'U0BO', foreign: true },
};
const group = ['U0ANA', 'U0MAX', 'U0GIL'];
const named = ['U0BO', 'U0GIA', 'U0ODA'];

const rules: Record<string, Rule | undefined> = {
  none: undefined,
  people: aRule({ people: named }),
  'people and a group': aRule({ people: named, groups: ['S0EDITORS'] }),
  'a group, own allowed': aRule({ people: [], groups: ['S0EDITORS'], own: true }),
  'an empty list': aRule({ people: [] }),
  'a group that cannot be read': aRule({ people: [], groups: ['S0LOST'] }),
  'none, and guests work': undefined,
  'people and a group, and guests work': aRule({ people: named, groups: ['S0EDITORS'] }),
};
/** The brands whose settings let guests do what members do. */
const letsGuestsWork = (brand: string): boolean => brand.endsWith('guests work');

type Act = 'look' | 'touch' | 'decide' | 'approve' | 'resubmit' | 'undo';
type Situation =
  | 'review'
  | 'a version'
  | 'approved'
  | 'scheduled'
  | 'changes_requested'
  | 'rejected'
  | 'published'
  | 'lost'
  | 'not made';

/** Each button: what it takes to press it, and on which card. */
const buttons: Record<string, [Act, Situation]> = {
  [actions.approve]: ['approve', 'review'],
  [actions.agree]: ['approve', 'review'],
  [actions.publishNow]: ['approve', 'scheduled'],
  [actions.undo]: ['undo', 'approved'],
  [actions.schedule]: ['touch', 'review'],
  [actions.reschedule]: ['touch', 'scheduled'],
  [actions.unschedule]: ['touch', 'scheduled'],
  [actions.addToQueue]: ['touch', 'review'],
  [actions.edit]: ['touch', 'review'],
  [actions.requestChanges]: ['decide', 'review'],
  [actions.resubmit]: ['resubmit', 'changes_requested'],
  [actions.reject]: ['decide', 'review'],
  [actions.rewrite]: ['touch', 'review'],
  [actions.duplicate]: ['touch', 'published'],
  [actions.keep]: ['decide', 'a version'],
  [actions.reopen]: ['decide', 'rejected'],
  [actions.checkAgain]: ['touch', 'lost'],
  [actions.retry]: ['touch', 'not made'],
  [bringAction]: ['touch', 'review'],
  [resumeActions.again]: ['touch', 'review'],
  [resumeActions.newTime]: ['touch', 'review'],
  [resumeActions.leave]: ['touch', 'review'],
  [resumeActions.keep]: ['touch', 'scheduled'],
  [resumeActions.off]: ['touch', 'scheduled'],
  [seeAllAction]: ['look', 'review'],
  [previewAction]: ['look', 'review'],
  [reviewActions.open]: ['look', 'review'],
  [reviewActions.openAll]: ['look', 'review'],
  [reviewActions.edit]: ['touch', 'review'],
};
const field = (block: string, element: object) => ({ [block]: { [block]: element } });
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

type Expected = 'done' | 'outsider' | 'guest' | 'not_named' | 'own' | 'not theirs' | 'stranger';

/** The rules of docs/approval.md once more, as short as they can be said. */
function expected({ id, role, team, foreign }: Who, brand: string, act: Act): Expected {
  const rule = rules[brand];
  if (foreign) return 'stranger';
  if (act === 'look') return 'done';
  const isNamed = rule?.approvers.people.includes(id) ?? false;
  // Slack says of some that there is no such person
  if ((team || id === 'U0NOBODY') && !isNamed) return 'outsider';
  if (role === 'guest' && !isNamed && !letsGuestsWork(brand)) return 'guest';
  if (act === 'undo') return id === 'U0BO' ? 'done' : 'not theirs';
  if (!rule) return 'done';
  if (act === 'touch' || (act === 'resubmit' && id === 'U0ANA')) return 'done';
  const inGroup = rule.approvers.groups.includes('S0EDITORS') && group.includes(id) && role !== 'guest';
  if (!isNamed && !inGroup) return 'not_named';
  return act === 'approve' && id === 'U0ANA' && !rule.own ? 'own' : 'done';
}

const says: Record<Exclude<Expected, 'done'>, RegExp> = {
  outsider: /You’re from another organization/,
  guest: /You’re a guest here, so you can view/,
  not_named: /You can’t review posts for .* can/i,
  'not theirs': /Only <@U0BO>, who approved this, can undo it/,
  own: /You can’t approve your own post\. .*can/,
  stranger: /isn’t installed in your Slack workspace/,
};

/** The same of someone who isn't the reader: whoever runs a workflow reads it of the requester. */
const saysOfRequester = {
  ...says,
  outsider: /is from another organization|isn’t in this workspace/,
  guest: /is a guest, so they can’t/,
};

/** Who can only look, unless a rule names them or a brand lets guests work. */
const isVisitor = ({ team, role, id }: Who): boolean =>
  team !== undefined || role === 'guest' || id === 'U0NOBODY';

interface Started extends StartedBot {
  cards: CardStore;
  listener: ResponseRecorder;
}

/** Only the half of the bot that answers, unless steps of workflows are to run: what a click leads to stays as the click left it. */
async function start(
  t: TestContext,
  {
    guestsWork = true,
    brands,
    steps = false,
  }: { guestsWork?: boolean; brands?: readonly string[]; steps?: boolean } = {},
): Promise<Started> {
  const people = Object.values(roles)
    .filter(({ id, foreign }) => !foreign && !/^U0NO/.test(id))
    .map(({ foreign: _, ...who }) => ({
      ...who,
      name: who.id === 'U0ANA' ? 'Ana' : who.id === 'U0BO' ? 'Bo' : who.id === 'U0CY' ? 'Cy' : who.id,
    }));
  const started = await startBot(t, {
    chat: {
      users: people,
      groups: [{ id: 'S0EDITORS', handle: 'editors', name: 'Editors', members: group }],
    },
    settings: steps ? { WORKFLOW_STEPS: 'true' } : { ROLE: 'bot' },
    ...(brands && { service: { seed: accountOf(brands) } }),
  });
  const { redis, prefix } = redisOf(t, started.settings);
  const cards = cardStoreIn(redis, prefix);
  const setRule = await ruleSetter(t, started);
  for (const [name, rule] of Object.entries(rules)) if (rule) await setRule(rule, name);
  for (const name of Object.keys(rules)) await postingTimes(t, started, { id: name, name });
  for (const name of Object.keys(rules))
    if (guestsWork && letsGuestsWork(name)) await guestsCan(t, started, name, 'work');
  return { ...started, cards, listener: recordResponses(started.chat) };
}

const scheduledAt = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 86_400_000).toISOString();
const problem = (step: Problem['step']): Problem => ({
  step,
  at,
  code: 'publish_failed',
  failure: { kind: 'internal' },
});
const situations: Record<Situation, Partial<Card>> = {
  review: { state: 'review' },
  'a version': { state: 'review', versions: ['another'] },
  approved: { state: 'approved', publishAfter: scheduledAt, history: [{ what: 'approved', by: 'U0BO', at }] },
  scheduled: { state: 'scheduled', rest: 'scheduled', content: { ...aCard().content, scheduledAt } },
  changes_requested: { state: 'changes_requested' },
  rejected: { state: 'rejected' },
  published: { state: 'published' },
  lost: { state: 'outcome_unknown', problem: problem('publish') },
  'not made': { state: 'failed', problem: problem('create') },
};

let count = 0;
async function aCardIn(
  { cards }: Started,
  situation: Situation,
  brand: string,
  request?: Card['request'],
): Promise<Card> {
  count += 1;
  const id = `card-${count}`;
  const post = situation === 'not made' ? {} : { postId: `post-${id}` };
  const about = { id, workspace, brand: { id: brand, name: brand }, renderedVersion: 1 };
  const card = aCard({ ...about, ...post, ...situations[situation] }, request);
  return (await cards.add({ ...card, schedulableHash: contentHash(card) })).card;
}

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

/** An account with brands of these names, and the one that is paused. */
const accountOf = (names: readonly string[]) => ({
  user: { id: 'user-1', name: 'Robin Vale', email: 'robin@northwind.example' },
  brands: [
    { id: 'brand-1', name: 'Northwind Coffee', profiles: [] },
    ...names.map((name) => ({ id: name, name, profiles: [] })),
  ],
});

const payloadOf = (who: Who) => ({
  team: { id: who.foreign ? elsewhere : workspace, domain: 'x' },
  user: { id: who.id, name: who.id, team_id: who.foreign ? elsewhere : (who.team ?? workspace) },
});

/** A click on a button that Slack delivers; what is answered is heard at `name`. */
const clicks = (
  { chat, listener }: Started,
  { who, name, ...button }: { who: Who; name: string; action_id: string; block_id?: string; value?: string },
  more: object = {},
) =>
  chat.deliver.interaction({
    type: 'block_actions',
    ...payloadOf(who),
    channel: { id: 'C0SOCIAL' },
    response_url: listener.address(name),
    actions: [{ type: 'button', block_id: 'b', action_ts: '1.1', ...button }],
    ...more,
  });

/** A form that Slack delivers, with what is in its fields. */
const sends = (
  { chat }: Started,
  who: Who,
  {
    values,
    ...view
  }: { id: string; callback_id: string; private_metadata: string | undefined; values: object },
) =>
  chat.deliver.interaction({
    type: 'view_submission',
    ...payloadOf(who),
    view: { ...view, type: 'modal', blocks: [], state: { values } },
  });

/** How often the card was moved since. */
const movesOf = async ({ cards }: Started, card: Card): Promise<number> =>
  ((await cards.get(workspace, card.id))?.revision ?? 0) - card.revision;

const viewOf = ({ id }: Card): string => `V${id.replace('card-', '')}`;

/**
 * Each of the things that are tried once where it's allowed and once where it's refused, and each reason to refuse once, spread
 * over roles and rules; `npm run test:all`: every cell. `outcomeOf` answers `done` where it's allowed.
 */
function oncePer<T>(
  cells: T[],
  outcomeOf: (cell: T) => string,
  thingOf: (cell: T) => string = () => '',
): T[] {
  if (isLong) return cells;
  // a prime that no table has as many cells as: each cell comes up once
  const mixed = cells.map((_, i) => cells[(i * 7_919) % cells.length] as T);
  const once = (keyOf: (cell: T) => string) => new Map(mixed.map((cell) => [keyOf(cell), cell])).values();
  return [
    ...new Set([...once((cell) => `${outcomeOf(cell) === 'done'} ${thingOf(cell)}`), ...once(outcomeOf)]),
  ];
}

/** Every role, the administrator last, who changes what the others couldn't; in the short form, one of each kind. */
function administratorLast(): [string, Who][] {
  const kindOf = (who: Who): string => (who.foreign ? 'foreign' : roleOf(who));
  const sorted = Object.entries(roles).sort(([, a], [, b]) =>
    a.role === 'admin' ? 1 : b.role === 'admin' ? -1 : 0,
  );
  return isLong ? sorted : [...new Map(sorted.map((entry) => [kindOf(entry[1]), entry])).values()];
}

async function inBatches<T>(rows: T[], run: (row: T) => Promise<void>): Promise<void> {
  const left = [...rows];
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      for (let row = left.pop(); row !== undefined; row = left.pop()) await run(row);
    }),
  );
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

const inTwoDays = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 2 * 86_400_000).toISOString();

/** The cells of a table for each role under each rule. */
const everyone = () =>
  Object.entries(roles).flatMap(([role, who]) => Object.keys(rules).map((brand) => ({ role, who, brand })));

const confirming = { create: importActions.create, cancel: importActions.cancel, stop: importActions.stop };
const ofImport = [
  ...Object.values(confirming).map((action) => [action, 'touch'] as const),
  [importActions.rows, 'look'] as const,
];

/** What is asked for in a form that names a brand. */
const forms: [string, object][] = [
  [aiPostModal.id, field('prompt', { value: 'Our autumn menu starts' })],
  [exportModal.id, {}],
  [connectModal.id, field('network', { selected_option: { value: 'instagram', text: { text: 'x' } } })],
  [
    seriesModal.id,
    {
      ...field('caption', { value: 'Coffee of the week' }),
      ...field('weekdays', { selected_options: [{ value: '1', text: { text: 'Monday' } }] }),
      ...field('clock', { selected_time: '09:00' }),
    },
  ],
];

/** None of these changes a rule or a setting that another one meets, and each has cards of its own. */
test('what each role can do under each rule', async (t) => {
  const started = await start(t, { brands: Object.keys(rules) });

  await t.test('every button of a card, for each role under each rule', async () => {
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
        // it changes no card: it queues a job, and the answer says so
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

  await t.test(
    'every modal of a card is checked again on submission, for each role under each rule',
    async () => {
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
    },
  );

  await t.test(
    'decisions about several posts, by role and rule, are checked when chosen and confirmed',
    async (t) => {
      const { redis } = redisOf(t, started.settings);
      const actions = [
        ['approve', 'approve', undefined],
        ['reject', 'decide', undefined],
        ['move', 'touch', inTwoDays],
        ['each', 'decide', undefined],
      ] as const;
      const cells = everyone().flatMap((cell) =>
        actions.map(([expectedOutcome, act, to]) => ({ ...cell, action: expectedOutcome, act, to })),
      );
      const rows = oncePer(
        cells,
        ({ who, brand, act }) => expected(who, brand, act),
        ({ action }) => action,
      );
      await inBatches(rows, async ({ role, who, brand, action, act, to }) => {
        const what = `${role}, rule: ${brand}, ${action}`;
        const card = await aCardIn(started, 'review', brand);
        const id = `campaign-of-${card.id}`;
        const about = { id, workspace, brand: card.brand, posts: [card.id], state: 'review' as const };
        const campaign = aCard({ ...about, kind: 'campaign', renderedVersion: 1 }, campaignRequest);
        await started.cards.add(campaign);
        const seen = contentHash(card);
        const view = viewOf(card);
        const send = (callback_id: string, private_metadata: string, values: object) =>
          sends(started, who, { id: view, callback_id, private_metadata, values });
        const expectedOutcome = expected(who, brand, act);
        const option = (value: string) => ({ value, text: { text: 'x' } });
        const metadata = reviewModal.reading(campaign).private_metadata ?? '';
        if (action !== 'move' && action !== 'each') {
          const chosen = { 'post.1.0': { choose: { selected_options: [option(seen)] } } };
          const chosenAction = field('wish', { selected_option: option(action) });
          const text = JSON.stringify(
            (await send(reviewModal.id, metadata, { ...chosen, ...chosenAction })).body,
          );
          if (who.foreign) assert.equal(text, undefined, what);
          else
            assert.match(
              text,
              expectedOutcome === 'done'
                ? /(Reject|Approve|Schedule|Publish) 1 post\?/
                : says[expectedOutcome],
              what,
            );
        }
        const own = action === 'each' && { act: ownDecision('request_changes') };
        const found = {
          chosen: { n: 1, contentHash: seen },
          card,
          to,
          ...own,
          found: { outcome: 'published' as const },
        };
        const check = batchCheck.render(campaign, { act: action }, [found], {
          undoForMs: 0,
          zones: { reader: 'UTC' },
        });
        const confirm = (told: string) =>
          send(batchCheck.id, told, {
            ...field('reason', { value: 'Too early' }),
            ...field(wordsBlock(1), { value: 'Name the street' }),
          });
        const first = await confirm(check.private_metadata ?? '');
        // the outcome that was shown is made up here: the person is asked again, with the real one
        const anew = textOf(fieldsOf(fieldsOf(first.body).view).private_metadata);
        const answer = anew === '' ? first : await confirm(anew);
        assert.equal(answer.status, 200, what);
        const batch = `${started.settings.REDIS_PREFIX}:{${workspace}}:batch:${view}`;
        assert.equal(
          await redis.exists(batch),
          expectedOutcome === 'done' ? 1 : 0,
          `${what}: ${JSON.stringify(answer.body)}`,
        );
        assert.equal((await started.cards.get(workspace, card.id))?.revision, card.revision, what);
      });
    },
  );

  await t.test(
    'words and reactions of approval, by role and rule: only approvers are offered the button',
    async () => {
      const cells = everyone().flatMap((cell) =>
        (['lgtm', 'white_check_mark'] as const).map((word) => ({ ...cell, word })),
      );
      const rows = oncePer(
        cells,
        ({ who, brand }) => expected(who, brand, 'approve'),
        ({ word }) => word,
      );
      await inBatches(rows, async ({ role, who, brand, word }) => {
        const card = await aCardIn(started, 'review', brand);
        const [, n] = card.id.split('-');
        // a reply in the thread of a campaign, so that the answer to a reaction is there, too
        const [channel, thread, ts, later] = ['C0SOCIAL', `${n}.000001`, `${n}.000002`, `${n}.000003`];
        const message = { channel, ts: word === 'lgtm' ? thread : ts, thread };
        await started.cards.transition(workspace, card.id, {
          type: 'record_message',
          message,
          renderedVersion: 1,
          at,
        });
        const team = { user_team: who.foreign ? elsewhere : (who.team ?? workspace) };
        const event =
          word === 'lgtm'
            ? { type: 'message', text: word, ts: later, channel, thread_ts: thread, ...team }
            : {
                type: 'reaction_added',
                reaction: word,
                item: { type: 'message', channel, ts },
                event_ts: later,
              };
        await started.chat.deliver.event({ ...event, user: who.id }, undefined, {
          team_id: who.foreign ? elsewhere : workspace,
        });
        const offers = started.chat.calls.filter(
          ({ method, args }) => method === 'chat.postEphemeral' && args.thread_ts === thread,
        );
        const expectedOutcome = expected(who, brand, 'approve') === 'done' ? [who.id] : [];
        assert.deepEqual(
          offers.map(({ args }) => args.user),
          expectedOutcome,
          `${role}, rule: ${brand}, ${word}`,
        );
      });
    },
  );

  await t.test(
    'pausing and resuming, for each role under each rule: the brand’s approvers and administrators',
    async (t) => {
      const { chat, listener, settings } = started;
      const setRule = await ruleSetter(t, started);
      const { redis } = redisOf(t, settings);
      const key = `${settings.REDIS_PREFIX}:{${workspace}}:freezes`;
      // the approval of one's own post is no question here
      const mayPause = (who: Who, name: string): boolean =>
        who.role === 'admin' || expected(who, name, 'decide') === 'done';
      const cells = Object.keys(rules).flatMap((name) =>
        Object.entries(roles).map(([role, who]) => ({ name, role, who })),
      );
      for (const { name, role, who } of oncePer(
        cells,
        ({ name, who }) => expected(who, name, 'decide'),
        ({ name, who }) => String(mayPause(who, name)),
      )) {
        await setRule(rules[name], 'brand-1');
        await guestsCan(t, started, 'brand-1', letsGuestsWork(name) ? 'work' : 'look');
        const what = `${role}, rule: ${name}`;
        const asks = (text: string) =>
          chat.deliver.command({
            team_id: who.foreign ? elsewhere : workspace,
            user_id: who.id,
            channel_id: 'C0SOCIAL',
            command: '/social',
            text,
            response_url: listener.address(`${what}: ${text}`),
          });
        const may = mayPause(who, name);
        // who may not is answered with the acknowledgement
        const answered = async (text: string) => {
          const { body } = await asks(text);
          if (!who.foreign && !body)
            await eventually(() => listener.textsAt(`${what}: ${text}`)[0] ?? null, { what });
        };
        await answered('pause Northwind Coffee wrong prices');
        assert.equal(await redis.hlen(key), may ? 1 : 0, `${what} freezes`);
        const paused = { by: 'U0CY', at, reason: 'x', channel: 'C1', rounds: 1, ended: 1 };
        const brand = { id: 'brand-1', name: 'Northwind Coffee' };
        await redis.hset(key, 'brand.brand-1', JSON.stringify({ brand, ...paused }));
        await answered('resume Northwind Coffee');
        assert.equal(await redis.hlen(key), may ? 0 : 1, `${what} thaws`);
        await redis.del(key);
      }
    },
  );

  await t.test('pushing back the queue, by role and rule: the report says why a post stays', async (t) => {
    const { listener, settings } = started;
    const { redis, prefix, keys } = redisOf(t, settings);
    const pauses = createPauseStore(redis, prefix, 86_400_000);
    const missed = new Date(Date.now() - 3_600_000).toISOString();
    // one after the other: a click moves all posts of its brand
    for (const { role, who, brand } of oncePer(everyone(), (cell) =>
      expected(cell.who, cell.brand, 'touch'),
    )) {
      const what = `${role}, rule: ${brand}`;
      const card = await aCardIn(started, 'review', brand);
      const scope = scopeOf(card.brand);
      const noted = {
        id: card.postId ?? '',
        brand: card.brand,
        caption: 'Beans',
        pausedAt: at,
        scheduledFor: missed,
        state: 'unscheduled' as const,
        attempts: 1,
      };
      await pauses.note(workspace, scope, noted);
      const name = `${card.id}-answer`;
      const block_id = rowBlock({ list: resumeList, page: 0, of: scope }, '10-0');
      await clicks(started, { who, name, action_id: resumeActions.pushBack, block_id });
      const expectedOutcome = expected(who, brand, 'touch');
      const [said = ''] = await eventually(() => {
        const heard = listener.textsAt(name);
        return heard.length > 0 ? heard : null;
      });
      if (expectedOutcome !== 'done') assert.match(said, says[expectedOutcome], what);
      const revisions = await movesOf(started, card);
      assert.equal(revisions, expectedOutcome === 'done' ? 1 : 0, `${what}: ${said}`);
      const [left] = await pauses.posts(workspace, scope);
      assert.equal(left !== undefined, expectedOutcome !== 'done', what);
      await redis.del(keys.pausedPosts(workspace, scope));
    }
  });

  await t.test('rearranging the queue, for each role under each rule', async () => {
    const from = Math.ceil(Date.now() / minuteMs) * minuteMs + 86_400_000;
    const rows = oncePer(everyone(), ({ who, brand }) => expected(who, brand, 'touch'));
    await inBatches(
      rows.map((row, i) => ({ ...row, to: from + (i + 1) * minuteMs })),
      async ({ role, who, brand, to }) => {
        const what = `${role}, rule: ${brand}`;
        const card = await aCardIn(started, 'scheduled', brand);
        const row = `queued.${Date.parse(scheduledAt)}.${card.id}`;
        const { body } = await sends(started, who, {
          id: viewOf(card),
          callback_id: rearrangeModal.id,
          private_metadata: JSON.stringify({ channel: 'C0SOCIAL', brand: card.brand }),
          values: field(row, { selected_option: { value: String(to), text: { text: 'x' } } }),
        });
        const expectedOutcome = expected(who, brand, 'touch');
        const revisions = await movesOf(started, card);
        assert.equal(revisions, expectedOutcome === 'done' ? 1 : 0, `${what}: ${JSON.stringify(body)}`);
        if (expectedOutcome !== 'done' && !who.foreign)
          assert.match(JSON.stringify(body), says[expectedOutcome], what);
      },
    );
  });

  await t.test('the form of Duplicate, for each role under each rule', async () => {
    const rows = oncePer(everyone(), ({ who, brand }) => expected(who, brand, 'touch'));
    await inBatches(rows, async ({ role, who, brand }) => {
      const what = `${role}, rule: ${brand}`;
      const card = await aCardIn(started, 'published', brand);
      const id = viewOf(card);
      const chosen = { value: brand, text: { text: brand } };
      const { private_metadata } = duplicateModal.render(card, { profiles: [] });
      const values = {
        ...field(brandsBlock, { selected_options: [chosen] }),
        ...field(block.profiles(card.brand), { selected_options: [] }),
        ...field('caption', { value: 'A copy' }),
      };
      const { body } = await sends(started, who, {
        id,
        callback_id: duplicateModal.id,
        private_metadata,
        values,
      });
      const expectedOutcome = expected(who, brand, 'touch');
      const made = (await started.cards.get(workspace, duplicateId(id, brand))) !== undefined;
      assert.equal(made, expectedOutcome === 'done', `${what}: ${JSON.stringify(body)}`);
      if (expectedOutcome !== 'done' && !who.foreign)
        assert.match(JSON.stringify(body), says[expectedOutcome], what);
    });
  });

  await t.test('changing and stopping a recurring post, for each role under each rule', async (t) => {
    const { chat, listener, settings } = started;
    const { redis, prefix, keys } = redisOf(t, settings);
    const recurring = createRecurringStore(redis, prefix, pino({ level: 'silent' }));
    const { change, stop } = recurringActions;
    const cells = everyone().flatMap((cell) => [change, stop].map((action) => ({ ...cell, action })));
    const rows = oncePer(
      cells,
      ({ who, brand }) => expected(who, brand, 'touch'),
      ({ action }) => action,
    );
    await inBatches(
      rows.map((row, i) => ({ ...row, id: `series-${i}` })),
      async ({ role, who, brand, action, id }) => {
        const what = `${role}, rule: ${brand}, ${action}`;
        const series = seriesSchema.parse({
          id,
          brand: { id: brand, name: brand },
          by: 'U0ANA',
          channel: 'C0SOCIAL',
          caption: 'Beans',
          mediaUrls: [],
          profiles: [],
          days: [1],
          at: '09:00',
          daysAhead: 1,
          from: scheduledAt.slice(0, 10),
          createdAt: at,
        });
        await recurring.put(workspace, series, { dueAt: Date.parse(scheduledAt) });
        await clicks(started, { who, name: what, action_id: action, value: id }, { trigger_id: what });
        const expectedOutcome = expected(who, brand, 'touch');
        if (expectedOutcome !== 'done')
          await eventually(() => assert.match(listener.textsAt(what)[0] ?? '', says[expectedOutcome], what));
        const opened = () => chat.calls.some(({ args }) => args.trigger_id === what);
        const isStopped = async () => (await recurring.get(workspace, id))?.stopped === true;
        const done = async () => (action === change ? opened() : await isStopped());
        if (expectedOutcome === 'done') await eventually(async () => assert.ok(await done(), what));
        assert.deepEqual(
          [opened(), await isStopped()],
          [expectedOutcome === 'done' && action === change, expectedOutcome === 'done' && action === stop],
          what,
        );
      },
    );
    // a brand has only so many, and forms set some up, too
    await redis.del(keys.recurring(workspace));
  });

  await t.test('every form that requests something for a brand, for each role under each rule', async (t) => {
    const { redis, prefix } = redisOf(t, started.settings);
    const recurring = createRecurringStore(redis, prefix, pino({ level: 'silent' }));
    const cells = everyone().flatMap((cell) => forms.map(([form, values]) => ({ ...cell, form, values })));
    const rows = oncePer(
      cells,
      ({ who, brand }) => expected(who, brand, 'touch'),
      ({ form }) => form,
    );
    await inBatches(
      rows.map((row, i) => ({ ...row, id: `VFORM${i}`, channel: `C${i}` })),
      async ({ role, who, brand, form, values, id, channel }) => {
        const what = `${role}, rule: ${brand}, ${form}`;
        const chosen = field('brand', { selected_option: { value: brand, text: { text: brand } } });
        const private_metadata = JSON.stringify({ channel, brand: { id: brand, name: brand }, list: '' });
        const answer = await sends(started, who, {
          id,
          callback_id: form,
          private_metadata,
          values: { ...chosen, ...values },
        });
        assert.equal(answer.status, 200, what);
        const expectedOutcome = expected(who, brand, 'touch');
        const told = () =>
          started.chat.calls.find(
            ({ method, args }) => method === 'chat.postEphemeral' && args.channel === channel,
          )?.args.text;
        if (expectedOutcome !== 'done' && !who.foreign)
          await eventually(() => assert.match(String(told()), says[expectedOutcome], what));
        else if (form === connectModal.id && !who.foreign)
          await eventually(() =>
            assert.doesNotMatch(String(told() ?? 'You’re from another organization'), says.outsider, what),
          );
        const made = (await started.cards.get(workspace, id)) !== undefined;
        assert.equal(made, expectedOutcome === 'done' && form === aiPostModal.id, what);
        const repeats = (await recurring.get(workspace, id)) !== undefined;
        assert.equal(repeats, expectedOutcome === 'done' && form === seriesModal.id, what);
      },
    );
    // exports exist only as their audit entry and their job, which waits for a worker
    const allowed = rows.filter(
      ({ who, brand, form }) => form === exportModal.id && expected(who, brand, 'touch') === 'done',
    );
    const expectedOutcome = allowed.map(({ who, brand }) => `${who.id} ${brand}`).sort();
    const audited = (await auditTrail(t, started)).flatMap(({ what, by, brand }) =>
      what === 'exported' ? [`${by} ${brand?.id}`] : [],
    );
    assert.deepEqual(audited.sort(), expectedOutcome);
    const { REDIS_PREFIX = '' } = started.settings;
    const queue = new Queue(exportPostsJob.queue, { connection: redis, prefix: queuePrefix(REDIS_PREFIX) });
    t.after(() => queue.close());
    const jobs = (await queue.getJobs()).filter(({ name }) => name === exportPostsJob.name);
    // two of one person at the same millisecond are one job
    for (const { data } of jobs)
      assert.ok(expectedOutcome.includes(`${data.by} ${data.brand.id}`), JSON.stringify(data));
    assert.ok(jobs.length > 0);
  });

  await t.test(
    'confirming, canceling and stopping an import and seeing its rows, for each role under each rule',
    async (t) => {
      const { chat, listener, settings } = started;
      const { redis, prefix } = redisOf(t, settings);
      const imports = createImportStore(redis, prefix);
      const cells = everyone().flatMap((cell) => ofImport.map(([action, act]) => ({ ...cell, action, act })));
      const rows = oncePer(
        cells,
        ({ who, brand, act }) => expected(who, brand, act),
        ({ action }) => action,
      );
      const none = {
        errors: [],
        unopened: [],
        late: [],
        before: [],
        existing: [],
        differences: [],
        shared: [],
        ignored: [],
        repeated: [],
        alike: [],
        zones: [],
      };
      const counts = { recorded: 0, created: 0, failed: 0, unknown: 0, before: 0, retried: [] };
      await inBatches(
        rows.map((row, i) => ({ ...row, id: `I${i}` })),
        async ({ role, who, brand, action, act, id }) => {
          const what = `${role}, rule: ${brand}, ${action}`;
          const stage = action === confirming.stop ? 'creating' : 'review';
          const one: Import = {
            id,
            workspace,
            revision: 0,
            by: 'U0ANA',
            at,
            channel: 'C0SOCIAL',
            stage,
            ...counts,
            file: { id: 'F1', name: 'spring.csv' },
            source: { channel: 'C0SOCIAL', ts: '1.2' },
          };
          const post = { row: 2, card: `${id}-1`, caption: 'Beans', mediaUrls: [], profiles: [] };
          const posts = [{ ...post, brand: { id: brand, name: brand } }];
          await imports.put(one, { open: true, rows: { posts, ...none } });
          await clicks(started, { who, name: id, action_id: action, value: id }, { trigger_id: id });
          const expectedOutcome = expected(who, brand, act);
          if (expectedOutcome !== 'done')
            await eventually(() => assert.match(listener.textsAt(id)[0] ?? '', says[expectedOutcome], what));
          const isOpened = (): boolean => chat.calls.some(({ args }) => args.trigger_id === id);
          const opens = expectedOutcome === 'done' && action === importActions.rows;
          if (opens) await eventually(() => assert.ok(isOpened(), what));
          assert.equal(isOpened(), opens, what);
          const now = await imports.get(workspace, id);
          const decided = {
            [confirming.create]: ['creating', who.id, undefined],
            [confirming.cancel]: ['cancelled', who.id, undefined],
            [confirming.stop]: ['creating', undefined, who.id],
            [importActions.rows]: [stage, undefined, undefined],
          }[action];
          assert.deepEqual(
            [now?.stage, now?.decidedBy, now?.stoppedBy],
            expectedOutcome === 'done' ? decided : [stage, undefined, undefined],
            what,
          );
        },
      );
    },
  );

  await t.test('*Open* below a link offers each role its buttons, and external users none', async () => {
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
          // a group that Slack doesn't know counts as nobody
          expected(who, brand, act) === 'done',
          `${what}, ${act}: ${offered.join(', ')}`,
        );
    });
  });
});

test('a workflow creates posts and asks for approval for each possible requester and rule', async (t) => {
  const started = await start(t, { brands: Object.keys(rules), steps: true });
  const { ana, chat, settings } = started;
  const { redis, prefix } = redisOf(t, settings);
  const steps = createStepStore(redis, prefix);
  const ended = (id: string, what: string) =>
    eventually(
      () => {
        const run = chat.workflows.get(id);
        return run?.state === 'running' ? null : (run ?? null);
      },
      { what },
    );
  const made = new Map<string, string>();
  // another workspace can't be named: a requester is one of those whom Slack shows in this one
  const cells = Object.entries(roles).flatMap(([role, who]) =>
    who.foreign ? [] : Object.keys(rules).map((brand) => ({ role, who, brand })),
  );
  // Ana's posts are those whose approval is asked for
  const tried = oncePer(cells, ({ who, brand }) => expected(who, brand, 'touch'));
  const rows = cells.filter(
    (cell) =>
      tried.includes(cell) || (cell.who.id === 'U0ANA' && tried.some(({ brand }) => brand === cell.brand)),
  );
  await inBatches(rows, async ({ role, who, brand }) => {
    const what = `${role}, rule: ${brand}, create_post`;
    const inputs = { brand, caption: 'Open until ten', channel: 'C0SOCIAL', requester: who.id };
    const run = await ended(await ana.runs('create_post', inputs), what);
    const expectedOutcome = expected(who, brand, 'touch');
    if (expectedOutcome !== 'done') assert.match(run.error, saysOfRequester[expectedOutcome], what);
    assert.equal(run.state, expectedOutcome === 'done' ? 'completed' : 'failed', `${what}: ${run.error}`);
    if (who.id === 'U0ANA') made.set(brand, String(run.outputs.post));
  });
  await inBatches(rows, async ({ role, who, brand }) => {
    const what = `${role}, rule: ${brand}, request_approval`;
    const inputs = { post: made.get(brand) ?? '', requester: who.id, message: 'For Friday' };
    const id = await ana.runs('request_approval', inputs);
    const expectedOutcome = expected(who, brand, 'touch');
    if (expectedOutcome !== 'done')
      assert.match((await ended(id, what)).error, saysOfRequester[expectedOutcome], what);
    else await eventually(async () => assert.equal((await steps.get(workspace, id))?.asked, true), { what });
    assert.equal(chat.workflows.get(id)?.state, expectedOutcome === 'done' ? 'running' : 'failed', what);
  });
  assert.equal(started.service.publishes(), 0);
});

test('every command, shortcut and switch, for every role: guests and others can only read', async (t) => {
  const started = await start(t, { guestsWork: false });
  const { chat, listener, service } = started;
  const typed = commands.flatMap(({ slash, word, changes, only }) => [
    ...(slash && slash !== 'social' ? [{ command: `/${slash}`, text: '', changes, only }] : []),
    ...(word
      ? [
          {
            command: '/social',
            text: word === 'workflow' ? 'workflow harbor-newsletter on' : word,
            changes,
            only,
          },
        ]
      : []),
  ]);
  // the rule of some brand names them, so they may ask for something of that one
  const isNamed = ({ id }: Who): boolean => named.includes(id);
  const told = ({ role }: Who): RegExp => (role === 'guest' ? says.guest : says.outsider);
  const cells = Object.entries(roles).flatMap(([role, who]) => typed.map((one) => ({ role, who, ...one })));
  const wantedOf = ({ who, text, changes, only }: (typeof cells)[number]) => {
    if (who.foreign) return says.stranger;
    // the help says so of exactly these; the key of this one workspace is in the settings
    if (only === 'administrator' && who.role !== 'admin' && text !== 'key') return /Only workspace admins/;
    const touches = changes || text.startsWith('workflow');
    // the brand here is another
    return isVisitor(who) && touches && (!isNamed(who) || text === 'analytics') ? told(who) : undefined;
  };
  const rows = oncePer(
    cells,
    (cell) => String(wantedOf(cell) ?? 'done'),
    ({ command, text }) => `${command} ${text}`,
  );
  await inBatches(rows, async (cell) => {
    const { role, who, command, text } = cell;
    const what = `${role}: ${command} ${text}`;
    const body = { team_id: who.foreign ? elsewhere : workspace, user_id: who.id, channel_id: 'C0SOCIAL' };
    const answer = await chat.deliver.command({
      ...body,
      command,
      text,
      response_url: listener.address(what),
    });
    assert.equal(answer.status, 200, what);
    const expectedOutcome = wantedOf(cell);
    if (who.foreign) assert.match(JSON.stringify(answer.body), says.stranger, what);
    else if (expectedOutcome)
      await eventually(() => assert.match(listener.textsAt(what)[0] ?? '', expectedOutcome, what));
    else assert.doesNotMatch(listener.textsAt(what).join(), told(who), what);
  });
  const shortcuts = Object.entries(roles).flatMap(([role, who]) =>
    commands.flatMap(({ shortcut }) => (shortcut ? [{ role, who, ...shortcut }] : [])),
  );
  const outcomeFor = (who: Who): string =>
    who.foreign ? 'stranger' : !isVisitor(who) || isNamed(who) ? 'done' : String(told(who));
  await inBatches(
    oncePer(
      shortcuts,
      ({ who }) => outcomeFor(who),
      ({ id }) => id,
    ),
    async ({ role, who, type, id }) => {
      const what = `${role}: shortcut ${id}`;
      const asked = { ...payloadOf(who), callback_id: id, trigger_id: what };
      const on = {
        channel: { id: 'C0SOCIAL', name: 'social' },
        message: { ts: '1.2', text: 'Words', user: 'U0BO' },
        response_url: listener.address(what),
      };
      const answer = await chat.deliver.interaction(
        type === 'global' ? { type: 'shortcut', ...asked } : { type: 'message_action', ...asked, ...on },
      );
      assert.equal(answer.status, 200, what);
      const opened = () => chat.calls.some(({ args }) => args.trigger_id === what);
      const heard = () => [
        ...listener.textsAt(what),
        ...chat.calls.flatMap(({ method, args }) =>
          method === 'chat.postMessage' && args.channel === who.id ? [String(args.text)] : [],
        ),
      ];
      if (!who.foreign && (!isVisitor(who) || isNamed(who)))
        return void (await eventually(() => assert.ok(opened(), what)));
      const expectedOutcome = who.foreign ? says.stranger : told(who);
      // whoever is of no workspace of ours and in no channel cannot be told
      if (!who.foreign || type === 'message')
        await eventually(() => assert.match(heard().join(), expectedOutcome, what));
      assert.equal(opened(), false, what);
    },
  );
  const switches = Object.entries(roles).flatMap(([role, who]) =>
    Object.values(switchActions).map((action_id) => ({ role, who, action_id })),
  );
  for (const { role, who, action_id } of oncePer(
    switches,
    ({ who }) => outcomeFor(who),
    ({ action_id }) => action_id,
  )) {
    const name = `${role} ${action_id}`;
    await clicks(started, { who, name, action_id, value: `workflow-of-${name}` });
    const expectedOutcome = who.foreign
      ? says.stranger
      : isVisitor(who) && !isNamed(who)
        ? told(who)
        : /Turning this workflow/;
    await eventually(() => assert.match(listener.textsAt(name)[0] ?? '', expectedOutcome, name));
  }
  const said: Record<string, RegExp> = { key: /can change it/, me: /API key works/ };
  const pressed = Object.entries(roles).flatMap(([role, who]) =>
    welcomeActions.map(([word, action_id]) => ({ role, who, word, action_id })),
  );
  const welcomed = oncePer(
    pressed,
    ({ who }) => outcomeFor(who),
    ({ word }) => word,
  );
  await inBatches(welcomed, async ({ role, who, word, action_id }) => {
    const name = `${role} ${action_id}`;
    const { changes } = commands.find((one) => one.word === word) ?? {};
    await clicks(started, { who, name, action_id }, { channel: { id: 'D0PRESS' }, trigger_id: name });
    const refused = who.foreign
      ? says.stranger
      : changes && isVisitor(who) && !isNamed(who)
        ? told(who)
        : said[word];
    const opened = () => chat.calls.some(({ args }) => args.trigger_id === name);
    if (refused) await eventually(() => assert.match(listener.textsAt(name)[0] ?? '', refused, name));
    else await eventually(() => assert.ok(opened(), name));
    assert.equal(opened(), !refused, name);
  });
  await started.bot.stop();
  for (const { role, command, text, only } of rows) {
    const what = `${role}: ${command} ${text}`;
    if (!only) assert.doesNotMatch(listener.textsAt(what).join(), /Only workspace admins/, what);
  }
  assert.deepEqual(
    service.requests.filter(({ method }) => method !== 'GET'),
    [],
  );
});

test('only administrators change rules: the button, the form and the removal', async (t) => {
  const started = await start(t);
  const { chat, listener } = started;
  const { redis } = redisOf(t, started.settings);
  const key = `${started.settings.REDIS_PREFIX}:{${workspace}}:rules`;
  const view = {
    id: 'V1',
    type: 'modal',
    callback_id: 'rules',
    private_metadata: JSON.stringify({ channel: 'C0SOCIAL', brand: { id: 'people', name: 'People' } }),
    title: { type: 'plain_text', text: 'Approval rule' },
    blocks: [],
    state: { values: { people: { people: { selected_users: ['U0BO', 'U0CY'] } } } },
  };
  const before = await redis.hgetall(key);
  for (const [role, who] of administratorLast()) {
    const admin = who.role === 'admin';
    const sent = await chat.deliver.interaction({ type: 'view_submission', ...payloadOf(who), view });
    assert.equal(sent.status, 200, role);
    assert.equal(!isDeepStrictEqual(await redis.hgetall(key), before), admin, `${role} sends the form`);
    const button = (action_id: string, value: string) => ({
      type: 'block_actions',
      ...payloadOf(who),
      response_url: listener.address(`${role} ${action_id}`),
      actions: [{ type: 'button', action_id, block_id: 'b', value, action_ts: '1.1' }],
    });
    await chat.deliver.interaction({ ...button('rules.remove', 'people'), view });
    assert.equal((await redis.hexists(key, 'brand.people')) === 0, admin, `${role} removes the rule`);
    await chat.deliver.interaction(button('rules.change', '-'));
    const opened = () => chat.calls.filter(({ method }) => method === 'views.open').length;
    if (admin) await eventually(() => assert.equal(opened(), 1));
    else {
      const refused = who.foreign ? says.stranger : /Only workspace admins/;
      await eventually(() => assert.match(listener.textsAt(`${role} rules.change`)[0] ?? '', refused));
      assert.equal(opened(), 0, role);
    }
  }
});

test('only administrators change a brand’s settings: the menu, the form and saving', async (t) => {
  const started = await start(t, { guestsWork: false });
  const { chat, listener } = started;
  const { redis } = redisOf(t, started.settings);
  const key = `${started.settings.REDIS_PREFIX}:{${workspace}}:brand-settings`;
  const about = { channel: 'C0SOCIAL', brand: { id: 'brand-1', name: 'Northwind Coffee' } };
  const view = (callback_id: string, metadata: object) => ({
    id: 'V1',
    type: 'modal',
    callback_id,
    blocks: [],
    state: { values: {} },
    private_metadata: JSON.stringify(metadata),
  });
  const settings = { profiles: [], reminders: 'off', digest: 'off' };
  for (const [role, who] of administratorLast()) {
    const admin = who.role === 'admin';
    const send = (one: object) =>
      chat.deliver.interaction({ type: 'view_submission', ...payloadOf(who), view: one });
    const checked = await send(view('settings.brand', about));
    assert.equal(JSON.stringify({ body: checked.body }).includes(saveTitle), admin, `${role} sends the form`);
    await send(view('settings.brand.check', { ...about, settings }));
    assert.equal(await redis.exists(key), admin ? 1 : 0, `${role} keeps it`);
    await send(view('settings.notifications', { ...about, brand: { id: 'brand-2', name: 'Other' } }));
    assert.equal(await redis.hexists(key, 'brand-2'), admin ? 1 : 0, `${role} keeps its notifications`);
    const name = `${role} settings.brand`;
    await chat.deliver.interaction({
      type: 'block_actions',
      ...payloadOf(who),
      response_url: listener.address(name),
      view: view('settings', about),
      actions: [
        {
          type: 'external_select',
          action_id: 'settings.brand',
          block_id: 'b',
          action_ts: '1.1',
          selected_option: { value: 'brand-1', text: { type: 'plain_text', text: 'Northwind' } },
        },
      ],
    });
    const pushed = () => chat.calls.filter(({ method }) => method === 'views.push').length;
    if (admin) await eventually(() => assert.equal(pushed(), 1));
    else {
      const refused = who.foreign ? says.stranger : /Only workspace admins/;
      await eventually(() => assert.match(listener.textsAt(name)[0] ?? '', refused));
      assert.equal(pushed(), 0, role);
    }
  }
});

test('only administrators change posting times and templates: the buttons, the forms and the deletion', async (t) => {
  const started = await start(t, { guestsWork: false });
  const { chat, listener, settings } = started;
  const { redis, prefix } = redisOf(t, settings);
  const [slots, templates] = [createPostingSlotStore(redis, prefix), createTemplateStore(redis, prefix)];
  const brand = { id: 'brand-1', name: 'Northwind Coffee' };
  const about = { channel: 'C0SOCIAL', brand, list: '' };
  const template = aTemplate();
  await saveTemplates(t, started, brand, [template]);
  const week = weekModal.render(about, noSlots, { zone: undefined, suggested: 'UTC', now: Date.now() });
  const option = (value: string) => ({ selected_option: { value, text: { text: value } } });
  const weekValues = {
    ...field('zone', option('UTC')),
    ...field('day.1', { selected_options: [option('09:00').selected_option] }),
    ...field('apart', option('0')),
  };
  const values = {
    ...field('template-name', { value: 'Weekly' }),
    ...field('template-text', { value: 'Tip' }),
  };
  for (const [role, who] of administratorLast()) {
    const admin = who.role === 'admin';
    const view = ({ callback_id, private_metadata }: ModalView, stated: object = {}) => ({
      id: `V${who.id}`,
      type: 'modal',
      callback_id,
      private_metadata,
      blocks: [],
      state: { values: stated },
    });
    const send = (one: object) =>
      chat.deliver.interaction({ type: 'view_submission', ...payloadOf(who), view: one });
    await send(view(week, weekValues));
    assert.equal((await slots.of(workspace, brand.id)).times.length > 0, admin, `${role} saves times`);
    const all = async () => (await templates.of(workspace, brand.id)).map(({ name }) => name).sort();
    await send(view(templateModal.render({ ...about, kind: 'caption' }), values));
    assert.equal((await all()).includes('Weekly'), admin, `${role} saves a template`);
    const saved = (await templates.of(workspace, brand.id)).find(({ id }) => id === template.id);
    const pressed: [string, string, object?][] = [
      [slotActions.change, brand.id],
      [templateActions.edit, JSON.stringify({ brand: brand.id, template: template.id })],
      [removeTemplate, template.id, view(templateModal.render(about, saved))],
    ];
    for (const [action_id, value, of] of pressed) {
      const name = `${role} ${action_id}`;
      await chat.deliver.interaction({
        type: 'block_actions',
        ...payloadOf(who),
        trigger_id: name,
        ...(of && { view: of }),
        channel: { id: 'C0SOCIAL' },
        response_url: listener.address(name),
        actions: [{ type: 'button', action_id, block_id: 'b', value, action_ts: '1.1' }],
      });
      const opened = () => chat.calls.some(({ args }) => args.trigger_id === name);
      if (admin && action_id !== removeTemplate) await eventually(() => assert.ok(opened(), name));
      if (!admin) assert.equal(opened(), false, name);
    }
    assert.equal((await all()).includes(template.name), !admin, `${role} deletes a template`);
  }
});

const roleOf = ({ id, role, team }: Who): Role => {
  if (team || id === 'U0NOBODY') return 'outsider';
  return role === 'admin' ? 'administrator' : (role ?? 'member');
};

const buttonsIn = (blocks: unknown): string[] =>
  [...JSON.stringify(blocks).matchAll(/"action_id":"(card\.[a-z-]+)"/g)].map(([, action = '']) => action);

for (const guestsWork of oneOf([true, false]))
  test(`the home tab’s create buttons, by role, where ${guestsWork ? 'a brand lets' : 'no brand lets'} guests work`, async (t) => {
    const { chat } = await start(t, { guestsWork, steps: true });
    // some rule names them, so they may request posts of its brand
    const mayCreate = (who: Who): boolean =>
      !isVisitor(who) || named.includes(who.id) || (who.role === 'guest' && guestsWork);
    const rows = oncePer(
      Object.entries(roles).filter(([, { foreign }]) => !foreign),
      ([, who]) => (mayCreate(who) ? 'done' : roleOf(who)),
      ([, who]) => roleOf(who),
    );
    await inBatches(rows, async ([role, who]) => {
      await chat.deliver.event({ type: 'app_home_opened', user: who.id, channel: `D${who.id}`, tab: 'home' });
      const rendered = () =>
        chat.calls.findLast(({ method, args }) => method === 'views.publish' && args.user_id === who.id);
      const view = JSON.stringify((await eventually(() => rendered() ?? null, { what: role })).args.view);
      for (const words of Object.values(createText))
        assert.equal(view.includes(words), mayCreate(who), `${role}: ${words}`);
    });
  });

test('a home tab asks the people whom the rule asks, and offers each role only its buttons', () => {
  const guests = (brand: string) => (letsGuestsWork(brand) ? 'work' : 'look');
  const clock = { now: Date.now(), zone: 'UTC' };
  const options = {
    creates: false,
    pages: {},
    leftOut: 0,
    pauses: [],
    slackUrl: '',
    slash: (name: string) => `/${name}`,
    clockOf: () => clock,
  };
  for (const [role, who] of Object.entries(roles).filter(([, { foreign }]) => !foreign))
    for (const [name, rule] of Object.entries(rules))
      for (const [situation, over] of Object.entries(situations)) {
        const what = `${role}, rule: ${name}, ${situation}`;
        const post = situation === 'not made' ? {} : { postId: 'post-1' };
        const card = aCard({ brand: { id: name, name }, ...post, ...over });
        const members = new Map([['S0EDITORS', group]]);
        const currentByBrand = new Map(rule ? [[name, currentApprovers(rule, members)]] : []);
        const home = homeOf([card], { user: who.id, role: roleOf(who), guests }, currentByBrand, Date.now());
        const may = (act: Act) => expected(who, name, act) === 'done';
        assert.equal(home.approve.length === 1, over.state === 'review' && may('approve'), what);
        const entries: HomeEntry[] = Object.values(home).flat();
        if (expected(who, name, 'touch') === 'outsider') assert.deepEqual(entries, [], what);
        const row = cardButtons(card, { review: entries[0]?.review, clock, isRow: true });
        const expectedOutcome = buttonsIn(row).filter((action) =>
          may(
            action === actions.retry && situation === 'lost' ? 'approve' : (buttons[action]?.[0] ?? 'look'),
          ),
        );
        if (entries.length > 0)
          assert.deepEqual(buttonsIn(homeView(who.id, home, options).blocks), expectedOutcome, what);
      }
});
