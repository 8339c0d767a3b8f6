/** The rows of views: each view at its smallest and at its largest, with the worst texts. */

import type { HomeView, KnownBlock, ModalView } from '@slack/types';
import type { Summary } from '#src/analytics/summary.ts';
import type { Pause } from '#src/pause/pause.ts';
import { profileName, providers } from '#src/platform/publishing-api/networks.ts';
import type { Named } from '#src/platform/publishing-api/request.ts';
import { type Card, type State, states } from '#src/posts/card/card.ts';
import type { Rule } from '#src/posts/card/rule.ts';
import {
  aCard,
  aiPostRequest,
  at,
  campaignRequest,
  later,
  postRequest,
  problem,
} from '#test/posts/card/samples.ts';
import { aRule } from '#test/support/rules.ts';

/** A message, a modal or a home tab. */
export type Shown = ModalView | HomeView | { text: string; blocks?: KnownBlock[] };
/** So many characters. */
export type Text = (n: number) => string;

/** One view: its first smallest and its first largest are what a browser shows. */
export interface Extremes {
  /** Its file in `views` and its name there. */
  view: string;
  /** Where one view has several faces. */
  when?: string;
  smallest(): Shown[];
  largest(text: Text): Shown[];
  /** Additional checks at its largest. */
  holds?(shown: Shown): void;
}

/** The worst characters: each `&` becomes five, each emoji is two units that must stay together. */
export const texts: [string, Text][] = [
  ['ampersands', (n) => '&'.repeat(n)],
  ['emoji', (n) => `x${'😀'.repeat((n - 1) / 2)}`],
];
/** Where JSON is kept in a view, which makes two of each quote. */
export const textsOfModals: typeof texts = [...texts, ['quotes', (n) => '"'.repeat(n)]];

export const now = Date.parse(at);
export const slackUrl = `https://${'a'.repeat(63)}.slack.com/`;
export const slash = (name: string): string => `/${'p'.repeat(20)}${name}`;
export const longZone = 'America/Argentina/ComodRivadavia';
/** As a form names the next one. */
export const longSlot = 'Wed, Sep 30, 12:30 PM in ComodRivadavia';
export const longId = 'b'.repeat(150);
export const message = { channel: 'C0123456789', ts: '1700000000.000001' };

export const users = (n: number): string[] => Array.from({ length: n }, (_, i) => `U0${i}${'X'.repeat(9)}`);
export const many = <T>(n: number, one: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => one(i));
export const ofStates = (i: number): State => states[i % states.length] ?? 'review';

/** Of each network a few, so that every warning of a caption that is too long is there. */
export const profiles = (name: string): Named[] =>
  many(40, (i) => ({
    id: `p${i}`,
    name: profileName({ provider: providers[i % providers.length] ?? '', name }),
  }));

const media = many(10, (i) => `https://example.com/${i}?${'a=1&'.repeat(700)}`);

/** A card that says nothing. */
export const bare = (over: Partial<Card> = {}): Card =>
  aCard({ content: { caption: '', mediaUrls: [], profiles: [] }, ...over });

/** A card with the maximum length of everything. */
const doubts = ['page', 'closed', 'silent'];

export function full(text: Text, over: Partial<Card> = {}, kind: Card['kind'] = 'post'): Card {
  const request = { post: postRequest, 'ai-post': aiPostRequest, campaign: campaignRequest }[kind as 'post'];
  return aCard({
    brand: { id: longId, name: text(400) },
    kind,
    request: {
      ...(request ?? postRequest),
      ...(kind === 'post' && {
        recurring: { series: 'V1', days: [1, 2, 3, 4, 6, 7], at: '12:30', zone: longZone },
      }),
      ...('prompt' in (request ?? {}) && { prompt: text(3_000) }),
      ...(kind === 'post' && {
        duplicateOf: { card: 'c', brand: text(400), url: `${slackUrl}${'a'.repeat(200)}` },
        doubtfulLinks: media.map((address, n) => ({ address, found: doubts[n % doubts.length] })),
      }),
    } as Card['request'],
    content: { caption: text(10_000), mediaUrls: media, profiles: profiles(text(300)), scheduledAt: later },
    postId: 'p'.repeat(200),
    keptVersion: 'card-1',
    keptAt: at,
    keptBy: 'U0BO',
    problem: problem('publish', text(5_000)),
    history: (['approved', 'rejected', 'edited', 'scheduled', 'published'] as const).map((what) => ({
      what,
      by: 'U0BO',
      at,
      note: text(3_000),
    })),
    ...over,
  });
}

/** A card for lists of hundreds, which show of its caption only the beginning. */
export function listed(text: Text, over: Partial<Card> = {}): Card {
  const card = full(text, { message, ...over });
  return { ...card, content: { ...card.content, caption: text(1_001) } };
}

/** A rule that names as many as there may be. */
export const wideRule = (needed: Rule['needed'] = 50): Rule =>
  aRule({ approvers: { people: users(100), groups: [] }, needed, own: true });

export const smallPause: Pause = {
  by: 'U0BO',
  at,
  reason: 'x',
  channel: 'C1',
  checksRequested: 1,
  checksDone: 0,
};
export const largePause = (text: Text): Pause => ({
  ...smallPause,
  brand: { id: longId, name: text(401) },
  reason: text(1_001),
  checksDone: 1,
});

/** The posts that a post is close to. */
export const manyClashes = many(1_000, (n) => ({
  at: now + n * 60_000,
  caption: '',
  networks: ['Facebook', 'Instagram', 'X', 'LinkedIn', 'Pinterest', 'TikTok'],
}));

export const numberCalled = (name: string) => ({
  name,
  percent: true,
  how: 'total' as const,
  value: -1e15 / 3,
});

/** Of analytics, compared with the period before. */
export function largestSummary(text: Text): Summary {
  const dayMs = 86_400_000;
  const [now, before] = [0, 400].map((ago) => ({ from: -ago * dayMs, to: (399 - ago) * dayMs }));
  if (!now || !before) throw new Error('there are two');
  const names = many(5, (n) => `${n}${text(400)}`);
  const part = ({ from }: typeof now) => {
    const points = many(400, (day) => ({ at: from + day * dayMs, value: -1e15 / 3 }));
    return {
      lines: names.map((name) => ({ name, points })),
      total: points,
      figure: { ...numberCalled(text(400)), how: 'at_end' as const, change: -1e15 / 3 },
    };
  };
  const metric = { name: text(400), percent: true, how: 'per_date' as const };
  const days = many(99, (n) => ({ from: n * 2 * dayMs, to: n * 2 * dayMs }));
  return {
    period: now,
    compared: { now, before },
    days: { now: 399, before: 399 },
    isDaily: true,
    names,
    left: { metrics: 1e6, names: 1e6 },
    gaps: [{ days }, ...names.map((name) => ({ name, days }))],
    metrics: many(6, () => ({ ...metric, now: part(now), before: part(before) })),
    best: {
      by: text(400),
      posts: many(5, () => ({
        post: { id: 'p', caption: text(1), card: listed(text, { state: 'review' }), rows: [] },
        figures: many(3, () => numberCalled(text(400))),
      })),
    },
    missing: [
      { what: 'export', reason: text(3_000) },
      { what: 'days', until: 0 },
      ...(['before', 'posts', 'best', 'dates', 'one_date'] as const).map((what) => ({ what })),
    ],
  };
}
