import assert from 'node:assert/strict';
import type { Card, State } from '#src/posts/card/card.ts';
import { states } from '#src/posts/card/card.ts';
import { contentHash } from '#src/posts/card/content.ts';
import { currentApprovers, reviewOf } from '#src/posts/card/rule.ts';
import { postsOfCard } from '#src/spreadsheets/import.ts';
import { aCard, aChange, aiPostRequest, at, campaignRequest, later } from '#test/posts/card/samples.ts';
import { aRule } from '#test/support/rules.ts';
import { renderCampaign } from '#views/campaigns/card.ts';
import { renderCard } from '#views/posts/card.ts';
import {
  cardModal,
  keeping,
  rejectModal,
  requestChangesModal,
  requestedChanges,
  scheduleModal,
  seeAllModal,
} from '#views/posts/card-modals.ts';
import { brandsAtMost, duplicateModal, withBrands } from '#views/posts/duplicate-modal.ts';
import { editModal } from '#views/posts/edit-modal.ts';
import { rewriteModal } from '#views/posts/rewrite-modal.ts';
import {
  bare,
  type Extremes,
  full,
  largePause,
  longId,
  longSlot,
  longZone,
  many,
  now,
  ofStates,
  profiles,
  slackUrl,
  slash,
  type Text,
  users,
  wideRule,
} from './extremes.ts';

const clock = { now, zone: longZone };
const from = {
  list: 'posts',
  page: 9_999,
  of: longId,
  channel: 'C0123456789',
  address: `${slackUrl}${'a'.repeat(200)}`,
};

const kinds = ['post', 'ai-post', 'campaign-post'] as const;

function underRule(text: Text, state: Card['state']): Card {
  const decided = ['approved', 'voided', 'changes_requested', 'planned', 'rejected'] as const;
  const card = full(text, {
    state,
    before: { caption: text(9_000), mediaUrls: [], profiles: profiles(text(200)) },
    sentBack: { caption: text(9_000), mediaUrls: [], profiles: profiles(text(200)) },
    history: many(50, (i) => ({
      what: decided[i % decided.length] ?? 'approved',
      by: 'U0BO',
      at,
      note: text(3_000),
    })),
  });
  const content = contentHash(card);
  return { ...card, approvals: users(99).map((by) => ({ by, at, content })) };
}

const duplicateOf = (text: Text) =>
  duplicateModal.render(full(text, { state: 'published' }), {
    profiles: profiles(text(75)),
    paused: largePause(text),
    captionLimit: 20_000,
    emptyCaption: true,
    uploads: true,
    attachedOnly: true,
    nextSlot: longSlot,
  });

const inDoubt = { ...aChange, what: 'schedule' as const, change: { scheduledAt: later }, inDoubt: true };

/** The card of imported posts. */
const anImport = (state: State, posts: number, file: string): Card => {
  const { brand, profiles } = campaignRequest;
  const request = {
    kind: 'import' as const,
    brand,
    profiles,
    posts,
    file,
    rows: { first: 2, last: posts + 1 },
  };
  return { ...aCard({ kind: 'campaign', state, posts: [] }), request };
};

const address = `https://app.example.com/${'p'.repeat(600)}`;

