/** The confirmation after several posts were selected: exactly what will happen to each post. */

import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import type { BatchDecision, Decision, DecisionOutcome } from '#src/campaigns/batch.ts';
import type { Card } from '#src/posts/card/card.ts';
import type { PlannedPost } from '#src/posts/card/clash.ts';
import { approvalsFor, timeOf } from '#src/posts/card/content.ts';
import { isScheduled } from '#src/posts/card/state.ts';
import { divider, modal, section, sections } from '#views/kit/blocks.ts';
import { block, textField } from '#views/kit/fields.ts';
import { isSameHere, momentThere, type Zones } from '#views/kit/moment.ts';
import { contextBy, fieldsOf, type Read, type Submitted } from '#views/kit/parse.ts';
import { count, escaped, plural, time } from '#views/kit/text.ts';
import { aboutOtherVersions, undoText } from '#views/posts/card-questions.ts';
import { excerpt, when } from '#views/posts/card-state.ts';
import { type ChosenPost, chosenSchema } from '#views/posts/chosen.ts';
import { briefWarnings, clashLine } from '#views/posts/warnings.ts';
import { ownDecision, ownDecisions, readWords, wordsField } from './review-decisions.ts';
import { where } from './review-parts.ts';

/**
 * A chosen post, its new time (epoch seconds, which are short), and the position of its own decision in
 * `ownDecisions`.
 */
const itemSchema = z.object({
  chosen: chosenSchema,
  to: z.int().optional(),
  own: z.int().optional(),
});

const contextSchema = z.object({
  card: z.string(),
  act: z.enum(['publish', 'approve', 'reject', 'request_changes', 'move', 'queue', 'each']),
  /** No rule asks for approval, so approving schedules the posts. */
  schedules: z.boolean().optional(),
  items: z.array(itemSchema),
  /** What the person was told would happen to each post, one digit each. */
  said: z.string(),
  /** Posts with which nothing can be done, which the report says, too. */
  left: z.array(chosenSchema),
  /** Posts that were chosen in the list but got no new time. They stay chosen. */
  others: z.array(chosenSchema).optional(),
});
type Context = z.infer<typeof contextSchema>;

/** What was found out about one chosen post. */
export interface Checked {
  chosen: ChosenPost;
  /** Absent: the card isn't stored anymore. */
  card?: Card | undefined;
  /** Its new time (UTC). */
  to?: string | undefined;
  /** The next open slot (UTC), if it's added to the queue. */
  slot?: string | undefined;
  /** The post's own decision, if each post has one. */
  act?: Decision | undefined;
  /** The posts on the same network that are close to its time. */
  clashes?: readonly PlannedPost[] | undefined;
  /** `refused`: why it's left out, as mrkdwn; `changed`: the post has changed since they chose it. */
  found: { outcome: DecisionOutcome } | { refused: string; changed?: true };
}

/** What happens to the post; `undefined` if it's left out. */
export const outcomeOf = ({ found }: Checked): DecisionOutcome | undefined =>
  'outcome' in found ? found.outcome : undefined;

const submitTexts: Record<Exclude<Context['act'], 'each'>, (posts: string, n: number) => string> = {
  publish: (posts) => `Publish ${posts}`,
  approve: (posts) => `Approve ${posts}`,
  reject: (posts) => `Reject ${posts}`,
  request_changes: (posts) => `Request changes to ${posts}`,
  move: (_, n) => `Change ${plural(n, { one: 'time', other: 'times' })}`,
  queue: (posts) => `Add ${posts} to queue`,
};

type BatchQuestion = Pick<Context, 'act' | 'schedules'>;

function wordsOf(
  { act, schedules }: BatchQuestion,
  doable: readonly Checked[],
): { title: string; submit: string } {
  if (act === 'each') {
    const submit = `Confirm ${count(doable.length, 'decision')}`;
    return { title: submit, submit };
  }
  const posts = count(doable.length, 'post');
  const some = (outcome: DecisionOutcome): boolean => doable.some((one) => outcomeOf(one) === outcome);
  if (act === 'move' && doable.some(isPutOnSchedule))
    return { title: 'Set times and schedule', submit: 'Set times & schedule' };
  // with the number of posts, it would be too long for a button
  if (schedules && some('published')) return { title: 'Schedule and publish', submit: 'Schedule & publish' };
  const submit = schedules ? `Schedule ${posts}` : submitTexts[act](posts, doable.length);
  return { title: submit, submit };
}

