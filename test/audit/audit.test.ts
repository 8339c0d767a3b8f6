import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { defaultUsers } from '#sandbox/chat/defaults.ts';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import { createAudit } from '#src/audit/audit-store.ts';
import type { AuditEntry } from '#src/posts/card/audit.ts';
import { addEntry } from '#test/support/audit-trail.ts';
import { type StartedBot, startBot, workspace } from '#test/support/bot.ts';
import { environment } from '#test/support/environment.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { redisOf } from '#test/support/stored.ts';
import { startUnwritable } from '#test/support/unwritable.ts';
import { makesDraft } from '#test/support/user-actions.ts';
import { onlyAdministratorsCan } from '#views/kit/command-refusals.ts';
import { slotActions } from '#views/slots/week.ts';
import { templateActions } from '#views/templates/list.ts';

const script = join(import.meta.dirname, '../../scripts/audit.ts');

/** `npm run audit -- …` for the Redis of this bot, without the settings of Slack and of the service. */
async function audit({ redisUrl, settings }: StartedBot, ...args: string[]) {
  const { REDIS_PREFIX, AUDIT_KEY } = settings;
  const env = { ...environment, REDIS_URL: redisUrl, REDIS_PREFIX, ...(AUDIT_KEY && { AUDIT_KEY }) };
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err, [code]] = await Promise.all([
    readAll(child.stdout),
    readAll(child.stderr),
    once(child, 'close'),
  ]);
  return { out, err, code };
}

/** Ana creates a post, Bo publishes it, and Ana's click is too late. */
async function publishes(bot: StartedBot): Promise<void> {
  const { ana, bo } = bot;
  const card = await makesDraft(ana, 'Open until ten tonight');
  await Promise.all([bo.clicks(card, 'Approve & publish'), bo.sees('social', /Published by/)]);
}

const published = [
  'U0ANA asked  post',
  'presscheck sending  create',
  'presscheck answered  create',
  'presscheck made review ',
  'U0BO approved approved ',
  'presscheck sending  publish',
  'presscheck answered  publish',
  'presscheck published published ',
];

/** The newest direct message, once it is the one with this file. */
const fileFor = (who: StartedBot['cy'], name: string): Promise<ShownMessage> =>
  eventually(async () => {
    const message = await who.sees('Presscheck');
    return message.files[0]?.name === name ? message : null;
  });

const bytesOf = async (message: ShownMessage): Promise<string> =>
  (await fetch(String(message.files[0]?.url))).text();

test('a post leaves one audit entry per step, and verify names the first broken one', async (t) => {
  const bot = await startBot(t);
  await publishes(bot);
  await bot.bot.stop();

  const [{ out, code }, verified] = await Promise.all([
    audit(bot, 'export', '--format', 'json'),
    audit(bot, 'verify'),
  ]);
  assert.equal(code, 0);
  const lines: { number: number; entry: Record<string, string> }[] = JSON.parse(out);
  assert.deepEqual(
    lines.map(({ entry: { by, what, result = '', note = '' } }) => `${by} ${what} ${result} ${note}`),
    published,
  );
  for (const [i, { number, entry }] of lines.entries()) {
    assert.equal(number, i + 1);
    assert.deepEqual(entry.brand, { id: 'brand-1', name: 'Northwind Coffee' });
    assert.equal(entry.channel, 'C0SOCIAL');
    assert.match(String(entry.content), /^[0-9a-f]{64}$/);
  }
  assert.equal(new Set(lines.map(({ entry }) => entry.card)).size, 1);
  assert.deepEqual(
    lines.filter(({ entry }) => entry.via !== 'job').map(({ entry }) => entry.via),
    ['submission', 'click'],
  );
  assert.doesNotMatch(out, /Open until ten/);

  assert.match(verified.out, /^✔ T0PRESS: 8 entries verified, head 8 [0-9a-f]{64}\n$/);
  assert.equal(verified.code, 0);

  const { redis, keys } = redisOf(t, bot.settings);
  await redis.xdel(keys.audit('T0PRESS'), '5-0');
  const broken = await audit(bot, 'verify', 'T0PRESS');
  assert.match(
    broken.out,
    /^✖ T0PRESS: 4 entries verified, .*\n {4}→ entry 5: a different entry is there, with the ID 6-0\n$/,
  );
  assert.equal(broken.code, 1);
});

