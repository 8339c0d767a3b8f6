/** Helpers for tests of pausing brands. */
import type { TestContext } from 'node:test';
import type { Driver } from '#sandbox/chat/driver/driver.ts';
import type { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import { sweepJob } from '#src/posts/sweeper.ts';
import { stillRead } from '#views/pause/resume.ts';
import { type BotOptions, type StartedBot, startBot } from './bot.ts';
import { openQueue } from './queue.ts';

export const brandId = 'brand-1';
const day = 86_400_000;
/** Epoch ms, a whole second. */
export const inDays = (n: number): number => Math.ceil(Date.now() / 1_000) * 1_000 + n * day;

/** Schedules posts in the service's web app, so they have no card. */
export const schedulePosts = ({ service }: StartedBot, captions: string[], at = inDays(1)) =>
  captions.map((caption, i) =>
    service.putPost({
      brandId,
      caption,
      socialProfileIds: ['profile-1'],
      scheduledAt: at + i * 60_000,
      state: 'scheduled',
    }),
  );

/** Starts a bot where Cy is an administrator. */
export async function startPausing(t: TestContext, options: BotOptions = {}): Promise<StartedBot> {
  const people = [
    { id: 'U0ANA', name: 'Ana' },
    { id: 'U0BO', name: 'Bo' },
    { id: 'U0CY', name: 'Cy', role: 'admin' as const },
  ];
  return startBot(t, { ...options, chat: { users: people, ...options.chat } });
}

/** The pause report, once it matches. */
export const pauseReport = ({ ana }: StartedBot, match: RegExp): Promise<ShownMessage> =>
  ana.sees('social', match);

/** Pauses Northwind Coffee, and waits until the report matches. */
export async function pausesBrand(who: Driver, match: RegExp): Promise<ShownMessage> {
  await who.types('/social pause Northwind Coffee wrong prices');
  return who.sees('social', match);
}

/** The message that lists the posts to decide on after resuming. If listing them takes long, it's a second message. */
export const decisionsAfterResume = (who: Driver, match: RegExp): Promise<ShownMessage> =>
  who.privateMessage((text) => match.test(text) && !text.includes(stillRead));

/** Resumes Northwind Coffee, and waits for the list of posts to decide on. */
export async function resumesBrand(who: Driver, match: RegExp): Promise<ShownMessage> {
  await who.types('/social resume Northwind Coffee');
  return decisionsAfterResume(who, match);
}

/** Runs the worker's next sweep now. */
export async function nextSweep(t: TestContext, started: StartedBot): Promise<void> {
  await openQueue(t, started).enqueue(sweepJob, {});
}
