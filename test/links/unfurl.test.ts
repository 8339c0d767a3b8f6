/** Links to posts in the service's web app, over signed HTTP: what everyone sees below them, and what *Open* shows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPostIndexStore } from '#src/posts/post-index/post-index-store.ts';
import { eventually } from '#test/support/eventually.ts';
import { linkTo, startWithLinks, unfurledOn } from '#test/support/links.ts';
import { longTest } from '#test/support/long-tests.ts';
import { startRedis } from '#test/support/redis.ts';
import { aRule, ruleSetter } from '#test/support/rules.ts';
import { redisOf } from '#test/support/stored.ts';
import { approveButtonNow, cardSays, makesDraft, opensPosts } from '#test/support/user-actions.ts';
import { nothingDone } from '#views/kit/command-refusals.ts';
import { captionHidden } from '#views/links/unfurl.ts';

const brand = 'brand-1';

test('a link shows everyone the state, and *Open* shows one person the post and their buttons', async (t) => {
  const { ana, bo, service, chat } = await startWithLinks(t);
  const card = await makesDraft(ana, 'Open until ten tonight');
  const [post] = service.posts();
  const url = linkTo(post?.id ?? '');
  const before = service.requests.length;

  // the bot isn't a member there
  const message = await ana.says(`Is ${url} out yet?`, { in: 'general' });
  const seen = await unfurledOn(message);
  assert.match(
    seen,
    /\*Ready for review\* {2}· {2}\*Northwind Coffee\* {2}· {2}Instagram\nAs of <!date\^\d+\^\{date_short_pretty\} at \{time\}\|/,
  );
  assert.doesNotMatch(seen, /Open until ten/);
  assert.deepEqual(message.buttons, ['Open']);
  assert.equal(service.requests.length, before);

  const opened = await bo.hearsOn(message, 'Open', /Open until ten tonight/);
  assert.equal(opened.channel, message.channel);
  assert.ok(opened.text.includes(card.ts.replace('.', '')));
  assert.ok(opened.buttons.includes('Approve & publish'));
  assert.equal(service.requests.length, before, 'opening it costs no request');
  await bo.clicks(opened, 'Approve & publish');
  await card.shows(cardSays.publishedBy('U0BO'));
  await opened.shows(/Published|Approved by/);
  assert.equal(service.publishes(), 1);
  // what everyone sees stays, and says how old it is
  assert.equal(await unfurledOn(message), seen);
  assert.equal(chat.messages('general').length, 1);
  const again = await ana.says(`It was ${url}`, { in: 'general' });
  assert.match(
    await unfurledOn(again),
    /\*Published\* {2}· {2}\*Northwind Coffee\* {2}· {2}Instagram {2}· {2}<!date\^/,
  );
});

test('only in its card’s channel does a link show the caption, and never names, reasons or notes', async (t) => {
  const { ana, bo, service } = await startWithLinks(t);
  const card = await makesDraft(ana, 'Open until ten tonight');
  const url = linkTo(service.posts()[0]?.id ?? '');
  const atCard = await unfurledOn(await bo.says(url, { in: 'social' }));
  assert.match(atCard, /Open until ten tonight/);
  assert.ok(!atCard.includes(captionHidden));
  const elsewhere = await unfurledOn(await bo.says(url, { in: 'launches' }));
  assert.doesNotMatch(elsewhere, /Open until ten/);
  assert.ok(elsewhere.includes(captionHidden));
  await bo.clicks(card, 'Reject');
  await (await bo.seesModal(/^Reject/)).submit({ Reason: 'The board says no' });
  await card.shows(/The board says no/);
  for (const channel of ['social', 'launches', 'Cy']) {
    const seen = await unfurledOn(await bo.says(url, { in: channel }));
    assert.match(seen, /\*Rejected\*/);
    assert.doesNotMatch(seen, /board|U0BO|U0ANA/, channel);
  }
});

longTest('a card and an opened post have the link to the web app, if its addresses are known', async (t) => {
  const { ana, bo, chat, service } = await startWithLinks(t);
  const card = await makesDraft(ana, 'Open until ten tonight');
  const link = `<${linkTo(service.posts()[0]?.id ?? '')}|Open in the publishing service>`;
  assert.ok(card.text.includes(link));
  await bo.types(`/social open ${chat.url}/archives/${card.channel}/p${card.ts.replace('.', '')}`);
  assert.ok((await bo.seesPrivately(/Open until ten/)).includes(link));
});

