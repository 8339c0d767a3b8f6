/** Choosing a decision for each of several posts of a campaign. */

import type { Block, KnownBlock, ModalView } from '@slack/types';
import { choosesTime, type Decision } from '#src/campaigns/batch.ts';
import { sameTime } from '#src/platform/publishing-api/post-time.ts';
import type { Card } from '#src/posts/card/card.ts';
import { timeOf } from '#src/posts/card/content.ts';
import { contextLine, modal, section } from '#views/kit/blocks.ts';
import { wrongTime } from '#views/kit/checks.ts';
import { block, input, option, selectField, textField, timePicker } from '#views/kit/fields.ts';
import { type Clock, momentInZone } from '#views/kit/moment.ts';
import { type Fields, fieldsOf, type Read, type Submitted } from '#views/kit/parse.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { excerpt, when } from '#views/posts/card-state.ts';
import type { ChosenPost } from '#views/posts/chosen.ts';
import { reviewErrors } from './review-parts.ts';
import { captionOf, chosenContext, chosenContextOf } from './review-times.ts';

/** Add new decisions at the end: the confirmation keeps positions in this list. */
export const ownDecisions = [
  ...(['approve', 'publish', 'request_changes', 'reject', 'move', 'queue'] as const),
  'approve_at' as const,
];
export type OwnDecision = (typeof ownDecisions)[number];

/** `words`: the reason, or what should change. */
export function ownDecision(what: OwnDecision, words = ''): Decision {
  if (what === 'reject') return { what, reason: words };
  return what === 'request_changes' ? { what, note: words } : { what };
}

/** In the order in which they are offered. */
const labels: Record<OwnDecision, string> = {
  approve: 'Approve',
  approve_at: 'Approve with a new time',
  publish: buttonText.publishNow,
  request_changes: 'Request changes',
  reject: 'Reject',
  move: buttonText.newTime,
  queue: buttonText.addToQueue,
};

/** Replaces the label if the post can also be approved with a new time. */
const changeTimeOnly = `${buttonText.newTime} without approving`;

export const decisionAction = 'campaign.review.decide';

const decisionBlock = (n: number): string => `decision.${n}`;

export const wordsBlock = (n: number): string => `${block.reason}.${n}`;
const newTimeBlock = (n: number): string => `${block.time}.${n}`;

const requiredWords: Partial<Record<Decision['what'], { label: string; missing: string }>> = {
  reject: { label: 'Reason', missing: 'Enter a short reason.' },
  request_changes: { label: 'What should change', missing: 'Describe what should change.' },
};

/** Up to 40 of these texts are in a view twice: as entered, and for the confirmation. */
const wordsAtMost = 1_000;

/** The field for the text that everyone can read on the post's card; none if the decision needs no text. */
export function wordsField(n: number, what: OwnDecision, words?: string): KnownBlock[] {
  const required = requiredWords[what];
  return required
    ? [
        textField(wordsBlock(n), `${required.label} (post ${n})`, {
          lines: true,
          text: words,
          most: wordsAtMost,
        }),
      ]
    : [];
}

export function readWords(fields: Fields, n: number, what: OwnDecision): Read<string> {
  const words = fields.text(wordsBlock(n));
  const required = requiredWords[what];
  return required && words === '' ? { errors: { [wordsBlock(n)]: required.missing } } : { value: words };
}

/** The fields below a post's menu, depending on the decision. */
function fieldsBelow(n: number, what: OwnDecision | undefined, card: Card | undefined): KnownBlock[] {
  if (what === undefined) return [];
  return choosesTime({ what })
    ? [
        input(newTimeBlock(n), `New time (post ${n})`, timePicker(card && timeOf(card)), {
          hint: 'In your time zone.',
        }),
      ]
    : wordsField(n, what);
}

type Decided = ReadonlyMap<number, OwnDecision>;

/** A decision with its words, and the post's new time (UTC). */
export interface OwnEntry {
  act: Decision;
  to?: string | undefined;
}

const fieldOfPost = new RegExp(`^(?:${block.reason}|${block.time})\\.\\d+$`);

export interface DecisionRow {
  chosen: ChosenPost;
  card: Card | undefined;
  /** What this person can decide about the post. */
  can: readonly OwnDecision[];
}

/** Shorter than the choice that leads here, since Slack limits titles. */
export const decisionsTitle = 'Review each post';

