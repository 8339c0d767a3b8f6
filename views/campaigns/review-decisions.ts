/** A decision for each of several posts of a campaign. */
import type { KnownBlock, ModalView } from '@slack/types';
import type { Decision } from '#src/campaigns/batch.ts';
import type { Card } from '#src/posts/card/card.ts';
import { block } from '#views/kit/fields.ts';
import { fieldsOf, type Submitted } from '#views/kit/parse.ts';
import { mrkdwn, plain } from '#views/kit/text.ts';
import type { Chosen } from '#views/posts/chosen.ts';
import { excerpt, when } from './review-parts.ts';
import { captionOf, listed, listOf } from './review-times.ts';

/** In the order in which they are offered; the confirmation keeps their places, so a new one comes last. */
export const ownDecisions = ['approve', 'publish', 'request_changes', 'reject'] as const;
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
};

const decisionBlock = (n: number): string => `decision.${n}`;

/** Where the confirmation asks for the words about this post. */
export const wordsBlock = (n: number): string => `${block.reason}.${n}`;

export interface DecisionRow {
  chosen: Chosen;
  card: Card | undefined;
  /** What this person can decide about it. */
  can: readonly OwnDecision[];
}

export const decisionsModal = {
  id: 'campaign.review.decisions',
  contextOf: listOf,

  render(campaign: Card, rows: readonly DecisionRow[]): ModalView {
    return {
      type: 'modal',
      callback_id: decisionsModal.id,
      private_metadata: listed(
        campaign,
        rows.map(({ chosen }) => chosen),
      ),
      title: plain('Decide for each post'),
      ...(rows.some(({ can }) => can.length > 0) && { submit: plain('Continue') }),
      close: plain('Back'),
      blocks: [
        {
          type: 'context',
          elements: [
            mrkdwn(
              'Posts without a decision stay as they are. Next, you’ll write reasons and see what happens to each post before anything is done.',
            ),
          ],
        },
        ...rows.map(rowOf),
      ],
    };
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
    return { type: 'section', text: mrkdwn(`*Post ${n}*  ·  ${text}You can’t decide about it right now.`) };
  }
  return {
    type: 'input',
    block_id: decisionBlock(n),
    label: plain(`Post ${n}`),
    optional: true,
    hint: plain(captionOf(card)),
    element: {
      type: 'static_select',
      action_id: decisionBlock(n),
      placeholder: plain('No decision'),
      options: can.map((what) => ({ text: plain(labels[what]), value: what })),
    },
  };
}