longTest('a preview shows the planned time', async (t) => {
  const { ana, service } = await startWithLinks(t);
  const scheduledAt = Math.ceil(Date.now() / 60_000) * 60_000 + 86_400_000;
  const post = service.putPost({ brandId: brand, caption: 'Later', state: 'scheduled', scheduledAt });
  const seen = await unfurledOn(await ana.says(linkTo(post.id), { in: 'general' }));
  assert.match(seen, new RegExp(`\\*Scheduled\\*.* <!date\\^${scheduledAt / 1_000}\\^`));
});

test('many links in one message are previewed with one call, each post once, at most 20', async (t) => {
  const { ana, service, unfurls } = await startWithLinks(t);
  const posts = Array.from({ length: 23 }, (_, n) =>
    service.putPost({ brandId: brand, caption: `Post ${n}` }),
  );
  await opensPosts(ana);
  const before = service.requests.length;
  const urls = posts.map(({ id }) => linkTo(id));
  const message = await ana.says([...urls, `${urls[0]}?again`, linkTo('nobody-knows')].join(' '), {
    in: 'social',
  });
  await unfurledOn(message);
  assert.equal(Object.keys(message.unfurls).length, 20);
  assert.equal(unfurls(), 1);
  assert.equal(service.requests.length, before);
});

longTest('links with long queries are shown or left out, and hide no other link', async (t) => {
  const { ana, service } = await startWithLinks(t);
  const posts = Array.from({ length: 9 }, (_, n) =>
    service.putPost({ brandId: brand, caption: `Post ${n}` }),
  );
  await opensPosts(ana);
  const urls = posts.map(({ id }, n) => `${linkTo(id)}?from=${'x'.repeat(n === 0 ? 20_000 : 1_200)}`);
  const message = await ana.says(urls.join(' '), { in: 'social' });
  await unfurledOn(message);
  assert.deepEqual(Object.keys(message.unfurls).sort(), urls.slice(1, 6).sort());
});

test('a post without a card is read once, previewed, and gets its card from the first button', async (t) => {
  const { ana, bo, service, unfurls } = await startWithLinks(t);
  const post = service.putPost({ brandId: brand, caption: 'Written in the web app' });
  const message = await ana.says(linkTo(post.id), { in: 'social' });
  assert.match(await unfurledOn(message), /\*Ready for review\*/);
  // nothing was known: the brands, and the first page of the only one, with how it's numbered
  assert.deepEqual(service.requests.map(({ method, path }) => `${method} ${path}`).sort(), [
    'GET /brands',
    'GET /post',
    'GET /post',
  ]);
  const again = await bo.says(linkTo(post.id), { in: 'launches' });
  await unfurledOn(again);
  assert.equal(service.requestsTo('GET /post').length, 2);
  assert.equal(unfurls(), 2);

  const opened = await bo.hearsOn(message, 'Open', /Written in the web app/);
  assert.match(opened.text, /as of/);
  await bo.clicks(opened, 'Approve & publish');
  await eventually(() => assert.equal(service.publishes(post.id), 1));
  await bo.sees('social', /Written in the web app/);
});

longTest('a link is read with the priority of a check, even if its post’s page is known', async (t) => {
  let now = Date.now();
  const started = await startWithLinks(t, { now: () => now });
  const { ana, service } = started;
  const post = service.putPost({ brandId: brand, caption: 'Written in the web app' });
  await unfurledOn(await ana.says(linkTo(post.id), { in: 'general' }));
  now += 120_000;
  const { redis, prefix } = redisOf(t, started.settings);
  const index = createPostIndexStore(redis, prefix);
  const { promise: until, resolve: answer } = Promise.withResolvers<void>();
  t.after(() => answer());
  service.faults.add({ on: 'GET /post', kind: 'held', until, times: Number.POSITIVE_INFINITY });
  const message = await ana.says(`${linkTo(post.id)} ${linkTo('nobody-knows')}`, { in: 'general' });
  await eventually(async () => {
    const requests = await index.requests('T0PRESS', brand);
    assert.deepEqual(requests.map(({ kind, priority }) => `${kind} ${priority}`).sort(), [
      'post check',
      'recent check',
    ]);
  });
  answer();
  await unfurledOn(message);
});

