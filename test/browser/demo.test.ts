import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Redis } from 'ioredis';
import type { Locator, Page } from 'playwright-core';
import { startRedis } from '#sandbox/redis.ts';
import { startDemo } from '#test/support/demo.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { cardSays } from '#test/support/user-actions.ts';
import { uploadLabel } from '#views/posts/media-fields.ts';
import { openPage } from './people.ts';

test('the demo prints an address, a post is published there, and Ctrl-C stops everything', async (t) => {
  const { demo, ended, folder, output } = await startDemo(t);
  const address = addressIn(output());
  // in a separate channel, where no other card uses up the rate limit for updates
  const both = await openPage(t, `${address}/#C0LAUNCHES`, 'launches');
  const { next, fold } = guideOf(both.page);
  assert.match((await fold.textContent()) ?? '', /0 of \d+ done/);
  assert.ok(await next.isVisible());
  const asking = await both.opens('/ai-post Our autumn menu is here', 'New AI post');
  await asking.chooses('Brand', 'Northwind Coffee');
  // the brand's default profiles, because the guided steps don't select any
  await asking.dialog.getByText('Facebook · Northwind Coffee Roasters').waitFor();
  await asking.submits('Generate');
  await both.sees(/Generating an AI post for Northwind Coffee, requested by Ana/);
  await both.page.getByRole('button', { name: 'Act as Bo' }).click();
  const card = await both.sees(cardSays.ready);
  await both.confirms(card, 'Approve & publish', 'Publish');
  await both.sees(/Published by @Bo/);
  await fold.getByText('2 of').waitFor();
  assert.equal(publishesOf(folder, 'autumn menu'), 1);

  const opened = both.page.waitForEvent('popup');
  await both.page.getByRole('link', { name: 'What went live' }).click();
  const live = await opened;
  assert.ok(output().includes(live.url().split('?')[0] ?? ''), 'the terminal prints the same address');
  // the same time zone that the chat uses for Bo
  await live.getByText('Times are in New York time').waitFor();
  const facebook = live.getByRole('region', { name: 'Facebook' });
  await facebook
    .getByRole('article')
    .first()
    .getByText(/autumn menu/i)
    .waitFor();
  await fold.getByText('3 of').waitFor();

  const started = descendants(demo.pid);
  assert.ok(started.length >= 3, 'the bot, Redis, and the guard are running');
  demo.kill('SIGINT');
  assert.deepEqual(await ended, [0, null], output());
  assert.match(output(), /\nStopped\.\n$/);
  await eventually(() => assert.deepEqual(started.filter(isAlive), []));
  assert.deepEqual(await readdir(folder), []);
});

longTest('the demo starts with posts, and its guide and clock work with the keyboard', async (t) => {
  const { output } = await startDemo(t);
  const address = addressIn(output());
  const ana = await openPage(t, address);
  await ana.page.setViewportSize({ width: 1280, height: 900 });
  const { guide, next, fold } = guideOf(ana.page);
  const clock = ana.page.getByRole('region', { name: 'Demo clock' });
  assert.ok(await isInSight(next));
  assert.equal(await guide.getByText('Create a campaign').isVisible(), false);
  // posted by the bot, about what its users did on earlier mornings
  await ana.sees(/Harbor Yoga this morning[\s\S]*Waiting[\s\S]*Published/);
  await ana.sees(/@Cy paused Atlas Outdoor[\s\S]*1 post unscheduled/);
  // Ana was reminded this morning; Bo's working hours start later, so he may or may not have been
  await ana.sees(cardSays.readyWith(/(1 reply|2 replies)/));
  const harvest = await ana.sees(/first sacks of the new harvest/);
  await harvest.getByRole('img', { name: 'new-harvest.png' }).waitFor();

  const answer = await ana.hears('/social me', /It belongs to Robin Vale/);
  await eventually(async () => assert.ok(await isInSight(answer)));

  const form = await ana.opens('/post', 'New post');
  for (const [width, height] of [
    [400, 800],
    [700, 800],
    [768, 800],
  ] as const) {
    await ana.page.setViewportSize({ width, height });
    // fails if another element would get the click
    await form.dialog.getByRole('button', { name: 'Create post' }).click({ trial: true });
    await form.dialog.getByRole('button', { name: 'Cancel' }).click({ trial: true });
  }
  await form.field(uploadLabel).setInputFiles({
    name: 'wall.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(11 * 1024 * 1024),
  });
  await form.error(/Couldn’t attach wall\.png\. It is larger than 10 MB/).waitFor();
  await form.submits('Cancel');

  // with the keyboard, and it stays that way
  await fold.press('Enter');
  await guide.getByText('Create a campaign').waitFor();
  await ana.page.reload();
  await fold.getByText('0 of').waitFor();
  assert.equal(await fold.getAttribute('aria-expanded'), 'true');
  await fold.press('Enter');
  // the demo's clock, with the keyboard, too
  const both = await openPage(t, `${address}/#C0LAUNCHES`, 'launches');
  await clock.getByRole('button', { name: 'Move the clock' }).press('Enter');
  // the menu shows the day, which is different on a Friday
  await ana.page.getByText(/^To .+ 9:00 AM, when digests and reminders are sent$/).waitFor();
  const inAWeek = new Intl.DateTimeFormat('en-US', {
    timeZone: 'Europe/Madrid',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  }).format(Date.now() + 7 * 86_400_000);
  await ana.page.getByRole('menuitem', { name: `1 week later To ${inAWeek}` }).waitFor();
  await ana.page.getByRole('menuitem', { name: '1 hour later' }).press('Enter');
  await clock.getByText(/^Demo clock, 1 hour/).waitFor();
  await both.page.getByText(/^Demo clock, 1 hour/).waitFor();
  await ana.page.getByRole('button', { name: 'Restart the bot' }).press('Enter');
  await ana.page.getByText(/^The bot was stopped in the middle of its work\./).waitFor();
  for (const width of [400, 1_280]) {
    await ana.page.setViewportSize({ width, height: 800 });
    assert.ok(await isInSight(next));
    assert.ok(await isInSight(clock));
  }
});

