import assert from 'node:assert/strict';
import { textOfBlocks } from '#sandbox/chat/driver/shown-text.ts';
import { homeOf } from '#src/home/home.ts';
import { auditEntrySchema } from '#src/posts/card/audit.ts';
import type { Card } from '#src/posts/card/card.ts';
import { currentApprovers, type Rule } from '#src/posts/card/rule.ts';
import { type News, seriesAtMost } from '#src/recurring/series.ts';
import { mostOnADay, noSlots } from '#src/slots/slots.ts';
import type { Import, ImportedRows } from '#src/spreadsheets/import.ts';
import { rowsAtMost } from '#src/spreadsheets/import.ts';
import { templateLimits } from '#src/templates/templates.ts';
import { aCard, aPost, at, later, refusedFor } from '#test/posts/card/samples.ts';
import { aSeries } from '#test/recurring/samples.ts';
import { linkTo } from '#test/support/links.ts';
import { aRule } from '#test/support/rules.ts';
import { aTemplate } from '#test/support/templates.ts';
import { renderRules, rulesOnPage } from '#views/approval/rules.ts';
import { auditOnPage, renderAudit } from '#views/audit/audit.ts';
import { profileRow, renderList } from '#views/catalog/lists.ts';
import { homeView } from '#views/home/home.ts';
import { pageOf, readingList } from '#views/kit/paged.ts';
import { lookingFor, openedPost } from '#views/links/open.ts';
import { unfurled } from '#views/links/unfurl.ts';
import { pausing, renderPause } from '#views/pause/pause.ts';
import { type ResumeRow, renderResume, resumed, resumeOnPage } from '#views/pause/resume.ts';
import { comingPosts, renderCalendar, slotsShown } from '#views/posts/calendar.ts';
import { movedText } from '#views/posts/moved.ts';
import { pausedText } from '#views/posts/paused.ts';
import { postsOnPage, renderPosts } from '#views/posts/posts.ts';
import { renderRecurring } from '#views/recurring/list.ts';
import { closeMessage, newsMessage } from '#views/recurring/news.ts';
import { nextShown, renderWeek } from '#views/slots/week.ts';
import { renderImport } from '#views/spreadsheets/import.ts';
import { importNotice, importStarted, noCsv, severalCsv } from '#views/spreadsheets/import-answers.ts';
import { renderRows } from '#views/spreadsheets/import-rows.ts';
import { renderTemplates, templatesOnPage } from '#views/templates/list.ts';
import {
  bare,
  type Extremes,
  largePause,
  listed,
  longId,
  longZone,
  many,
  manyClashes,
  message,
  now,
  ofStates,
  slackUrl,
  slash,
  smallPause,
  type Text,
  wideRule,
} from './extremes.ts';

const clockOf = () => ({ now, zone: longZone });

function homeWith(text: Text, cards: readonly Card[], pages: Record<string, number>, rule?: Rule) {
  const currentByBrand = new Map(rule ? [[cards[0]?.brand.id ?? '', currentApprovers(rule, new Map())]] : []);
  const home = homeOf(cards, { user: 'U0BO', role: 'member' }, currentByBrand, now);
  const isEmpty = cards.length === 0;
  return homeView('U0BO', home, {
    creates: true,
    leftOut: isEmpty ? 0 : 12_345,
    pauses: isEmpty ? [] : many(9, () => largePause(text)),
    slackUrl,
    slash,
    pages,
    clockOf,
  });
}

/** Of all states, a fifth of them his own. */
const fiveHundred = (text: Text): Card[] => {
  const card = listed(text);
  return many(500, (n) => ({
    ...card,
    id: `${'c'.repeat(60)}${n}`,
    state: ofStates(n),
    author: n % 5 === 0 ? 'U0BO' : 'U0ANA',
  }));
};

/** Of each outcome so many that the report cannot name all. */
const pausedPosts = (text: Text) =>
  (['unscheduled', 'published', 'stuck', 'sending'] as const).flatMap((state) =>
    many(99, (n) => ({
      id: `${n}`,
      brand: { id: longId, name: text(401) },
      pausedAt: at,
      scheduledFor: later,
      state,
      attempts: 1,
      caption: `<!channel>${text(201)}`,
    })),
  );

/** As many posting times as the form takes. */
export const fullWeek = {
  ...noSlots,
  zone: longZone,
  minutesApart: 240,
  times: many(7 * mostOnADay, (n) => ({
    day: (n % 7) + 1,
    at: `${String(Math.floor(n / 28) + 10).padStart(2, '0')}:${['00', '15', '30', '45'][Math.floor(n / 7) % 4]}`,
  })),
};

