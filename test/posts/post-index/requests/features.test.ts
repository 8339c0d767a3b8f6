/** Rows of the table of what features cost in requests (docs/performance.md), on a clock that jumps while everything waits. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SimulatedTeam } from '#bench/parts/simulated-team.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { cardsBelow } from '#test/support/notifications.ts';
import { decisionsFor, report, reviews } from '#test/support/review.ts';
import { withSimulatedTeam } from '#test/support/simulated-team.ts';
import { cardSays, rewrites } from '#test/support/user-actions.ts';
import { buttonText } from '#views/posts/card-buttons.ts';
import { addRecurring } from '#views/recurring/list.ts';
import { addTemplate } from '#views/templates/list.ts';

const minute = 60_000;

/** The requests to the service during this. */
async function requestsOf(team: SimulatedTeam, act: () => Promise<unknown>): Promise<Record<string, number>> {
  const from = team.service.requests.length;
  await act();
  return team.requests(from).byEndpoint;
}

/** A draft, with the lists of its brand in the cache, which is fresh for a minute. */
async function withDraft(team: SimulatedTeam) {
  await team.submits('/post Beans from Huila', team.brand(0));
  return team.card('Beans from Huila', cardSays.ready);
}

longTest('Write this for me costs what an AI post costs, and opening its form nothing', (t) =>
  withSimulatedTeam(t, {}, async (team) => {
    const { ana, chat } = team;
    await withDraft(team);
    await ana.says('Our autumn menu starts on Monday', { in: 'social' });
    const said = chat.messages('social').findLast(({ text }) => /autumn menu/.test(text));
    assert.ok(said);
    const open = async () => {
      const form = await ana.opensShortcut('Write this for me', /^New AI post\n(?!.*Loading)/, said);
      await form.optionsOf('Social profiles');
      return form;
    };
    assert.deepEqual(await requestsOf(team, open), {});
    const { 'GET /post': reads = 0, ...others } = await requestsOf(team, async () => {
      await (await ana.seesModal(/^New AI post/)).submit();
      await team.card('AI post for', cardSays.ready);
    });
    assert.deepEqual(others, { 'POST /post/ai': 1 });
    // as many as for one AI post in `npm run bench -- requests`
    assert.ok(reads <= 10, `${reads} reads`);
  }),
);

longTest('a ✅ on a card and a waiting workflow cost no requests', (t) =>
  withSimulatedTeam(t, { settings: { WORKFLOW_STEPS: 'true' } }, async (team) => {
    const { ana, bo, chat } = team;
    const card = await withDraft(team);
    await team.waitForFreshQuota();
    const react = async () => {
      await bo.reacts(card);
      assert.deepEqual((await bo.privateMessage()).buttons, ['Approve & publish']);
    };
    assert.deepEqual(await requestsOf(team, react), {});

    // the post's checks continue, and workflows that wait for it don't add any
    const { 'GET /post': before = 0 } = await requestsOf(team, () => sleep(10 * minute));
    const post = `${chat.url}/archives/C0SOCIAL/p${card.ts.replace('.', '')}`;
    const runs: string[] = [];
    const { 'GET /post': meanwhile = 0, ...others } = await requestsOf(team, async () => {
      runs.push(await ana.runs('request_approval', { post, requester: 'U0ANA', message: 'For Friday' }));
      runs.push(await ana.runs('wait_until_published', { post }));
      await sleep(10 * minute);
    });
    assert.deepEqual(others, {});
    assert.ok(meanwhile <= before, `${meanwhile} reads instead of ${before}`);
    for (const id of runs) assert.equal(chat.workflows.get(id)?.state, 'running');
    await bo.clicks(card, 'Approve & publish');
    await team.card('Beans from Huila', /Published by/);
  }),
);

longTest('a workflow’s post costs what a /post costs', (t) =>
  withSimulatedTeam(t, { settings: { WORKFLOW_STEPS: 'true' } }, async (team) => {
    await withDraft(team);
    const { name: brand } = team.brand(0);
    const inputs = { brand, caption: 'Closed on Monday', channel: 'C0SOCIAL', requester: 'U0ANA' };
    const all = await requestsOf(team, async () => {
      await team.ana.runs('create_post', { ...inputs, profiles: 'Instagram' });
      await team.card('Closed on Monday', cardSays.ready);
    });
    assert.deepEqual(all, { 'POST /post': 1 });
  }),
);

longTest('/social analytics costs one export', (t) =>
  withSimulatedTeam(t, {}, async (team) => {
    await withDraft(team);
    const all = await requestsOf(team, async () => {
      await team.ana.types('/social analytics');
      await team.card('Northwind 01', /The CSV file with .+ is below/);
    });
    assert.deepEqual(all, { 'GET /analytics/export': 1 });
  }),
);

/** The posts that the service has, by their captions, which cards of a test are found by. */
const captions = ['Beans from Huila', 'Doors open at nine', 'Cups from Lisbon'];

