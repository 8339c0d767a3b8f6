/**
 * Every view at its smallest and at its largest, against the limits of Slack as the sandbox chat checks them. Longer than
 * 250 lines because it is one list of all views.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { commands } from '#commands/index.ts';
import {
  checkHome,
  checkMessage,
  checkModal,
  checkSuggestions,
  tooLarge,
} from '#sandbox/chat/limits/check.ts';
import { textOfBlocks } from '#sandbox/chat/people/shown-text.ts';
import { type AuditEntry, auditEntrySchema } from '#src/cards/audit.ts';
import { batchAtMost } from '#src/cards/batch.ts';
import { type Card, causes, states } from '#src/cards/card.ts';
import { contentHash } from '#src/cards/content.ts';
import type { Freeze } from '#src/cards/freeze.ts';
import { homeOf } from '#src/cards/home.ts';
import { nameKept } from '#src/cards/media.ts';
import { profileName, providers } from '#src/cards/networks.ts';
import type { Named } from '#src/cards/request.ts';
import { panelOf, type Rule, reviewOf } from '#src/cards/rules.ts';
import { brandSettingsSchema } from '#src/cards/team-settings.ts';
import type { Reading } from '#src/time/words.ts';
import {
  aCard,
  aiPostRequest,
  aPost,
  at,
  campaignRequest,
  later,
  postRequest,
  problem,
} from '#test/cards/samples.ts';
import { aiPostModal } from '#views/ai-post-modal.ts';
import { drawAlert } from '#views/alert.ts';
import { drawExport, onTheirWay } from '#views/analytics.ts';
import { announced } from '#views/announcement.ts';
import { confirmWord } from '#views/approvers-word.ts';
import { auditOnPage, drawAudit } from '#views/audit.ts';
import { batchWhy, drawBatch } from '#views/batch-report.ts';
import { brandSettingsContextOf, brandSettingsModal } from '#views/brand-settings-modal.ts';
import { drawCalendar } from '#views/calendar.ts';
import { drawCampaign } from '#views/campaign.ts';
import { campaignModal } from '#views/campaign-modal.ts';
import { reviewModal } from '#views/campaign-review.ts';
import { drawCard } from '#views/card.ts';
import { rejectModal, requestChangesModal, scheduleModal, seeAllModal } from '#views/card-modals.ts';
import { optionsFor } from '#views/choices.ts';
import { connectLink, connectModal } from '#views/connect.ts';
import { editModal } from '#views/edit-modal.ts';
import { drawFreeze, frozenText } from '#views/freeze.ts';
import { helpText } from '#views/help.ts';
import { homeView } from '#views/home.ts';
import { keyModal } from '#views/key-modal.ts';
import { drawList, profileRow } from '#views/lists.ts';
import { keyWorks } from '#views/me.ts';
import { notDone } from '#views/not-done.ts';
import { pageOf } from '#views/paged.ts';
import { postModal } from '#views/post-modal.ts';
import { drawPosts, postsOnPage } from '#views/posts.ts';
import { readingModal } from '#views/reading-modal.ts';
import { fileLeftOut, filesLeftOut } from '#views/refusals.ts';
import { redrawFor } from '#views/request-modals.ts';
import { batchCheck } from '#views/review-check.ts';
import { shiftModal, timesModal } from '#views/review-times.ts';
import { ruleModal, warnOfNobody } from '#views/rule-modal.ts';
import { drawRules } from '#views/rules.ts';
import { brandCheck, ownCheck } from '#views/settings-check.ts';
import { settingsModal } from '#views/settings-modal.ts';
import { drawThaw, thawOnPage } from '#views/thaw.ts';
import { showMeaning } from '#views/time-fields.ts';
import { unknownWord } from '#views/unknown-word.ts';
import { withUnread } from '#views/unread.ts';
import { welcome } from '#views/welcome.ts';
import { whichBrand } from '#views/which-brand.ts';
import { beingSwitched, switchEnd, switching, workflowState } from '#views/workflow.ts';
import { zoneOptions } from '#views/zone-names.ts';

const reachable = () => false;
const now = Date.parse(at);
/** The worst characters: each `&` becomes five, each emoji is two units that must stay together. */
const amps = (n: number) => '&'.repeat(n);
const faces = (n: number) => `x${'😀'.repeat((n - 1) / 2)}`;
/** Of each network a few, so that every warning of a caption that is too long is there. */
const profiles = (name: string): Named[] =>
  Array.from({ length: 40 }, (_, i) => ({
    id: `p${i}`,
    name: profileName({ provider: providers[i % providers.length] ?? '', name }),
  }));