const importStages = ['checking', 'refused', 'review', 'creating', 'done', 'cancelled'] as const;

const anImport = (stage: Import['stage'], name: string): Import => ({
  id: 'I1',
  workspace: 'T1',
  revision: 1,
  by: 'U0ANA',
  at,
  channel: 'C1',
  stage,
  decidedBy: 'U0BO',
  file: { id: 'F1', name },
  source: { channel: 'C1', ts: '1.2' },
  link: 'https://x.slack.com/archives/C1/p12',
  recorded: 1,
  created: 499,
  failed: 1,
  unknown: 499,
  before: 499,
  retried: [],
});

/** As many as a file can have, all of them too long. */
const importedRows = (text: Text): ImportedRows => ({
  posts: many(rowsAtMost, (i) => ({
    row: i + 2,
    card: `import-${i}`,
    brand: { id: `b${i % 4}`, name: text(400) },
    caption: text(20_000),
    mediaUrls: many(10, () => 'https://x/1.png'),
    scheduledAt: later,
    profiles: many(6, () => ({ id: 'p', name: text(200) })),
    doubtfulLinks: (['page', 'closed', 'silent'] as const).flatMap((found) =>
      many(4, (n) => ({ found, address: `https://example.com/${n}/${'&'.repeat(100)}` })),
    ),
  })),
  errors: many(5 * rowsAtMost, (i) => ({
    row: (i % rowsAtMost) + 2,
    column: 'Social profiles',
    text: text(400),
  })),
  unopened: many(rowsAtMost, (i) => i + 2),
  late: many(rowsAtMost, (i) => i + 2),
  before: many(rowsAtMost, (i) => i + 2),
  existing: many(rowsAtMost, (i) => i + 2),
  differences: many(rowsAtMost, (i) => ({
    row: i + 2,
    columns: ['Caption', 'Media', 'Social profiles', 'Time'],
    card: `${slackUrl}archives/C1/p12`,
  })),
  shared: many(rowsAtMost, (i) => 2 * i + 2),
  ignored: many(1_000, () => text(500)),
  repeated: many(rowsAtMost, (i) => i + 2),
  alike: many(rowsAtMost, (i) => i + 2),
  zones: many(rowsAtMost, () => ({ zone: longZone, brands: [text(400)] })),
});

/** A recurring post with the maximum length of everything. */
export const fullSeries = (text: Text) =>
  aSeries({
    brand: { id: longId, name: text(401) },
    caption: text(10_001),
    zone: longZone,
    lastDate: '2030-12-31',
    days: [1, 2, 3, 4, 6, 7],
    at: '12:30',
    daysAhead: 14,
    mediaUrls: many(10, (n) => `https://example.com/${n}?${'a'.repeat(250)}`),
    profiles: many(40, (n) => ({ id: `${n}`, name: text(75) })),
  });

