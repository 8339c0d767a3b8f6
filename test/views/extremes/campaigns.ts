import { batchAtMost, decisionsAtMost } from '#src/campaigns/batch.ts';
import { type Card, states } from '#src/posts/card/card.ts';
import { currentApprovers } from '#src/posts/card/rule.ts';
import { aCard, at, campaignRequest, later, refusedFor } from '#test/posts/card/samples.ts';
import { batchWhy, renderBatch } from '#views/campaigns/batch-report.ts';
import { reviewModal } from '#views/campaigns/review.ts';
import { batchCheck, wasLeftOut } from '#views/campaigns/review-check.ts';
import { decisionsModal, ownDecision, ownDecisions } from '#views/campaigns/review-decisions.ts';
import { reviewEdit } from '#views/campaigns/review-edit.ts';
import { shiftModal, timesModal } from '#views/campaigns/review-times.ts';
import {
  bare,
  type Extremes,
  full,
  largePause,
  listed,
  longZone,
  many,
  manyClashes,
  now,
  ofStates,
  slackUrl,
  type Text,
  wideRule,
} from './extremes.ts';

const ids = many(100, (i) => `V0${'x'.repeat(20)}-${i}`);
const campaign = aCard({ kind: 'campaign', state: 'review', posts: ids }, { ...campaignRequest, posts: 30 });
const approvers = currentApprovers(wideRule(), new Map());
const chosen = (n: number) => ({ n, contentHash: 'f'.repeat(64) });
const clock = { now, zone: longZone };
const zones = { reader: 'Asia/Tokyo', brand: longZone };
const one = { card: bare({ state: 'review' }), chosen: chosen(1) };
const batch = { id: 'V', workspace: 'T', campaign: 'c', by: 'U0BO', at };

/** Of an import, each for another brand. */
const aPart = (text: Text, n: number): Card =>
  aCard(
    { id: `I1-${n}`, kind: 'campaign', state: 'review', posts: ids, brand: { id: `b${n}`, name: text(400) } },
    {
      kind: 'import',
      brand: { id: `b${n}`, name: text(400) },
      profiles: [],
      file: text(200),
      posts: 50,
      rows: { first: 12_345, last: 123_456 },
      parts: 500,
    },
  );

function posts(text: Text): { card: Card; n: number }[] {
  const card = listed(text, { statusWord: text(500), postId: 'p' });
  return ids.map((id, i) => ({ card: { ...card, id, state: ofStates(i) }, n: i + 1 }));
}

/** As many as may be decided at once. */
const rows = (text: Text) =>
  posts(text)
    .slice(0, batchAtMost)
    .map(({ card, n }) => ({ chosen: chosen(n), card }));
const refused = (text: Text): string => batchWhy({ why: 'not_named', approvers }, text(400));

const withFields = (posts: readonly (typeof one)[], what: (typeof ownDecisions)[number]) =>
  decisionsModal.withFields(
    decisionsModal.render(
      campaign,
      posts.map((row) => ({ ...row, can: ownDecisions })),
      clock,
    ),
    () => one.card,
    new Map(posts.map(({ chosen }) => [chosen.n, what])),
  );