export const decisionsModal = {
  id: 'campaign.review.decisions',
  contextOf: chosenContextOf,

  /** `clock`: the reader's. */
  render(campaign: Card, rows: readonly DecisionRow[], clock: Clock): ModalView {
    return modal(
      {
        callback_id: decisionsModal.id,
        title: decisionsTitle,
        submit: rows.some(({ can }) => can.length > 0) ? 'Continue' : undefined,
        close: 'Back',
        context: chosenContext(
          campaign,
          rows.map(({ chosen }) => chosen),
        ),
      },
      [
        contextLine(
          'Posts without a decision stay as they are. You’ll see what will happen to each post before you confirm.',
        ),
        ...rows.map((row) => rowOf(row, clock)),
      ],
    );
  },

  /**
   * The open form with the fields that each decision needs below its menu. What was entered stays, since
   * Slack keeps it by block id.
   */
  withFields(open: ModalView, posts: (n: number) => Card | undefined, decided: Decided): ModalView {
    const below = new Map(
      [...decided].map(([n, what]) => [decisionBlock(n), fieldsBelow(n, what, posts(n))] as const),
    );
    const isField = ({ block_id = '' }: Block | KnownBlock): boolean => fieldOfPost.test(block_id);
    return {
      ...open,
      blocks: open.blocks.flatMap((one) =>
        isField(one) ? [] : [one, ...(below.get(one.block_id ?? '') ?? [])],
      ),
    };
  },

  /** The decisions by the posts' numbers; posts without one are absent. */
  decided(view: Submitted): Decided {
    const fields = fieldsOf(view);
    return new Map(
      chosenContextOf(view).chosen.flatMap(({ n }) => {
        const id = fields.choice(decisionBlock(n))?.id;
        const what = ownDecisions.find((one) => one === id);
        return what ? [[n, what] as const] : [];
      }),
    );
  },

  /**
   * The decisions with what was entered, and the new times (UTC). `posts`: in their current state. `now`:
   * epoch ms.
   */
  read(view: Submitted, posts: (n: number) => Card | undefined, now: number): Read<Map<number, OwnEntry>> {
    const fields = fieldsOf(view);
    const errors: Record<string, string> = {};
    const entries = [...this.decided(view)].map(([n, what]): [number, OwnEntry] => {
      const words = readWords(fields, n, what);
      if ('errors' in words) Object.assign(errors, words.errors);
      const decision = ownDecision(what, 'value' in words ? words.value : '');
      if (!choosesTime(decision)) return [n, { act: decision }];
      const to = fields.time(newTimeBlock(n));
      const card = posts(n);
      const was = card && timeOf(card);
      const isSame = to !== undefined && was !== undefined && sameTime(was, to);
      const wrong =
        to === undefined ? reviewErrors.noNewTime : isSame ? reviewErrors.sameTime : wrongTime(to, now);
      if (wrong !== undefined) errors[newTimeBlock(n)] = wrong;
      return [n, { act: decision, to }];
    });
    return Object.keys(errors).length > 0 ? { errors } : { value: new Map(entries) };
  },

  /** An error at the first post that has a menu. */
  errorAt(view: Submitted, text: string): Record<string, string> {
    const [first = decisionBlock(0)] = Object.keys(view.state.values as object);
    return { [first]: text };
  },
};

function rowOf({ chosen: { n }, card, can }: DecisionRow, clock: Clock): KnownBlock {
  if (!card || can.length === 0) {
    const text = card ? `${excerpt(card, 100)}\n${when(card)}  ·  ` : '';
    return section(`*Post ${n}*  ·  ${text}You can’t review it right now.`);
  }
  const at = timeOf(card);
  const planned = at === undefined ? 'No time set' : momentInZone(Date.parse(at), clock);
  const offered = Object.entries(labels).filter(([what]) => (can as readonly string[]).includes(what));
  const movesOnly = can.includes('approve_at');
  const options = offered.map(([what, text]) =>
    option(what === 'move' && movesOnly ? changeTimeOnly : text, what),
  );
  const menu = selectField(decisionBlock(n), `Post ${n}`, options, {
    optional: true,
    placeholder: 'No decision',
    hint: `${planned}  ·  ${captionOf(card)}`,
  });
  return { ...menu, dispatch_action: true, element: { ...menu.element, action_id: decisionAction } };
}
