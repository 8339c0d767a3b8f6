/** The list of a campaign's posts, and the modals that it opens, over signed HTTP. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ShownView } from '#sandbox/chat/driver/shown-view.ts';
import type { Card } from '#src/posts/card/card.ts';
import { brandSettingsSchema } from '#src/settings/settings.ts';
import { createTeamSettings } from '#src/settings/settings-store.ts';
import { momentsOf } from '#src/time/moments.ts';
import { aCard, aPost, campaignRequest } from '#test/posts/card/samples.ts';
import { startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { continueTo, tick, tickedCount, whatToDo } from '#test/support/review.ts';
import { cardStoreIn, redisOf } from '#test/support/stored.ts';
import { changesOfClocks, fields, localAt } from '#test/time/clocks.ts';
import { chooseText } from '#views/campaigns/review.ts';
import { reviewErrors, setNewTimes } from '#views/campaigns/review-parts.ts';
import { clockText, dayText } from '#views/kit/moment.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { seeAllText } from '#views/posts/card-content.ts';

/** A stored campaign, in a bot without a worker, whose posts' times are in reverse order. */
async function planted(t: TestContext, count: number, over: Partial<Card> = {}, each: Partial<Card>[] = []) {
  const started = await startBot(t, { settings: { ROLE: 'bot' } });
  const { chat, settings } = started;
  const { redis, prefix } = redisOf(t, settings);
  const cards = cardStoreIn(redis, prefix);
  const workspace = chat.world.workspace.id;
  const posts = Array.from({ length: count }, (_, i) => `post-${i + 1}`);
  for (const [i, id] of posts.entries()) {
    const scheduledAt = new Date(Date.now() + (40 - i) * 86_400_000).toISOString();
    const content = { ...aCard().content, caption: `Words of ${id}`, scheduledAt };
    await cards.add(aCard({ id, workspace, postId: id, state: 'review', content, ...each[i] }));
  }
  const about = { id: 'campaign', workspace, kind: 'campaign' as const, posts, ...over };
  await cards.add(aCard(about, { ...campaignRequest, posts: Math.max(5, count) }));
  await chat.deliver.interaction({
    type: 'block_actions',
    actions: [{ type: 'button', action_id: 'campaign.review', block_id: 'b', value: 'campaign' }],
  });
  return {
    ...started,
    /** Changes a post's caption in the service's web app. */
    async changes(id: string, caption: string): Promise<void> {
      const scheduledAt = (await cards.get(workspace, id))?.content.scheduledAt;
      const post = aPost({ id, caption, profiles: undefined, scheduledAt });
      await cards.transition(workspace, id, { type: 'observe', post, at: new Date().toISOString() });
    },
    modal: await (await started.ana.seesModal('Review campaign')).shows(/ \*1\.\* | \*30\.\* /),
  };
}

test('a long post can be shown in full on top of the review, which keeps its selection', async (t) => {
  const caption = `${'A long caption. '.repeat(20)}The end.`;
  const { ana, modal } = await planted(t, 2, {}, [{ content: { ...aCard().content, caption } }]);
  assert.equal(modal.buttons.filter((text) => text === seeAllText).length, 1);
  await tick(modal, 1);
  assert.match((await ana.opensOn(modal, seeAllText, 'Full post')).text, /The end\./);
  assert.equal(tickedCount(modal), 1);
});

test('thirty posts are paged by their times, and a selection survives paging', async (t) => {
  const { ana, modal } = await planted(t, 30, { state: 'review' });
  const numbers = () => [...modal.text.matchAll(/ \*(\d+)\.\* /g)].map(([, n]) => Number(n));
  assert.deepEqual(numbers(), [30, 29, 28, 27, 26, 25, 24, 23, 22, 21]);
  assert.match(modal.text, /1 to 10 of 30 {2}· {2}page 1 of 3/);
  await tick(modal, 30, 22);
  await modal.clicks('Next');
  await modal.shows(/page 2 of 3/);
  await tick(modal, 12);
  await modal.clicks('Next');
  await modal.shows(/page 3 of 3/);
  assert.match(modal.text, /\*3 posts\* selected on other pages/);
  await modal.clicks('Previous');
  await modal.shows(/page 2 of 3/);
  assert.equal(tickedCount(modal), 1);
  const check = await continueTo(ana, modal, 'Reject', /Reject 3 posts\?/);
  assert.deepEqual(
    [...check.text.matchAll(/^\*(\d+)\.\* Words of post-\1/gm)].map(([, n]) => n),
    ['12', '22', '30'],
  );
  await check.close();
  await modal.clicks(chooseText(30), { nth: 1 });
  await modal.shows(/\*20 posts\* selected on other pages/);
  await (await continueTo(ana, modal, 'Approve and keep planned times', /Schedule 30 posts\?/)).close();
  await modal.clicks('Clear selection');
  await eventually(() => assert.equal(tickedCount(modal), 0));
  assert.deepEqual((await modal.submit({ [whatToDo]: 'Reject' })).errors, {
    [whatToDo]: reviewErrors.noneChosen,
  });
});

