/** The main flows in Slack, which have to work with every variant of the service. */
import assert from 'node:assert/strict';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import type { Variants } from '#sandbox/service/index.ts';
import type { StartedBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { cardsBelow } from '#test/support/notifications.ts';
import { cardSays } from '#test/support/user-actions.ts';
import { connectTitle } from '#views/catalog/connect.ts';
import { retryButtons } from '#views/posts/card-questions.ts';
import { brandId, isGenerating } from './account.ts';

interface Row extends StartedBot {
  variants: Partial<Variants>;
}

const onX = 'X (Twitter) · northwind';
const onInstagram = 'Instagram · northwind.coffee';
const picture = (name: string): string => `https://example.com/${name}.png`;
const everyPatch = 'PATCH /post/{postId}';

/** An AI post with images, from the prompt to publishing. */
async function aiPost({ ana, bo, service }: Row): Promise<void> {
  const modal = await ana.opens('/ai-post Our autumn menu starts on Monday', 'New AI post');
  await modal.sends({
    Tone: 'Founder-led',
    Length: 'Extra long',
    'Social profiles': [onX],
    'Hashtag library': 'Coffee',
    Images: '2 images (carousel)',
    'Reference designs': ['Menu board'],
  });
  const card = await ana.sees('social', cardSays.ready);
  assert.match(card.text, /autumn menu/i);
  assert.match(card.text, /X \(Twitter\) · northwind/);
  assert.equal(card.pictures.length, 2);
  await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
  const [made] = service.posts().filter(({ caption }) => /autumn menu/i.test(caption));
  assert.deepEqual([made?.state, service.publishes(made?.id)], ['published', 1]);
  assert.equal(service.generations(), 1);
}

/** A post that's edited, scheduled, shown in the calendar, unscheduled, and published despite a lost response. */
async function postAndEdit({ ana, bo, cy, service }: Row): Promise<void> {
  const modal = await ana.opens('/post Fresh beans are in', 'New post');
  await modal.sends({ 'Media links': picture('beans'), 'Social profiles': [onInstagram] });
  const card = await ana.sees('social', cardSays.readyWith(/Fresh beans/));
  const made = () => service.posts().find(({ caption }) => caption.startsWith('Fresh beans'));

  const edit = await bo.opensOn(card, 'Edit', 'Edit post');
  await edit.sends({
    Caption: 'Fresh beans, come and smell them',
    Media: 'Add the links below',
    'Media links': picture('roastery'),
    Profiles: 'Add the profiles below',
    'Social profiles': [onX],
  });
  await card.shows(/Edited by <@U0BO>.*caption, 1 file added, 1 social profile added/);
  assert.deepEqual(
    [made()?.caption, made()?.mediaUrls.length, made()?.socialProfileIds.length],
    ['Fresh beans, come and smell them', 2, 2],
  );

  const inTwoDays = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 2 * 86_400_000);
  await cy.clicks(card, 'Schedule');
  await (await (await cy.seesModal('Schedule')).fill({ 'Schedule for': inTwoDays })).submit();
  await card.shows(/Scheduled for <!date.* by <@U0CY>/);
  assert.equal(made()?.scheduledAt, inTwoDays.getTime());
  // a lagging listing shows it later
  await eventually(async () => {
    await ana.types('/social calendar');
    assert.match(await ana.seesPrivately(/four weeks/), /Fresh beans, come and smell them/);
  });
  await bo.clicks(card, 'Unschedule', { shows: cardSays.ready });
  assert.equal(made()?.state, 'draft');

  service.faults.add({ on: everyPatch, kind: 'drop-after' });
  await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
  assert.equal(service.publishes(made()?.id), 1);
}

/** A scheduled post is published manually before its time. */
async function postForASetTime({ ana, bo, service }: Row): Promise<void> {
  const modal = await ana.opens('/post Doors open at nine', 'New post');
  const tomorrow = Math.ceil(Date.now() / 1_000) + 86_400;
  await modal.sends({ 'Schedule for': tomorrow, 'Social profiles': [onX] });
  const card = await ana.sees('social', /Scheduled for[\s\S]*Doors open/);
  await bo.clicks(card, 'Publish now', { shows: cardSays.publishedBy('U0BO') });
  const made = service.posts().find(({ caption }) => caption.startsWith('Doors'));
  assert.equal(service.publishes(made?.id), 1);
}

