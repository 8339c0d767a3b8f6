/**
 * Writes the dump of an earlier version for `upgrade.test.ts`. The earlier version serves a team in the sandbox until there are cards in
 * every state, and is killed in the middle of its work.
 *
 *     git worktree add --detach ../before <commit>
 *     (cd ../before && npm ci)
 *     node test/upgrade/write.ts ../before
 *
 * writes `test/upgrade/<commit>.json.br`. Only the bot is the earlier version; the sandbox is the current one. Its users find buttons
 * and fields by text, so the expressions below have to match the earlier version's texts. They match those of 0.6.0.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import type { Entry } from '#sandbox/chat/driver/field-values.ts';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import type { ShownView } from '#sandbox/chat/driver/shown-view.ts';
import { submitCommandForm, submitConfirmingTime } from '#sandbox/demo-forms.ts';
import { writeCsv } from '#src/platform/csv.ts';
import { type BotDependencies, startDependencies } from '#test/support/dependencies.ts';
import { eventually } from '#test/support/eventually.ts';
import { type BotProcess, startProcess } from '#test/support/process.ts';
import { clockName } from '#views/kit/moment.ts';
import { keepDump, readChat, readRedis } from './dump.ts';
import {
  brands,
  campaigns,
  harborDigestAt,
  imported,
  left,
  settings as ofTeam,
  profiles,
  prompts,
  repeated,
  seed,
} from './team.ts';

const hourMs = 3_600_000;
/** Undo has to be possible until the dump is written, even on a busy machine. */
const undoSeconds = '180';

const checkout = resolve(process.argv[2] ?? '.');
const version = execFileSync('git', ['-C', checkout, 'rev-parse', '--short=7', 'HEAD']).toString().trim();

type Brand = keyof typeof brands;

const inHours = (n: number): Date => new Date((Math.floor(Date.now() / hourMs) + n) * hourMs);

