/** Everything that the contract allows a client to do, done from Slack; the names are what people do. */
import assert from 'node:assert/strict';
import type { Entry } from '#sandbox/chat/driver/field-values.ts';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import type { SandboxOptions } from '#sandbox/service/index.ts';
import type { StartedBot } from '#test/support/bot.ts';
import { eventually } from '#test/support/eventually.ts';
import { cardSays } from '#test/support/user-actions.ts';
import { connectTitle } from '#views/catalog/connect.ts';

/** Four designs, so that one more than a campaign takes can be chosen. */
export const seed: NonNullable<SandboxOptions['seed']> = {
  user: { id: 'user-1', name: 'Robin Vale', email: 'robin@northwind.example' },
  brands: [
    {
      id: 'brand-1',
      name: 'Northwind Coffee',
      profiles: [
        { id: 'profile-1', provider: 'instagram', name: 'northwind.coffee' },
        { id: 'profile-2', provider: 'linkedin', name: 'Northwind Coffee' },
      ],
      libraries: [{ id: 'library-1', name: 'Coffee', hashtags: ['#SlowMornings'] }],
      designs: ['Menu board', 'Coffee bag', 'Shop window', 'Loyalty card'].map((name, n) => ({
        id: `design-${n}`,
        name,
      })),
      workflows: [{ id: 'workflow-1', name: 'Share new blog articles', on: false }],
    },
  ],
};

export type Conversation = [name: string, talk: (bot: StartedBot) => Promise<void>];

export const links = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, n) => `https://example.com/${from + n}.png`).join('\n');

const instagram = ['Instagram · northwind.coffee'];
const linkedin = ['LinkedIn · Northwind Coffee'];
export const designs = ['Menu board', 'Coffee bag', 'Shop window', 'Loyalty card'];

/** Types the command, fills the modal, submits it, and waits until the service was asked. */
function asking(command: string, to: string, fill: Record<string, Entry>): Conversation {
  const [typed = ''] = command.split(' ');
  const chosen = Object.values(fill).flatMap((entry) => (Array.isArray(entry) ? [] : [String(entry)]));
  return [
    `${typed} ${chosen.slice(0, 3).join(', ').slice(0, 40).split('\n')[0]}`.trim(),
    async ({ ana, service }) => {
      const before = service.requestsTo(to).length;
      const modal = await ana.opens(command, /^New/);
      await modal.sends(fill);
      await eventually(() => assert.equal(service.requestsTo(to).length, before + 1));
    },
  ];
}

const ai = (prompt: string, fill: Record<string, Entry>) =>
  asking(`/ai-post ${prompt}`, 'POST /post/ai', fill);
const campaign = (fill: Record<string, Entry>, brief = 'Tea') =>
  asking(`/campaign ${brief}`, 'POST /campaigns', fill);

const answered = (typed: string): Conversation => [
  typed,
  async ({ ana }) => {
    await ana.hears(typed);
  },
];

export const connecting = (network: string): Conversation => [
  `/social connect ${network}`,
  async ({ ana }) => {
    await ana.types(`/social connect ${network}`);
    assert.deepEqual((await (await ana.seesModal(connectTitle)).submit()).errors, {});
    await ana.privateMessage(/^Connect/);
  },
];

/** A draft and everything that `Edit` and the card's buttons can do to it. */
const words = 'Fresh beans are in';
const edits: [name: string, fill: Record<string, Entry>][] = [
  ['caption, ten media added', { Caption: 'Fresher beans are in', 'Media links': links(10) }],
  [
    'ten media and profiles replaced',
    {
      Media: 'Replace all',
      'Media links': links(10, 10),
      Profiles: 'Replace all with',
      'Social profiles': linkedin,
    },
  ],
  [
    'all media removed, profiles added',
    { Media: 'Remove all media', Profiles: 'Add the', 'Social profiles': instagram },
  ],
];

/** The newest card, not a notification that names it. */
const cardOf = ({ ana }: StartedBot, caption: string): Promise<ShownMessage> =>
  ana.sees('social', (text) => /(Requested|added to Slack) by/.test(text) && text.includes(caption));

