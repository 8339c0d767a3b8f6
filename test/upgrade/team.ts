/** The team for which `write.ts` runs an earlier version, and which the tests find again. */
import type { Seed } from '#sandbox/service/seed/seed.ts';

export const harborDigestAt = '09:00';

export const brands = {
  northwind: 'Northwind Coffee',
  harbor: 'Harbor Yoga',
  atlas: 'Atlas Outdoor',
} as const;

/** These networks don't need media, so no card depends on files at old URLs. */
export const profiles = {
  northwind: 'LinkedIn · Northwind Coffee',
  harbor: 'Facebook · Harbor Yoga Studio',
  atlas: 'LinkedIn · Atlas Outdoor',
} as const;

export const seed: Seed = {
  user: { id: 'user-1', name: 'Robin Vale', email: 'robin@northwind.example' },
  brands: [
    {
      id: 'brand-1',
      name: brands.northwind,
      profiles: [{ id: 'profile-1', provider: 'linkedin', name: brands.northwind }],
      libraries: [{ id: 'library-1', name: 'Coffee', hashtags: ['#SlowMornings'] }],
    },
    {
      id: 'brand-2',
      name: brands.harbor,
      profiles: [{ id: 'profile-2', provider: 'facebook', name: 'Harbor Yoga Studio' }],
    },
    {
      id: 'brand-3',
      name: brands.atlas,
      profiles: [{ id: 'profile-3', provider: 'linkedin', name: brands.atlas }],
    },
  ],
};

/** The captions of posts, by the state of their card or by the interrupted operation. Tests find the cards by caption. */
export const left = {
  published: 'Ended: the street lights are back',
  rejected: 'Turned down: half-price Friday',
  publishFailed: 'Refused: the long table is free again',
  unknown: 'Unknown: roasting days in December',
  review: 'Waiting: beans from Huila',
  edited: 'Waiting for words: tea from eight',
  formOpen: 'With an open form: oat milk is back',
  scheduled: 'On the schedule: winter hours',
  partly: 'Half approved: class before sunrise',
  planned: 'Half approved with a time: a mat for a friend',
  changes: 'Sent back: the second mat is free',
  undone: 'Just approved: the window seats',
  expiring: 'Just approved too: the corner seats',
  publishing: 'On its way, and arrived: the pier is lit',
  lost: 'On its way, and lost: the pier is dark',
  creating: 'Being saved: shoes stay at the door',
  queued: 'Queued: the last tram leaves at one',
  approvedQueued: 'Approved and queued: cups come back',
  secondQueued: 'Fully approved and queued: breathe out',
  rejectedQueued: 'Turned down and queued: everything for one euro',
  paused: 'Paused: stoves for two',
} as const;

/** The prompts of AI posts. */
export const prompts = {
  failed: 'A tent that fits into a coat pocket',
  generating: 'Why we roast on Tuesdays',
} as const;

export const campaigns = {
  review: 'Two weeks of winter drinks',
  batch: 'Opening week of the new shop',
  generating: 'A month of breakfast',
} as const;

/** The caption of a recurring post, only in dumps of 0.6.0 and later. */
export const repeated = 'Every day: one free refill';

/** The captions of rows of imported files, by how far the import got. Only in dumps of 0.6.0 and later. */
export const imported = {
  created: 'From a file: the market opens',
  waiting: 'From a file nobody confirmed: the market closes',
  queued: 'From a file, confirmed and queued: the market moves',
} as const;

/** Settings that both versions run with. */
export const settings = {
  REDIS_PREFIX: 'upgrade',
  WATCH_INTERVAL_MS: '100',
  LOOK_INTERVAL_MS: '100',
  CHANNEL_INTERVAL_MS: '1',
  UNDO_SECONDS: '0',
  REQUESTS_PER_MINUTE: '100000',
};