async function work(
  { chat, service }: BotDependencies,
  start: (settings?: Record<string, string>) => Promise<BotProcess>,
): Promise<void> {
  const [ana, bo, cy] = [chat.user('Ana'), chat.user('Bo'), chat.user('Cy')];
  const post = (caption: string, brand: Brand, fill: Record<string, Entry> = {}) =>
    submitCommandForm(ana, `/post ${caption}`, {
      Brand: brands[brand],
      'Social profiles': [profiles[brand]],
      ...fill,
    });
  const card = (words: string, says: RegExp) =>
    ana.sees('social', (text) => text.includes(words) && says.test(text));
  const clicks = async (who: Driver, on: ShownMessage, button: RegExp): Promise<void> => {
    const text = await eventually(() => on.buttons.find((one) => button.test(one)) ?? null, {
      what: `${button} on ${on.text}`,
    });
    await who.clicks(on, text);
  };
  const shows = (on: ShownMessage, what: RegExp) => on.shows(what);
  const reviewed = (caption: string) =>
    ana.sees('social', (text) => text.includes(fileOf(caption)) && /Ready to create/.test(text));
  const draft = async (caption: string, brand: Brand, fill?: Record<string, Entry>) => {
    await post(caption, brand, fill);
    return card(caption, /Ready for review|On its way/);
  };

  const first = await start();
  await haveHarborApproved(cy);
  await haveHarborDigested(cy);
  await repeat(ana);
  for (const caption of Object.values(imported)) await importFile(ana, caption);
  await clicks(ana, await reviewed(imported.created), /^Create 1 post$/);
  await card(imported.created, /Ready for review/);

  await clicks(bo, await draft(left.published, 'northwind'), /^Approve & publish$/);
  await card(left.published, /Published by/);

  const rejected = await draft(left.rejected, 'northwind');
  await clicks(bo, rejected, /^Reject$/);
  await fillAll(await bo.seesModal(/Reject/), { Reason: 'We never discount' });
  await shows(rejected, /Rejected by/);

  service.failPublishing(({ caption }) => caption === left.publishFailed);
  await clicks(bo, await draft(left.publishFailed, 'northwind'), /^Approve & publish$/);
  await card(left.publishFailed, /Couldn’t publish/);

  const unknown = await draft(left.unknown, 'northwind');
  service.faults.add({ on: 'PATCH /post/*', kind: 'drop-before' });
  await clicks(bo, unknown, /^Approve & publish$/);
  await eventually(() => assert.match(unknown.text, /Outcome unknown/), { withinMs: 90_000 });

  for (const caption of [left.review, left.edited, left.formOpen, left.undone, left.expiring])
    await draft(caption, 'northwind');
  for (const caption of [left.publishing, left.lost, left.approvedQueued, left.rejectedQueued])
    await draft(caption, 'northwind');

  await post(left.scheduled, 'northwind', { 'Schedule for': inHours(3) });
  await card(left.scheduled, /Scheduled for/);

  for (const caption of [left.partly, left.secondQueued]) {
    const partly = await draft(caption, 'harbor');
    await clicks(bo, partly, /^Approve$/);
    await shows(partly, /1 of 2/);
  }
  const planned = await draft(left.planned, 'harbor', { 'Schedule for': inHours(30) });
  await clicks(bo, planned, /^Approve(?: for .*)?$/);
  await shows(planned, /1 of 2/);
  const changes = await draft(left.changes, 'harbor');
  await clicks(bo, changes, /^Request changes$/);
  await fillAll(await bo.seesModal(/Request changes/), { 'What should change': 'Say which day' });
  await shows(changes, /Say which day/);

  service.failGeneration(({ assignment }) => assignment.prompt === prompts.failed);
  await submitCommandForm(ana, `/ai-post ${prompts.failed}`, aiPost('northwind'));
  await card(prompts.failed, /Couldn’t generate/);

  await post(left.paused, 'atlas', { 'Schedule for': inHours(5) });
  await card(left.paused, /Scheduled for/);
  await cy.types('/social freeze Atlas Outdoor A stove is being recalled');
  await ana.sees('social', /1 post unscheduled|1 post taken off/);

  const review = await campaign(ana, campaigns.review, 3);
  const batch = await campaign(ana, campaigns.batch, 3);
  for (const one of [review, batch]) await shows(one, /3 posts to review/);
  for (const who of [ana, bo, cy]) await who.opensHome();
  await cy.hears('/social rules', /Approval rules/);
  await cy.hears('/social audit', /Audit trail/);
  await first.terminate();

  const second = await start({ UNDO_SECONDS: undoSeconds });
  for (const caption of [left.undone, left.expiring]) {
    await clicks(bo, await card(caption, /Ready for review/), /^Approve & publish$/);
    await clicks(ana, await card(caption, /Approved by/), /^Undo$/);
  }
  await clicks(cy, batch, /^Review campaign$/);
  const list = await (await cy.seesModal('Review campaign')).shows(/ \*1\.\* /);
  await list.clicks(list.buttons.find((text) => /^(?:Choose|Select) all 3 /.test(text)) ?? '');
  await eventually(() => assert.match(JSON.stringify(list.values), /Post 3/));
  await list.submit({ [list.labels.find((label) => /What to do/.test(label)) ?? '']: 'Publish now' });
  await submitConfirmingTime(await cy.seesModal(/Publish 3 posts\?/));
  const report = await cy.sees('Presscheck', /3 posts go out/);
  await report.offersOnly(['Undo all']);
  await second.terminate();

  const third = await start();
  service.holdGeneration();
  await submitCommandForm(ana, `/ai-post ${prompts.generating}`, aiPost('northwind'));
  await campaign(ana, campaigns.generating, 2);
  await eventually(() => assert.equal(service.generations(), 5));
  await bo.types('/post');
  await (await bo.seesModal(/^New/)).close();
  await clicks(bo, await card(left.formOpen, /Ready for review/), /^Edit$/);
  await bo.seesModal(/^Edit/);
  const [publishing, lost] = [await card(left.publishing, /./), await card(left.lost, /./)];
  service.faults.add({ on: 'PATCH /post/*', kind: 'hang-after' });
  await clicks(bo, publishing, /^Approve & publish$/);
  await eventually(() => assert.equal(publishedOnce(left.publishing), 1));
  service.faults.add({ on: 'PATCH /post/*', kind: 'hang-before' });
  const before = service.requestsTo('PATCH /post/*').length;
  await clicks(bo, lost, /^Approve & publish$/);
  service.faults.add({ on: 'POST /post', kind: 'hang-after' });
  await post(left.creating, 'harbor');
  await eventually(() => assert.equal(service.requestsTo('PATCH /post/*').length, before + 1));
  await eventually(() => assert.ok(service.posts().some(({ caption }) => caption === left.creating)));
  await third.kill();

  // without a worker, requests stay queued
  const fourth = await start({ ROLE: 'bot' });
  await clicks(ana, await reviewed(imported.queued), /^Create 1 post$/);
  await post(left.queued, 'northwind');
  await ana.types(`/social analytics ${brands.northwind}`);
  await ana.sees('social', /Getting .*numbers/);
  const exporting = await ana.opens('/social export', 'Export posts');
  await eventually(() => exporting.fill({ Brand: brands.northwind }));
  await exporting.submit();
  await clicks(bo, await card(left.approvedQueued, /Ready for review/), /^Approve & publish$/);
  await clicks(cy, await card(left.secondQueued, /1 of 2/), /^Approve & publish$/);
  await clicks(cy, await card(left.edited, /Ready for review/), /^Edit$/);
  await fillAll(await cy.seesModal(/^Edit/), { Caption: `${left.edited}, every day` });
  await clicks(cy, await card(left.rejectedQueued, /Ready for review/), /^Reject$/);
  await fillAll(await cy.seesModal(/^Reject/), { Reason: 'Not at this price' });
  await fourth.kill();

  function publishedOnce(caption: string): number {
    const one = service.posts().find((found) => found.caption === caption);
    return service.publishes(one?.id);
  }
}