/** Without the reads of the brand, which continue independently. */
async function requestsBesidesReads(
  team: SimulatedTeam,
  act: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const { 'GET /post': _, ...others } = await requestsOf(team, act);
  return others;
}

longTest('a rewrite costs one generation, keeping a version nothing, and a copy one request', (t) =>
  withSimulatedTeam(t, {}, async (team) => {
    const { bo } = team;
    await team.submits('/ai-post Beans from Huila', team.brand(0));
    const card = await team.card('AI post for', cardSays.ready);
    await team.waitForFreshQuota();
    const version = () => cardsBelow(card).find(({ buttons }) => buttons.includes(buttonText.keep));
    const rewrite = async () => {
      assert.deepEqual(await rewrites(bo, card, { 'What should change': 'Shorter' }), {});
      await eventually(() => assert.ok(version()));
    };
    const { 'GET /post': reads = 0, ...others } = await requestsOf(team, rewrite);
    assert.deepEqual(others, { 'POST /post/ai': 1 });
    assert.ok(reads <= 10, `${reads} reads`);
    const keep = async () => {
      await bo.clicks(version() ?? card, buttonText.keep);
      await card.shows(/Discarded by/);
    };
    assert.deepEqual(await requestsBesidesReads(team, keep), {});
    const copy = async () => {
      const form = await bo.opensOn(card, buttonText.duplicate, 'Duplicate post');
      await form.submit({ Caption: 'A copy' });
      await team.card('A copy', cardSays.ready);
    };
    // the list of profiles is older than a minute
    const { 'GET /social-profiles': _, ...sent } = await requestsBesidesReads(team, copy);
    assert.deepEqual(sent, { 'POST /post': 1 });
  }),
);

longTest('posting slots cost one request for each post that gets another slot', (t) =>
  withSimulatedTeam(t, { settings: { CHANNEL_INTERVAL_MS: '1' } }, async (team) => {
    const { ana, cy } = team;
    for (const caption of captions) await team.submits(`/post ${caption}`, team.brand(0));
    const cards = await Promise.all(captions.map((caption) => team.card(caption, cardSays.ready)));
    const set = async () => {
      await cy.types('/social slots');
      await cy.clicks(await cy.privateMessage(/Posting times for/), 'Set posting times');
      const week = await cy.seesModal('Posting times');
      await week.sends({ Monday: ['9:00 AM', '12:30 PM'], Thursday: ['9:00 AM', '5:45 PM'] });
      await ana.hears('/social slots', /Next open slots/);
    };
    // the command reads the list of brands once it's older than a minute
    const { 'GET /brands': _, ...others } = await requestsBesidesReads(team, set);
    assert.deepEqual(others, {});
    const add = async () => {
      for (const card of cards.slice(0, 2)) {
        await ana.clicks(card, buttonText.addToQueue, { shows: cardSays.scheduled });
      }
    };
    assert.deepEqual(await requestsBesidesReads(team, add), { 'PATCH /post/{id}': 2 });
    const rearrange = async () => {
      await ana.types('/social slots');
      await ana.clicks(await ana.privateMessage(/Next open slots/), 'Rearrange queue');
      const form = await ana.seesModal('Rearrange queue');
      const rows = Object.entries(form.values);
      assert.equal(rows.length, 2);
      const [[first, one], [second, other]] = rows as [[string, string], [string, string]];
      await form.sends({ [first]: other, [second]: one });
      await ana.seesPrivately(/Changed the times of 2 posts/);
      await sleep(minute / 6);
    };
    const { 'GET /brands': __, ...moved } = await requestsBesidesReads(team, rearrange);
    assert.deepEqual(moved, { 'PATCH /post/{id}': 2 });
    // the time next to the warning about posts that are close comes from Redis, too
    const open = async () => {
      const form = await ana.opens('/post', 'New post');
      await form.shows(/The next one is /);
    };
    assert.deepEqual(await requestsBesidesReads(team, open), {});
  }),
);

longTest('a template costs nothing to save, list, and use', (t) =>
  withSimulatedTeam(t, {}, async (team) => {
    const { ana, cy } = team;
    await withDraft(team);
    const all = await requestsBesidesReads(team, async () => {
      await cy.types('/social templates');
      await cy.clicks(await cy.privateMessage(/No templates yet/), addTemplate.caption);
      const form = await cy.seesModal('New caption template');
      await form.sends({ Name: 'Menu', Caption: 'New at {brand}' });
      await cy.seesPrivately(/“Menu” was saved/);
      const post = await ana.opens('/post', 'New post');
      await eventually(() => post.fill({ Template: 'Menu' }));
      await eventually(() => assert.match(String(post.values.Caption), /^New at Northwind 01$/));
    });
    assert.deepEqual(all, {});
  }),
);

