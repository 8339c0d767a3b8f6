/** Notifications for users in another channel: the badge, the toast, and where the toast leads. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Chat } from '#sandbox/chat/start.ts';
import { builtPage } from '#sandbox/page.ts';
import { readBrandJob } from '#src/posts/jobs.ts';
import { type BotOptions, startBot } from '#test/support/bot.ts';
import { day, startAt, tuesday, workspace } from '#test/support/clock.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { openQueue } from '#test/support/queue.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { cardSays, requestsCard, submits } from '#test/support/user-actions.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { completionTexts } from '#views/posts/completion-notification.ts';
import { openPage } from './people.ts';
import { keepPicture, pictures, takePicture } from './pictures.ts';

type Visitor = Awaited<ReturnType<typeof openPage>>;

/** A user who's looking at another channel. */
async function elsewhere(t: TestContext, url: string, name: 'Ana' | 'Bo', channel: 'social' | 'launches') {
  const visitor = await openPage(t, `${url}/?as=U0${name.toUpperCase()}#C0${channel.toUpperCase()}`, channel);
  await visitor.page.setViewportSize({ width: 1_080, height: 520 });
  await row(visitor, channel).waitFor();
  return visitor;
}

const start = (t: TestContext, options: BotOptions = {}) =>
  startBot(t, { ...options, chat: { web: builtPage, ...options.chat } });

const row = ({ page }: Visitor, name: string | RegExp) =>
  page.getByRole('navigation').getByRole('button', { name, exact: true });
const toast = ({ page }: Visitor, says: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('button').filter({ hasText: says });
const conversation = ({ page }: Visitor, channel: string) => page.getByRole('main', { name: `#${channel}` });

async function keepsWindow({ page }: Visitor, name: string, height = 520, width = 1_080): Promise<void> {
  const size = page.viewportSize();
  if (!pictures || !size) return;
  await page.setViewportSize({ width, height });
  await takePicture(page, name, { x: 0, y: 0, width, height });
  await page.setViewportSize(size);
}

/** Posts messages in both channels, which everyone has read. */
async function talks(chat: Chat): Promise<void> {
  await chat.user('Cy').says('The new cups arrive on Thursday', { in: 'launches' });
  await chat.user('Bo').says('Good, just in time for the opening', { in: 'launches' });
  await chat.user('Ana').says('I’m at the roastery until noon', { in: 'social' });
  chat.world.markAllRead();
}

longTest(
  'an AI post: Ana is in another channel when it’s ready, and the toast leads to its card',
  async (t) => {
    const { ana, chat, service } = await start(t);
    service.holdGeneration();
    await requestsCard(ana, '/ai-post Our autumn menu starts on Monday', /Generating an AI post/);
    await talks(chat);
    const page = await elsewhere(t, chat.url, 'Ana', 'launches');
    service.releaseGeneration();
    await row(page, 'social, 1 unread message, 1 mention').waitFor();
    const told = toast(page, completionTexts.ready('AI post for Northwind Coffee'));
    await told.waitFor();
    await keepsWindow(page, 'notified-ai-post');
    await told.click();
    const card = conversation(page, 'social').getByRole('article').filter({ hasText: 'Ready for review' });
    await card.getByRole('button', { name: 'Approve & publish' }).waitFor();
    await row(page, 'social').waitFor();
    await keepsWindow(page, 'notified-ai-post-card', 640);
  },
);

longTest(
  'a campaign: Ana is notified once when all of its posts are ready, and reviews them from there',
  async (t) => {
    const { ana, chat } = await start(t);
    await requestsCard(ana, '/campaign Opening week of the new shop', /Campaign for Northwind Coffee/, {
      in: 'launches',
      fill: { Posts: '3', Days: '7' },
    });
    await talks(chat);
    const page = await elsewhere(t, chat.url, 'Ana', 'social');
    const told = toast(page, /The campaign “Opening week of the new shop” is ready, with 3 posts/);
    await told.waitFor();
    assert.deepEqual(
      chat.notified('Ana').map(({ broadcast }) => broadcast),
      [true],
    );
    await row(page, 'launches, 1 unread message, 1 mention').waitFor();
    await keepsWindow(page, 'notified-campaign');
    await told.click();
    const ready = conversation(page, 'launches')
      .getByRole('article')
      .filter({ hasText: 'ready, with 3 posts' });
    await ready.getByRole('button', { name: 'Review campaign' }).waitFor();
    await keepsWindow(page, 'notified-campaign-ready', 640, 1_480);
  },
);

test('under an approval rule, Bo is notified of a post by badge and toast, and approves it', async (t) => {
  const started = await start(t);
  await (await ruleSetter(t, started))(aRule());
  const { ana, chat } = started;
  await talks(chat);
  const page = await elsewhere(t, chat.url, 'Bo', 'launches');
  await submits(ana, '/ai-post Our autumn menu starts on Monday');
  await row(page, 'social, 1 unread message, 1 mention').waitFor();
  const told = toast(page, completionTexts.toApprove('AI post for Northwind Coffee'));
  await told.waitFor();
  await keepsWindow(page, 'notified-approver');
  await told.click();
  const card = conversation(page, 'social').getByRole('article').filter({ hasText: 'can approve' });
  await card.getByRole('button', { name: buttonText.approveAndPublish }).waitFor();
  await keepsWindow(page, 'notified-approver-card', 680);
  await page.confirms(card, buttonText.approveAndPublish, 'Publish');
  const published = conversation(page, 'social').getByRole('article').filter({ hasText: 'Published by' });
  await published.waitFor();
});

longTest('a published scheduled post: Ana is notified in its thread', async (t) => {
  const begin = tuesday();
  const started = await startAt(t, begin, { slackToo: true, chat: { web: builtPage } });
  const { ana, chat, service, at } = started;
  await submits(ana, '/post Open until ten tonight', { fill: { 'Schedule for': new Date(begin + day) } });
  const card = await ana.sees('social', cardSays.scheduled);
  await eventually(() => assert.ok(card.buttons.length > 0));
  await talks(chat);
  const page = await elsewhere(t, chat.url, 'Ana', 'launches');
  service.edit(service.posts()[0]?.id ?? '', { state: 'published' });
  await at(begin + day + 60_000);
  const queue = openQueue(t, started);
  await eventually(async () => {
    await queue.enqueue(readBrandJob, { workspace, brand: 'brand-1' });
    assert.match(card.text, /Published on schedule/);
  });
  const told = toast(page, /@Ana: “Open until ten tonight” was published on/);
  await told.waitFor();
  await row(page, 'Threads, 1 unread message, 1 mention').waitFor();
  await keepsWindow(page, 'notified-published');
  await told.click();
  const reply = page.thread.getByRole('article').filter({ hasText: 'as scheduled' });
  await reply.waitFor();
  await keepPicture('notified-published-reply', reply);
});
