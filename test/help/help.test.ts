import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commands } from '#commands/index.ts';
import { startBot } from '#test/support/bot.ts';
import { aRule, guestsCan, ruleSetter } from '#test/support/rules.ts';
import { redisOf } from '#test/support/stored.ts';
import { makesDraft } from '#test/support/user-actions.ts';

test('`/social help`, `/social` and `/social ?` list everything that can be typed and its purpose', async (t) => {
  const { cy } = await startBot(t);
  for (const asked of ['/social help', '/social', '/social ?']) {
    await cy.types(asked, { in: 'general' });
    const help = await cy.seesPrivately();
    // the key of this one workspace is in the settings
    const typed = commands.filter(({ slash, word }) => (slash ?? word) && word !== 'key');
    assert.ok(typed.length >= 4);
    for (const { slash, word, about } of typed) {
      const name = slash ? `/${slash}` : `/social ${word}`;
      assert.ok(help.includes(name), `${name} is not in: ${help}`);
      // the command that lists the others doesn't list itself
      if (slash !== 'social') assert.ok(help.includes(about), `“${about}” is not in: ${help}`);
    }
    assert.doesNotMatch(help, /\/social key/);
  }
});

test('the help says what each person can do, and who can do the rest', async (t) => {
  const started = await startBot(t, {
    service: { seed: 'demo' },
    chat: {
      users: [
        { id: 'U0ANA', name: 'Ana' },
        { id: 'U0BO', name: 'Bo' },
        { id: 'U0CY', name: 'Cy', role: 'admin' },
        { id: 'U0GUS', name: 'Gus', role: 'guest' },
        { id: 'U0OLA', name: 'Ola', team: 'T0OTHER' },
      ],
    },
  });
  const { ana, bo, cy, chat, logs } = started;
  const [gus, ola] = [chat.user('Gus'), chat.user('Ola')];
  const helpFor = async (who: typeof ana): Promise<string> => {
    await who.types('/social help');
    return who.seesPrivately(/What you can do here/);
  };

  const free = await helpFor(ana);
  assert.match(free, /You’re a member.*`\/post Open until ten tonight`.*`\/social posts Northwind Coffee`/s);
  assert.match(free, /`\/social slots Northwind Coffee`.*`\/social templates Northwind Coffee`/s);
  assert.match(free, /There are no approval rules, so you can approve and publish any post/);
  assert.match(
    free,
    /Workspace admins: {2}`\/social audit` {2}· {2}edit posting times {2}· {2}edit templates {2}· {2}edit approval rules {2}· {2}edit a brand’s settings/,
  );
  assert.doesNotMatch(free, /Search and export the audit/);
  assert.match(
    free,
    /`\/social pause Northwind Coffee We’re looking into.*`\/social resume Northwind Coffee`/s,
  );

  const setRule = await ruleSetter(t, started);
  await setRule(aRule({ people: ['U0CY'], own: true }), 'brand-atlas');
  const onlyAtlas = await helpFor(ana);
  assert.match(onlyAtlas, /You can approve posts for all brands except Atlas Outdoor\./);
  assert.match(onlyAtlas, /You can’t approve posts for Atlas Outdoor\. <@U0CY> can\./);
  await setRule(aRule());
  const approver = await helpFor(bo);
  assert.match(approver, /You can approve posts for all brands except Atlas Outdoor\./);
  assert.match(
    approver,
    /For all brands except Atlas Outdoor, your own posts need someone else’s approval\./,
  );
  const guest = await helpFor(gus);
  assert.match(guest, /You’re a guest/);
  assert.match(guest, /You can see every card\. Members of this workspace can change and approve posts\./);
  assert.match(
    guest,
    /The brand’s approvers and workspace admins: {2}`\/social pause` {2}· {2}`\/social resume`/,
  );
  assert.doesNotMatch(guest, /In a crisis|ai-post Our/);
  await guestsCan(t, started, 'brand-atlas', 'work');
  const letIn = await helpFor(gus);
  assert.match(letIn, /You can edit posts for a brand if its settings let guests do what members can/);
  assert.match(letIn, /`\/post Open until ten tonight`/);
  assert.match(letIn, /You can’t approve posts for Atlas Outdoor\. <@U0CY> can\./);
  for (const may of [free, onlyAtlas, approver]) assert.match(may, /In a crisis/);
  const admin = await helpFor(cy);
  assert.match(admin, /You’re an admin.*`\/social audit @ana`/s);
  assert.match(admin, /You can approve posts for Atlas Outdoor\./);
  assert.doesNotMatch(admin, /Ask someone else|need someone else/);

  const outside = await helpFor(ola);
  assert.match(outside, /You’re from another organization.*You can see every card/s);
  assert.match(
    outside,
    /Members, people named in an approval rule, and guests if the brand’s settings allow it: {2}`\/post` {2}· {2}`\/ai-post`.*turn a workflow on or off/s,
  );
  // all they can do is look, so it's not among what creates posts
  assert.match(outside, /See what’s going on.*`\/social recurring [^`]*` {2}See posts that repeat weekly/s);
  assert.match(free, /Create posts.*`\/social recurring .*See what’s going on/s);
  assert.doesNotMatch(outside, /Create posts|See, set up, and stop/);
  assert.doesNotMatch(outside, /Write a post yourself|In the More actions menu|shortcuts menu|newsletter/);
  assert.deepEqual(
    logs.filter(({ level }) => Number(level) > 40),
    [],
  );
});

test('`/social` with an unknown word says so, mentions no one, and lists the known ones', async (t) => {
  const { ana } = await startBot(t);
  const { text: told } = await ana.hears('/social <!channel> now');
  assert.doesNotMatch(told, /<!/);
  assert.match(told, /&lt;!channel&gt;/);
  assert.match(told, /help/);
});

test('an unknown word gets the closest one among those this person can use', async (t) => {
  const { ana, cy } = await startBot(t);
  for (const [who, typed, nearest] of [
    [ana, 'calender', 'Did you mean `/social calendar`?'],
    [ana, 'psots', 'Did you mean `/social posts`?'],
    [ana, 'mee', 'Did you mean `/social me`?'],
    // the beginning of a word, then a part of it, before the fewest letters changed
    [ana, 'lib', 'Did you mean `/social libraries`?'],
    [ana, 'cal', 'Did you mean `/social calendar`?'],
    [ana, 'postings', 'Did you mean `/social post`?'],
    [ana, 'unpause', 'Did you mean `/social pause`?'],
    [ana, 'import', 'Did you mean *Import posts*? It’s in the *More actions* menu of any message (\u22ee).'],
    [ana, 'lytic', 'Did you mean `/social analytics`?'],
    // the key of this one workspace is in the settings, and the audit trail is for administrators
    [cy, 'keys', undefined],
    [cy, 'audits', 'Did you mean `/social audit`?'],
    [ana, 'audits', undefined],
    [ana, 'foo', undefined],
    [ana, 'frobnicate', undefined],
  ] as const) {
    assert.equal(
      (await who.hears(`/social ${typed}`)).text,
      `I don’t recognize “${typed}”.${nearest ? ` ${nearest}` : ''} \`/social help\` lists what I can do.`,
    );
  }
  await ana.types('/social hlep');
  assert.match(await ana.seesPrivately(), /Did you mean `\/social help`\? It lists what I can do\./);
});

