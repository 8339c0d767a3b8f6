/** Who can use each command, shortcut, switch, and button of the welcome. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commands } from '#commands/index.ts';
import { workspace } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { switchActions } from '#views/catalog/workflow.ts';
import { welcomeActions } from '#views/onboarding/welcome.ts';
import { clicks, inBatches, payloadOf, start } from './bot.ts';
import { elsewhere, isVisitor, named, oncePer, roles, says, type Who } from './who-can.ts';

test('every command, shortcut and switch, for every role: guests and others can only read', async (t) => {
  const started = await start(t, { guestsWork: false });
  const { chat, listener, service } = started;
  const typed = commands.flatMap(({ slash, word, changes, only }) => [
    ...(slash && slash !== 'social' ? [{ command: `/${slash}`, text: '', changes, only }] : []),
    ...(word
      ? [
          {
            command: '/social',
            text: word === 'workflow' ? 'workflow harbor-newsletter on' : word,
            changes,
            only,
          },
        ]
      : []),
  ]);
  // a brand's rule names them, so they can create posts for that brand
  const isNamed = ({ id }: Who): boolean => named.includes(id);
  const told = ({ role }: Who): RegExp => (role === 'guest' ? says.guest : says.outsider);
  const cells = Object.entries(roles).flatMap(([role, who]) => typed.map((one) => ({ role, who, ...one })));
  const wantedOf = ({ who, text, changes, only }: (typeof cells)[number]) => {
    if (who.foreign) return says.stranger;
    // the help says so of exactly these; the key of this one workspace is in the settings
    if (only === 'administrator' && who.role !== 'admin' && text !== 'key') return /Only workspace admins/;
    const touches = changes || text.startsWith('workflow');
    // the brand here is another
    return isVisitor(who) && touches && (!isNamed(who) || text === 'analytics') ? told(who) : undefined;
  };
  const rows = oncePer(
    cells,
    (cell) => String(wantedOf(cell) ?? 'done'),
    ({ command, text }) => `${command} ${text}`,
  );
  await inBatches(rows, async (cell) => {
    const { role, who, command, text } = cell;
    const what = `${role}: ${command} ${text}`;
    const body = { team_id: who.foreign ? elsewhere : workspace, user_id: who.id, channel_id: 'C0SOCIAL' };
    const answer = await chat.deliver.command({
      ...body,
      command,
      text,
      response_url: listener.address(what),
    });
    assert.equal(answer.status, 200, what);
    const expectedOutcome = wantedOf(cell);
    if (who.foreign) assert.match(JSON.stringify(answer.body), says.stranger, what);
    else if (expectedOutcome)
      await eventually(() => assert.match(listener.textsAt(what)[0] ?? '', expectedOutcome, what));
    else assert.doesNotMatch(listener.textsAt(what).join(), told(who), what);
  });
  const shortcuts = Object.entries(roles).flatMap(([role, who]) =>
    commands.flatMap(({ shortcut }) => (shortcut ? [{ role, who, ...shortcut }] : [])),
  );
  const outcomeFor = (who: Who): string =>
    who.foreign ? 'stranger' : !isVisitor(who) || isNamed(who) ? 'done' : String(told(who));
  await inBatches(
    oncePer(
      shortcuts,
      ({ who }) => outcomeFor(who),
      ({ id }) => id,
    ),
    async ({ role, who, type, id }) => {
      const what = `${role}: shortcut ${id}`;
      const asked = { ...payloadOf(who), callback_id: id, trigger_id: what };
      const on = {
        channel: { id: 'C0SOCIAL', name: 'social' },
        message: { ts: '1.2', text: 'Words', user: 'U0BO' },
        response_url: listener.address(what),
      };
      const answer = await chat.deliver.interaction(
        type === 'global' ? { type: 'shortcut', ...asked } : { type: 'message_action', ...asked, ...on },
      );
      assert.equal(answer.status, 200, what);
      const opened = () => chat.calls.some(({ args }) => args.trigger_id === what);
      const heard = () => [
        ...listener.textsAt(what),
        ...chat.calls.flatMap(({ method, args }) =>
          method === 'chat.postMessage' && args.channel === who.id ? [String(args.text)] : [],
        ),
      ];
      if (!who.foreign && (!isVisitor(who) || isNamed(who)))
        return void (await eventually(() => assert.ok(opened(), what)));
      const expectedOutcome = who.foreign ? says.stranger : told(who);
      // users outside of the workspace and its channels can't get a message
      if (!who.foreign || type === 'message')
        await eventually(() => assert.match(heard().join(), expectedOutcome, what));
      assert.equal(opened(), false, what);
    },
  );
  const switches = Object.entries(roles).flatMap(([role, who]) =>
    Object.values(switchActions).map((action_id) => ({ role, who, action_id })),
  );
  for (const { role, who, action_id } of oncePer(
    switches,
    ({ who }) => outcomeFor(who),
    ({ action_id }) => action_id,
  )) {
    const name = `${role} ${action_id}`;
    await clicks(started, { who, name, action_id, value: `workflow-of-${name}` });
    const expectedOutcome = who.foreign
      ? says.stranger
      : isVisitor(who) && !isNamed(who)
        ? told(who)
        : /Turning this workflow/;
    await eventually(() => assert.match(listener.textsAt(name)[0] ?? '', expectedOutcome, name));
  }
  const said: Record<string, RegExp> = { key: /can change it/, me: /API key works/ };
  const pressed = Object.entries(roles).flatMap(([role, who]) =>
    welcomeActions.map(([word, action_id]) => ({ role, who, word, action_id })),
  );
  const welcomed = oncePer(
    pressed,
    ({ who }) => outcomeFor(who),
    ({ word }) => word,
  );
  await inBatches(welcomed, async ({ role, who, word, action_id }) => {
    const name = `${role} ${action_id}`;
    const { changes } = commands.find((one) => one.word === word) ?? {};
    await clicks(started, { who, name, action_id }, { channel: { id: 'D0PRESS' }, trigger_id: name });
    const refused = who.foreign
      ? says.stranger
      : changes && isVisitor(who) && !isNamed(who)
        ? told(who)
        : said[word];
    const opened = () => chat.calls.some(({ args }) => args.trigger_id === name);
    if (refused) await eventually(() => assert.match(listener.textsAt(name)[0] ?? '', refused, name));
    else await eventually(() => assert.ok(opened(), name));
    assert.equal(opened(), !refused, name);
  });
  await started.bot.stop();
  for (const { role, command, text, only } of rows) {
    const what = `${role}: ${command} ${text}`;
    if (!only) assert.doesNotMatch(listener.textsAt(what).join(), /Only workspace admins/, what);
  }
  assert.deepEqual(
    service.requests.filter(({ method }) => method !== 'GET'),
    [],
  );
});