const media = Array.from({ length: 10 }, (_, i) => `https://example.com/${i}?${'a=1&'.repeat(700)}`);

const texts: [string, (n: number) => string][] = [
  ['ampersands', amps],
  ['emoji', faces],
];

/** Where JSON is kept in a view, which makes two of each quote. */
const wide = [...texts, ['quotes', (n: number) => '"'.repeat(n)]] as typeof texts;

function largest(text: (n: number) => string, over: Partial<Card>, kind: Card['kind']): Card {
  const request = { post: postRequest, 'ai-post': aiPostRequest, campaign: campaignRequest }[kind as 'post'];
  return aCard({
    brand: { id: 'b'.repeat(150), name: text(400) },
    kind,
    request: {
      ...(request ?? postRequest),
      ...('prompt' in (request ?? {}) && { prompt: text(3_000) }),
    } as Card['request'],
    content: { caption: text(10_000), mediaUrls: media, profiles: profiles(text(300)), scheduledAt: later },
    postId: 'p'.repeat(200),
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

function takenBySlack(blocks: unknown, text: string): void {
  assert.deepEqual(checkMessage(blocks, reachable), []);
  assert.ok(text.length > 0 && text.length <= 4_000, `the text has ${text.length}`);
  wholeCharacters(blocks);
  wholeCharacters(text);
}

const slash = (name: string): string => `/${'p'.repeat(20)}${name}`;

function wholeCharacters(value: unknown): void {
  if (typeof value === 'string') assert.ok(value.isWellFormed(), 'half of a character');
  else if (typeof value === 'object' && value !== null)
    for (const one of Object.values(value)) wholeCharacters(one);
}

function modalTaken(view: unknown): void {
  assert.deepEqual(checkModal(view, reachable), []);
  assert.equal(tooLarge(view), false);
  wholeCharacters(view);
}

describe('a card', () => {
  for (const state of states) {
    test(`that is ${state} is taken at its smallest`, () => {
      const card = aCard({ state, content: { caption: '', mediaUrls: [], profiles: [] } });
      const { blocks, text } = drawCard(card, { detail: 'pictures', aside: false, slash });
      takenBySlack(blocks, text);
    });
    for (const [what, text] of texts)
      for (const kind of ['post', 'ai-post', 'campaign-post'] as const)
        test(`(${kind}) that is ${state} is taken at its largest, of ${what}`, () => {
          for (const detail of ['pictures', 'links', 'bare'] as const)
            for (const caption of [text(10_000), '']) {
              const card = largest(text, { state, statusWord: text(500) }, kind);
              const drawn = drawCard(
                { ...card, content: { ...card.content, caption } },
                { detail, aside: true, undoForMs: 600_000, slash },
              );
              takenBySlack(drawn.blocks, drawn.text);
            }
        });
  }
});

describe('a card under a rule', () => {
  const users = (n: number) => Array.from({ length: n }, (_, i) => `U0${i}${'X'.repeat(9)}`);
  const rule = { approvers: { people: users(100), groups: users(50) }, own: true, scheduled: true };
  for (const state of states)
    for (const [what, text] of texts)
      for (const needed of [100, 'all', 200] as const)
        test(`that is ${state}, of ${needed}, is taken at its largest, of ${what}`, () => {
          const decided = ['approved', 'voided', 'changes requested', 'planned', 'rejected'] as const;
          const over: Partial<Card> = {
            state,
            before: { caption: text(9_000), mediaUrls: [], profiles: profiles(text(200)) },
            history: Array.from({ length: 50 }, (_, i) => ({
              what: decided[i % decided.length] ?? 'approved',
              by: 'U0BO',
              at,
              note: text(3_000),
            })),
          };
          const blank = largest(text, over, 'post');
          const content = contentHash(blank);
          const card = { ...blank, approvals: users(99).map((by) => ({ by, at, content })) };
          for (const unread of [[], users(50)]) {
            const panel = { rule: { ...rule, needed }, people: users(100), unread };
            const review = reviewOf(card, panel, Date.parse(later) + 1);
            const drawn = drawCard(card, { detail: 'links', aside: true, review, undoForMs: 600_000, slash });
            takenBySlack(drawn.blocks, drawn.text);
            takenBySlack(drawRules(pageOf([{ rule: panel.rule }], 0, 1), true).blocks, 'x');
          }
        });
});

describe('a campaign', () => {
  for (const state of states)
    for (const [what, text] of texts)
      test(`that is ${state} is taken at its largest, of ${what}`, () => {
        const request = {
          ...campaignRequest,
          posts: 30,
          days: 30,
          brief: text(3_000),
          objective: 'awareness' as const,
        };
        const posts = Array.from({ length: 30 }, (_, i) =>
          largest(text, { id: `card-${i}`, state: 'review' }, 'post'),
        );
        const card = largest(
          text,
          { state, request, kind: 'campaign', posts: posts.map(({ id }) => id) },
          'campaign',
        );
        for (const shown of [[], posts]) {
          const drawn = drawCampaign(card, shown, { aside: true });
          takenBySlack(drawn.blocks, drawn.text);
        }
      });
});

describe('the review of a campaign', () => {
  const slackUrl = `https://${'w'.repeat(60)}.slack.com/`;
  const reader = { user: 'U0BO', slackUrl };
  const message = { channel: 'C0123456789', ts: '1700000000.000001' };
  const ids = Array.from({ length: 100 }, (_, i) => `V0${'x'.repeat(20)}-${i}`);
  const campaign = aCard(
    { kind: 'campaign', state: 'review', posts: ids },
    { ...campaignRequest, posts: 30 },
  );
  const people = Array.from({ length: 100 }, (_, i) => `U0${i}${'X'.repeat(9)}`);
  const rule: Rule = { approvers: { people, groups: [] }, needed: 50, own: true, scheduled: true };
  const panel = panelOf(rule, new Map());
  const chosen = (n: number) => ({ n, seen: 'f'.repeat(64) });

  test('is taken with one post that says nothing, and while all are being written', () => {
    for (const state of states) {
      const card = aCard({ state, content: { caption: '', mediaUrls: [], profiles: [] } });
      const about = {
        campaign,
        posts: [{ card, n: 1 }],
        page: 0,
        draw: 0,
        chosen: [],
        reader: { user: 'U0BO', slackUrl: '' },
        now,
      };
      modalTaken(reviewModal.render({ ...about, panel: undefined, frozen: undefined }));
    }
    modalTaken(reviewModal.reading(campaign));
  });

  for (const [what, text] of texts)
    test(`is taken with a hundred posts in all states, at its largest, of ${what}`, () => {
      const whole = largest(text, { statusWord: text(500), message, postId: 'p' }, 'post');
      const card = { ...whole, content: { ...whole.content, caption: text(1_001) } };
      const posts = ids.map((id, i) => ({
        card: { ...card, id, state: states[i % states.length] ?? 'review' },
        n: i + 1,
      }));
      const brand = { id: 'b', name: text(400) };
      const all = ids.map((_, i) => chosen(i + 1));
      for (const page of [0, 1, 9])
        modalTaken(
          reviewModal.render({
            ...{ campaign: { ...campaign, brand }, posts, panel, page, draw: 9, chosen: all },
            ...{ reader, now, frozen: aFreeze(text) },
          }),
        );
      const some = posts.slice(0, batchAtMost);
      const rows = some.map(({ card, n }) => ({ chosen: chosen(n), card }));
      modalTaken(timesModal.render(campaign, rows));
      modalTaken(
        shiftModal.render(
          campaign,
          rows.map((row) => row.chosen),
        ),
      );
      const refused = batchWhy({ why: 'not named', panel }, text(400));
      const comes = ['published', 'scheduled', 'approval', 'planned', 'rejected'] as const;
      for (const [act, of] of [
        ['move', comes],
        ['reject', []],
      ] as const) {
        const checked = rows.map((row, i) => {
          const come = of[i % of.length];
          return { ...row, to: later, found: come ? { comes: come } : { refused: `${refused}${i}` } };
        });
        modalTaken(batchCheck.render(campaign, act, checked, { undoForMs: 600_000, zones: bothZones }));
      }
      const results = [undefined, { made: true as const }, { refused }];
      const items = some.map(({ card: { id }, n }, i) => ({
        ...{ card: id, n, seen: '', result: results[i % results.length] },
      }));
      const about = { id: 'V', workspace: 'T', campaign: 'c', by: 'U0BO', at };
      const cards = some.map(({ card }) => card);
      const held = cards.map((card) => ({ ...card, state: 'approved' as const, goesOutAt: at, batch: 'V' }));
      for (const [what, posts] of [
        ['move', cards],
        ['publish', held],
      ] as const) {
        const batch = { ...about, act: { what }, items, undoUntil: at };
        const drawn = drawBatch(batch, posts, panel, slackUrl);
        takenBySlack(drawn.blocks, drawn.text);
      }
    });
});

const bothZones = { reader: 'Asia/Tokyo', brand: 'America/Argentina/ComodRivadavia' };

const aFreeze = (text: (n: number) => string): Freeze => ({
  ...{ brand: { id: 'b'.repeat(150), name: text(401) }, by: 'U0BO', at, reason: text(1_001) },
  ...{ channel: 'C1', rounds: 1, ended: 1 },
});

describe('a home tab', () => {
  const freezes = Array.from({ length: 9 }, () => aFreeze(amps));
  const options = { leftOut: 12_345, freezes, slackUrl: `https://${'a'.repeat(63)}.slack.com/`, slash };
  const taken = (cards: Card[], pages: Record<string, number>, rule?: Rule) => {
    const brand = cards[0]?.brand.id ?? '';
    const panels = new Map(rule ? [[brand, panelOf(rule, new Map())]] : []);
    const home = homeOf(cards, { user: 'U0BO', role: 'member' }, panels, Date.now());
    const view = homeView('U0BO', home, { ...options, pages });
    assert.deepEqual(checkHome(view, reachable), []);
    assert.equal(tooLarge(view), false);
    wholeCharacters(view);
    return view.blocks.length;
  };
  test('is taken with nothing on it', () => assert.equal(taken([], {}), 3));
  const approvers = { people: ['U0BO'], groups: [] };
  const aRule: Rule = { approvers, needed: 1, own: false, scheduled: true };
  for (const [what, text] of texts)
    for (const rule of [undefined, aRule])
      for (const pages of [{}, { approve: 3, problems: 2, mine: 20, generating: 1, scheduled: 4 }])
        test(`is taken with 500 posts, of ${what}, ${rule ? 'under a rule' : 'without one'}, on page ${pages.mine ?? 0}`, () => {
          const message = { channel: 'C0SOCIAL', ts: '1700000000.000001' };
          const cards = Array.from({ length: 500 }, (_, n) =>
            largest(
              text,
              {
                ...{ id: `${'c'.repeat(60)}${n}`, state: states[n % states.length] ?? 'review', message },
                author: n % 5 === 0 ? 'U0BO' : 'U0ANA',
              },
              'post',
            ),
          );
          assert.ok(taken(cards, pages, rule) > 80);
        });
  for (const [what, text] of texts)
    test(`says in a modal of ${what} why nothing was done`, () => modalTaken(notDone(text(3_000))));
});

describe('a freeze', () => {
  const thaw = (name: string) => `${slash('social')} thaw ${name}`;
  test('is taken at its smallest', () => {
    const freeze = { ...aFreeze(amps), brand: undefined, reason: 'x', ended: 0 };
    const { blocks, text } = drawFreeze(freeze, { posts: [] }, thaw('all'));
    takenBySlack(blocks, text);
    const none = { brand: undefined, scope: 'all', says: 'Thawed.', allOff: true };
    takenBySlack(drawThaw(none, pageOf([], 0, thawOnPage), now).blocks, 'x');
  });
  for (const [what, text] of texts)
    test(`is taken at its largest, of ${what}, and pings nobody`, () => {
      const freeze = aFreeze((n) => `<!channel>${text(n)}`);
      const { brand = { id: '', name: '' }, at: of } = freeze;
      const posts = (['off', 'faster', 'stuck', 'sending'] as const).flatMap((state) =>
        Array.from({ length: 99 }, (_, n) => ({
          ...{ id: `${n}`, brand, of, caption: `<!channel>${text(201)}`, was: later, state, tries: 1 },
        })),
      );
      const thawed = { by: 'U0BO', at };
      for (const over of [{}, { thawed }, { trouble: text(3_001) }]) {
        const drawn = drawFreeze(freeze, { posts, ...over }, thaw(brand.name));
        takenBySlack(drawn.blocks, drawn.text);
        assert.doesNotMatch(JSON.stringify(drawn), /<!channel/);
      }
      const rows = posts.map((post) => ({
        ...{
          post,
          card: largest(text, { state: post.state === 'stuck' ? 'scheduled' : 'review', brand }, 'post'),
        },
      }));
      const list = { brand, scope: `brand.${brand.id}`, says: frozenText(freeze), allOff: false };
      for (const first of [0, 20]) {
        const page = drawThaw(list, pageOf(rows, first, thawOnPage), Date.parse(at));
        takenBySlack(page.blocks, page.text);
      }
    });
});

describe('the calendar', () => {
  for (const [what, text] of texts)
    test(`is taken with 500 posts of ${what}, within the characters that Slack takes together`, () => {
      const profiles = Array.from({ length: 9 }, (_, i) => ({
        ...{ id: `${i}`, name: text(300), provider: text(100), image: undefined },
      }));
      const posts = Array.from({ length: 500 }, (_, n) => ({
        ...aPost({ id: `${n}`, status: 'scheduled', caption: text(5_000), profiles }),
        scheduledAt: new Date(Date.parse(at) + n * 4_000_000).toISOString(),
      }));
      const { blocks, text: told } = drawCalendar({ id: 'b', name: text(400) }, posts, [], 'UTC', 2);
      takenBySlack(blocks, told);
      assert.ok(textOfBlocks(blocks).length < 12_000);
    });
});

describe('the audit trail', () => {
  const state = { head: { number: 999_999_999, hash: 'f'.repeat(64) }, first: 1 };
  const drawn = (entry: AuditEntry, lines: number, text: string) => {
    const all = Array.from({ length: lines }, (_, n) => ({ number: n + 1, hash: 'f'.repeat(64), entry }));
    const links = new Map([[entry.card ?? '', `https://${'a'.repeat(63)}.slack.com/archives/C1/p1`]]);
    return drawAudit({ text, state, page: pageOf(all, 1, auditOnPage), more: true, links });
  };
  test('is taken at its smallest', () => {
    const { blocks, text } = drawn({ at, by: 'U0BO', what: 'set' }, 1, '');
    takenBySlack(blocks, text);
  });
  for (const [what, text] of texts)
    test(`is taken at its largest, of ${what}`, () => {
      const entry = auditEntrySchema.parse({
        ...{ at, by: 'U0BO', what: 'not taken', card: 'c'.repeat(200), post: 'p'.repeat(200), channel: 'C1' },
        ...{ brand: { id: 'b'.repeat(150), name: text(400) }, content: 'f'.repeat(64), via: 'submission' },
        ...{ result: text(5_000), note: text(3_000) },
      });
      const { blocks, text: told } = drawn(entry, 3 * auditOnPage, text(300));
      takenBySlack(blocks, told);
    });
});

describe('a modal', () => {
  const modals = { postModal, aiPostModal, campaignModal };
  for (const [name, modal] of Object.entries(modals)) {
    test(`${name} is taken with nothing in it`, () => modalTaken(modal.render({ channel: 'C1' }, '')));
    for (const [what, text] of wide)
      test(`${name} is taken with everything in it, of ${what}`, () => {
        const brand = { id: 'b'.repeat(150), name: text(75) };
        modalTaken(modal.render({ channel: 'C1', brand }, text(12_000)));
        const name = '"'.repeat(nameKept);
        const left = fileLeftOut(name, 'no right');
        const context = {
          ...{ channel: '', brand, source: `https://team.slack.com/${'a'.repeat(150)}`, uploads: true },
          taken: Array.from({ length: 10 }, (_, n) => ({
            id: `F0123456789${n}`,
            name,
            ending: 'png' as const,
          })),
          remarks: [...Array.from({ length: 4 }, () => left), filesLeftOut(19)],
        };
        modalTaken(modal.render(context, text(12_000)));
      });
  }
  for (const [what, text] of wide)
    test(`of a card's buttons is taken at its largest, of ${what}`, () => {
      const card = largest(text, { state: 'review' }, 'post');
      for (const view of [
        editModal.render(card),
        editModal.render(card, true),
        scheduleModal.render(card),
        rejectModal.render(card),
        requestChangesModal.render(card),
      ])
        modalTaken(view);
      modalTaken(seeAllModal(card, true));
      modalTaken(seeAllModal(card, false));
    });
  for (const [what, text] of wide)
    test(`of a rule is taken at its largest, of ${what}`, () => {
      const named = Array.from({ length: 30 }, (_, i) => ({ id: `S0${i}`, name: text(300) }));
      const approvers = { people: named.map(({ id }) => id), groups: named.map(({ id }) => id) };
      const rule = { approvers, needed: 'all' as const, own: true, scheduled: true, channel: 'C1' };
      const brand = { id: 'b'.repeat(150), name: text(400) };
      modalTaken(ruleModal.render({ channel: 'C1', brand }, rule, named));
      modalTaken(ruleModal.render({ channel: 'C1' }, undefined, []));
      const ofNobody = { ...rule, approvers: { people: [], groups: [] } };
      modalTaken(warnOfNobody(ruleModal.render({ channel: 'C1', brand }, ofNobody, []), ofNobody));
    });
  for (const [what, text] of wide)
    test(`of settings, and what is shown before it is kept, is taken at its largest, of ${what}`, () => {
      const brand = { id: 'b'.repeat(150), name: text(75) };
      const ten = Array.from({ length: 10 }, (_, i) => ({ id: `${i}${'p'.repeat(149)}`, name: text(75) }));
      const zone = 'America/Argentina/ComodRivadavia';
      const settings = brandSettingsSchema.parse({
        ...{ channel: 'C'.repeat(15), profiles: ten, zone, digest: { at: '09:00', since: at } },
      });
      const context = { channel: 'C'.repeat(15), brand: { ...brand, name: text(400) } };
      const form = brandSettingsModal.render(context, settings, now);
      modalTaken(form);
      modalTaken(brandSettingsModal.render(context, settings, now, ten));
      const kept = { ...brandSettingsContextOf({ private_metadata: '', ...form }), settings };
      modalTaken(brandCheck.render(kept, { ruleChannel: 'C1', reader: 'Asia/Tokyo', now, nextDigest: now }));
      modalTaken(settingsModal.render({ channel: 'C1', menu: 'm' }, { brand, notices: true }, true));
      modalTaken(ownCheck.render({ channel: 'C1', own: { brand, notices: false } }));
      for (const modal of Object.values(modals)) modalTaken(modal.render({ channel: 'C1', brand }, 'x', ten));
      for (const moments of [[now + 1e8] as const, [now + 1e8, now + 2e8] as const]) {
        const reading = { moments, why: 'repeated' } as unknown as Reading;
        const open = postModal.render({ channel: 'C1', brand }, text(9_000));
        const asking = { words: 'w'.repeat(100), reading, brand: context.brand, now };
        const shown = showMeaning(open, { ...asking, zones: { reader: zone, brand: 'Asia/Tokyo' } });
        assert.ok('view' in shown);
        modalTaken(shown.view);
      }
    });
  test('`See all` is taken also where the service lists a medium that is no address', () => {
    const content = { ...aCard().content, caption: '', mediaUrls: ['media/1.png', ''] };
    modalTaken(seeAllModal(aCard({ content }), true));
  });
});

const aMember = { role: 'member', named: false, deciding: [], brand: undefined, keyed: true } as const;

describe('the help and the welcome', () => {
  for (const [what, text] of texts)
    test(`are taken with 200 brands of ${what} whose rules name many`, () => {
      const rule: Rule = {
        approvers: {
          people: Array.from({ length: 50 }, (_, i) => `U${i}`.padEnd(11, '0')),
          groups: Array.from({ length: 50 }, (_, i) => `S${i}`.padEnd(11, '0')),
        },
        ...{ needed: 1, own: false, scheduled: true },
      };
      const barred = { why: 'not named', panel: panelOf(rule, new Map()) } as const;
      const brands = Array.from({ length: 200 }, (_, i) => ({ brand: `${i}${text(201)}`, own: false }));
      for (const role of ['administrator', 'member', 'guest', 'outsider', 'unknown'] as const)
        for (const deciding of [
          brands.map((one) => ({ ...one, barred: undefined })),
          brands.map((one, i) => ({ ...one, barred: i % 2 ? barred : undefined })),
          brands.map((one) => ({ ...one, barred })),
        ]) {
          const reader = { role, named: true, deciding, brand: text(201), keyed: false };
          const said = helpText(commands, reader, slash);
          takenBySlack(said.blocks, said.text);
        }
      const greeting = welcome('U'.padEnd(11, '0'), { keyed: false }, slash);
      takenBySlack(greeting.blocks, greeting.text);
    });
});

describe('what the bot says by itself', () => {
  const options = { slackUrl: `https://${'s'.repeat(60)}.slack.com/`, slash };
  const takes = (what: Parameters<typeof announced>[0]): string => {
    const { blocks, text } = announced(what, options);
    takenBySlack(blocks, text);
    return textOfBlocks(blocks);
  };
  for (const [what, text] of wide)
    test(`is taken at its largest, of ${what}`, () => {
      const message = { channel: 'C1', ts: '1.000100' };
      const card = largest(text, { state: 'review', message, wantedAt: later }, 'post');
      const many = <T>(one: T): T[] => Array.from({ length: 500 }, () => one);
      takes({ kind: 'no place', brand: { id: 'b', name: text(401) }, channel: 'C'.repeat(15) });
      const waiting = many({ card, since: now });
      assert.match(takes({ kind: 'waits', to: many('U0BO'), card, since: now }), /and 460 more:/);
      assert.match(takes({ kind: 'list', to: 'U0BO', aloud: true, waiting }), /and 490 more\./);
      for (const why of ['reminded', 'author reminded', 'nobody may'] as const)
        takes({ kind: 'unanswered', card, since: now, why });
      for (const cause of causes) {
        const elsewhere = { count: 90, places: 40 };
        const incident = { cause, since: at, cards: many(card).slice(0, 10), count: 500, elsewhere };
        const told = /500 posts are affected.*90 of them in 40 other conversations.*and 400 more\./s;
        assert.match(takes({ kind: 'incident', incident }), told);
        takes({ kind: 'incident', incident: { ...incident, goesOn: message } });
        assert.match(
          takes({ kind: 'incident', incident: { ...incident, over: at } }),
          /500 posts failed for it/,
        );
        takes({ kind: 'incident', incident: { ...incident, cards: [], count: 90 } });
      }
      const { brand } = card;
      const digest = {
        ...{ brand, at: now, zone: 'America/Argentina/ComodRivadavia', afterWeekend: true },
        ...{
          waiting: many({ card, names: [text(300), text(300), '40 more'] }),
          published: many({ at: later, caption: text(300), card }),
        },
        scheduled: [...many({ at: later, caption: text(9_000), card }), { at, caption: '' }],
        ...{ failed: many(card), failedBefore: 100 },
      };
      const said = takes({ kind: 'digest', digest });
      assert.equal(said.match(/and 49\d more: `\/p+social posts`/g)?.length, 4);
    });
});

describe('a list', () => {
  test('of time zones is taken', () => {
    const options = zoneOptions('', 'Europe/Berlin', now);
    assert.deepEqual(checkSuggestions({ options }), []);
    assert.match(options.at(-1)?.text.text ?? '', /^3\d\d more: type to find them$/);
  });
  for (const [what, text] of [...texts, ['nothing', () => ''] as [string, () => string]])
    test(`is taken with 150 names of ${what}`, () => {
      const named = Array.from({ length: 150 }, (_, i) => ({ id: `id-${i}`, name: text(300) }));
      const options = optionsFor({ named, what: 'designs' }, '');
      assert.deepEqual(checkSuggestions({ options }), []);
      wholeCharacters(options);
    });
});

describe('an answer', () => {
  const said = ({ blocks, text }: { blocks?: unknown; text: string }): void =>
    takenBySlack(blocks ?? [], text);

  test('is taken at its smallest', () => {
    const brand = { id: 'b', name: '' };
    said(keyWorks({}));
    said(
      drawPosts(brand, pageOf([], 0, postsOnPage), { reviewOf: () => undefined, undoForMs: 600_000, slash }),
    );
    said(drawList({ list: 'brands', title: 'Brands', of: '', rows: [], none: 'Make one.' }, 0));
    said(drawList({ list: 'brands', title: 'Brands', of: '', rows: [brand], none: 'Make one.' }, 0));
    said(whichBrand('posts', [brand], { again: '/social posts' }));
    said(workflowState({ id: 'w', on: true }));
    modalTaken(keyModal.render(undefined));
    modalTaken(connectModal.render({ channel: 'C1' }, ''));
  });

  for (const [what, text] of wide)
    test(`is taken at its largest, of ${what}`, () => {
      const brand = { id: 'b'.repeat(150), name: text(400) };
      const card = largest(text, { state: 'review' }, 'post');
      said(unknownWord(text(3_000), commands, aMember, slash));
      said(keyWorks({ id: text(3_000), name: text(3_000), email: text(3_000) }));
      for (const state of ['failed', 'outcome unknown'] as const)
        said(
          drawAlert(
            { ...card, state, content: { ...card.content, caption: text(10_000) } },
            { slackUrl: 'https://s.slack.com/', slash },
          ),
        );
      said(confirmWord(card) ?? { text: 'no button' });

      const cards = states.flatMap((state) => largest(text, { state, id: 'c'.repeat(60) }, 'post'));
      for (const from of [0, 1])
        said(
          drawPosts(brand, pageOf(cards, from, postsOnPage), {
            reviewOf: () => undefined,
            undoForMs: 600_000,
            slash,
          }),
        );

      const rows = Array.from({ length: 40 }, () =>
        profileRow({ id: text(200), name: text(400), provider: text(100), image: undefined }),
      );
      const list = drawList({ list: 'profiles', title: text(500), of: brand.id, rows, none: 'x' }, 1);
      said(list);
      const fields = ['id', 'media', 'socialProfiles', 'scheduledAt'];
      said(withUnread(list, { endpoint: 'GET /social-profiles', records: 12_345, fields }, 'record'));

      for (const several of [5, 150]) {
        const brands = Array.from({ length: several }, (_, n) => ({ id: `brand-${n}`, name: text(400) }));
        said(whichBrand('posts', brands, { why: text(3_000), again: '/social posts' }));
      }

      const workflow = { id: text(300), name: text(3_000) };
      const wish = { on: true, by: 'U0BO', at };
      said(workflowState({ ...workflow, on: true }));
      said(switching(workflow.id, false, 'U0BO', 'waits'));
      said(switchEnd({ ...wish, workflow, reason: text(5_000) }));
      said(beingSwitched(wish));

      const asked = { brand: brand.name, by: 'U0BO', channel: 'C1' };
      const figure = {
        name: text(400),
        percent: true,
        how: 'average',
        value: 1e15 / 3,
        change: -1e15 / 3,
      } as const;
      const here = {
        is: 'here',
        rows: 1e9,
        period: text(60),
        figures: Array(8).fill(figure),
        withoutPicture: 'no dates',
      } as const;
      for (const stage of [here, { is: 'failed', reason: text(600) }] as const)
        said(drawExport({ ...asked, stage }, { aside: true }));
      said(onTheirWay(brand.name));

      const connection = {
        authProvider: text(300),
        authUrl: `https://example.com/${'a'.repeat(2_900)}`,
        instructions: text(5_000),
      };
      said(connectLink({ brand, provider: 'tiktok' }, connection, text(200)));
      const shown = { id: brand.id, name: text(75) };
      modalTaken(connectModal.render({ channel: 'C1', brand: shown }, 'x'));
      modalTaken(keyModal.render({ by: 'U0BO', at: now }, text(3_000)));
      for (const view of [keyModal.checking(), keyModal.kept({ name: text(3_000) }), keyModal.removed()])
        modalTaken(view);
      const open = postModal.render({ channel: 'C1', brand: shown }, text(9_900));
      modalTaken(readingModal(open.title, 'Reading the thread…'));
      const callback_id = open.callback_id ?? '';
      modalTaken(redrawFor({ callback_id, blocks: open.blocks }, { channel: 'C1', brand: shown }, []));
    });
});