export const cards: Extremes[] = [
  ...states.map(
    (state): Extremes => ({
      view: 'posts/card.renderCard',
      when: state,
      smallest: () => [renderCard(bare({ state }), { detail: 'pictures', aside: false, slash, clock })],
      largest: (text) =>
        kinds.flatMap((kind) => {
          const card = full(text, { state, statusWord: text(500) }, kind);
          const wordless = { ...card, content: { ...card.content, caption: '' } };
          return (
            [
              ['pictures', card],
              ['pictures', wordless],
              ['links', wordless],
              ['bare', card],
            ] as const
          ).map(([detail, shown]) =>
            renderCard(shown, { detail, aside: true, undoForMs: 600_000, slash, clock, address }),
          );
        }),
    }),
  ),
  ...states.map(
    (state): Extremes => ({
      view: 'posts/card.renderCard',
      when: `${state}, under a rule`,
      smallest: () => {
        const approvers = { rule: aRule(), users: ['U0BO'], unreadable: [], unavailable: [] };
        const review = reviewOf(bare({ state }), approvers, Date.parse(at));
        return [renderCard(bare({ state }), { detail: 'pictures', aside: false, review, slash, clock })];
      },
      largest: (text) => {
        const card = underRule(text, state);
        return ([100, 'all', 200] as const).flatMap((needed) =>
          (
            [
              [[], []],
              [users(50), []],
              [[], users(50)],
            ] as const
          ).map(([unreadable, unavailable]) => {
            const rule = aRule({ approvers: { people: users(100), groups: users(50) }, own: true, needed });
            const waits = { ...card, waitsForGroups: [...unavailable] };
            const review = reviewOf(
              card,
              { rule, users: users(100), unreadable, unavailable },
              Date.parse(later) + 1,
            );
            return renderCard(waits, {
              detail: 'links',
              aside: true,
              review,
              undoForMs: 600_000,
              address,
              slash,
              clock,
            });
          }),
        );
      },
    }),
  ),
  {
    view: 'posts/card.renderCard',
    when: 'a change in doubt',
    smallest: () => [
      renderCard(bare({ state: 'review', pending: inDoubt }), {
        detail: 'pictures',
        aside: false,
        slash,
        clock,
      }),
    ],
    largest: (text) => {
      const pending = { ...inDoubt, change: { caption: text(9_000), scheduledAt: later } };
      return [
        renderCard(full(text, { state: 'review', pending }), {
          detail: 'pictures',
          aside: true,
          slash,
          clock,
        }),
      ];
    },
  },
  ...states.map(
    (state): Extremes => ({
      view: 'campaigns/card.renderCampaign',
      when: state,
      smallest: () => {
        const campaign = aCard({ kind: 'campaign', state, posts: [] }, { ...campaignRequest, brief: 'xxx' });
        return [renderCampaign(campaign, [], { aside: false, slash })];
      },
      largest: (text) => {
        const posts = many(30, (i) => full(text, { id: `card-${i}`, state: 'review' }));
        const request = {
          ...campaignRequest,
          posts: 30,
          days: 30,
          brief: text(3_000),
          objective: 'awareness' as const,
        };
        const ids = posts.map(({ id }) => id);
        const campaign = full(text, { state, request, kind: 'campaign', posts: ids }, 'campaign');
        const paused = largePause(text);
        return [posts, []].map((shown) => renderCampaign(campaign, shown, { aside: true, slash, paused }));
      },
    }),
  ),
  {
    view: 'campaigns/card.renderCampaign',
    when: 'with a carousel',
    smallest: () =>
      states.map((state) => {
        const post = bare({ state });
        const campaign = aCard(
          { kind: 'campaign', state: 'review', posts: [post.id] },
          { ...campaignRequest, posts: 1 },
        );
        const look = { approvers: undefined, undoForMs: 0, clock };
        return renderCampaign(campaign, [post], { aside: false, slash, look });
      }),
    largest: (text) => {
      const approvers = currentApprovers(wideRule(), new Map());
      const request = { ...campaignRequest, posts: 30, days: 30, brief: text(3_000) };
      const clockThere = { now, zone: longZone };
      return ([undefined, 'review'] as const).flatMap((state) => {
        // one content for all: measuring it is most of the time
        const post = full(text);
        const posts = many(30, (i) => ({
          ...full(text, { id: `card-${i}`, state: state ?? ofStates(i), content: post.content }),
          ...(state && { problem: undefined }),
        }));
        const campaign = full(
          text,
          { state: 'review', request, kind: 'campaign', posts: posts.map(({ id }) => id) },
          'campaign',
        );
        return [undefined, largePause(text)].flatMap((paused) => {
          const look = { approvers, undoForMs: 600_000, clock: clockThere };
          return (['pictures', 'links'] as const).map((detail) =>
            renderCampaign(campaign, posts, { aside: true, detail, slash, paused, look }),
          );
        });
      });
    },
    holds: ({ blocks = [] }) =>
      assert.deepEqual(
        blocks.flatMap((block) =>
          'elements' in block && block.type === 'carousel' ? [block.elements.length] : [],
        ),
        [10, 10, 10],
      ),
  },
  {
    view: 'campaigns/card.renderCampaign',
    when: 'imported',
    smallest: () =>
      (['generating', 'review'] as const).map((state) =>
        renderCampaign(anImport(state, 1, 'x'), [], { aside: false, slash }),
      ),
    largest: (text) => {
      const posts = many(postsOfCard, (i) => full(text, { id: `card-${i}`, state: 'queued' }));
      return (['generating', 'review'] as const).map((state) =>
        renderCampaign(anImport(state, postsOfCard, text(200)), posts, {
          aside: true,
          slash,
          paused: largePause(text),
        }),
      );
    },
  },
  {
    view: 'posts/rewrite-modal.rewriteModal.render',
    when: 'sent back',
    smallest: () => [rewriteModal.render(bare({ state: 'changes_requested' }))],
    largest: (text) => [
      rewriteModal.render(
        { ...underRule(text, 'changes_requested'), campaign: longId },
        { ...aiPostRequest, imageCount: 10 },
      ),
    ],
  },
  {
    view: 'posts/card-modals.requestedChanges',
    smallest: () => [{ text: 'x', blocks: requestedChanges(bare({ state: 'changes_requested' })) }],
    largest: (text) => [{ text: 'x', blocks: requestedChanges(underRule(text, 'changes_requested')) }],
  },
  ...Object.entries({
    'posts/edit-modal.editModal': editModal,
    'posts/card-modals.scheduleModal': scheduleModal,
    'posts/card-modals.rejectModal': rejectModal,
    'posts/card-modals.requestChangesModal': requestChangesModal,
    'posts/rewrite-modal.rewriteModal': rewriteModal,
  }).map(
    ([name, modal]): Extremes => ({
      view: `${name}.render`,
      smallest: () => [modal.render(bare({ state: 'review' }))],
      largest: (text) => [modal.render(full(text, { state: 'review' }))],
    }),
  ),
  {
    view: 'posts/edit-modal.editModal.render',
    when: 'that takes files',
    smallest: () => [editModal.render(bare({ state: 'review' }), { uploads: true })],
    largest: (text) => [
      editModal.render(full(text, { state: 'review' }), { uploads: true, attachedOnly: true }),
    ],
  },
  {
    view: 'posts/duplicate-modal.duplicateModal.render',
    smallest: () => [duplicateModal.render(bare({ state: 'review' }), { profiles: [] })],
    largest: (text) => [duplicateOf(text)],
  },
  {
    view: 'posts/duplicate-modal.withBrands',
    smallest: () => [withBrands(duplicateModal.render(bare({ state: 'review' }), { profiles: [] }), [])],
    largest: (text) => [
      withBrands(
        duplicateOf(text),
        many(brandsAtMost, (i) => ({
          brand: { id: `${i}${longId.slice(1)}`, name: text(75) },
          profiles: profiles(text(75)),
          paused: { ...largePause(text), brand: { id: `${i}`, name: text(401) } },
          nextSlot: longSlot,
        })),
      ),
    ],
  },
  {
    view: 'posts/card-modals.cardModal',
    smallest: () => [cardModal('x', bare(), 'Post', 'Save', [])],
    largest: (text) => [cardModal('x', full(text), 'Post', 'Save', [])],
  },
  {
    view: 'posts/card-modals.keeping',
    smallest: () => [keeping(rejectModal.render(bare()), { from: { ...from, of: '', address: '' } })],
    largest: (text) => [keeping(scheduleModal.render(full(text)), { from })],
  },
  {
    view: 'posts/card-modals.seeAllModal',
    smallest: () => {
      const content = { ...bare().content, mediaUrls: ['media/1.png', ''] };
      return [seeAllModal(bare({ content }), true), seeAllModal(bare(), true)];
    },
    largest: (text) => [true, false].map((pictures) => seeAllModal(full(text), pictures)),
  },
];