longTest(
  'verify with a key ends with 1 at entries without a key, unless an option allows them',
  async (t) => {
    const bot = await startBot(t);
    const { redis, prefix } = redisOf(t, bot.settings);
    const forged = createAudit({
      redis,
      prefix,
      days: 1,
      log: { info() {}, warn() {}, error() {} },
      now: Date.now,
    });
    for (const by of ['U0ANA', 'U0BO', 'U0CY']) await forged.add('T0OTHER', { by, what: 'approved' });
    await forged.close();
    const keyed = { ...bot, settings: { ...bot.settings, AUDIT_KEY: 'a-key-that-was-set-later' } };
    const [plain, known, without] = await Promise.all([
      audit(keyed, 'verify', 'T0OTHER'),
      audit(keyed, 'verify', '--plain-until', '3', 'T0OTHER'),
      audit({ ...bot, redisUrl: 'nowhere' }, 'verify'),
    ]);
    assert.match(without.err, /REDIS_URL must be a redis:\/\//);
    assert.equal(without.code, 1);
    // a chain written without the key is intact, but not reported as protected by the key
    assert.match(
      plain.out,
      /^✖ T0OTHER: 3 entries verified.*\n {4}→ the entries up to 3 were made without AUDIT_KEY/,
    );
    assert.equal(plain.code, 1);
    assert.match(known.out, /^✔ T0OTHER: 3 entries verified/);
    assert.equal(known.code, 0);
  },
);

longTest('the entries of a post are exported as CSV', async (t) => {
  const bot = await startBot(t);
  await publishes(bot);
  await bot.bot.stop();
  const csv = await audit(bot, 'export', '--format', 'csv', 'T0PRESS');
  const rows: Record<string, string>[] = parse(csv.out, { bom: true, columns: true });
  assert.deepEqual(
    rows.map(({ by, what, result, note }) => `${by} ${what} ${result} ${note}`),
    published,
  );
});

test('an administrator searches, and the results say who approved what, with a link to the card', async (t) => {
  const bot = await startBot(t);
  const { cy, chat } = bot;
  await publishes(bot);

  const all = await cy.hears('/social audit', /Audit trail/);
  assert.equal(all.privateTo, cy.id);
  assert.match(all.text, /Entries 1 to 8\n.*Latest entry: 8, hash `[0-9a-f]{64}`$/s);
  assert.deepEqual(all.buttons, ['Export CSV', 'Export JSON']);
  const sentences = all.blocks.flatMap((block) => (block.type === 'section' ? [JSON.stringify(block)] : []));
  assert.equal(sentences.length, 8);
  const [card] = chat.messages('social');
  const link = `archives/C0SOCIAL/p${card?.ts.replace('.', '')}`;
  assert.ok(
    sentences.some((one) => one.includes('<@U0BO> approved the <') && one.includes(link)),
    sentences.join('\n'),
  );
  assert.match(sentences[0] ?? '', /Presscheck published the .*for \*Northwind Coffee\*.*<!date\^/);

  const today = new Date().toISOString().slice(0, 10);
  const searches: [string, number][] = [
    ['@bo', 1],
    ['@"bo larsen" approved', 1],
    ['by:presscheck publish', 3],
    ['brand:northwind sending', 2],
    ['brand:harbor', 0],
    ['post:nothing', 0],
    [`since:${today.replace(/^\d+/, '2000')} until:2001-01-01`, 0],
    ['since:2001-01-01 asked', 1],
    ['<@U0CY>', 0],
    ['ana', 1],
  ];
  for (const [words, found] of searches) {
    await cy.types(`/social audit ${words}`);
    const list = await cy.privateMessage(new RegExp(`Audit trail: ${words.replaceAll(/[^\w:@ -]/g, '.')}`));
    assert.equal(list.fallback.match(/(\d+) entr(y|ies)$/)?.[1], String(found), words);
    assert.ok(
      list.text.includes(`\n${found} of 8 entries ${found === 1 ? 'matches' : 'match'}.\n`),
      list.text,
    );
    assert.doesNotMatch(list.text, /dates are shown in UTC/);
  }
  for (const [words, refusal] of [
    ['colour:red', /I don’t recognize “colour:”/],
    ['since:yesterday', /“yesterday” isn’t a date/],
    ['@"nobody <here>"', /Nobody named “nobody &lt;here&gt;” appears in the audit trail\./],
    ['since:2026-11-22 until:2026-11-21', /“until:2026-11-21” is before “since:2026-11-22”/],
  ] as const) {
    await cy.types(`/social audit ${words}`);
    assert.match(await cy.seesPrivately(refusal), /For example, type @ana, brand:Acme/);
  }
});

test('an administrator’s export of a search is private, and leaves an audit entry', async (t) => {
  const bot = await startBot(t);
  const { cy, chat } = bot;
  await publishes(bot);
  const list = await cy.hears('/social audit @bo', /Audit trail/);

  await cy.hearsOn(list, 'Export CSV', /I’ll send you the file in a direct message/);
  const csv = await fileFor(cy, 'audit.csv');
  const [row, ...others]: Record<string, string>[] = parse(await bytesOf(csv), { bom: true, columns: true });
  assert.deepEqual([row?.by, row?.what, others.length], ['U0BO', 'approved', 0]);
  assert.match(String(row?.hash), /^[0-9a-f]{64}$/);

  await cy.clicks(list, 'Export JSON');
  const json = await fileFor(cy, 'audit.json');
  assert.equal(JSON.parse(await bytesOf(json)).length, 1);
  assert.ok(chat.messages('social').every(({ files }) => files.length === 0));

  const exported = await cy.hears('/social audit exported', /Audit trail: exported/);
  assert.match(exported.text, /<@U0CY> exported the audit trail[\s\S]*csv\s+·\s+@bo/);
});

test('a person who isn’t an administrator is refused privately, and each try is recorded', async (t) => {
  const { ana, cy, chat } = await startBot(t);
  assert.match((await ana.hears('/social audit', /Only workspace admins/)).text, /Ask Cy\./);
  for (const action_id of ['audit.export-csv', 'audit.export-json'])
    await chat.deliver.interaction({
      type: 'block_actions',
      actions: [{ type: 'button', action_id, block_id: 'b', value: '=' }],
    });
  // without a message or response URL, it's sent as a direct message
  await ana.sees('Presscheck', /Only workspace admins/);
  const list = await cy.hears('/social audit refused', /Audit trail: refused/);
  assert.match(list.text, /3 of 3 entries match\.\n/);
  assert.equal(list.text.match(/<@U0ANA> tried to read the audit trail but couldn’t\n/g)?.length, 3);
  assert.equal(chat.messages('social').length, 0);
});

test('refusals of other settings name the requested setting', async (t) => {
  const bot = await startBot(t);
  const { ana, cy, chat } = bot;
  for (const action_id of [slotActions.change, templateActions.edit])
    await chat.deliver.interaction({
      type: 'block_actions',
      actions: [{ type: 'button', action_id, block_id: 'b', value: 'northwind' }],
    });
  await ana.sees('Presscheck', /Only workspace admins can edit posting times/);
  await ana.sees('Presscheck', /Only workspace admins can edit templates/);
  await addEntry(t, bot, { by: 'U0ANA', what: 'refused', via: 'click', note: 'fold a hat' });
  const list = await cy.hears('/social audit @ana', /Audit trail: @ana/);
  assert.match(list.text, /<@U0ANA> tried to edit posting times but couldn’t\n/);
  assert.match(list.text, /<@U0ANA> tried to edit a template but couldn’t\n/);
  assert.match(list.text, /<@U0ANA> tried something that wasn’t allowed\n.*fold a hat/);
});

test('an entry says what was requested, set, or failed, if that was recorded', async (t) => {
  const bot = await startBot(t);
  const about = { card: 'card-1', brand: { id: 'brand-1', name: 'Acme' } };
  const byAna = { by: 'U0ANA', via: 'submission' as const };
  const byPresscheck = { by: 'presscheck', via: 'job' as const, ...about };
  const entries: [Omit<AuditEntry, 'at'>, shown: RegExp][] = [
    [{ ...byAna, ...about, what: 'asked', note: 'campaign' }, /requested the campaign for \*Acme\*\n/],
    [{ ...byAna, ...about, what: 'asked', note: 'import' }, /requested the import for/],
    [
      { ...byAna, ...about, what: 'asked', note: 'ai-post, rewrite of card-0' },
      /requested the AI post for \*Acme\*\n.* {2}· {2}rewrite of card-0 {2}· /,
    ],
    [{ ...byPresscheck, what: 'failed', note: 'generate' }, /Presscheck couldn’t generate the post for/],
    [
      { ...byPresscheck, what: 'failed', note: 'due, approval void' },
      /wasn’t published on schedule\n.*approvals/,
    ],
    [{ ...about, by: 'outside', what: 'failed' }, /The publishing service couldn’t publish the post for/],
    [
      { ...byPresscheck, what: 'warned', note: 'proof' },
      /warned about the post .*\n.*not shown as published/,
    ],
    [
      { ...byAna, what: 'set', note: 'caption template “Sale: now” deleted' },
      /deleted a template\n.*Sale: now/,
    ],
    [{ ...byAna, what: 'set', note: 'recurring post stopped: s1: Mon 09:30' }, /stopped a recurring post\n/],
    [{ ...byAna, what: 'set', note: 'of a later release' }, /changed the setup\n.*of a later release/],
    [
      { ...byAna, what: 'asked to switch', result: 'off', note: 'workflow w1' },
      /chose to turn a workflow off\n/,
    ],
    [
      { ...byAna, what: 'switched', result: 'on', note: 'workflow w1' },
      /requested a workflow change, and the workflow is now on\n/,
    ],
    [
      { ...byAna, what: 'switched', result: 'failed', note: 'workflow w1' },
      /tried to turn a workflow on or off\n/,
    ],
  ];
  for (const [entry] of entries) await addEntry(t, bot, entry);
  const { text } = await bot.cy.hears('/social audit', new RegExp(`Entries 1 to ${entries.length}\n`));
  for (const [, shown] of entries) assert.match(text, shown);
});

test('details are shown in words, whatever is recorded', async (t) => {
  const bot = await startBot(t);
  const byAna = { by: 'U0ANA', via: 'submission' as const };
  const byPresscheck = { by: 'presscheck', via: 'job' as const };
  const entries: [Omit<AuditEntry, 'at'>, shown: RegExp][] = [
    [
      {
        ...byAna,
        what: 'set',
        note: 'recurring post set up: s2: Mon Wed 09:00, zone of the brand, 1 days ahead, no last date, 120 characters, 1 files, profiles: p1 p2',
        result: 'saved',
      },
      /Mon Wed 09:00; in the brand’s time zone; created 1 day ahead; no end date; 120 characters; 1 file; social profiles: p1, p2$/m,
    ],
    [
      {
        ...byPresscheck,
        what: 'set',
        note: 'recurring post skipped: s3: Tue 10:00',
        result: '2 from 2026-11-24',
      },
      / {2}· {2}2 posts, starting 2026-11-24 {2}· {2}Tue 10:00/,
    ],
    [
      { ...byPresscheck, what: 'set', note: 'recurring post stopped: s4: Fri 10:00', result: 'file_gone' },
      / {2}· {2}an attached file is no longer in Slack {2}· {2}Fri 10:00/,
    ],
    [
      {
        ...byAna,
        what: 'set',
        note: 'rule: needs 2, not own posts, scheduled too, in C0SOCIAL, of U0BO S0EDITORS',
      },
      /needs 2 approvals; authors can’t approve their own posts; scheduled posts need approval; cards in <#C0SOCIAL>; approvers: <@U0BO>, <!subteam\^S0EDITORS>$/m,
    ],
    [
      {
        ...byAna,
        what: 'set',
        note: 'settings: in C0SOCIAL, Europe/Berlin, reminders after 120 min 09:00-17:00, digest at 09:00, weekly report on day 3 at 10:00, results off, guests look, profiles: none',
      },
      /cards in <#C0SOCIAL>; Europe\/Berlin; reminders after 120 minutes, from 09:00 to 17:00; digest at 09:00; weekly report on Wednesdays at 10:00; no post results; guests can only view posts; no default profiles$/m,
    ],
    [
      { ...byAna, what: 'set', note: 'notifications: review_requested thread, failed off' },
      /review requested: thread; failed: off$/m,
    ],
    [
      {
        ...byAna,
        what: 'set',
        note: 'own settings: no brand, notices on, direct messages: ready decided, quiet 22:00-08:00',
      },
      /no default brand; private updates on; direct messages: posts ready, posts reviewed or edited; quiet hours from 22:00 to 08:00$/m,
    ],
    [
      { ...byPresscheck, what: 'no answer', result: 'shape' },
      /got no response to a request\n.*the response couldn’t be read/,
    ],
    [
      { ...byAna, what: 'froze', note: 'wrong prices', result: 'all brands' },
      /paused all brands\n.*entry \d+ {2}· {2}wrong prices/,
    ],
  ];
  for (const [entry] of entries) await addEntry(t, bot, entry);
  const { text } = await bot.cy.hears('/social audit', new RegExp(`Entries 1 to ${entries.length}\n`));
  for (const [, shown] of entries) assert.match(text, shown);
});

test('a day has all of its entries, even if the clock of one bot is behind', async (t) => {
  const bot = await startBot(t, { chat: { users: defaultUsers.map((one) => ({ ...one, zone: 'UTC' })) } });
  const midnight = new Date().setUTCHours(0, 0, 0, 0);
  const at = (moment: number) => ({ daysAgo: (Date.now() - moment) / 86_400_000 });
  await addEntry(t, bot, { by: 'U0ANA', what: 'reopened' }, at(midnight + 500));
  await addEntry(t, bot, { by: 'U0BO', what: 'reopened' }, at(midnight - 500));
  const day = new Date(midnight).toISOString().slice(0, 10);
  const list = await bot.cy.hears(`/social audit since:${day}`, /Audit trail: since/);
  assert.match(list.text, /\n1 of 2 entries matches\.\n/);
  await bot.cy.clicks(list, 'Export JSON');
  const lines: { entry: { by: string } }[] = JSON.parse(await bytesOf(await fileFor(bot.cy, 'audit.json')));
  // the last one is the export
  assert.deepEqual(
    lines.map(({ entry }) => entry.by),
    ['U0ANA', 'U0CY'],
  );
});

longTest('an export of what hundreds of people did is refused, and not recorded as exported', async (t) => {
  const bot = await startBot(t);
  const { redis, prefix } = redisOf(t, bot.settings);
  const log = { info() {}, warn() {}, error() {} };
  const trail = createAudit({ redis, prefix, days: 365, log, now: Date.now });
  const people = Array.from({ length: 700 }, (_, n) => `U0TEAM${1_000 + n}`);
  await Promise.all(people.map((by) => trail.add(workspace, { by, what: 'approved' })));
  await trail.close();
  const list = await bot.cy.hears('/social audit @u0team', /Audit trail: @u0team/);
  assert.match(list.text, /More than 600 of 700 entries match/);
  await bot.cy.hearsOn(list, 'Export JSON', /match too many people for an export\. Type more of the name/);
  await bot.cy.hears('/social audit exported', /0 of 700 entries match/);
});

test('while Slack can’t say who someone is, a search for a name is refused instead of finding less', async (t) => {
  const bot = await startBot(t);
  const { cy, chat } = bot;
  await addEntry(t, bot, { by: 'U0BO', what: 'approved' });
  await addEntry(t, bot, { by: 'U0GONE', what: 'approved' });
  const isBo = ({ user }: { user?: unknown }) => user === 'U0BO';
  chat.faults.next('users.info', { kind: 'rate-limited', retryAfterSeconds: 30 }, 3, isBo);
  for (const words of ['@bo', 'bo', 'approved'])
    await cy.hears(
      `/social audit ${words}`,
      /Slack didn’t tell me everyone’s names.*Try again in a minute\./,
    );
  // someone whom Slack doesn't know has no names
  await cy.hears('/social audit @bo', /1 of 2 entries matches/);
});

test('an export after old entries were removed counts those that remain', async (t) => {
  const bot = await startBot(t);
  const { cy } = bot;
  await addEntry(t, bot, { by: 'U0CY', what: 'set', via: 'click', note: 'long ago' }, { daysAgo: 400 });
  await addEntry(t, bot, { by: 'U0CY', what: 'set', via: 'click', note: 'today' });
  const list = await cy.hears('/social audit', /Audit trail/);
  const [first = '', last = ''] = /Entries (\d+) to (\d+)/.exec(list.text)?.slice(1) ?? [];
  assert.ok(Number(first) > 1, list.text);
  assert.match(list.text, /Presscheck removed old entries\n.*up to entry 1 /);
  await cy.clicks(list, 'Export CSV');
  await fileFor(cy, 'audit.csv');
  // and that it was exported
  const there = Number(last) - Number(first) + 2;
  await cy.sees('Presscheck', new RegExp(`with all ${there} entries`));
});

test('a click that came too late is recorded, and the list has pages', async (t) => {
  const bot = await startBot(t);
  const { ana, bo, cy } = bot;
  const card = await makesDraft(ana, 'Open until ten tonight');
  await Promise.all([ana.clicks(card, 'Reject'), bo.clicks(card, 'Approve & publish')]);
  const modal = await ana.seesModal(/Reject/);
  await card.shows(/Published by/);
  await modal.submit({ Reason: 'Not now' });
  const refused = await cy.hears('/social audit @ana refused', /Audit trail: @ana refused/);
  const sentence =
    /<@U0ANA> tried to reject the .*post.* for \*Northwind Coffee\* but couldn’t: someone else had already reviewed it\n/;
  await refused.shows(sentence);
  assert.doesNotMatch(refused.text, /decided {2}· {2}reject/);
  for (let n = 0; n < 18; n += 1) await addEntry(t, bot, { by: 'U0CY', what: 'set', via: 'click' });
  const list = await cy.hears('/social audit', /page 1 of 2/);
  await cy.clicks(list, 'Next', { shows: /21 to 27 of 27/ });
});

test('someone who can’t view the audit trail gets a refusal, even if it can’t be recorded', async (t) => {
  const { ana, withoutWritesTo } = await startUnwritable(t);
  const [says] = onlyAdministratorsCan('read the audit trail', []);
  await withoutWritesTo('audit-outbox', () => ana.hears('/social audit', new RegExp(says)));
});

test('someone who edits a rejected post gets a refusal, even if it can’t be recorded', async (t) => {
  const { ana, bo, withoutWritesTo } = await startUnwritable(t);
  const card = await makesDraft(ana, 'Beans');
  const form = await ana.opensOn(card, 'Edit', 'Edit post');
  await bo.clicks(card, 'Reject');
  await (await bo.seesModal('Reject post')).submit({ Reason: 'Too early' });
  await card.shows(/Rejected by/);
  await withoutWritesTo('audit-outbox', async () => {
    const { errors } = await form.submit({ Caption: 'Beans from Huila' });
    assert.match(Object.values(errors).join(), /Bo rejected this first/);
  });
});