/** A campaign of three posts in the thread of its card, one of which is published. */
async function campaign({ ana, bo, service, variants }: Row): Promise<void> {
  const before = service.generations();
  const modal = await ana.opens('/campaign Opening week of the new shop', 'New campaign', { in: 'launches' });
  await modal.sends({ Objective: 'Launch', Posts: '3', Days: '3', 'Social profiles': [onX] });
  const scheduled = variants.campaignPosts === 'scheduled';
  const card = await ana.sees('launches', scheduled ? /No posts left to review/ : /3 posts to review/);
  await eventually(() => assert.equal(cardsBelow(card).length, 3));
  for (const post of cardsBelow(card)) await post.shows(scheduled ? cardSays.scheduled : cardSays.ready);
  assert.equal(service.generations(), before + 1);
  const first = await eventually(() => cardsBelow(card)[0] ?? null);
  await bo.clicks(first, variants.campaignPosts === 'draft' ? 'Approve & publish' : 'Publish now', {
    shows: cardSays.publishedBy('U0BO'),
  });
  const published = service.posts().filter((post) => post.campaignId && post.state === 'published');
  assert.equal(published.length, 1);
}

/** A post created in the web app is found in the list, edited, and published from its new card. */
async function postMadeElsewhere(row: Row): Promise<void> {
  const { ana, bo, service, variants } = row;
  const { id } = service.putPost({
    brandId,
    caption: 'Made in the web app',
    mediaUrls: [picture('web')],
    socialProfileIds: ['profile-x'],
  });
  await ana.types('/social posts');
  const list = await ana.privateMessage(/Posts for Northwind Coffee(?![\s\S]*(Checking for|Still loading))/);
  await turnTo(row, list, 'Made in the web app');
  const edit = await ana.opensOn(list, 'Edit', 'Edit post', { nth: placeOf(list, 'Made in the web app') });
  await edit.sends({ Caption: 'Made better in Slack' });
  const card = await ana.sees('social', /Edited by <@U0ANA>, /);
  await eventually(() => assert.equal(service.post(id)?.caption, 'Made better in Slack'));
  assert.match(card.text, /Made better in Slack/);
  if (variants.postProfiles !== 'none') assert.match(card.text, /X \(Twitter\) · northwind/);
  await bo.clicks(card, 'Approve & publish', { shows: cardSays.publishedBy('U0BO') });
  assert.equal(service.publishes(id), 1);
}

/** Pages through the list until it shows this text. The list can be up to a minute old, so it's reloaded if necessary. */
async function turnTo({ ana, service }: Row, list: ShownMessage, words: string): Promise<void> {
  const turns = async (button: 'Next' | 'Previous') => {
    const before = list.text;
    await ana.clicks(list, button);
    await eventually(() => assert.notEqual(list.text, before));
  };
  await eventually(async () => {
    while (!list.text.includes(words) && list.buttons.includes('Next')) await turns('Next');
    if (list.text.includes(words)) return;
    while (list.buttons.includes('Previous')) await turns('Previous');
    const reads = service.requestsTo('GET /post').length;
    await ana.clicks(list, 'Refresh');
    await eventually(() => assert.ok(service.requestsTo('GET /post').length > reads));
    assert.fail(`no page has ${words}`);
  });
}

/** The index of this post's *Edit* button. Only posts in review and scheduled ones have one. */
function placeOf(list: ShownMessage, words: string): number {
  const above = list.text.slice(0, list.text.indexOf(words));
  return above.match(/Ready for review|Scheduled for/g)?.length ?? 0;
}