async function edit({ bo }: StartedBot, card: ShownMessage, fill: Record<string, Entry>): Promise<void> {
  await card.shows(() => card.buttons.includes('Edit'));
  const before = card.text;
  const modal = await bo.opensOn(card, 'Edit', 'Edit post');
  await modal.sends(fill);
  // it shows the pending edit, and has no buttons meanwhile
  await card.shows(() => card.text !== before && card.buttons.includes('Edit'));
}

const editing: Conversation[] = edits.map(([name, fill], n) => [
  `Edit: ${name}`,
  async (bot) => edit(bot, await cardOf(bot, n === 0 ? words : 'Fresher beans'), fill),
]);

const pressing: Conversation[] = [
  [
    'Schedule',
    async (bot) => {
      const card = await cardOf(bot, 'Fresher beans');
      const modal = await bot.bo.opensOn(card, 'Schedule', 'Schedule');
      await modal.sends({ 'Schedule for': new Date(Date.now() + 86_400_000) });
      await card.shows(cardSays.scheduled);
    },
  ],
  [
    'Unschedule',
    async (bot) => {
      const card = await cardOf(bot, 'Fresher beans');
      await bot.bo.clicks(card, 'Unschedule', { shows: cardSays.ready });
    },
  ],
  [
    'Approve & publish',
    async (bot) => {
      const card = await cardOf(bot, 'Fresher beans');
      await bot.bo.clicks(card, 'Approve & publish', { shows: /Published by/ });
    },
  ],
];

export const conversations: Conversation[] = [
  ...['me', 'brands', 'profiles', 'libraries', 'designs', 'posts', 'calendar'].map((word) =>
    answered(`/social ${word}`),
  ),
  ...['facebook', 'instagram', 'twitter', 'linkedin', 'pinterest', 'tiktok'].map(connecting),
  answered('/social workflow workflow-1'),
  ...['on', 'off'].map(
    (word): Conversation => [
      `/social workflow workflow-1 ${word}`,
      async ({ ana }) => {
        await ana.hears(`/social workflow workflow-1 ${word}`, new RegExp(`Turned ${word}`));
      },
    ],
  ),
  [
    '/social analytics',
    async ({ ana }) => {
      await ana.types('/social analytics');
      await ana.sees('social', /CSV file with .+ rows/);
    },
  ],
  asking(`/post ${words}`, 'POST /post', { 'Social profiles': instagram }),
  ...editing,
  ...pressing,
  asking('/post Doors open at nine', 'POST /post', {
    'Media links': links(10),
    'Social profiles': linkedin,
    'Schedule for': Math.ceil(Date.now() / 1_000) + 86_400,
  }),
  ai('Ten chars!', {
    Tone: 'Professional',
    Length: 'Short',
    'Social profiles': instagram,
    'Hashtag library': 'Coffee',
    Images: '1 image',
    'Reference image links': links(4),
    'Reference designs': designs,
  }),
  ai('A post about the new beans', { Tone: 'Friendly', Length: 'Medium', Images: '10 images (carousel)' }),
  ai('A post about the new beans', { Tone: 'Educational', Length: 'Long' }),
  ai('A post about the new beans', { Tone: 'Bold', Length: 'Extra long' }),
  ai('A post about the new beans', { Tone: 'Founder-led' }),
  // as the modal offers it: seven posts over seven days
  campaign({ Objective: 'Awareness', 'Length of each post': 'Short' }),
  campaign({
    Objective: 'Leads',
    'Length of each post': 'Medium',
    Days: '1',
    Posts: '1',
    'Social profiles': instagram,
    'Hashtag library': 'Coffee',
    'Images per post': '1 image',
    'Reference image links': links(3),
    'Reference designs': designs.slice(0, 3),
  }),
  campaign({ Objective: 'Launch', 'Length of each post': 'Long', Days: '30', Posts: '30' }),
  campaign({
    Objective: 'Offer',
    'Length of each post': 'Extra long',
    Posts: '1',
    'Images per post': '10 images (carousel)',
  }),
  campaign({ Objective: 'Education', Posts: '1' }),
  campaign({ Objective: 'Event', Posts: '1' }),
];