/** As many networks as there are. */
export const campaigns: Extremes[] = [
  {
    view: 'campaigns/review.reviewModal.render',
    smallest: () =>
      states.map((state) =>
        reviewModal.render({
          campaign,
          posts: [{ card: bare({ state }), n: 1 }],
          page: 0,
          renderId: 0,
          chosen: [],
          now,
          parts: [campaign],
          reader: { user: 'U0BO', slackUrl: '' },
          approvers: undefined,
          paused: undefined,
          hasSlots: false,
        }),
      ),
    largest: (text) => {
      const parts = many(3, (n) => aPart(text, n));
      const about = { campaign: parts[1] ?? campaign, parts, posts: posts(text) };
      return [0, 1, 9].map((page) =>
        reviewModal.render({
          ...about,
          approvers,
          page,
          renderId: 9,
          chosen: ids.map((_, i) => chosen(i + 1)),
          reader: { user: 'U0BO', slackUrl },
          now,
          paused: largePause(text),
          hasSlots: true,
        }),
      );
    },
  },
  {
    view: 'campaigns/review.reviewModal.reading',
    smallest: () => [reviewModal.reading(campaign)],
    largest: (text) => [reviewModal.reading(full(text, { kind: 'campaign' }, 'campaign'))],
  },
  {
    view: 'campaigns/review-edit.reviewEdit.render',
    smallest: () => [
      reviewEdit.render(bare({ state: 'review' }), {}, { card: campaign.id, page: 0, chosen: [] }),
    ],
    largest: (text) => [
      reviewEdit.render(
        full(text, { state: 'changes_requested' }),
        { uploads: true, attachedOnly: true, plans: true },
        { card: campaign.id, page: 9, chosen: ids.map((_, i) => chosen(i + 1)) },
      ),
    ],
  },
  {
    view: 'campaigns/review-times.timesModal.render',
    smallest: () => [timesModal.render(campaign, [one])],
    largest: (text) => [timesModal.render(campaign, rows(text))],
  },
  {
    view: 'campaigns/review-times.shiftModal.render',
    smallest: () => [shiftModal.render(campaign, [chosen(1)])],
    largest: (text) => [
      shiftModal.render(
        campaign,
        rows(text).map((row) => row.chosen),
      ),
    ],
  },
  {
    view: 'campaigns/review-decisions.decisionsModal.render',
    smallest: () => [decisionsModal.render(campaign, [{ ...one, can: [] }], clock)],
    largest: (text) => [
      decisionsModal.render(
        campaign,
        rows(text)
          .slice(0, decisionsAtMost)
          .map((row, i) => ({ ...row, can: i % 3 ? ownDecisions : [] })),
        clock,
      ),
    ],
  },
  {
    view: 'campaigns/review-decisions.decisionsModal.withFields',
    smallest: () => [withFields([one], 'reject'), withFields([one], 'approve')],
    largest: (text) => {
      const posts = rows(text).slice(0, decisionsAtMost);
      return [withFields(posts, 'request_changes'), withFields(posts, 'move')];
    },
  },
  {
    view: 'campaigns/review-check.batchCheck.render',
    smallest: () => {
      const found = { ...one, found: { outcome: 'published' as const } };
      return [batchCheck.render(campaign, { act: 'publish' }, [found], { undoForMs: 0, zones })];
    },
    largest: (text) => [
      // each with a field below it
      batchCheck.render(
        campaign,
        { act: 'each', schedules: true },
        rows(text)
          .slice(0, decisionsAtMost)
          .map((row, i) => ({
            ...row,
            act: ownDecision('request_changes', text(1_000)),
            found: { outcome: i % 2 ? ('changes_requested' as const) : ('rejected' as const) },
          })),
        { undoForMs: 600_000, zones },
      ),
      ...(
        [
          ['move', ['published', 'scheduled', 'approval', 'planned', 'rejected']],
          ['reject', ['rejected']],
          ['reject', []],
          ['approve', ['published', 'scheduled']],
        ] as const
      ).map(([act, of]) => {
        const checked = rows(text).map((row, i) => {
          const outcome = i % 2 ? of[(i >> 1) % of.length] : undefined;
          const found = outcome ? { outcome } : { refused: `${refused(text)}${i}` };
          return { ...row, to: later, clashes: manyClashes, found };
        });
        return batchCheck.render(campaign, { act, schedules: act === 'approve' }, checked, {
          undoForMs: 600_000,
          zones,
        });
      }),
    ],
  },
  {
    view: 'campaigns/batch-report.renderBatch',
    smallest: () => {
      const items = [{ card: one.card.id, n: 1, seen: '', result: { made: true as const } }];
      return [
        renderBatch({ ...batch, act: { what: 'publish' }, items }, [one.card], {
          approvers: undefined,
          clashes: new Map(),
          slackUrl: '',
        }),
      ];
    },
    largest: (text) => {
      const left = { refused: wasLeftOut, left: true as const };
      const failure = refusedFor(`<!channel>${text(3_000)}`);
      const failed = { refused: '', problem: { code: 'job_failed' as const, failure } };
      const results = [undefined, { made: true as const }, { refused: refused(text) }, left, failed];
      const shown = rows(text);
      const items = shown.map(({ card, chosen }, i) => ({
        card: card.id,
        n: chosen.n,
        seen: '',
        result: results[i % results.length],
      }));
      const cards = shown.map(({ card }) => card);
      const clashes = new Map(cards.map(({ id }) => [id, manyClashes]));
      const held = cards.map((card) => ({
        ...card,
        state: 'approved' as const,
        publishAfter: at,
        batch: 'V',
      }));
      return (
        [
          ['move', cards],
          ['publish', held],
        ] as const
      ).map(([what, of]) =>
        renderBatch({ ...batch, act: { what }, items }, of, { approvers, clashes, slackUrl }),
      );
    },
  },
];
