/** A decision for each of several posts of a campaign. */
import type { KnownBlock, ModalView } from '@slack/types';
import type { Decision } from '#src/campaigns/batch.ts';
import type { Card } from '#src/posts/card/card.ts';
import { contextLine, modal, section } from '#views/kit/blocks.ts';
import { block, option, selectField } from '#views/kit/fields.ts';
import { fieldsOf, type Submitted } from '#views/kit/parse.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import type { Chosen } from '#views/posts/chosen.ts';
import { excerpt, when } from './review-parts.ts';
import { captionOf, listed, listOf } from './review-times.ts';

/** In the order in which they are offered; the confirmation keeps their places, so a new one comes last. */
export const ownDecisions = ['approve', 'publish', 'request_changes', 'reject', 'move', 'queue'] as const;
export type OwnDecision = (typeof ownDecisions)[number];

/** `words`: the reason, or what should change. */
export function ownDecision(what: OwnDecision, words = ''): Decision {
  if (what === 'reject') return { what, reason: words };
  return what === 'request_changes' ? { what, note: words } : { what };
}

const labels: Record<OwnDecision, string> = {
  approve: 'Approve',
  publish: 'Publish now',
  request_changes: 'Request changes',
  reject: 'Reject',
  move: buttonText.newTime,
  queue: buttonText.addToQueue,
};

const decisionBlock = (n: number): string => `decision.${n}`;

/** Where the confirmation asks for the words about this post. */
export const wordsBlock = (n: number): string => `${block.reason}.${n}`;

/** Where it asks for its new time. */
export const newTimeBlock = (n: number): string => `${block.time}.${n}`;

export interface DecisionRow {
  chosen: Chosen;
  card: Card | undefined;
  /** What this person can decide about it. */
  can: readonly OwnDecision[];
}

/** Titles are shorter than the choice that leads here. */
export const decisionsTitle = 'Review each post';

export const decisionsModal = {
  id: 'campaign.review.decisions',
  contextOf: listOf,

  render(campaign: Card, rows: readonly DecisionRow[]): ModalView {
    return modal(
      {
        callback_id: decisionsModal.id,
        title: decisionsTitle,
        submit: rows.some(({ can }) => can.length > 0) ? 'Continue' : undefined,
        close: 'Back',
        metadata: listed(
          campaign,
          rows.map(({ chosen }) => chosen),
        ),
      },
      [
        contextLine(
          'Posts without a decision stay as they are. On the next screen, you’ll add reasons and new times and see what will happen to each post before you confirm.',
        ),
        ...rows.map(rowOf),
      ],
    );
  },

  /** The decisions by the posts' numbers; posts without one are absent. */
  read(view: Submitted): Map<number, OwnDecision> {
    const fields = fieldsOf(view);
    return new Map(
      listOf(view).chosen.flatMap(({ n }) => {
        const id = fields.choice(decisionBlock(n))?.id;
        const what = ownDecisions.find((one) => one === id);
        return what ? [[n, what] as const] : [];
      }),
    );
  },

  /** An error at the first post that has a menu. */
  wrong(view: Submitted, text: string): Record<string, string> {
    const [first = decisionBlock(0)] = Object.keys(view.state.values as object);
    return { [first]: text };
  },
};

function rowOf({ chosen: { n }, card, can }: DecisionRow): KnownBlock {
  if (!card || can.length === 0) {
    const text = card ? `${excerpt(card, 100)}\n${when(card)}  ·  ` : '';
    return section(`*Post ${n}*  ·  ${text}You can’t review it right now.`);
  }
  const options = can.map((what) => option(labels[what], what));
  return selectField(decisionBlock(n), `Post ${n}`, options, {
    ...{ optional: true, placeholder: 'No decision', hint: captionOf(card) },
  });
}