longTest('the demo installs in two workspaces with OAuth and leaves a running Redis unchanged', async (t) => {
  const theirs = await startRedis();
  const redis = new Redis(theirs.url);
  t.after(async () => {
    redis.disconnect();
    await theirs.stop();
  });
  // a Presscheck that's already running, for a workspace that this demo doesn't know
  await redis.sadd('presscheck:workspaces', 'T0REAL');
  await redis.zadd('presscheck:{T0REAL}:watched-brands', 1, 'brand-1');
  const { demo, ended, output } = await startDemo(t, ['--workspaces'], { REDIS_URL: theirs.url });
  const [, install = ''] = /Install +(\S+)/.exec(output()) ?? [];
  for (const [name, owner, brand, other] of [
    ['Northwind', 'Robin Vale', 'Northwind Coffee', 'Harbor Yoga'],
    ['Harbor', 'Noor Said', 'Harbor Yoga', 'Northwind Coffee'],
  ] as const) {
    const [, address = '', key = ''] = new RegExp(`${name} +(\\S+) +API key (\\S+)`).exec(output()) ?? [];
    const cy = await openPage(t, install);
    await cy.page.getByRole('link', { name: 'Add to Slack' }).click();
    await cy.page.getByRole('link', { name: `Allow in ${name}` }).click();
    await cy.page.getByRole('heading', { name: 'Presscheck is installed' }).waitFor();

    await cy.page.goto(address);
    await cy.hears('/social brands', /\/social key/);
    const modal = await cy.opens('/social key', 'API key');
    await modal.fills({ 'Publishing service API key': key });
    await modal.presses('Check & save');
    await modal.dialog.getByText(owner).waitFor();
    await modal.submits('Close');
    const brands = await cy.hears('/social brands', new RegExp(brand));
    assert.doesNotMatch((await brands.textContent()) ?? '', new RegExp(other));
  }
  demo.kill('SIGINT');
  assert.deepEqual(await ended, [0, null], output());
  assert.deepEqual((await redis.keys('*')).toSorted(), [
    'presscheck:workspaces',
    'presscheck:{T0REAL}:watched-brands',
  ]);
});

const addressIn = (output: string): string => /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? '';

/** The demo's guide, its next step, and the button that folds it. */
function guideOf(page: Page) {
  const guide = page.getByRole('region', { name: 'Guide' });
  const next = guide.getByText('/post Our new mugs are here').filter({ visible: true });
  return { guide, next, fold: guide.getByRole('button') };
}

/** Whether it's visible without scrolling. */
async function isInSight(shown: Locator): Promise<boolean> {
  const [box, size] = [await shown.boundingBox(), shown.page().viewportSize()];
  return box !== null && size !== null && box.y >= 0 && box.y + box.height <= size.height;
}

/** How many times the demo's service published a post with this text, according to its database. */
function publishesOf(folder: string, words: string): unknown {
  const [file = ''] = globSync(join(folder, 'presscheck-demo-*/service.sqlite'));
  using database = new DatabaseSync(file, { readOnly: true });
  const operations = database.prepare(
    "select count(*) as n from effect join post using (id) where kind = 'publish' and body like ?",
  );
  return operations.get(`%${words}%`)?.n;
}

/** The process's child processes, and theirs. */
function descendants(root: number | undefined): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const parents = new Map(rows.map((row) => row.trim().split(/\s+/).map(Number) as [number, number]));
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && (parents.get(pid) === root || isBelow(parents.get(pid)));
  return [...parents.keys()].filter(isBelow);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
