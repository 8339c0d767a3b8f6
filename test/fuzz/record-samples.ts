/** Records real deliveries of every kind while users use the bot. */
import type { TestContext } from 'node:test';
import type { Redis } from 'ioredis';
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import type { Chat } from '#sandbox/chat/start.ts';
import { decisionsAfterResume } from '#test/support/pausing.ts';
import { connectTitle } from '#views/catalog/connect.ts';
import { leftToDecide, resumeButtons } from '#views/pause/resume.ts';
import { saveTitle } from '#views/settings/check.ts';
import { decisions } from './decisions.ts';
import { startRecorder } from './recorder.ts';
import { reviewsCampaign } from './review.ts';

/** A recorded delivery to mutate and send again. */
export interface Sample {
  name: string;
  contentType: string;
  body: string;
  /** An ID in the body that's replaced by a new one for each send, so that it counts as a new delivery. */
  fresh?: string;
  /** The JSON of its card at the time of the delivery. */
  card?: string;
}

interface Parts {
  chat: Chat;
  redis: Redis;
  /** The Redis key of a card. */
  cardKey(id: string): string;
  bot: string;
}

export async function recordSamples(t: Pick<TestContext, 'after'>, parts: Parts): Promise<Sample[]> {
  const { chat, redis, cardKey, bot } = parts;
  const samples = new Map<string, Sample>();
  const recorder = await startRecorder(t, bot, async ({ contentType, body }) => {
    const name = nameOf(body);
    if (samples.has(name)) return;
    const fresh = freshIn(name, body);
    const card = fresh && (await redis.get(cardKey(fresh)));
    samples.set(name, { name, contentType, body, ...(fresh && { fresh }), ...(card && { card }) });
  });
  chat.deliverTo(recorder);
  await useEveryFeature(chat);
  chat.deliverTo(bot);
  return [...samples.values()];
}

