/** The guide of the demo: its steps are checked off by what really happened in the chat. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOfBlocks } from '#sandbox/chat/driver/shown-text.ts';
import { guide } from '#sandbox/guide.ts';
import type { Card } from '#src/posts/card/card.ts';
import { aCard, at, campaignRequest } from '#test/posts/card/samples.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { decisionsAfterResume, nextSweep } from '#test/support/pausing.ts';
import { cardSays, makesDraft, submits } from '#test/support/user-actions.ts';
import { renderCampaign } from '#views/campaigns/card.ts';
import { resumeButtons } from '#views/pause/resume.ts';

const profiles = { 'Social profiles': ['Instagram · northwind.coffee'] };

test('the guide checks off what happened, and nothing that was only started', async (t) => {
  const started = await startBot(t, { chat: { guide } });
  const { ana, bo, chat, service } = started;
  const done = (): string[] => chat.guide.steps.filter((step) => step.done).map(({ title }) => title);
  /** Once this is shown to be done, and only this. */
  const adds = async (title: string, before: readonly string[]): Promise<string[]> => {
    await eventually(() => assert.ok(done().includes(title)), { what: title });
    assert.deepEqual(done().toSorted(), [...before, title].toSorted());
    return done();
  };
  // what someone did before the guide began
  const old = await makesDraft(ana, 'From before');
  await bo.clicks(old, 'Approve & publish', { shows: /Published by/ });
  const late = await makesDraft(ana, 'Approved before, published after');
  service.faults.add({ on: 'PATCH /post/*', kind: 'delay', ms: 500, times: 1 });
  await bo.clicks(late, 'Approve & publish', { shows: /Approved by/ });
  service.holdGeneration();
  await submits(bo, '/ai-post Asked for before');
  await submits(ana, '/campaign Planned before', { fill: { Posts: '2', Days: '2' } });
  await eventually(() => assert.equal(service.generations(), 2));
  chat.guide.begin();
  await late.shows(/Published by/);

  await ana.types('/post Our new mugs are here');
  await (await ana.seesModal('New post')).close();
  assert.deepEqual(done(), []);
  const own = await makesDraft(ana, 'Our new mugs are here');
  let before = await adds('Create a post', []);

  await ana.clicks(own, 'Approve & publish', { shows: cardSays.publishedBy('U0ANA') });
  assert.deepEqual(done(), before);
  const card = await makesDraft(ana, 'Now somebody else');
  await bo.clicks(card, 'Approve & publish');
  before = await adds('Approve it as someone else', before);

  const scheduledAt = Date.now() + 3 * 86_400_000;
  for (const state of ['scheduled', 'draft'] as const)
    service.putPost({ brandId: 'brand-1', caption: `Put there as ${state}`, state, scheduledAt });
  const list = await ana.hears('/social posts', /\*Scheduled for .*\n.*Put there as scheduled/);
  const change = await ana.opensOn(list, 'Change time', /time/);
  await change.submit({ 'Schedule for': new Date(scheduledAt + 60_000) });
  await ana.sees('social', /Planned for/);
  assert.deepEqual(done(), before);

  const form = await ana.opens('/post Closed on Monday', 'New post');
  await eventually(() => form.fill({ ...profiles, 'Or type a time': 'tomorrow at noon' }));
  assert.equal((await form.submit()).closed, false);
  assert.equal((await form.submit()).closed, true, 'the time is confirmed');
  before = await adds('Schedule a post', before);

  // what was generated for others is ready after its form was sent, and its own fails
  service.releaseGeneration();
  for (const on of ['POST /post/ai', 'POST /campaigns'] as const)
    service.faults.add({ on, kind: 'status', status: 400, times: 1 });
  await submits(ana, '/ai-post Never to be written');
  await submits(ana, '/campaign Never to be planned');
  await nextSweep(t, started);
  const shown = (words: RegExp): number =>
    chat.messages('social').filter(({ text }) => words.test(text)).length;
  await eventually(() => {
    assert.equal(shown(/2 posts to review[\s\S]*Planned before/), 1);
    assert.equal(shown(/^AI post[\s\S]*Ready for review[\s\S]*asked for before/), 1);
    assert.equal(shown(/^(Campaign|AI post) [^*]*\*Couldn’t/), 2);
  });
  assert.deepEqual(done(), before);
  await submits(ana, '/ai-post Our autumn menu is here');
  before = await adds('Generate a post', before);
  await submits(ana, '/campaign Two weeks of winter drinks', { fill: { Posts: '2', Days: '2' } });
  before = await adds('Create a campaign', before);

  const said = await bo.says('The new harvest is here', { in: 'social' });
  const taken = await ana.opensShortcut('Turn into a post', 'New post', said);
  await eventually(() => taken.fill(profiles));
  assert.equal((await taken.submit()).closed, true);
  before = await adds('Start from a message', before);

  await ana.types('/social pause Northwind Coffee wrong prices');
  const report = await ana.sees('social', /paused \*Northwind Coffee\*[\s\S]*\*2 posts unscheduled\.\*/);
  assert.deepEqual(done(), before);
  await ana.types('/social resume Northwind Coffee');
  await report.shows(/\*resumed publishing\*/);
  assert.deepEqual(done(), before);
  const unscheduled = await decisionsAfterResume(ana, /Decide what to do with 2 posts/);
  await ana.clicks(unscheduled, resumeButtons.leave, { nth: 1, shows: /Decide what to do with 1 post/ });
  await report.shows(/1 handled, 1 to go/);
  assert.deepEqual(done(), before);
  await ana.clicks(unscheduled, resumeButtons.leave);
  await report.shows(/been handled/);
  before = await adds('Pause and resume a brand', before);

  await ana.types('/social analytics Northwind Coffee last week');
  await adds('See how posts perform', before);
  assert.equal(done().length, guide.length);
});

test('a campaign with missing posts, because the wait ended, isn’t done', () => {
  const step = guide.find(({ title }) => title === 'Create a campaign');
  const post = aCard({ state: 'review' });
  const campaign = aCard({ kind: 'campaign', state: 'review', posts: [post.id] }, campaignRequest);
  const look = { approvers: undefined, undoForMs: 0, clock: { now: Date.parse(at), zone: 'UTC' } };
  const isDone = (posts: Card[]) => {
    const { blocks } = renderCampaign(campaign, posts, { aside: false, slash: (name) => name, look });
    const { brief } = campaignRequest;
    const forms = [{ title: 'New campaign', user: campaign.author, entered: [brief] }];
    return step?.isDone({ forms, messages: [{ text: textOfBlocks(blocks), before: undefined }] });
  };
  assert.equal(isDone([post]), false);
  assert.equal(isDone(Array.from({ length: campaignRequest.posts }, () => post)), true);
});