const aiPost = (brand: Brand): Record<string, Entry> => ({
  Brand: brands[brand],
  'Social profiles': [profiles[brand]],
});

/** Every day at nine, each post created a day before. */
async function repeat(who: Driver): Promise<void> {
  await who.types(`/social recurring ${brands.northwind}`);
  await who.clicks(await who.privateMessage(/Recurring posts for/), 'Add recurring post');
  const form = await who.seesModal('Recurring post');
  await form.fill({
    Caption: repeated,
    'Social profiles': [profiles.northwind],
    'Repeats every': ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    Time: '09:00',
    'Create each post': '1 day before',
  });
  await submitConfirmingTime(form);
  await who.sees('social', (text) => text.includes(repeated));
}

const fileOf = (caption: string): string => `${caption.replaceAll(/\W+/g, '-')}.csv`;

async function importFile(who: Driver, caption: string): Promise<void> {
  const columns = ['Brand', 'Caption', 'Media', 'Social profiles', 'Time'];
  const rows = [[brands.northwind, caption, '', profiles.northwind, '']];
  const files = [{ name: fileOf(caption), content: Buffer.from(writeCsv({ columns, rows })) }];
  const message = await who.says('Our next posts', { in: 'social', files });
  await who.opensShortcut('Import posts', /I’m checking/, message);
}

async function campaign(who: Driver, brief: string, posts: number): Promise<ShownMessage> {
  await submitCommandForm(who, `/campaign ${brief}`, {
    ...aiPost('northwind'),
    Posts: String(posts),
    Days: '7',
  });
  return who.sees('social', brief);
}

/** Fills the fields whose labels start with these texts. */
async function fill(modal: ShownView, entries: Record<string, Entry>): Promise<void> {
  for (const [label, entry] of Object.entries(entries))
    await modal.fill({ [modal.labels.find((one) => one.startsWith(label)) ?? label]: entry });
}

async function fillAll(modal: ShownView, entries: Record<string, Entry>): Promise<void> {
  await fill(modal, entries);
  await submitConfirmingTime(modal);
}

/** Posts for Harbor Yoga need two approvals from Ana, Bo, and Cy. */
async function haveHarborApproved(cy: Driver): Promise<void> {
  await cy.types('/social rules');
  await cy.clicks(await cy.privateMessage(/Approval rules/), 'Edit', { beside: /Harbor Yoga/ });
  const modal = await cy.seesModal('Approval rule');
  const [people = '', , needed = ''] = modal.labels;
  await modal.fill({ [people]: ['Ana', 'Bo', 'Cy'], [needed]: '2 of them' });
  await submitConfirmingTime(modal);
}

async function haveHarborDigested(cy: Driver): Promise<void> {
  await cy.types('/social settings');
  await (await cy.seesModal('Settings')).fill({ 'Choose a brand': 'Harbor' });
  const modal = await cy.seesModal('Brand settings');
  await fill(modal, {
    Channel: 'social',
    'Time zone': 'Madrid',
    Remind: 'After 2 hours',
    'Digest on weekday mornings': `At ${clockName(harborDigestAt)}`,
  });
  await modal.submit();
  await submitConfirmingTime(await cy.seesModal('Save settings?'));
  await cy.seesPrivately(/were saved/);
}

const folder = await mkdtemp(join(tmpdir(), 'presscheck-dump-'));
const database = join(folder, 'service.sqlite');
const closing: (() => unknown)[] = [() => rm(folder, { recursive: true })];
const closes = { after: (close: () => unknown) => void closing.push(close) };
const bots: BotProcess[] = [];
try {
  const parts = await startDependencies(closes as Parameters<typeof startDependencies>[0], {
    service: { seed, database, generation: { minMs: 40, maxMs: 80 } },
    chat: { driverTimeoutMs: () => 30_000 },
    settings: { ...ofTeam, REQUEST_TIMEOUT_MS: '10000', LOG_LEVEL: 'info' },
  });
  await work(parts, async (settings = {}) => {
    const bot = startProcess(closes, { ...parts.settings, ...settings }, join(checkout, 'src/main.ts'));
    bots.push(bot);
    await bot.ready();
    return bot;
  }).catch((cause: unknown) => {
    console.error(bots.at(-1)?.output().split('\n').slice(-15).join('\n'));
    throw cause;
  });
  for (const line of bots.flatMap((bot) => bot.output().split('\n')))
    if (/"level":[456]0/.test(line)) console.error(line);
  const at = Date.now();
  const redis = await readRedis(parts.redis.url);
  const chat = readChat(parts.chat);
  await parts.service.stop();
  const dump = { at, redis, service: (await readFile(database)).toString('base64'), chat };
  const { bytes } = await keepDump(version, dump);
  console.error(`${version}: ${redis.length} keys, ${chat.messages.length} messages, ${bytes} bytes`);
} finally {
  for (const close of closing.reverse()) await close();
}
process.exit();
