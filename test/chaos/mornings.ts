/** Digests and reminders that come due during a run. */
import type { Redis } from 'ioredis';
import { app, type ChannelOptions, type UserOptions } from '#sandbox/chat/defaults.ts';
import type { Chat } from '#sandbox/chat/start.ts';
import type { SandboxService } from '#sandbox/service/index.ts';
import { createBatches } from '#src/campaigns/batch-store.ts';
import type { Card } from '#src/posts/card/card.ts';
import { createReminderStore } from '#src/reminders/reminder-store.ts';
import { brandSettingsSchema } from '#src/settings/settings.ts';
import { createTeamSettings } from '#src/settings/settings-store.ts';
import { aCard } from '#test/posts/card/samples.ts';
import { renderCard } from '#views/posts/card.ts';
import { brandOf } from './channels.ts';
import { channelCount, type PlannedMorning } from './plan.ts';
import type { Progress } from './progress.ts';

/** A brand with a digest, and cards with reminders to their author, all due at this time (epoch ms of the run). */
export interface Morning {
  brand: { id: string; name: string };
  author: string;
  at: number;
  cards: readonly Card[];
}

export const morningChannel: ChannelOptions = { id: 'C0MORNING', name: 'mornings' };
const channel = 'C0MORNING';
const workspace = 'T0PRESS';
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The initial time of a run (epoch ms): a Tuesday, a few seconds before 9:00, when the first messages are due. */
export function beginsAt(): number {
  const today = new Date().setUTCHours(9, 0, 0, 0);
  return today + ((9 - new Date(today).getUTCDay()) % 7) * day - 6_000;
}

const brandOfMorning = (i: number) => ({ id: `morning-${i + 1}`, name: `Morning ${i + 1}` });
const profileOf = (i: number) => ({ id: `profile-m${i + 1}`, name: `morning.${i + 1}` });
const authorOf = (i: number): UserOptions => ({ id: `U0M${i + 1}`, name: `M${i + 1}` });

export const authors = (planned: readonly PlannedMorning[]): UserOptions[] =>
  planned.map((_, i) => authorOf(i));

export const brands = (planned: readonly PlannedMorning[]) =>
  planned.map((_, i) => ({
    ...brandOfMorning(i),
    profiles: [{ ...profileOf(i), provider: 'instagram' as const }],
  }));

/** Creates their settings and cards as if from before the run, which starts at `began` (epoch ms). */
export async function prepareMornings(
  planned: readonly PlannedMorning[],
  began: number,
  { redis, prefix, chat, service, progress }: Prepared,
): Promise<Morning[]> {
  const settings = createTeamSettings(redis, prefix);
  const daily = { zone: 'UTC', reminders: { afterMinutes: 60, from: '06:00', to: '20:00' } };
  // for posts that the run's requests leave in review
  const soon = brandSettingsSchema.parse({ ...daily, reminders: { ...daily.reminders, afterMinutes: 1 } });
  for (let i = 0; i < channelCount; i += 1) await settings.setBrand(workspace, brandOf(i).id, soon);
  const first = Math.ceil(began / minute) * minute;
  const mornings: Morning[] = [];
  for (const [i, one] of planned.entries()) {
    const brand = brandOfMorning(i);
    const at = first + one.minute * minute;
    const digest = { at: new Date(at).toISOString().slice(11, 16) };
    await settings.setBrand(workspace, brand.id, brandSettingsSchema.parse({ ...daily, channel, digest }));
    const cards = Array.from({ length: one.cards }, (_, n) => cardOf(i, n, at - hour, chat, service));
    for (const card of cards) await progress.cards.add(card);
    mornings.push({ brand, author: authorOf(i).id, at, cards });
  }
  return mornings;
}

interface Prepared {
  redis: Redis;
  prefix: string;
  chat: Chat;
  service: SandboxService;
  progress: Progress;
}

/** A card that has been in review since this time, with its message. */
function cardOf(i: number, n: number, since: number, chat: Chat, service: SandboxService): Card {
  const brand = brandOfMorning(i);
  const caption = `Words of morning ${i + 1}.${n + 1}`;
  const profile = profileOf(i);
  const { id: postId } = service.putPost({ brandId: brand.id, caption, socialProfileIds: [profile.id] });
  const at = new Date(since).toISOString();
  const sample = aCard();
  const card = aCard({
    id: `${brand.id}.${n + 1}`,
    workspace,
    brand,
    author: authorOf(i).id,
    channel,
    postId,
    state: 'review',
    createdAt: at,
    updatedAt: at,
    renderedVersion: sample.version,
    history: sample.history.map((entry) => ({ ...entry, at })),
    content: { ...sample.content, caption, profiles: [profile] },
  });
  const { text, blocks } = renderCard(card, {
    detail: 'pictures',
    aside: false,
    clock: { now: Date.now(), zone: 'UTC' },
    slash: (name) => `/${name}`,
  });
  const { ts } = chat.world.post({ channel, user: app.botUser, text, blocks });
  return { ...card, message: { channel, ts } };
}

/** Returns what is due at `now` (epoch ms) but not recorded as sent, and which batches are unfinished. */
export function watchMornings(redis: Redis, prefix: string, mornings: readonly Morning[]) {
  const reminders = createReminderStore(redis, prefix);
  const batches = createBatches(redis, prefix);
  return async (now: number): Promise<string[]> => {
    const found: string[] = [];
    for (const id of await batches.open(workspace)) found.push(`report of batch ${id}`);
    for (const { brand, at, cards } of mornings.filter((one) => one.at <= now)) {
      const date = new Date(at).toISOString().slice(0, 10);
      if (!(await reminders.isDigestNoted(workspace, brand.id, date))) found.push(`digest of ${brand.name}`);
      for (const { id } of cards)
        if ((await reminders.nudged(workspace, id)).size === 0) found.push(`reminder of ${id}`);
    }
    return found;
  };
}