/** Connects a network: the response has the URL, and which account to sign in to. */
async function connect({ ana, service }: Row): Promise<void> {
  await ana.types('/social connect instagram');
  assert.deepEqual((await (await ana.seesModal(connectTitle)).submit()).errors, {});
  const link = await ana.privateMessage(/Connect Instagram to Northwind Coffee/);
  assert.match(link.text, /You’ll sign in with \*Facebook\*/);
  assert.deepEqual(link.buttons, ['Open Facebook']);
  assert.ok(JSON.stringify(link.blocks).includes(`"url":"${new URL(service.url).origin}/connect/facebook?`));
}

/** Shows a workflow, and switches it on with its button and off with a command. */
async function workflow({ ana, bo, service, variants }: Row): Promise<void> {
  const called =
    variants.workflowAnswer === 'sparse' ? '(workflow-1|\\{id\\}: 100%.+)' : 'Share new blog articles';
  const shown = await ana.hears('/social workflow workflow-1', new RegExp(`\\*${called}\\* is \\*off\\*`));
  await ana.clicks(shown, 'Turn on', { shows: /is \*on\*\. Turned on by <@U0ANA>/ });
  await bo.types('/social workflow workflow-1 off');
  await bo.privateMessage(new RegExp(`\\*${called}\\* is \\*off\\*\\. Turned off by <@U0BO>`));
  const switches = service.requestsTo('POST /workflow/{workflowId}').map(({ body }) => body);
  assert.deepEqual(switches, [{ on: true }, { on: false }]);
}

/** Analytics are shown as charts and a file, whatever the service sent. */
async function analytics({ ana, chat }: Row): Promise<void> {
  await ana.types('/social analytics');
  await ana.sees(
    'social',
    /Northwind Coffee[\s\S]*Requested by <@U0ANA>[\s\S]*CSV file with [\d,]+ rows? is below/,
  );
  const [shared] = chat.messages('social').filter(({ files }) => files.length > 0);
  assert.deepEqual(
    shared?.files.map(({ mimetype }) => mimetype),
    ['text/csv'],
  );
}

/** Lists, page by page, and the owner of the API key. */
async function lists({ ana }: Row): Promise<void> {
  for (const [word, shown] of [
    ['me', /Robin Vale/],
    ['brands', /Northwind Coffee/],
    ['profiles', /X \(Twitter\) · northwind/],
    ['libraries', /Coffee/],
    ['designs', /Menu board/],
  ] as const) {
    assert.match((await ana.hears(`/social ${word}`)).text, shown);
  }
}

/** A failed generation is shown on its card and retried. */
async function failedGeneration(row: Row): Promise<void> {
  const { ana, bo, service } = row;
  const before = service.generations();
  service.failGeneration(1);
  service.holdGeneration();
  const modal = await ana.opens('/ai-post A picnic in the roastery', 'New AI post', { in: 'launches' });
  await modal.sends();
  await ana.sees('launches', /Generating an AI post[\s\S]*picnic/);
  // the status message can come first, and a post that disappears before it's found looks like one that was never created
  await eventually(async () => assert.ok(await isGenerating(row)));
  service.releaseGeneration();
  const failed = await ana.sees('launches', /Couldn’t generate this post/);
  await bo.clicks(failed, retryButtons.generate);
  const card = await ana.sees('launches', cardSays.readyWith(/picnic/));
  assert.notEqual(card.ts, failed.ts);
  assert.equal(service.generations(), before + 2);
}

/** A refusal is shown with the service's own message, if it has one. */
async function refusal({ ana, variants }: Row): Promise<void> {
  const { text: told } = await ana.hears('/social workflow nothing-like-it', /rejected the request/);
  if (variants.errorBody !== 'empty') assert.match(told, /It says: “Workflow not found\.”/);
}

/** The main flows in order: each continues with the account as the previous one left it. */
export const mainFlows = {
  'AI post': aiPost,
  'post, edit, schedule, publish': postAndEdit,
  campaign,
  connect,
  workflow,
  analytics,
};

export const allFlows = {
  lists,
  ...mainFlows,
  'post for a set time': postForASetTime,
  'post made elsewhere': postMadeElsewhere,
  'failed generation': failedGeneration,
  refusal,
};
