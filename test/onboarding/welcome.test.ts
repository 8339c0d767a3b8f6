import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import type { Chat } from '#sandbox/chat/start.ts';
import { readConfig } from '#src/app/config.ts';
import { type Presscheck, startPresscheck } from '#src/main.ts';
import { askForMetrics } from '#test/platform/metrics/scrape.ts';
import { type StartedBot, startBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { longTest } from '#test/support/long-tests.ts';
import { redisTexts } from '#test/support/secrets.ts';
import { cardSays } from '#test/support/user-actions.ts';
import { startWorkspaces } from '#test/support/workspaces.ts';
import { welcomeButtons } from '#views/onboarding/welcome.ts';

const administrators = [
  { id: 'U0ANA', name: 'Ana' },
  { id: 'U0BO', name: 'Bo', role: 'admin' as const },
  { id: 'U0CY', name: 'Cy', role: 'admin' as const },
];

/** Who got a welcome message, in order, whether Slack accepted it or not. */
const greeted = ({ calls }: Pick<Chat, 'calls'>) =>
  calls.flatMap(({ method, args }) =>
    method === 'chat.postMessage' && /^Presscheck is ready/.test(String(args.text)) ? [args.channel] : [],
  );

/** Resolves when so many openings were decided about, by all processes together. */
const decided = (bots: Presscheck[], times: number) =>
  eventually(async () => {
    const pages = bots.map(async ({ port }) => (await askForMetrics(`http://127.0.0.1:${port}`)).text());
    const runs = (await Promise.all(pages)).map((page) =>
      Number(
        /^presscheck_jobs_total\{kind="welcome",lane="draw",outcome="done"\} (\d+)/m.exec(page)?.[1] ?? 0,
      ),
    );
    assert.equal(
      runs.reduce((sum, one) => sum + one, 0),
      times,
    );
  });

async function another(t: TestContext, { settings }: Pick<StartedBot, 'settings'>): Promise<Presscheck> {
  const bot = await startPresscheck(readConfig({ ...settings, PORT: '0' }), pino({ level: 'silent' }));
  t.after(() => bot.stop());
  return bot;
}

test('the first administrator who opens the app is greeted, only once, by whichever process', async (t) => {
  const started = await startBot(t, { chat: { users: administrators } });
  const { ana, bo, cy, chat, bot } = started;
  const bots = [bot, await another(t, started)];
  await ana.opensHome();
  await decided(bots, 1);
  assert.deepEqual(greeted(chat), []);

  await Promise.all([bo.opensHome(), cy.opensHome()]);
  await decided(bots, 3);
  assert.equal(greeted(chat).length, 1);

  // a restarted process checks again, and finds that it was sent
  const anew = await another(t, started);
  chat.deliverTo(`http://127.0.0.1:${anew.port}/slack/events`);
  await Promise.all([bo.opensHome(), cy.opensHome()]);
  await decided([...bots, anew], 5);
  assert.equal(greeted(chat).length, 1);
});

test('the greeting says what to do first, and its buttons do it', async (t) => {
  const { cy, service } = await startBot(t);
  await cy.opensHome();
  const greeting = await cy.sees('Presscheck', /Presscheck is ready/);
  assert.match(greeting.text, /Hi <@U0CY>.*`\/social me`.*`\/social settings`.*`\/post /s);
  assert.deepEqual(greeting.buttons, [welcomeButtons.me, welcomeButtons.settings, welcomeButtons.post]);

  await cy.hearsOn(greeting, 'Check API key', /The API key works/);
  await cy.clicks(greeting, welcomeButtons.settings);
  await (await cy.seesModal('Settings')).close();
  const modal = await cy.opensOn(greeting, welcomeButtons.post, 'New post');
  await modal.submit({
    Channel: 'social',
    Caption: 'Our first one',
    'Social profiles': ['Instagram · northwind.coffee'],
  });
  await cy.sees('social', cardSays.ready);
  assert.equal(service.publishes(), 0);
});

longTest('a greeting that Slack refuses for good is left to the next administrator', async (t) => {
  const { bo, cy, chat } = await startBot(t, { chat: { users: administrators } });
  chat.faults.next('chat.postMessage', { kind: 'refused', error: 'messages_tab_disabled' });
  await bo.opensHome();
  await eventually(() => assert.deepEqual(greeted(chat), ['U0BO']));
  await cy.opensHome();
  await cy.sees('Presscheck', /Presscheck is ready/);
});

test('a welcome message whose response was lost isn’t sent again', async (t) => {
  const { bo, cy, chat, bot } = await startBot(t, { chat: { users: administrators } });
  chat.faults.next('chat.postMessage', { kind: 'answer-lost' });
  await bo.opensHome();
  await bo.sees('Presscheck', /Presscheck is ready/);
  await decided([bot], 1);
  await cy.opensHome();
  await decided([bot], 2);
  assert.deepEqual(greeted(chat), ['U0BO']);
});

test('the person who installs it in several workspaces is greeted once in each', async (t) => {
  const parts = await startWorkspaces(t, { oauth: { installer: 'U0ANA' } });
  const [north, harbor] = parts.chats;
  await parts.install(0);
  const greeting = await north.user('Ana').sees('Presscheck', /Presscheck is ready/);
  assert.deepEqual(greeting.buttons, [welcomeButtons.key, welcomeButtons.settings, welcomeButtons.post]);
  // the installer of this one is no administrator
  await north.user('Ana').hearsOn(greeting, 'Enter API key', /Only workspace admins/);

  await parts.install(0);
  await north.user('Cy').opensHome();
  await decided([parts.bot], 3);
  assert.deepEqual(greeted(north), ['U0ANA']);
  assert.deepEqual(greeted(harbor), []);

  await parts.slack.oauth.uninstall(0);
  await eventually(async () =>
    assert.doesNotMatch(JSON.stringify(await redisTexts(parts.settings)), /welcomed/),
  );
  await parts.install(0);
  await eventually(() => assert.deepEqual(greeted(north), ['U0ANA', 'U0ANA']));
});
