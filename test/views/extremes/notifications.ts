import { messageAddress } from '#src/platform/slack/message-address.ts';
import { states } from '#src/posts/card/card.ts';
import { contentHash } from '#src/posts/card/content.ts';
import type { HomeEntry } from '#src/posts/card/permissions.ts';
import { type CurrentApprovers, type Permission, reviewOf } from '#src/posts/card/rule.ts';
import { type Destination, destinationsSchema, topics } from '#src/settings/notification-preferences.ts';
import { aCard, at, campaignRequest, later } from '#test/posts/card/samples.ts';
import { aRule } from '#test/support/rules.ts';
import {
  type ApprovalRequestOptions,
  renderApprovalRequest,
  renderCampaignRequest,
} from '#views/notifications/approval-request.ts';
import { mentionText } from '#views/posts/mentions.ts';
import { renderLinks, renderMakingAgain, renderStatus } from '#views/posts/status.ts';
import {
  type Destinations,
  destinationsModal,
  destinationsSaved,
} from '#views/settings/destinations-modal.ts';
import {
  bare,
  type Extremes,
  full,
  longId,
  longZone,
  many,
  now,
  slackUrl,
  slash,
  users,
} from './extremes.ts';

const everyAct = new Set<Permission>(['touch', 'decide', 'approve', 'resubmit', 'undo']);
const approvers: CurrentApprovers = {
  rule: aRule({ approvers: { people: users(100), groups: [] }, needed: 50, own: true }),
  users: [...users(100), 'U0BO'],
  unreadable: [],
  unavailable: [],
};
const asked = {
  user: 'U0BO',
  isRepeated: false,
  chosen: true,
  slackUrl,
  slash,
  permissions: everyAct,
  undoForMs: 600_000,
  clock: { now, zone: longZone },
} satisfies Omit<ApprovalRequestOptions, 'detail'>;
const entryOf = (card: HomeEntry['card']): HomeEntry => ({
  card,
  review: reviewOf(card, approvers, now),
  permissions: everyAct,
});

const everywhere = (place: Destination): Destinations =>
  destinationsSchema.parse(Object.fromEntries(topics.map((topic) => [topic, place])));

export const notifications: Extremes[] = [
  {
    view: 'settings/destinations-modal.destinationsModal.render',
    smallest: () => [
      destinationsModal.render({ channel: 'C1', brand: { id: 'b', name: 'x' } }, everywhere('off'), false),
    ],
    largest: (text) =>
      (['channel', 'thread', 'off'] as const).map((place) =>
        destinationsModal.render(
          { channel: 'C'.repeat(15), brand: { id: longId, name: text(401) }, shown: 'f'.repeat(16) },
          ...([everywhere(place), true, true] as const),
        ),
      ),
  },
  {
    view: 'settings/destinations-modal.destinationsSaved',
    smallest: () => [destinationsSaved({ id: 'b', name: 'x' }, everywhere('off'))],
    largest: (text) => [destinationsSaved({ id: longId, name: text(401) }, everywhere('channel'))],
  },
  {
    view: 'posts/mentions.mentionText',
    smallest: () => [{ text: mentionText([{ kind: 'user', id: 'U0BO' }]) }],
    largest: (text) => [
      {
        text: mentionText(
          users(50).flatMap((id) => [
            { kind: 'user', id },
            { kind: 'group', id, quiet: text(300) },
          ]),
        ),
      },
    ],
  },
  {
    view: 'posts/status.renderStatus',
    smallest: () => [renderStatus([bare({ state: 'generating' })], new Map())],
    largest: (text) => {
      const problem = { step: 'generate', code: 'generation_failed', shows: text(300), at: later } as const;
      const cards = many(30, (i) => {
        const card = full(text, { id: `card-${i}`, author: `U${i}`, state: 'generating' }, 'ai-post');
        return i % 2 === 0 ? card : { ...card, problem };
      });
      const names = new Map(cards.map(({ author }) => [author, text(200)]));
      return [renderStatus(cards, names), renderStatus(cards.slice(0, 1), names)];
    },
  },
  {
    view: 'posts/status.renderMakingAgain',
    smallest: () => [renderMakingAgain(bare({ state: 'queued' }))],
    largest: (text) => [renderMakingAgain(full(text, { state: 'generating' }, 'ai-post'))],
  },
  {
    view: 'posts/status.renderLinks',
    smallest: () => [renderLinks([])],
    largest: (text) => {
      const address = messageAddress(slackUrl, { channel: 'C'.repeat(15), ts: '1700000000.000100' });
      return [renderLinks(many(30, () => ({ card: full(text, { state: 'review' }), address })))];
    },
  },
  ...states.map(
    (state): Extremes => ({
      view: 'notifications/approval-request.renderApprovalRequest',
      when: state,
      smallest: () => {
        const card = bare({ state });
        const review = reviewOf(card, approvers, now);
        return [renderApprovalRequest(card, { ...asked, slackUrl: '', detail: 'pictures', review })];
      },
      largest: (text) => {
        const card = full(text, {
          state,
          message: { channel: 'C0123456789', ts: '1700000000.000001' },
          before: { caption: text(9_000), mediaUrls: [], profiles: [] },
        });
        const content = contentHash(card);
        const approved = { ...card, approvals: users(40).map((by) => ({ by, at, content })) };
        return ([card, approved] as const).flatMap((one) =>
          [false, true].map((isRepeated) =>
            renderApprovalRequest(one, {
              ...asked,
              isRepeated,
              detail: 'links',
              review: reviewOf(one, approvers, Date.parse(later) + 1),
            }),
          ),
        );
      },
    }),
  ),
  {
    view: 'notifications/approval-request.renderCampaignRequest',
    smallest: () => {
      const campaign = aCard({ kind: 'campaign', state: 'review' }, { ...campaignRequest, brief: 'xxx' });
      return [renderCampaignRequest(campaign, [entryOf(bare({ state: 'review' }))], asked)];
    },
    largest: (text) => {
      const request = { ...campaignRequest, brief: text(3_000) };
      const campaign = full(text, { state: 'review', request, kind: 'campaign' }, 'campaign');
      const posts = many(30, (i) => entryOf(full(text, { id: `card-${i}`, state: 'review' })));
      return [posts, []].map((shown) => renderCampaignRequest(campaign, shown, asked));
    },
  },
];