longTest('campaign decisions cost one request for each post that changes at the service', (t) =>
  withSimulatedTeam(t, { service: { variants: { campaignPosts: 'dated-draft' } } }, async (team) => {
    const { bo } = team;
    await team.submits('/campaign Opening week of the new shop', team.brand(0), { Posts: '5', Days: '5' });
    const card = await team.card('Campaign for', /5 posts to review/);
    await team.waitForFreshQuota();
    const decide = async () => {
      const form = await decisionsFor(bo, card, 1, 2, 3, 4);
      await form.fill({
        'Post 1': 'Approve',
        'Post 2': 'Publish now',
        'Post 3': 'Request changes',
        'Post 4': 'Reject',
      });
      await form.shows('Reason (post 4)');
      await form.submit({ 'What should change (post 3)': 'Say when', 'Reason (post 4)': 'Sold out' });
      await (await bo.seesModal(/Confirm 4 decisions\?/)).submit();
      await report(bo, /1 post scheduled, 1 published, 1 with changes requested, 1 rejected/);
    };
    assert.deepEqual(await requestsBesidesReads(team, decide), { 'PATCH /post/{id}': 2 });
    const edit = async () => {
      const review = await reviews(bo, card);
      await review.clicks('Edit', { nth: 1 });
      const form = await bo.seesModal('Edit post');
      await form.sends({ Caption: 'Doors open at nine' });
      const isEdited = () => team.service.posts().some(({ caption }) => caption === 'Doors open at nine');
      await eventually(() => assert.ok(isEdited()));
    };
    assert.deepEqual(await requestsBesidesReads(team, edit), { 'PATCH /post/{id}': 1 });
  }),
);

longTest('rejected posts cost one read of their page an hour', (t) =>
  withSimulatedTeam(t, { waitSeconds: 4 * 3_600 }, async (team) => {
    const { bo } = team;
    for (const caption of ['Beans from Huila', 'Beans from Nariño', 'Beans from Cauca']) {
      await team.submits(`/post ${caption}`, team.brand(0));
      const card = await team.card(caption, cardSays.ready);
      const form = await bo.opensOn(card, 'Reject', 'Reject post');
      await form.submit({ Reason: 'Wrong prices' });
      await card.shows(/Rejected by/);
    }
    await team.waitForFreshQuota();
    const all = await requestsOf(team, () => sleep(3 * 60 * minute));
    t.diagnostic(JSON.stringify(all));
    const { 'GET /post': reads = 0, ...others } = all;
    assert.deepEqual(others, {});
    assert.ok(reads >= 2 && reads <= 3, `${reads} reads`);
  }),
);

longTest(
  'posts deleted on distant pages are searched for together, however many checks come meanwhile',
  (t) =>
    withSimulatedTeam(t, { waitSeconds: 20 * 60 }, async (team) => {
      const { service } = team;
      const brandId = team.brand(0).id;
      const captions = ['Huila', 'Nariño', 'Cauca', 'Tolima'].map((from) => `Beans from ${from}`);
      for (const caption of captions) {
        await team.submits(`/post ${caption}`, team.brand(0));
        await team.card(caption, cardSays.ready);
        service.putHistory({ brandId, count: 400, published: true });
      }
      // every card has been compared with its post where it is now
      await sleep(20 * minute);
      for (const { id, caption } of service.posts()) if (captions.includes(caption)) service.remove(id);
      const all = await requestsOf(team, async () => {
        for (const caption of captions) await team.card(caption, /no longer lists|deleted/);
      });
      t.diagnostic(JSON.stringify(all));
      const { 'GET /post': reads = 0 } = all;
      // a few passes, because a listing may lag, and nearby pages
      assert.ok(reads <= 7 * 33, `${reads} reads`);
    }),
);

longTest(
  'a recurring post costs a /post and two lists when its card is created, and nothing to set up or stop',
  (t) =>
    withSimulatedTeam(t, {}, async (team) => {
      const { bo } = team;
      await withDraft(team);
      // the lists that the forms offer are a minute old at most
      const setUp = async () => {
        await bo.types('/social recurring');
        await bo.clicks(await bo.privateMessage(/Recurring posts for/), addRecurring);
        const form = await bo.seesModal('Recurring post');
        await eventually(() =>
          form.fill({ Caption: 'Coffee of the week', 'Repeats every': everyDay, Time: '09:00' }),
        );
        await form.sends();
        await team.card('Coffee of the week', /From a recurring post/);
      };
      const {
        'GET /brands': brands = 0,
        'GET /social-profiles': profiles = 0,
        ...others
      } = await requestsBesidesReads(team, setUp);
      // one of a day begins at once: how many follow in these seconds depends on the hour
      assert.ok(brands + profiles <= 3 * (others['POST /post'] ?? 0), `${brands} + ${profiles}`);
      assert.deepEqual(Object.keys(others), ['POST /post']);
      const stop = async () => {
        const list = await bo.hears('/social recurring', /Coffee of the week/);
        await bo.hearsOn(list, 'Stop', /^Stopped\./);
      };
      assert.deepEqual(await requestsBesidesReads(team, stop), {});
    }),
);

const everyDay = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