test('`/social home` says what the home tab is, and links to it', async (t) => {
  const { ana } = await startBot(t);
  const { text: told } = await ana.hears('/social home');
  assert.match(told, /^Presscheck’s \*Home tab\* shows the posts waiting for you/);
  assert.match(told, /<slack:\/\/app\?team=T0PRESS&amp;id=A0PRESS&amp;tab=home\|Open it>/);
});

test('a modal opens before any request to the service', async (t) => {
  const { ana, service } = await startBot(t);
  const before = service.requests.length;
  await ana.opens('/campaign', 'New campaign');
  assert.equal(service.requests.length, before);
});

test('an unknown command, button, modal or list gets a private message', async (t) => {
  const { ana, chat } = await startBot(t);
  const typed = await chat.deliver.command({ command: '/deploy', text: 'prod' });
  assert.equal(typed.status, 200);
  assert.match(JSON.stringify(typed.body), /I don’t recognize \/deploy\. `\/social help`/);

  const pressed = await chat.deliver.interaction({
    type: 'block_actions',
    actions: [
      { type: 'button', action_id: 'card.from-last-year', block_id: 'b', value: 'x', action_ts: '1.1' },
    ],
  });
  assert.equal(pressed.status, 200);
  // without a message or response URL, it's sent as a direct message
  const told = await ana.sees('Presscheck', /That no longer works/);
  assert.match(told.text, /`\/social help`/);

  const sent = await chat.deliver.interaction({
    type: 'view_submission',
    view: {
      id: 'V1',
      type: 'modal',
      callback_id: 'from-last-year',
      private_metadata: '',
      blocks: [
        { type: 'section', block_id: 'intro' },
        { type: 'input', block_id: 'words' },
      ],
      state: { values: {} },
    },
  });
  assert.equal(sent.status, 200);
  const { response_action, errors } = sent.body as {
    response_action: string;
    errors: Record<string, string>;
  };
  assert.equal(response_action, 'errors', 'the modal keeps its words');
  assert.match(errors.words ?? '', /That no longer works/);

  const suggestion = { type: 'block_suggestion', action_id: 'gone', block_id: 'b', value: '' };
  assert.deepEqual(await chat.deliver.interaction(suggestion), { status: 200, body: { options: [] } });
});

test('a click on a card that no longer exists gets a private message', async (t) => {
  const { ana, bo, settings } = await startBot(t);
  const card = await makesDraft(ana, 'Soon forgotten');
  const { redis } = redisOf(t, settings);
  await redis.del(await redis.keys(`${settings.REDIS_PREFIX}:*:card:*`));
  assert.match((await bo.hearsOn(card, 'Reject')).text, /I no longer have this card/);
});