test('a link to no post shows nothing, and costs one read a minute however often it is posted', async (t) => {
  let now = Date.now();
  const { ana, chat, service, unfurls, logs } = await startWithLinks(t, { now: () => now });
  for (const n of [1, 2, 3]) {
    await ana.says(`${n} ${linkTo('nobody-knows')} ${linkTo('nor-this')}`, { in: 'social' });
    await eventually(() => assert.ok(service.requestsTo('GET /post').length > 0));
  }
  assert.equal(service.requestsTo('GET /post').length, 1);
  const post = service.putPost({ brandId: brand, caption: 'New' });
  now += 120_000;
  await unfurledOn(await ana.says(linkTo(post.id), { in: 'social' }));
  // a list that isn't empty shows how its pages are numbered
  assert.equal(service.requestsTo('GET /post').length, 3);
  assert.equal(unfurls(), 1);
  assert.equal(chat.messages('social').length, 4);
  assert.deepEqual(
    logs.filter(({ level }) => Number(level) >= 50),
    [],
  );
});

test('an event that Slack delivers again shows the same preview, once', async (t) => {
  const { ana, chat, service } = await startWithLinks(t);
  await makesDraft(ana, 'Open until ten tonight');
  const url = linkTo(service.posts()[0]?.id ?? '');
  const message = await ana.says(url, { in: 'general' });
  const seen = await unfurledOn(message);
  const event = {
    type: 'link_shared',
    user: ana.id,
    channel: message.channel,
    message_ts: message.ts,
    source: 'conversations_history',
    links: [{ domain: 'app.example.com', url }],
  };
  assert.equal((await chat.deliver.event(event, { num: 1, reason: 'http_timeout' })).status, 200);
  await chat.called('chat.unfurl', 2);
  assert.deepEqual(Object.keys(message.unfurls), [url]);
  assert.match((await unfurledOn(message)).split('\n')[0] ?? '', cardSays.ready);
  assert.equal(seen.split('\n').length, 2);
});

longTest('a link in an unsent message shows nothing, because its readers are unknown', async (t) => {
  const { ana, chat, service, unfurls } = await startWithLinks(t);
  await makesDraft(ana, 'Open until ten tonight');
  const url = linkTo(service.posts()[0]?.id ?? '');
  const id = 'U0ANA-909b5454-75f8-4ac4-b325-1b40e230bbd8';
  const composed = {
    type: 'link_shared',
    user: ana.id,
    channel: 'COMPOSER',
    message_ts: id,
    unfurl_id: id,
    source: 'composer',
    links: [{ domain: 'app.example.com', url }],
  };
  assert.equal((await chat.deliver.event(composed)).status, 200);
  await unfurledOn(await ana.says(url, { in: 'general' }));
  assert.equal(unfurls(), 1);
});

test('in a channel with another organization, only a post whose card is there is shown', async (t) => {
  const { ana, chat, service, unfurls } = await startWithLinks(t, {
    chat: {
      users: [
        { id: 'U0ANA', name: 'Ana' },
        { id: 'U0BO', name: 'Bo' },
        { id: 'U0CY', name: 'Cy', role: 'admin' },
        { id: 'U0OLA', name: 'Ola', team: 'T0OTHER' },
      ],
      channels: [
        { name: 'social', members: ['Ana', 'Bo'] },
        { name: 'client', members: ['Ana', 'Ola'] },
      ],
    },
  });
  const ola = chat.user('Ola');
  await makesDraft(ana, 'Open until ten tonight');
  await makesDraft(ana, 'Our client is famous', { in: 'client' });
  const [ours, theirs] = ['Open', 'Our client'].map((words) =>
    linkTo(service.posts().find(({ caption }) => caption.startsWith(words))?.id ?? ''),
  );
  const message = await ana.says(`${ours} ${theirs}`, { in: 'client' });
  assert.match(await unfurledOn(message), /Our client is famous/);
  assert.deepEqual(Object.keys(message.unfurls), [theirs]);
  assert.equal(unfurls(), 1);
  const opened = await ola.hearsOn(message, 'Open', /Our client is famous/);
  assert.deepEqual(opened.buttons, []);
});

longTest('*Open* offers what a person can do under the brand’s rule', async (t) => {
  const started = await startWithLinks(t);
  const { ana, bo, cy, service } = started;
  const setRule = await ruleSetter(t, started);
  await setRule(aRule({ people: ['U0BO'] }), brand);
  await makesDraft(ana, 'Open until ten tonight');
  const message = await ana.says(linkTo(service.posts()[0]?.id ?? ''), { in: 'general' });
  await unfurledOn(message);
  for (const [who, approves] of [
    [bo, true],
    [cy, false],
    [ana, false],
  ] as const) {
    const opened = await who.hearsOn(message, 'Open', /Open until ten tonight/);
    assert.equal(approveButtonNow(opened) !== undefined, approves, who.name);
    assert.ok(opened.buttons.includes('Edit'), who.name);
  }
});