/** If no post has a time, all of them are published, and the question says that. */
function actualQuestion({ act, schedules }: BatchQuestion, doable: readonly Checked[]): BatchQuestion {
  if (!schedules || act === 'each') return { act, schedules };
  const all = doable.every((one) => outcomeOf(one) === 'published');
  return all ? { act: 'publish' } : { act, schedules };
}

export const batchCheck = {
  id: 'campaign.review.check',

  /** `undoForMs`: how long publishing can be undone. */
  render(
    campaign: Card,
    requested: BatchQuestion,
    checked: readonly Checked[],
    { undoForMs, zones, others = [] }: { undoForMs: number; zones: Zones; others?: readonly ChosenPost[] },
  ): ModalView {
    const doable = checked.filter((one) => outcomeOf(one) !== undefined);
    const { act, schedules } = actualQuestion(requested, doable);
    const { title, submit } = wordsOf({ act, schedules }, doable);
    const items = doable.map(({ chosen, to, act: own }) => ({
      chosen,
      ...(own && { own: (ownDecisions as readonly string[]).indexOf(own.what) }),
      ...(to !== undefined && { to: Math.floor(Date.parse(to) / 1_000) }),
    }));
    const left = checked.flatMap(({ chosen, found }) => ('refused' in found ? [chosen] : []));
    return modal(
      {
        callback_id: batchCheck.id,
        title: doable.length > 0 ? `${title}?` : 'Nothing to confirm',
        submit: doable.length > 0 ? submit : undefined,
        close: 'Back',
        context: z.encode(contextSchema, {
          card: campaign.id,
          act,
          schedules,
          items,
          said: saidOf(doable),
          left,
          ...(others.length > 0 && { others: [...others] }),
        }),
      },
      [
        ...groups.flatMap(([outcome, head]) => {
          const rows = doable.filter((one) => outcomeOf(one) === outcome);
          const said = () => section(head(rows.length, undoForMs));
          return rows.length > 0
            ? [said(), ...rows.flatMap((row) => [rowOf(row, outcome, zones), ...ownField(row)])]
            : [];
        }),
        ...leftOut(checked),
        act === 'reject' &&
          doable.length > 0 &&
          textField(block.reason, 'Reason', {
            lines: true,
            hint: 'Everyone in the channel can see it on each card. The drafts stay in the publishing service.',
          }),
      ],
    );
  },

  contextOf: contextBy(contextSchema),

  read(view: Submitted): Read<Confirmed> {
    const { act, schedules, ...context } = this.contextOf(view);
    if (act === 'each') return readEach(view, { ...context, schedules });
    if (act === 'request_changes') throw new Error('changes are requested of each post by itself');
    if (act === 'approve') return { value: { ...context, act: { what: act, schedules } } };
    if (act !== 'reject') return { value: { ...context, act: { what: act } } };
    const reason = fieldsOf(view).text(block.reason);
    return reason === ''
      ? { errors: { [block.reason]: 'Enter a short reason.' } }
      : { value: { ...context, act: { what: 'reject', reason } } };
  },
};

type Confirmed = Omit<Context, 'act' | 'schedules' | 'items'> & {
  act: BatchDecision;
  items: (Omit<Context['items'][number], 'own'> & { act?: Decision })[];
};

function readEach(view: Submitted, { items, schedules, ...context }: Omit<Context, 'act'>): Read<Confirmed> {
  const fields = fieldsOf(view);
  const errors: Record<string, string> = {};
  const decided = items.map(({ own = -1, ...item }) => {
    const what = ownDecisions[own];
    if (!what) throw new Error('a post without a decision was confirmed');
    const words = readWords(fields, item.chosen.n, what);
    if ('errors' in words) Object.assign(errors, words.errors);
    const decision =
      what === 'approve' ? { what, schedules } : ownDecision(what, 'value' in words ? words.value : '');
    return { ...item, act: decision };
  });
  return Object.keys(errors).length > 0
    ? { errors }
    : { value: { ...context, act: { what: 'each' }, items: decided } };
}

/** The field for the text that everyone can read on the post's card, with what was entered. */
function ownField({ act, chosen: { n } }: Checked): KnownBlock[] {
  if (act?.what === 'reject') return wordsField(n, act.what, act.reason);
  return act?.what === 'request_changes' ? wordsField(n, act.what, act.note) : [];
}

/** Whether a new time schedules the post, which it does if no rule applies. */
const isPutOnSchedule = (one: Checked): boolean =>
  outcomeOf(one) === 'scheduled' && !(one.card && isScheduled(one.card));

