/** Every view at its smallest and at its largest, against Slack's limits as the sandbox chat checks them. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { textOfBlocks } from '#sandbox/chat/driver/shown-text.ts';
import {
  checkHome,
  checkMessage,
  checkModal,
  checkSuggestions,
  tooLarge,
} from '#sandbox/chat/limits/check.ts';
import type { Pause } from '#src/pause/pause.ts';
import type { Entry } from '#src/posts/card/card.ts';
import { causes } from '#src/posts/card/problem.ts';
import type { Refused } from '#src/posts/card/refused.ts';
import type { ApprovalProgress } from '#src/posts/card/rule.ts';
import { at } from '#test/posts/card/samples.ts';
import { shareOf } from '#test/support/long-tests.ts';
import { optionsFor } from '#views/catalog/choices.ts';
import { clip } from '#views/kit/limits.ts';
import type { RenderedMessage } from '#views/kit/paged.ts';
import { plainRefusal } from '#views/kit/plain-refusal.ts';
import { clipped } from '#views/kit/text.ts';
import { zoneOptions } from '#views/kit/zone-names.ts';
import { renderIncident } from '#views/notifications/incident.ts';
import { cardGone, refusalText } from '#views/posts/refusals.ts';
import { renderDigest } from '#views/reminders/digest.ts';
import { renderReminderList, renderWaiting } from '#views/reminders/reminder.ts';
import { everyView, nameOf } from './extremes/every-view.ts';
import { listed, many, now, type Shown, slackUrl, slash, texts, textsOfModals } from './extremes/extremes.ts';
import { largeDigest, manyWaiting } from './extremes/notes.ts';

const reachable = () => false;

function taken(shown: Shown): void {
  readable(shown);
  if ('type' in shown) {
    assert.deepEqual((shown.type === 'modal' ? checkModal : checkHome)(shown, reachable), []);
    assert.equal(tooLarge(shown), false);
    return;
  }
  const { blocks = [], text } = shown;
  assert.deepEqual(checkMessage(blocks, reachable), []);
  assert.ok(text.length > 0 && text.length <= 4_000, `the text has ${text.length}`);
}

/** No character is cut in half, user input mentions no one, and plain text has no mrkdwn. */
function readable(value: unknown): void {
  if (typeof value === 'string') assert.ok(value.isWellFormed(), 'half of a character');
  if (typeof value !== 'object' || value === null) return;
  if ('text' in value && !('type' in value && value.type !== 'mrkdwn'))
    assert.doesNotMatch(String(value.text), /<!channel/);
  if (typeof value === 'object' && 'type' in value && value.type === 'plain_text' && 'text' in value)
    assert.doesNotMatch(String(value.text), /<!date\^|<@U|<#C|&(?:lt|gt|amp);/);
  for (const one of Object.values(value)) readable(one);
}

for (const [which, row] of everyView.entries()) {
  test(`${nameOf(row)} is accepted at its smallest`, () => row.smallest().forEach(taken));
  const [first] = row.smallest();
  const fillings = first && 'type' in first && first.type === 'modal' ? textsOfModals : texts;
  for (const [what, text] of shareOf(fillings, { which, shares: everyView.length }))
    test(`${nameOf(row)} is accepted at its largest, of ${what}`, () => {
      for (const shown of row.largest(text)) {
        taken(shown);
        row.holds?.(shown);
      }
    });
}

test('a text that is cut has no period before its ellipsis', () => {
  const text = 'Open until ten. Come in.';
  assert.deepEqual([clip(text, 16), clipped(text, 16)], ['Open until ten…', 'Open until ten…']);
});

test('a refusal at a field contains nothing that only messages can show', () => {
  const [by, brand] = ['U0BO', { id: 'brand-1', name: 'Salt & <Pepper>' }];
  const progress: ApprovalProgress = { given: [], needed: 2, complete: false, open: [by] };
  const pause = {
    brand,
    by,
    at,
    reason: 'a *big* <thing>',
    channel: 'C0SOCIAL',
    checksRequested: 1,
  } as Pause;
  const states = ['review', 'publishing', 'published', 'rejected', 'outcome_unknown'] as const;
  const last = (what: Entry['what']): Entry => ({ what, by, at });
  const whats = ['approved', 'rejected', 'edited', 'published', 'planned', 'changes_requested'] as const;
  const refused: Refused[] = [
    ...(['changed', 'claimed'] as const).map((why) => ({ why })),
    { why: 'paused', pause },
    ...[by, undefined].map((one) => ({ why: 'not_yours' as const, by: one })),
    ...(['already_approved', 'not_enough'] as const).map((why) => ({ why, progress })),
    ...(['publishes', 'schedules'] as const).flatMap((does) =>
      [by, undefined].map((one) => ({ why: 'final_approval' as const, by: one, does })),
    ),
    ...(['edit', 'schedule', 'unschedule', 'withhold'] as const).flatMap((what) =>
      [by, undefined].map((one) => ({ why: 'busy', pending: { what, by: one, at } }) as Refused),
    ),
    ...states.flatMap((state): Refused[] => [
      { why: 'too_late', state },
      { why: 'not_now', state },
      { why: 'decided', state, last: undefined },
      ...whats.map((what) => ({ why: 'decided' as const, state, last: last(what) })),
    ]),
  ];
  const known = { nameOf: () => 'Bo', zone: 'Europe/Madrid' };
  const strange = { nameOf: () => undefined, zone: undefined };
  const toOthers = refused.map((one) => refusalText(one));
  const toThemselves = refused.map((one) => refusalText(one, undefined, by));
  for (const text of [...toOthers, ...toThemselves, cardGone('/social')])
    for (const who of [known, strange]) {
      const plain = plainRefusal(text, who);
      assert.doesNotMatch(plain, /<[@!#]|&\w+;|\*\w|`|\bundefined\b/, plain);
      assert.match(plain, /^\p{Lu}/u);
    }
  assert.ok(
    toThemselves.includes(
      'Your last change to this post is still being saved. Wait for the card to update, then try again.',
    ),
  );
  const approved = refusalText({ why: 'decided', state: 'published', last: last('approved') });
  assert.equal(
    plainRefusal(approved, { ...known, hasWords: true }),
    'Bo approved this first, Saturday, November 21, 2026 at 10:00 AM. It’s published. Your text is still here, so you can copy what you want to keep.',
  );
  assert.equal(
    plainRefusal(approved, strange),
    'Someone approved this first, 2026-11-21 09:00 UTC. It’s published.',
  );
});

const said = '(?:Said|Drawing|ModalView|HomeView|\\{ text: string)';
const parameters = '(?:<\\w+>)?\\((?:[^()]|\\([^()]*\\))*\\)';
const alone = [
  new RegExp(`^export function (\\w+)${parameters}: ${said}`, 'gm'),
  new RegExp(`^export const (\\w+) = ${parameters}: ${said}`, 'gm'),
];
const inObject = new RegExp(`^  (\\w+)(?:: )?${parameters}: ${said}`, 'gm');

/** The rendered views in `views`, by the return types of functions. */
function renderedThere(): string[] {
  const folder = join(import.meta.dirname, '../../views');
  // building blocks have no texts
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => file !== 'kit/blocks.ts');
  return files.flatMap((file) => {
    const source = readFileSync(join(folder, file), 'utf8');
    const names = alone.flatMap((one) => [...source.matchAll(one)].map(([, name]) => name));
    const objects = [...source.matchAll(/^export const (\w+) = \{\n([\s\S]*?)^\}/gm)];
    const inside = objects.flatMap(([, of, body = '']) =>
      [...body.matchAll(inObject)].map(([, name]) => `${of}.${name}`),
    );
    return [...names, ...inside].map((name) => `${file.slice(0, -'.ts'.length)}.${name}`);
  });
}

test('every view is listed here, even those that the narrow browser window shows', () => {
  const rows = new Set(everyView.map(({ view }) => view));
  const rendered = renderedThere();
  assert.ok(rendered.length > 50, `only ${rendered.length} are found`);
  assert.deepEqual(
    rendered.filter((view) => !rows.has(view)),
    [],
  );
});

describe('a list', () => {
  test('of time zones is accepted', () => {
    const options = zoneOptions('', 'Europe/Berlin', now);
    assert.deepEqual(checkSuggestions({ options }), []);
    assert.match(options.at(-1)?.text.text ?? '', /^3\d\d more\. Keep typing to narrow the list\.$/);
  });
  for (const [what, text] of [...texts, ['nothing', () => '']] as typeof texts)
    test(`is accepted with 150 names of ${what}`, () => {
      const named = many(150, (i) => ({ id: `id-${i}`, name: text(300) }));
      const options = optionsFor({ named, what: 'designs' }, '');
      assert.deepEqual(checkSuggestions({ options }), []);
      readable(options);
    });
});

describe('what doesn’t fit', () => {
  const [[, text] = ['', String]] = texts;
  const options = { slackUrl, slash, now };
  const wordsIn = ({ blocks }: RenderedMessage): string => textOfBlocks(blocks);

  test('is counted', () => {
    const card = listed(text, { state: 'review' });
    const to = many(500, () => 'U0BO');
    assert.match(wordsIn(renderWaiting({ to, card, since: now }, options)), /and 460 more: /);
    assert.match(wordsIn(renderReminderList(manyWaiting(text), options)), /and 490 more\./);
    for (const cause of causes) {
      const elsewhere = { count: 90, places: 40 };
      const incident = { cause, since: at, cards: many(10, () => card), count: 500, elsewhere };
      const told = /500 posts affected.*90 of them in 40 other conversations.*and 400 more\./s;
      assert.match(wordsIn(renderIncident(incident, options)), told);
      assert.match(
        wordsIn(renderIncident({ ...incident, over: at }, options)),
        /500 posts, 90 of them in 40 other conversations, failed because of it/,
      );
    }
    const digest = wordsIn(renderDigest(largeDigest(text), options));
    assert.equal(digest.match(/and 49\d more\. To see them all, use `\/p+social posts`/g)?.length, 4);
  });
});