test('while the service is down, posts with a card are shown, and the others as they were last read', async (t) => {
  let now = Date.now();
  const { ana, service } = await startWithLinks(t, { now: () => now });
  await makesDraft(ana, 'Open until ten tonight');
  const [carded] = service.posts();
  const listed = service.putPost({ brandId: brand, caption: 'Written in the web app' });
  now += 120_000;
  await unfurledOn(await ana.says(linkTo(listed.id), { in: 'general' }));
  now += 120_000;
  const down = { on: '*', kind: 'status', status: 503, times: Number.POSITIVE_INFINITY } as const;
  const fault = service.faults.add(down);
  const message = await ana.says(`${linkTo(carded?.id ?? '')} ${linkTo(listed.id)} ${linkTo('nothing')}`, {
    in: 'general',
  });
  await unfurledOn(message);
  assert.deepEqual(Object.keys(message.unfurls), [linkTo(carded?.id ?? ''), linkTo(listed.id)]);
  assert.ok(fault.hits > 0);
});

longTest('while a linked post can’t be read, nothing unfurls and the log says why', async (t) => {
  let now = Date.now();
  const { ana, logs, service, unfurls } = await startWithLinks(t, { now: () => now });
  const url = linkTo(service.putPost({ brandId: brand, caption: 'Written in the web app' }).id);
  service.faults.add({ on: 'GET /post', kind: 'status', status: 503, times: Number.POSITIVE_INFINITY });
  await ana.says(url, { in: 'general' });
  const unread = "couldn't read the post that a link leads to";
  await eventually(() => assert.ok(logs.some(({ msg }) => msg === unread)));
  assert.equal(unfurls(), 0);
  service.faults.clear();
  now += 30 * 60_000;
  assert.match(await unfurledOn(await ana.says(url, { in: 'general' })), /\*Ready for review\*/);
});

test('if Slack fails, the preview is retried, but not if the message was deleted', async (t) => {
  const { ana, chat, service, logs, unfurls } = await startWithLinks(t);
  await makesDraft(ana, 'Open until ten tonight');
  const url = linkTo(service.posts()[0]?.id ?? '');
  chat.faults.next('chat.unfurl', { kind: 'server-error' }, 3);
  chat.faults.next('chat.unfurl', { kind: 'rate-limited', retryAfterSeconds: 1 });
  chat.faults.next('chat.unfurl', { kind: 'answer-lost' });
  await unfurledOn(await ana.says(url, { in: 'general' }));

  // the call with the lost response is sent again, too
  await eventually(() => assert.equal(unfurls(), 6));
  chat.faults.next('chat.unfurl', { kind: 'refused', error: 'cannot_unfurl_message' });
  await ana.says(`gone ${url}`, { in: 'general' });
  await eventually(() => assert.ok(logs.some(({ msg }) => msg === 'Slack refused an unfurl')));
  assert.equal(unfurls(), 7);
});

test('a link posted while Redis is down is delivered again and then unfurls', async (t) => {
  const redis = await startRedis({ appendOnly: true });
  try {
    const { ana, bo, service } = await startWithLinks(t, {
      redis,
      chat: { eventRetriesAfterMs: Array.from({ length: 600 }, () => 200) },
    });
    await makesDraft(ana, 'Open until ten tonight');
    await redis.kill();
    const message = await ana.says(linkTo(service.posts()[0]?.id ?? ''), { in: 'general' });
    await redis.restart();
    await unfurledOn(message);
    await redis.kill();
    await bo.hearsOn(message, 'Open', new RegExp(nothingDone('[0-9a-f]{8}')));
    await redis.restart();
    await eventually(async () => {
      assert.ok((await bo.hearsOn(message, 'Open')).buttons.includes('Approve & publish'));
    });
  } finally {
    t.after(() => redis.stop());
  }
});

longTest('without the setting, no link is previewed', async (t) => {
  const { ana, chat, service, unfurls } = await startWithLinks(t, { settings: { POST_URL_PATTERN: '' } });
  await makesDraft(ana, 'Open until ten tonight');
  const url = linkTo(service.posts()[0]?.id ?? '');
  assert.doesNotMatch((await ana.sees('social', cardSays.ready)).text, /publishing service/);
  const message = await ana.says(url, { in: 'social' });
  const event = { type: 'link_shared', user: ana.id, channel: message.channel, message_ts: message.ts };
  const links = [{ domain: 'app.example.com', url }];
  assert.equal((await chat.deliver.event({ ...event, links })).status, 200);
  // what is shown now was queued after it
  await makesDraft(ana, 'Closed on Monday', { in: 'launches' });
  assert.equal(unfurls(), 0);
});
