/** Duplicating a post for another time and other brands, over signed HTTP. */

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import type { Entry } from '#sandbox/chat/driver/field-values.ts';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import type { ShownView } from '#sandbox/chat/driver/shown-view.ts';
import { auditTrail } from '#test/support/audit-trail.ts';
import { type BotOptions, type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { attached, startServing } from '#test/support/files.ts';
import { longTest } from '#test/support/long-tests.ts';
import { inDays } from '#test/support/pausing.ts';
import { aRule, guestsCan, ruleSetter } from '#test/support/rules.ts';
import { nextSlots, postingTimes } from '#test/support/slots.ts';
import { redisOf } from '#test/support/stored.ts';
import { approve, cardSays, opensWithBrand } from '#test/support/user-actions.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { retryButtons } from '#views/posts/card-questions.ts';
import { brandsAtMost } from '#views/posts/duplicate-modal.ts';
import { noLinks } from '#views/posts/media-fields.ts';
import { savedAsDrafts } from '#views/posts/paused.ts';
import { notAttachedText } from '#views/posts/problems.ts';
import { slotField } from '#views/posts/time-fields.ts';
import { closeInTime } from '#views/posts/warnings.ts';

const northwind = { id: 'brand-northwind', name: 'Northwind Coffee' };
const harbor = { id: 'brand-harbor', name: 'Harbor Yoga' };
const atlas = { id: 'brand-atlas', name: 'Atlas Outdoor' };
const instagram = 'Instagram · northwind.coffee';
const profilesOf = ({ name }: { name: string }): string => `Social profiles for ${name}`;
const { label: queueLabel, element } = slotField();
const inNextSlot = {
  [queueLabel.text]: [element.type === 'checkboxes' ? (element.options[0]?.text.text ?? '') : ''],
};

/** Ana's draft for Northwind Coffee, among three brands. */
async function withDraft(
  t: TestContext,
  {
    fill = {},
    caption = 'Beans from Huila',
    ...options
  }: BotOptions & { fill?: Record<string, Entry>; caption?: string } = {},
) {
  const bot = await startBot(t, { ...options, service: { seed: 'demo', ...options.service } });
  const before = bot.service.creations();
  const modal = await opensWithBrand(bot.ana, `/post ${caption}`, northwind.name, [instagram]);
  await modal.sends(fill);
  const card = await eventually(
    () =>
      bot.chat
        .messages('social')
        .find(({ buttons, text }) => buttons.includes(buttonText.duplicate) && text.includes(instagram)) ??
      null,
  );
  const posts = () => bot.service.requestsTo('POST /post').slice(1);
  const bodies = () =>
    posts().map(({ query, body }): Record<string, unknown> => ({ ...query, ...(body as object) }));
  const created = () => bot.service.creations() - before - 1;
  return { ...bot, card, bodies, created };
}

async function opens(who: Driver, card: ShownMessage): Promise<ShownView> {
  return who.opensOn(card, buttonText.duplicate, 'Duplicate post');
}

/** Chooses these brands, and waits for the fields of their profiles. */
async function forBrands(form: ShownView, brands: readonly { name: string }[]): Promise<void> {
  await form.fill({ Brands: brands.map(({ name }) => name) });
  await eventually(() =>
    assert.deepEqual(
      form.labels.filter((label) => label.startsWith('Social profiles')),
      brands.map(profilesOf),
    ),
  );
}

const cardFor = ({ chat }: Pick<StartedBot, 'chat'>, brand: { name: string }, original: ShownMessage) =>
  eventually(
    () =>
      chat
        .messages('social')
        .find(({ ts, text }) => ts !== original.ts && text.startsWith(`Post for ${brand.name}`)) ?? null,
  );

test('a typed time is shown again, in the zone of the brand that was chosen instead', async (t) => {
  const bot = await withDraft(t);
  await postingTimes(t, bot, northwind, { zone: 'Europe/Berlin' });
  await postingTimes(t, bot, harbor, { zone: 'Asia/Tokyo' });
  const form = await opens(bot.bo, bot.card);
  await form.fill({ 'Or type a time': 'in 3 days at 9:00' });
  assert.deepEqual(await form.submit(), { closed: false, errors: {} });
  assert.match(form.text, /9:00 AM in Berlin/);
  await forBrands(form, [harbor]);
  assert.doesNotMatch(form.text, /Berlin|Northwind Coffee’s time zone/);
  assert.deepEqual(await form.submit(), { closed: false, errors: {} });
  assert.match(form.text, /9:00 AM in Tokyo[\s\S]*Harbor Yoga’s time zone/);
  assert.deepEqual(await form.submit(), { closed: true, errors: {} });
  await cardFor(bot, harbor, bot.card);
  assert.match(new Date(String(bot.bodies()[0]?.scheduledAt)).toISOString(), /T00:00:00/);
});

test('a post’s copy names its original on its card and in the audit trail', async (t) => {
  const media = 'https://example.com/beans.png';
  const second = inDays(9);
  const bot = await withDraft(t, { fill: { 'Media links': media, 'Schedule for': new Date(inDays(3)) } });
  const { ana, bo, card, chat, bodies, created } = bot;
  await card.shows(cardSays.scheduled);
  const [shown, notified] = [card.text, chat.notified('Ana').length];

  const form = await opens(bo, card);
  assert.equal(form.values['Schedule for'] ?? null, null, 'a copy is rarely for the same minute');
  assert.deepEqual(form.values, {
    ...form.values,
    Brands: [northwind.name],
    [profilesOf(northwind)]: [instagram],
    Caption: 'Beans from Huila',
    'Current files': ['1. beans.png'],
  });
  assert.deepEqual(await form.submit({ 'Schedule for': new Date(second) }), { closed: true, errors: {} });

  const copy = await cardFor(bot, northwind, card);
  const link = `archives/C0SOCIAL/p${card.ts.replace('.', '')}`;
  assert.match(copy.text, cardSays.scheduled);
  assert.match(
    copy.text,
    new RegExp(`Requested by <@U0BO>, duplicate of <[^|]*${link}\\|a post for Northwind Coffee>`),
  );
  assert.equal(created(), 1);
  const [sent] = bodies();
  assert.deepEqual(
    [sent?.caption, sent?.mediaUrls, sent?.socialProfileIds, Date.parse(String(sent?.scheduledAt))],
    ['Beans from Huila', [media], ['northwind-instagram'], second],
  );
  assert.equal(card.text, shown);
  assert.deepEqual(card.threadMessages, []);
  assert.equal(chat.notified('Ana').length, notified);
  const asked = (await auditTrail(t, bot)).filter(({ what }) => what === 'asked');
  assert.deepEqual(
    asked.map(({ by, note }) => [by, note]),
    [
      ['U0ANA', 'post'],
      ['U0BO', `post, duplicate of ${asked[0]?.card}`],
    ],
  );
  // a copy is a post like any other: it can be duplicated, too
  await ana.opensOn(copy, buttonText.duplicate, 'Duplicate post');
});

test('one submission for several brands, sent twice at once, creates one post per brand, with its profiles', async (t) => {
  const bot = await withDraft(t);
  const { bo, card, bodies, created } = bot;
  const form = await opens(bo, card);
  await forBrands(form, [northwind, harbor, atlas]);
  assert.deepEqual(form.values[profilesOf(harbor)], ['Instagram · harbor.yoga'], 'the network of the post');
  await form.fill({ [profilesOf(atlas)]: ['X (Twitter) · atlasoutdoor'] });
  // a brand that's removed and added again keeps nothing from another brand
  await forBrands(form, [harbor, atlas]);
  assert.deepEqual(form.values[profilesOf(atlas)], ['X (Twitter) · atlasoutdoor']);
  const both = await Promise.all([form.submit(), form.submit()]);
  assert.deepEqual(
    both.map(({ errors }) => errors),
    [{}, {}],
  );
  for (const brand of [harbor, atlas])
    assert.match((await cardFor(bot, brand, card)).text, /duplicate of <[^|]+\|a post for Northwind Coffee>/);
  assert.equal(created(), 2);
  assert.deepEqual(
    bodies()
      .map(({ brandId, socialProfileIds }) => [brandId, socialProfileIds])
      .sort(),
    [
      ['brand-atlas', ['atlas-twitter']],
      ['brand-harbor', ['harbor-instagram']],
    ],
  );
});

longTest(
  'each brand’s copy gets its next open slot, and brands without an open slot are named',
  async (t) => {
    const bot = await withDraft(t);
    const { bo, card, created, service } = bot;
    for (const brand of [northwind, atlas]) await postingTimes(t, bot, brand);
    const form = await opens(bo, card);
    await forBrands(form, [northwind, harbor, atlas]);
    const { closed, errors } = await form.submit(inNextSlot);
    assert.equal(closed, false);
    assert.match(
      errors.Brands ?? '',
      /^Created posts for Northwind Coffee and Atlas Outdoor, and submitting again won’t duplicate them\. Couldn’t create a post for Harbor Yoga\. Harbor Yoga has no open posting slot/,
    );
    assert.match(
      await bo.seesPrivately(/Added to the queue/),
      /\*Northwind Coffee\*\nAdded to the queue[^\n]*\n\*Atlas Outdoor\*\nAdded to the queue/,
    );
    await postingTimes(t, bot, harbor);
    assert.deepEqual(await form.submit(), { closed: true, errors: {} });
    await cardFor(bot, harbor, card);
    await eventually(() => assert.equal(created(), 3));
    const [slot] = nextSlots(1);
    const times = service.posts().filter(({ caption }) => caption === 'Beans from Huila');
    assert.deepEqual(
      times.map(({ scheduledAt }) => scheduledAt).filter((at) => at !== undefined),
      [slot, slot, slot],
    );
  },
);

test('when the service refuses one of three copies, the others stay, and its card says so', async (t) => {
  const bot = await withDraft(t);
  const { bo, card, created, service } = bot;
  service.faults.add({
    on: 'POST /post',
    kind: 'status',
    status: 422,
    body: { message: 'brand: not today.' },
    when: ({ query }) => query.brandId === harbor.id,
  });
  const form = await opens(bo, card);
  await forBrands(form, [northwind, harbor, atlas]);
  await form.sends();
  const failed = await cardFor(bot, harbor, card);
  assert.match(failed.text, /Couldn’t create the post[\s\S]*brand: not today\.[\s\S]*<@U0BO>/);
  for (const brand of [northwind, atlas])
    assert.match((await cardFor(bot, brand, card)).text, cardSays.ready);
  assert.equal(created(), 2);
  await bo.clicks(failed, retryButtons.create);
  await eventually(() => assert.equal(created(), 3));
});

longTest('if one of three copies can’t be recorded, submitting again creates only that copy', async (t) => {
  const bot = await withDraft(t);
  const { bo, card, chat, created, settings } = bot;
  const { redis, keys } = redisOf(t, settings);
  const planned = keys.planned(chat.world.workspace.id, harbor.id);
  for (const brand of [northwind, harbor, atlas]) await postingTimes(t, bot, brand);
  const form = await opens(bo, card);
  await forBrands(form, [northwind, harbor, atlas]);
  await form.fill(inNextSlot);
  await redis.set(planned, 'no sorted set');
  const { closed, errors } = await form.submit();
  assert.equal(closed, false);
  assert.match(
    errors.Brands ?? '',
    /^Created posts for Northwind Coffee and Atlas Outdoor[^.]*\. I couldn’t confirm whether a post was created for Harbor Yoga/,
  );
  for (const brand of [northwind, atlas])
    assert.match((await cardFor(bot, brand, card)).text, cardSays.scheduled);
  await redis.del(planned);

  assert.match(
    (await form.submit({ Caption: 'Other words' })).errors.Brands ?? '',
    /You already created posts for Northwind Coffee and Atlas Outdoor from this form\. To continue, remove those brands/,
  );
  await cardFor(bot, harbor, card);
  await forBrands(form, [harbor]);
  assert.deepEqual(await form.submit(), { closed: true, errors: {} });
  assert.equal(created(), 3);
});

test('a user who can’t create posts for one of the brands sees which, and nothing is created', async (t) => {
  const people = [
    { id: 'U0ANA', name: 'Ana' },
    { id: 'U0BO', name: 'Bo' },
    { id: 'U0CY', name: 'Cy', role: 'admin' as const },
    { id: 'U0GUS', name: 'Gus', role: 'guest' as const },
  ];
  const bot = await withDraft(t, { chat: { users: people } });
  const { card, chat, created } = bot;
  const gus = chat.user('Gus');
  await gus.clicks(card, buttonText.duplicate);
  await gus.seesPrivately(/You’re a guest, so you can view posts for Northwind Coffee/);
  await guestsCan(t, bot, northwind.id, 'work');
  const form = await opens(gus, card);
  await forBrands(form, [northwind, harbor]);
  const { closed, errors } = await form.submit();
  assert.equal(closed, false);
  assert.match(errors.Brands ?? '', /^You’re a guest, so you can view posts for Harbor Yoga/);
  await forBrands(form, [northwind]);
  assert.deepEqual(await form.submit(), { closed: true, errors: {} });
  await cardFor(bot, northwind, card);
  assert.equal(created(), 1);
  const refused = (await auditTrail(t, bot)).filter(({ what }) => what === 'refused');
  assert.deepEqual(
    refused.map(({ by, brand, note }) => [by, brand?.id, note]),
    [
      ['U0GUS', northwind.id, 'touch'],
      ['U0GUS', harbor.id, 'ask'],
    ],
  );
});

test('a copy follows its own brand’s rule, review channel and pause', async (t) => {
  const bot = await withDraft(t, { fill: { 'Schedule for': new Date(inDays(3)) } });
  const { bo, card, chat, bodies } = bot;
  await (await ruleSetter(t, bot))(aRule({ people: ['U0CY'], channel: 'C0LAUNCHES' }), harbor.id);
  await bo.types(`/social pause ${atlas.name} wrong prices`);
  await bo.sees('social', /paused/i);
  const form = await opens(bo, card);
  assert.ok(!form.text.includes(savedAsDrafts));
  await forBrands(form, [northwind, harbor, atlas]);
  assert.match(form.text, /<@U0BO> paused \*Atlas Outdoor\*[^\n]*: wrong prices/);
  assert.ok(form.text.includes(savedAsDrafts), form.text);
  await forBrands(form, [northwind, harbor]);
  assert.ok(!form.text.includes(savedAsDrafts));
  await forBrands(form, [northwind, harbor, atlas]);
  assert.deepEqual(await form.submit({ 'Schedule for': new Date(inDays(3)) }), { closed: false, errors: {} });
  assert.match(form.text, new RegExp(`${closeInTime}[\\s\\S]*: Beans from Huila`));
  assert.equal(bodies().length, 0);
  assert.deepEqual(await form.submit(), { closed: true, errors: {} });
  const told = await bo.seesPrivately(/saved as a draft/);
  assert.match(told, /\*Atlas Outdoor\*\n[\s\S]*Your post was saved as a draft with its planned time/);
  assert.ok(!told.includes(closeInTime), told);
  await bo.seesPrivately(/\*Harbor Yoga\*\nThe card for your post is in <#C0LAUNCHES>/);
  const review = await eventually(
    () => chat.messages('launches').find(({ text }) => /Harbor/.test(text)) ?? null,
  );
  assert.match(review.text, /0 of 1 approval/);
  await cardFor(bot, atlas, card);
  await eventually(() => assert.equal(bodies().length, 3));
  assert.deepEqual(
    bodies()
      .filter(({ scheduledAt }) => scheduledAt)
      .map(({ brandId }) => brandId),
    [northwind.id],
  );
});

longTest('files can be left out and added, and files that changed meanwhile aren’t mixed up', async (t) => {
  const links = [1, 2, 3].map((n) => `https://example.com/${n}.png`);
  const bot = await withDraft(t, { fill: { 'Media links': links.join('\n') } });
  const { ana, bo, card, bodies } = bot;
  const form = await opens(bo, card);
  assert.deepEqual(form.values['Current files'], ['1. 1.png', '2. 2.png', '3. 3.png']);
  await form.fill({
    'Current files': ['1. 1.png', '3. 3.png'],
    'Media links': 'https://example.com/new.png',
  });

  const edit = await ana.opensOn(card, 'Edit', 'Edit post');
  await edit.sends({ 'Current files': ['2. 2.png', '3. 3.png'] });
  await card.shows(/Edited by <@U0ANA>, /);
  assert.match((await form.submit()).errors['Current files'] ?? '', /files have changed/);
  await form.close();

  await card.offers(buttonText.duplicate);
  const again = await opens(bo, card);
  await again.sends({ 'Current files': ['2. 3.png'], 'Media links': 'https://example.com/new.png' });
  await cardFor(bot, northwind, card);
  assert.deepEqual(bodies()[0]?.mediaUrls, [links[2], 'https://example.com/new.png']);
});

longTest(
  'a typed time is shown before anything is created, and at least one brand is required',
  async (t) => {
    const bot = await withDraft(t);
    const { bo, card, created } = bot;
    const form = await opens(bo, card);
    assert.match((await form.submit({ Brands: [] })).errors.Brands ?? '', /required|Choose a brand/);
    await forBrands(form, [harbor]);
    assert.equal((await form.submit({ 'Or type a time': 'tomorrow 9:30' })).closed, false);
    assert.match(form.text, /Press \*Confirm &amp; duplicate\* to use this time/);
    assert.equal(created(), 0);
    assert.deepEqual(
      form.labels.filter((label) => label.startsWith('Social profiles')),
      [profilesOf(harbor)],
    );
    assert.deepEqual(await form.submit(), { closed: true, errors: {} });
    assert.match((await cardFor(bot, harbor, card)).text, cardSays.scheduled);
  },
);

longTest('the longest caption with many files goes to the most brands in one submission', async (t) => {
  const brands = Array.from({ length: brandsAtMost }, (_, i) => ({
    id: `brand-${i}`,
    name: i === 0 ? northwind.name : `Brand ${i} ${'x'.repeat(60)}`,
    profiles: [{ id: `profile-${i}`, provider: 'instagram' as const, name: `northwind.coffee${i || ''}` }],
  }));
  const seed = { user: { id: 'u', name: 'Robin Vale', email: 'robin@northwind.example' }, brands };
  const caption = 'Beans, water, patience. '.repeat(420).slice(0, 10_000).trim();
  const links = Array.from({ length: 60 }, (_, n) => `https://example.com/${n}.png`);
  const bot = await withDraft(t, { caption, fill: { 'Media links': links.join('\n') }, service: { seed } });
  const { bo, card, bodies, created } = bot;
  const form = await opens(bo, card);
  await forBrands(form, brands);
  assert.deepEqual(await form.submit(), { closed: true, errors: {} });
  await eventually(() => assert.equal(created(), brandsAtMost));
  for (const body of bodies()) assert.deepEqual([body.caption, body.mediaUrls], [caption, links]);
  assert.equal(new Set(bodies().map(({ brandId }) => brandId)).size, brandsAtMost);
});

longTest('an attached file stays attached in the copy, even under a rule that allows no links', async (t) => {
  const bot = await startServing(t);
  const { ana, bo, service } = bot;
  await (await ruleSetter(t, bot))(aRule({ attachedOnly: true }));
  const address = await attached(ana, () => service.posts());
  const card = await ana.sees('social', cardSays.ready);
  await card.offers(buttonText.duplicate);
  const form = await opens(ana, card);
  assert.ok(JSON.stringify(form.blocks).includes(noLinks));
  assert.deepEqual(await form.submit(), { closed: true, errors: {} });
  const copy = await cardFor(bot, northwind, card);
  const bodies = service.requestsTo('POST /post').map(({ body }) => body as { mediaUrls?: unknown });
  assert.deepEqual(bodies[1]?.mediaUrls, [address]);
  assert.ok(!copy.text.includes(notAttachedText({ why: 'files_linked', files: [1] })));
  await approve(bo, copy, { shows: cardSays.publishedBy('U0BO') });
});

longTest(
  'a post is duplicated from its row in the Home tab, and a post without a card from its row in a list',
  async (t) => {
    const bot = await withDraft(t);
    const { ana, bo, service, created } = bot;
    const home = await bo.opensHome(/Beans from Huila/);
    const form = await bo.opensOn(home, buttonText.duplicate, 'Duplicate post');
    assert.equal(form.values.Caption, 'Beans from Huila');
    assert.deepEqual(await form.submit(), { closed: true, errors: {} });
    await eventually(() => assert.equal(created(), 1));
    service.putPost({ brandId: atlas.id, caption: 'Out last year', state: 'published' });
    const list = await ana.hears(`/social posts ${atlas.name}`, /Out last year/);
    const copies = await ana.opensOn(list, buttonText.duplicate, 'Duplicate post', {
      beside: /Out last year/,
    });
    assert.equal(copies.values.Caption, 'Out last year');
    assert.deepEqual(await copies.submit(), { closed: true, errors: {} });
    await ana.sees('social', /Out last year[\s\S]*duplicate of a post for Atlas Outdoor/);
  },
);

longTest('a generated image isn’t a link in a copy, or in a copy of the copy', async (t) => {
  const bot = await startBot(t, { service: { seed: 'demo' } });
  const { ana, bo } = bot;
  await (await ruleSetter(t, bot))(aRule({ attachedOnly: true }));
  const modal = await opensWithBrand(ana, '/ai-post Our autumn menu starts on Monday', northwind.name, [
    instagram,
  ]);
  await modal.sends({ Images: '1 image' });
  const card = await ana.sees('social', cardSays.ready);
  const refused = notAttachedText({ why: 'files_linked', files: [1] });
  let original = card;
  for (let n = 1; n <= 2; n += 1) {
    await original.offers(buttonText.duplicate);
    const form = await opens(ana, original);
    assert.deepEqual(await form.submit(), { closed: true, errors: {} });
    original = await cardFor(bot, northwind, original);
    assert.equal(original.pictures.length, 1);
    assert.ok(!original.text.includes(refused), original.text);
  }
  await approve(bo, original, { shows: cardSays.publishedBy('U0BO') });
});

longTest('a post that someone is working on isn’t duplicated', async (t) => {
  const bot = await withDraft(t);
  const { ana, bo, card, created, service } = bot;
  let release = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  service.faults.add({ on: 'PATCH /post/*', kind: 'held', until });
  const edit = await ana.opensOn(card, 'Edit', 'Edit post');
  await edit.sends({ Caption: 'Other words' });
  await card.noLongerOffers(buttonText.duplicate);
  release();
  await card.offers(buttonText.duplicate);
  const form = await opens(bo, card);
  assert.equal(form.values.Caption, 'Other words');
  assert.equal(created(), 0);
});

longTest('if Slack fails while a copy’s card is posted, the card is posted once, later', async (t) => {
  const bot = await withDraft(t);
  const { bo, card, chat, created } = bot;
  const form = await opens(bo, card);
  await forBrands(form, [harbor]);
  chat.faults.next('chat.postMessage', { kind: 'server-error' }, 2, ({ channel }) => channel === 'C0SOCIAL');
  await form.sends();
  const copy = await cardFor(bot, harbor, card);
  await copy.shows(cardSays.ready);
  assert.equal(chat.faults.counts['server-error'], 2);
  assert.equal(
    chat.messages('social').filter(({ text }) => text.startsWith('Post for Harbor Yoga')).length,
    1,
  );
  assert.equal(created(), 1);
});