/** Whether only things happen that the person was shown. Doing less is fine, doing something else isn't. */
export function isAsSaid(said: string, checked: readonly Checked[]): boolean {
  return checked.every((one, i) => 'refused' in one.found || saidOf([one]) === said[i]);
}

const saidOf = (checked: readonly Checked[]): string =>
  checked.map((one) => groups.findIndex(([outcome]) => outcomeOf(one) === outcome)).join('');

/** For posts whose reason the person read before confirming. Shown under *Left out*. */
export const wasLeftOut = 'It was already skipped in the previous step.';

const posts = (n: number): string => count(n, 'post');

const groups: [DecisionOutcome, (n: number, undoForMs: number) => string][] = [
  [
    'published',
    (n, undoForMs) =>
      `:rocket: *This publishes ${posts(n)} right away*, for everyone to see${undoText(undoForMs, 'in the direct message I’ll send you', 'Undo all')}.`,
  ],
  [
    'scheduled',
    (n) =>
      `:calendar: *This schedules ${posts(n)}*, and the publishing service publishes ${plural(n, { one: 'it at its scheduled time', other: 'them at their scheduled times' })}.`,
  ],
  [
    'approval',
    (n) =>
      `:ballot_box_with_check: *This approves ${posts(n)}*, which still ${plural(n, { one: 'needs', other: 'need' })} more approvals.`,
  ],
  [
    'planned',
    (n) =>
      `:clock9: *${plural(n, { one: '1 post gets a new time', other: `${posts(n)} get new times` })}* and ${plural(n, { one: 'goes out only once it’s', other: 'go out only once they’re' })} approved.`,
  ],
  ['rejected', (n) => `:no_entry: *This rejects ${posts(n)}.*`],
  [
    'never_approved',
    (n) =>
      `:no_entry_sign: *This approves ${posts(n)} that can’t go out*, because the rule requires more approvals than its approvers can give.`,
  ],
  [
    'changes_requested',
    (n) =>
      `:pencil2: *This requests changes to ${posts(n)}*, and everyone in the channel can see your ${plural(n, { one: 'note', other: 'notes' })}.`,
  ],
];

function rowOf(
  { card, to, slot, chosen, clashes = [] }: Checked,
  outcome: DecisionOutcome,
  zones: Zones,
): KnownBlock {
  if (!card) return section(`*${chosen.n}.*`);
  const was = timeOf(card);
  const next = to ?? slot;
  const now = next ? `${was ? `${time(was)} → ` : ''}*${time(next)}*${slot ? nextSlot : ''}` : when(card);
  const at = Date.parse(next ?? was ?? '');
  const isThere = outcome !== 'published' && at > 0 && !isSameHere(at, zones);
  const warning =
    outcome === 'rejected' ? '' : briefWarnings(next ? { ...card, requestedTime: next } : card).join(' ');
  const given = outcome === 'planned' ? approvalsFor(card).length : 0;
  return section(
    [
      `*${chosen.n}.* ${excerpt(card, 120)}`,
      `:arrow_right: ${where(card)}`,
      ...(outcome === 'published' ? lost(card) : [`:calendar: ${now}`]),
      ...(outcome === 'published' || outcome === 'scheduled'
        ? aboutOtherVersions(card, outcome).map(warned)
        : []),
      ...(isThere ? [`:round_pushpin: ${escaped(momentThere(at, zones))}`] : []),
      ...(given > 0 ? [`:warning: This clears *${count(given, 'approval')}* for the previous time.`] : []),
      ...(warning ? [`:warning: ${warning}`] : []),
      ...(clashes.length > 0 ? [clashLine(clashes)] : []),
    ].join('\n'),
  );
}

/** Added because someone may take the slot before this is confirmed. */
const nextSlot = ', or the next open slot if someone else takes this one';

const warned = (text: string): string => `:warning: ${text}`;

function lost(card: Card): string[] {
  const was = timeOf(card);
  return was ? [warned(`This removes its planned time, ${time(was)}.`)] : [];
}

function leftOut(checked: readonly Checked[]): KnownBlock[] {
  const rows = checked
    .flatMap(({ chosen, card, found }) =>
      'refused' in found ? [{ n: chosen.n, card, refused: found.refused }] : [],
    )
    .sort((a, b) => a.n - b.n);
  if (rows.length === 0) return [];
  return [
    ...(rows.length < checked.length ? [divider] : []),
    section(`:warning: *${count(rows.length, 'post')} skipped*`),
    ...sections(
      rows.map(({ n, card, refused }) => `*${n}.* ${card ? excerpt(card, 60) : 'A post'}  ·  ${refused}`),
    ),
  ];
}