function freshIn(name: string, body: string): string | undefined {
  const [, workflow] = /^\S+ workflow (\S+) off/.exec(name) ?? [];
  return workflow ?? (/"card\.|submission/.test(name) ? idIn(body) : undefined);
}

/** The ID of the card that a delivery is about or will create. */
function idIn(body: string): string | undefined {
  const payload = payloadOf(body);
  const { view, actions } = payload as {
    view?: { id: string; private_metadata: string };
    actions?: { value?: string }[];
  };
  // the resulting batch has the view's ID
  if (view?.private_metadata && body.includes('campaign.review.check')) return view.id;
  // the ID is followed by the card's content hash
  if (!view?.private_metadata) return actions?.[0]?.value?.split(' ')[0];
  return (JSON.parse(view.private_metadata) as { card?: string }).card ?? view.id;
}

const payloadOf = (body: string): Record<string, unknown> =>
  JSON.parse(body.startsWith('{') ? body : (new URLSearchParams(body).get('payload') ?? '{}'));

/** Identifies the kind of a delivery, to keep one of each. */
function nameOf(body: string): string {
  const form = new URLSearchParams(body);
  const command = form.get('command');
  if (command) return `${command} ${form.get('text')}`;
  const { type, event, view, actions, callback_id, action_id } = payloadOf(body) as {
    type: string;
    event?: { type: string };
    view?: { callback_id: string };
    actions?: { action_id: string }[];
    callback_id?: string;
    action_id?: string;
  };
  const what = event?.type ?? actions?.[0]?.action_id ?? action_id ?? view?.callback_id ?? callback_id;
  return `${type} "${what}"`;
}

async function useEveryFeature(chat: Chat): Promise<void> {
  const [ana, bo, cy] = ['Ana', 'Bo', 'Cy'].map((name) => chat.user(name)) as [Driver, Driver, Driver];
  const types = (who: Driver, text: string) => who.types(text);

  for (const word of ['help', 'me', 'home', 'brands', 'nonsense']) {
    await types(ana, `/social ${word}`);
    await ana.seesPrivately();
  }
  await askWhichBrand(ana, types);
  for (const word of ['profiles', 'libraries', 'designs', 'calendar', 'posts']) {
    await types(ana, `/social ${word} Northwind`);
    await ana.seesPrivately();
  }
  await pauses(bo, types);
  await types(ana, '/social analytics Northwind');
  await types(bo, '/social workflow harbor-newsletter');
  await bo.clicks(await bo.privateMessage(/newsletter/), 'Turn on');
  await types(ana, '/social workflow northwind-reviews off');
  await types(cy, '/social audit');
  await cy.clicks(await cy.privateMessage(/audit/i), 'Export CSV');

  await pressWelcomeButtons(cy);
  await setUp(cy, types);

  await requests(ana, types);
  await decisions(ana, bo);
  await types(ana, '/social connect pinterest');
  const connect = await ana.seesModal(connectTitle);
  await connect.submit({ Brand: 'Northwind Coffee' });

  await shortcuts(ana);
  // Slack can send these to an app although the manifest doesn't request them
  const { deliver } = chat;
  await deliver.interaction({ type: 'shortcut', callback_id: 'none', action_ts: '1.2' });
  await deliver.interaction({
    type: 'message_action',
    callback_id: 'none',
    message: { ts: '1.2', text: 'words' },
    channel: { id: 'C0SOCIAL', name: 'social' },
  });
  for (const action_id of ['home.mine.next', 'thaw.keep', 'thaw.off', 'batch.undo']) {
    const pressed = { type: 'button', action_id, block_id: 'b', value: '{"page":1,"of":""}' };
    await deliver.interaction({ type: 'block_actions', actions: [pressed] });
  }
}

type Types = (who: Driver, text: string) => Promise<string>;

async function pauses(bo: Driver, types: Types): Promise<void> {
  await types(bo, '/social pause Harbor wrong prices');
  await bo.sees('social', /unscheduled/);
  await types(bo, '/social resume Harbor');
  const list = await decisionsAfterResume(bo, new RegExp(leftToDecide(1)));
  await bo.clicks(list, resumeButtons.again, { shows: /[Dd]ecide/ });
  if (list.buttons.includes('Leave as draft')) await bo.clicks(list, 'Leave as draft');
}

async function askWhichBrand(ana: Driver, types: Types): Promise<void> {
  await types(ana, '/social posts');
  const question = await ana.privateMessage(/Which brand/);
  await ana.clicks(question, 'Northwind Coffee', { shows: /Posts for/ });
  if (question.buttons.includes('Next')) await ana.clicks(question, 'Next');
}

/** Opens the welcome message and clicks its buttons. */
async function pressWelcomeButtons(cy: Driver): Promise<void> {
  await cy.opensHome();
  const greeting = await cy.sees('Presscheck', /Presscheck is ready/);
  await cy.hearsOn(greeting, 'Check API key', /API key works/);
  for (const [button, modal] of [
    ['Open settings', 'Settings'],
    ['Write post', 'New post'],
  ] as const) {
    await cy.clicks(greeting, button);
    await (await cy.seesModal(modal)).close();
  }
}

/** Saves a user's settings and a brand's. */
async function setUp(cy: Driver, types: Types): Promise<void> {
  await types(cy, '/social settings');
  const own = await cy.seesModal('Settings');
  await own.fill({ 'Choose a brand': 'Northwind Coffee' });
  const brand = await cy.seesModal('Brand settings');
  await brand.fill({ 'Time zone': 'Berlin', Channel: 'social', 'Digest on weekday mornings': 'At 9:00 AM' });
  await brand.submit();
  await (await cy.seesModal(saveTitle)).submit();
  await types(cy, '/social settings');
  await (await cy.seesModal('Settings')).submit();
  await (await cy.seesModal(saveTitle)).submit();
}

const profile = { 'Social profiles': ['Instagram · northwind.coffee'] };
const brand = { Brand: 'Northwind Coffee' };

async function requests(ana: Driver, types: Types): Promise<void> {
  await types(ana, '/ai-post A post about the new beans');
  const ai = await ana.seesModal(/^New/);
  await ai.submit({ ...brand, ...profile, Tone: 'Friendly' });
  await types(ana, '/campaign Opening week of the shop');
  const campaign = await ana.seesModal(/^New/);
  await campaign.submit({ ...brand, ...profile, Objective: 'Awareness', Days: '1', Posts: '1' });
  await reviewsCampaign(ana);
}

/** Uses all shortcuts and submits their forms. */
async function shortcuts(ana: Driver): Promise<void> {
  const said = await ana.says('Fresh beans for everybody', { in: 'social' });
  await ana.says('And music', { thread: said });
  for (const name of ['Turn into a post', 'Write this for me', 'Draft a campaign']) {
    await ana.usesShortcut(name, said);
    await (await ana.seesModal(/this message/)).close();
  }
  const modal = await ana.opensShortcut('New post', /Channel/);
  await modal.submit({ ...brand, Caption: 'From anywhere', Channel: 'launches' });
}