test('a post whose new time clocks skip or show twice is left out', async (t) => {
  const zone = 'America/New_York';
  const day = 86_400_000;
  const year = new Date().getUTCFullYear();
  const coming = changesOfClocks(year, year + 1, [zone]).find(({ at }) => at > Date.now() + 3 * day);
  assert.ok(coming);
  const skips = coming.before < coming.after;
  const before = coming.at - day + (skips ? 30 : -30) * 60_000;
  const timed = (at: number): Partial<Card> => ({
    content: { ...aCard().content, scheduledAt: new Date(at).toISOString() },
  });
  const started = await planted(t, 2, { state: 'review' }, [timed(before), timed(before + 9 * 3_600_000)]);
  const { ana, modal, settings, chat } = started;
  const { redis, prefix } = redisOf(t, settings);
  const kept = createTeamSettings(redis, prefix);
  await kept.setBrand(chat.world.workspace.id, aCard().brand.id, brandSettingsSchema.parse({ zone }));
  await modal.clicks(chooseText(2));
  await eventually(() => assert.equal(tickedCount(modal), 2));
  const shift = await continueTo(ana, modal, 'Shift times by days or hours', /Shift times/);
  await shift.submit({ Days: '1' });
  const check = await ana.seesModal(/Change times?\?/);
  assert.match(
    check.text,
    skips
      ? /York go forward and skip \d{1,2}:30 [AP]M\./
      : /York go back and \d{1,2}:30 [AP]M happens twice\./,
  );
  assert.match(check.text, /1 post skipped[\s\S]*\*1\.\*[\s\S]*\*Set new times\*/);
  const [, there = ''] = check.text.match(/:round_pushpin: (.*) in New York/) ?? [];
  const to = momentsOf(fields(localAt(zone, before + 9 * 3_600_000) + day), zone).moments[0];
  assert.equal(there, `${dayText(to, zone)}, ${clockText(to, zone)}`);
  await ana.hears('/social pause all recall of a batch', /> paused \*/, { in: 'launches' });
  await check.submit();
  const none = await ana.seesModal(/Nothing to confirm/);
  assert.match(none.text, /\*2 posts skipped\*\n\*1\.\*.*\n\*2\.\*/);
});

test('in the review, a new time in the past is refused at its picker', async (t) => {
  const { ana, modal, changes } = await planted(t, 3, { state: 'review' });
  const newTimes = (): Promise<ShownView> => continueTo(ana, modal, setNewTimes, new RegExp(setNewTimes));
  const later = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 50 * 86_400_000);
  await tick(modal, 1, 2, 3);
  const times = await newTimes();
  await times.fill({ 'Post 1': later, 'Post 2': new Date(Date.now() - 60_000) });
  const passed = 'That time has passed. Choose a later one.';
  assert.deepEqual((await times.submit()).errors, { 'Post 2': passed });
  await changes('post-2', 'Other words');
  await times.submit({ 'Post 2': later });
  const check = await ana.seesModal(/Change times?\?/);
  assert.match(check.text, /\*2\.\* Other words.*Changed since you selected it/);
  // Back returns to the list
  await modal.shows(/> Other words/);
  assert.equal(tickedCount(modal), 2);
  await check.close();

  const again = await newTimes();
  assert.deepEqual(again.labels, ['Post 1', 'Post 3']);
  await again.submit({ 'Post 1': later });
  const last = await ana.seesModal(/Change times?\?/);
  await changes('post-1', 'New words');
  await last.submit();
  await ana.seesModal(/Nothing to confirm/);
  await modal.shows(/> New words/);
  assert.equal(tickedCount(modal), 1);
});

test('a campaign that’s still generating lists the posts that are ready, even if it’s only one', async (t) => {
  const blank = { caption: '', mediaUrls: [], profiles: [] };
  const { modal } = await planted(t, 2, { state: 'generating' }, [{ state: 'generating', content: blank }]);
  assert.match(
    modal.text,
    /1 to review {2}· {2}1 being generated {2}· {2}3 not ready yet: press \*Refresh\*/,
  );
  assert.match(modal.text, /\*1\.\* \*No time set\*[\s\S]*Generating…/);
  assert.deepEqual(modal.buttons, [chooseText(1), 'Clear selection', 'Refresh', buttonText.edit]);
  assert.equal(Object.keys(modal.values).length, 2);
  const { modal: alone } = await planted(t, 1, { state: 'review' });
  assert.match(alone.text, /1 post for Northwind Coffee/);
});