export const lists: Extremes[] = [
  {
    view: 'home/home.homeView',
    holds: ({ blocks = [] }) => assert.ok(blocks.length > 80, `${blocks.length} blocks: room is left`),
    smallest: () => [homeWith(String, [], {})],
    largest: (text) => {
      const cards = fiveHundred(text);
      const farther = { publishing: 1, approve: 3, problems: 2, mine: 20, generating: 1, scheduled: 4 };
      return [undefined, aRule()].flatMap((rule) =>
        [{}, farther].map((pages) => homeWith(text, cards, pages, rule)),
      );
    },
  },
  {
    view: 'pause/pause.renderPause',
    smallest: () => [renderPause(smallPause, { posts: [] }, { slash: (name) => `/${name}`, slackUrl })],
    largest: (text) => {
      const pause = largePause((n) => `<!channel>${text(n)}`);
      return [{ trouble: refusedFor(text(3_001)) }, {}, { resumed: { by: 'U0BO', at } }].map((over) =>
        renderPause(pause, { posts: pausedPosts(text), ...over }, { slash, slackUrl }),
      );
    },
  },
  {
    view: 'pause/pause.pausing',
    smallest: () => [pausing(smallPause, 'C1', smallPause.reason)],
    largest: (text) => [pausing({ ...largePause(text), checksRequested: 2 }, 'C1', '')],
  },
  {
    view: 'pause/resume.renderResume',
    smallest: () => {
      const list = {
        brand: undefined,
        scope: 'all',
        says: resumed,
        ended: true,
        allOff: true,
        inAll: 0,
        missed: 0,
        moves: [],
        typed: '',
      };
      const post = {
        id: 'p',
        brand: { id: 'b', name: 'x' },
        pausedAt: at,
        caption: '',
        state: 'unscheduled' as const,
        attempts: 1,
      };
      const row = { post, card: bare({ state: 'review' }) };
      const lists: ResumeRow[][] = [[row], [{ post, card: undefined }], []];
      return lists.map((rows) => renderResume(list, pageOf(rows, 0, resumeOnPage), clockOf));
    },
    largest: (text) => {
      const pause = largePause((n) => `<!channel>${text(n)}`);
      const { brand } = pause;
      const card = listed(text);
      const rows = pausedPosts(text).map((post) => ({
        post,
        card: { ...card, state: post.state === 'stuck' ? 'scheduled' : 'review' } as const,
      }));
      const unlisted = rows.map(({ post }) => ({ post, card: undefined }));
      const list = {
        brand,
        scope: `brand.${longId}`,
        says: pausedText(pause),
        ended: true,
        allOff: false,
        inAll: 12_345,
        missed: 12_345,
        moves: many(20, (n) => ({ caption: text(3_000), from: now + n, to: now + n * 900_000 })),
        typed: `${slash('social')} resume`,
      };
      return [
        ...[20, 0].map((first) => renderResume(list, pageOf(rows, first, resumeOnPage), clockOf)),
        renderResume(list, pageOf(unlisted, 0, resumeOnPage), clockOf),
      ];
    },
  },
  {
    view: 'kit/paged.readingList',
    smallest: () => [readingList('posts', { id: 'b', name: '' }, false)],
    largest: (text) => [readingList('posts', { id: 'b', name: text(400) }, true)],
  },
  {
    view: 'recurring/list.renderRecurring',
    smallest: () => [renderRecurring({ id: 'b', name: '' }, [], false)],
    largest: (text) => {
      const rows = many(seriesAtMost + 1, () => ({
        series: fullSeries(text),
        zone: longZone,
        next: [now, now, now],
      }));
      return [
        renderRecurring({ id: longId, name: text(401) }, rows, true),
        renderRecurring({ id: longId, name: text(401) }, rows.slice(2), true),
      ];
    },
  },
  {
    view: 'spreadsheets/import.renderImport',
    smallest: () => importStages.map((stage) => renderImport(anImport(stage, 'x'), undefined)),
    largest: (text) => {
      const rows = importedRows(text);
      return importStages.map((stage) => {
        const clashes = new Map(rows.posts.map(({ card }) => [card, manyClashes]));
        const reasons = ['paused', 'needs_approval', 'has_links'] as const;
        const held = new Map(
          rows.posts.flatMap(({ card }, i) => (i % 4 < 3 ? [[card, reasons[i % 4] ?? 'paused']] : [])),
        );
        const beside = {
          links: { opened: 12_345, all: 123_456 },
          posted: 12_345,
          minutes: 12_345,
          channels: many(30, (n) => `C${n}`),
        };
        return renderImport(anImport(stage, text(200)), rows, { clashes, held, ...beside });
      });
    },
  },
  {
    view: 'spreadsheets/import-rows.renderRows',
    smallest: () => [
      renderRows(
        anImport('review', 'x'),
        { ...importedRows(() => 'x'), errors: [], posts: [] },
        { user: 'U1', slackUrl },
      ),
    ],
    largest: (text) => {
      const rows = importedRows(text);
      const one = listed(text);
      const cards = new Map(rows.posts.map(({ card }) => [card, one]));
      return [
        ...[0, 9, 39].map((page) =>
          renderRows(anImport('review', text(200)), rows, { user: 'U1', slackUrl, page }),
        ),
        renderRows(anImport('done', text(200)), rows, { user: 'U1', slackUrl, cards }),
      ];
    },
  },
  {
    view: 'spreadsheets/import-answers.importNotice',
    smallest: () => [noCsv((name) => `/${name}`), severalCsv].map(importNotice),
    largest: (text) => [importNotice(importStarted(text(200)))],
  },
  {
    view: 'recurring/news.newsMessage',
    smallest: () => [
      newsMessage(aSeries({ caption: '' }), { what: 'skipped', first: at, count: 1 }, (name) => `/${name}`),
    ],
    largest: (text) =>
      (
        [
          { what: 'skipped', first: at, count: 12_345 },
          { what: 'stopped', why: 'profile_gone', names: many(40, () => text(401)) },
          { what: 'stopped', why: 'person_left' },
          { what: 'changed_by', by: 'U0BO', to: 'U0ANA' },
          { what: 'stopped_by', by: 'U0BO', to: 'U0ANA' },
        ] as const
      ).map((news) => newsMessage(fullSeries(text), structuredClone(news) as News, slash)),
  },
  {
    view: 'recurring/news.closeMessage',
    smallest: () => [
      closeMessage(aSeries({ caption: '' }), bare({ state: 'review' }), manyClashes.slice(0, 1)),
    ],
    largest: (text) => [closeMessage(fullSeries(text), listed(text), manyClashes)],
  },
  {
    view: 'posts/moved.movedText',
    smallest: () => {
      const card = bare({ state: 'review' });
      return [
        {
          text: movedText(
            { id: 'b', name: '' },
            { moved: [{ card, from: now, to: now, clashes: [] }], refused: [] },
          ),
        },
      ];
    },
    largest: (text) => {
      const moved = many(1_000, (n) => ({
        card: listed(text),
        from: now,
        to: now + n,
        clashes: manyClashes,
      }));
      const refused = many(30, (n) => ({ card: listed(text), why: `${n}${text(150)}` }));
      return [{ text: movedText({ id: 'b', name: text(400) }, { moved, refused }) }];
    },
  },
  {
    view: 'slots/week.renderWeek',
    smallest: () => [
      renderWeek(
        { id: 'b', name: 'x' },
        { ...noSlots, zone: 'UTC' },
        {
          mayChange: false,
          queue: [],
          movable: false,
          free: [],
          readerZone: undefined,
          slackUrl: '',
          webAddress: () => undefined,
        },
      ),
    ],
    largest: (text) => [
      renderWeek({ id: longId, name: text(400) }, fullWeek, {
        mayChange: false,
        admins: many(3, () => ({ id: longId, name: text(80) })),
        movable: true,
        free: many(nextShown, (n) => now + n * 900_000),
        paused: largePause(text),
        readerZone: undefined,
        slackUrl,
        webAddress: linkTo,
        queue: many(1_000, (n) => ({
          at: now + n * 900_000,
          caption: text(3_000),
          networks: many(6, () => text(20)),
          postId: longId,
        })),
      }),
    ],
  },
  {
    view: 'templates/list.renderTemplates',
    smallest: () => [
      renderTemplates({ id: 'b', name: 'x' }, pageOf([], 0, templatesOnPage), { mayChange: false, slash }),
    ],
    largest: (text) => {
      const all = many(templateLimits.templates, (n) =>
        aTemplate({
          id: `V${'0'.repeat(60)}${n}`,
          kind: 'prompt',
          name: text(templateLimits.name),
          text: text(templateLimits.text),
          library: { id: longId, name: text(75) },
        }),
      );
      const page = pageOf(all, 1, templatesOnPage);
      return [renderTemplates({ id: longId, name: text(400) }, page, { mayChange: true, slash })];
    },
  },
  {
    view: 'posts/calendar.renderCalendar',
    holds: ({ blocks = [] }) =>
      assert.ok(textOfBlocks(blocks).length < 12_000, 'more characters than Slack takes together'),
    smallest: () => {
      const brand = { id: 'b', name: '' };
      const none = { cards: [], unscheduled: new Map(), recurring: [] };
      const posts = comingPosts([aPost({ status: 'scheduled', caption: '', scheduledAt: later })], none, now);
      return [posts, []].map((shown) =>
        renderCalendar(brand, shown, {
          ...inUtc,
          listed: { readAt: now, complete: true, isReading: false, trouble: undefined },
          paused: undefined,
          free: [],
          slackUrl: '',
          webAddress: () => undefined,
          minutesApart: 0,
          requestedPage: 0,
        }),
      );
    },
    largest: (text) => {
      const networks = many(9, () => text(100));
      const posts = many(500, (n) => ({
        id: `${n}`,
        caption: text(5_000),
        networks,
        kind: n % 2 ? ('scheduled' as const) : ('waits' as const),
        scheduledAt: new Date(now + n * 4_000_000).toISOString(),
      }));
      return [
        renderCalendar({ id: 'b', name: text(400) }, posts, {
          ...inUtc,
          free: many(slotsShown, (n) => now + n * 4_000_000),
          slackUrl,
          webAddress: linkTo,
          cards: posts.map(({ id }) => aCard({ postId: id, message: { ...message, thread: '1.1' } })),
          listed: { readAt: now, complete: true, isReading: false, trouble: undefined },
          paused: largePause(text),
          // each is close to the next
          minutesApart: 120,
          requestedPage: 2,
        }),
      ];
    },
  },
  {
    view: 'audit/audit.renderAudit',
    smallest: () => {
      const line = { number: 1, hash: 'f', entry: { at, by: 'U0BO', what: 'set' as const } };
      const state = { head: { number: 1, hash: 'f' }, first: 1 };
      const about = { text: '', inUtc: false, more: false, links: new Map() };
      return [[line], []].map((lines) =>
        renderAudit({ ...about, state, page: pageOf(lines, 0, auditOnPage) }),
      );
    },
    largest: (text) => {
      const entry = auditEntrySchema.parse({
        at,
        by: 'U0BO',
        what: 'not taken',
        card: 'c'.repeat(200),
        post: 'p'.repeat(200),
        channel: 'C1',
        brand: { id: longId, name: text(400) },
        content: 'f'.repeat(64),
        via: 'submission',
        result: text(5_000),
        note: text(3_000),
      });
      const all = many(3 * auditOnPage, (n) => ({ number: n + 1, hash: 'f'.repeat(64), entry }));
      const state = { head: { number: 999_999_999, hash: 'f'.repeat(64) }, first: 1 };
      const links = new Map([[entry.card ?? '', `${slackUrl}archives/C1/p1`]]);
      const about = { text: text(300), inUtc: true, more: true, links };
      return [renderAudit({ ...about, state, page: pageOf(all, 1, auditOnPage) })];
    },
  },
  {
    view: 'approval/rules.renderRules',
    smallest: () => [renderRules(pageOf([{}], 0, rulesOnPage), { mayChange: false, common: false })],
    largest: (text) => {
      const rows = many(50, () => ({ brand: { id: longId, name: text(400) }, rule: wideRule('all') }));
      return [renderRules(pageOf(rows, 1, rulesOnPage), { mayChange: true, common: true })];
    },
  },
  {
    view: 'posts/posts.renderPosts',
    smallest: () => {
      const brand = { id: 'b', name: '' };
      return [[bare()], []].map((cards) =>
        renderPosts(brand, pageOf(cards, 0, postsOnPage), { ...options, paused: undefined }),
      );
    },
    largest: (text) => {
      const card = listed(text);
      const cards = many(3 * postsOnPage, (n) => ({ ...card, state: ofStates(n), id: `card-${n}` }));
      const brand = { id: longId, name: text(400) };
      const paused = largePause(text);
      return [0, 1, 2].map((from) =>
        renderPosts(brand, pageOf(cards, from, postsOnPage), { ...options, paused }),
      );
    },
  },
  {
    view: 'links/open.openedPost',
    smallest: () => [
      openedPost(bare(), { ...opening, paused: undefined, readAt: undefined, address: undefined }),
    ],
    largest: (text) =>
      many(3, (n) =>
        openedPost(
          { ...listed(text), state: ofStates(n), brand: { id: longId, name: text(400) } },
          { ...opening, paused: largePause(text), readAt: now, address: longAddress },
        ),
      ),
  },
  {
    view: 'links/open.lookingFor',
    smallest: () => [lookingFor(false)],
    largest: () => [lookingFor(true)],
  },
  {
    view: 'links/unfurl.unfurled',
    smallest: () => [{ text: 'x', blocks: unfurled(bare(), { asOf: now, hasCard: false }) }],
    largest: (text) =>
      many(3, (n) => {
        const card = { ...listed(text), state: ofStates(n), brand: { id: longId, name: text(400) } };
        return { text: 'x', blocks: unfurled(card, { asOf: now, hasCard: true }) };
      }),
  },
  {
    view: 'catalog/lists.renderList',
    smallest: () =>
      [[{ id: 'b', name: '' }], []].map((rows) =>
        renderList({ list: 'brands', title: 'Brands', of: '', rows, none: 'Make one.' }, 0),
      ),
    largest: (text) => {
      const rows = many(40, () =>
        profileRow({ id: text(200), name: text(400), provider: text(100), image: undefined }),
      );
      return [renderList({ list: 'profiles', title: text(500), of: longId, rows, none: 'x' }, 1)];
    },
  },
];

const inUtc = { cards: [], readerZone: 'UTC' };

const longAddress = `https://app.example.com/${'p'.repeat(600)}`;

const opening = {
  undoForMs: 600_000,
  clock: { now, zone: longZone },
  reader: { user: 'U0BO', slackUrl },
};

const options = {
  reviewOf: () => undefined,
  notAttachedOf: () => undefined,
  undoForMs: 600_000,
  slash,
  reader: { user: 'U0BO', slackUrl },
  clock: { now, zone: longZone },
  listed: { readAt: now, complete: true, isReading: false, trouble: undefined },
};
