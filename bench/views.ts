import { Pool } from 'undici';
import { oneBrandSeed } from '#sandbox/service/seed/one-brand.ts';
import type { Seed, SeedPost } from '#sandbox/service/seed/seed.ts';
import { type Benchmark, type Figure, figure } from './benchmark.ts';
import { forEachOf, openBotStores } from './parts/bot-stores.ts';
import { headersOf, homeOpened, socialCommand } from './parts/deliveries.ts';
import { type Environment, startDependencies, withEnvironment } from './parts/environment.ts';
import { median } from './parts/numbers.ts';
import { aCard, postFor } from './parts/requests.ts';

const few = 5;
const many = 500;
const openings = 30;
const slackGivesMs = 3_000;

/** What users open, and the Web API method that shows it. */
const shownBy = {
  'the home tab': 'views.publish',
  'the calendar': 'response',
  'the list of posts': 'response',
};
type View = keyof typeof shownBy;
const names = Object.keys(shownBy) as View[];

const waiting = { id: 'brand-2', name: 'Waiting for a decision' };

export const views: Benchmark = {
  name: 'views',
  question: 'How long do views with many posts take to open?',
  method:
    'A bot and a worker in one process, with their own Redis and sandbox service for each number of posts: cards that wait for a decision ' +
    'on the Home tab, and posts scheduled in the next four weeks in the calendar and the list. From the signed event or command until Slack ' +
    'has received the call that shows the view. Slack and the service answer at once. The two sizes take turns with every opening. The ' +
    `figures are the median of ${openings}, and the slowest one, compared with Slack's three seconds.`,
  run: ({ quick, note }) =>
    withEnvironment(async (environment) => {
      const [base, measured] = [await startWith(environment, few), await startWith(environment, many)];
      const found = { base: emptyTimes(), measured: emptyTimes() };
      // the first openings only warm up
      for (let opening = quick ? 0 : -5; opening < (quick ? 1 : openings); opening += 1) {
        if (opening % 10 === 0) note(`opening ${opening + 1} of ${openings}`);
        for (const view of names) {
          const [fewMs, manyMs] = [await base.open(view), await measured.open(view)];
          if (opening < 0) continue;
          found.base[view].push(fewMs);
          found.measured[view].push(manyMs);
        }
      }
      return names.flatMap((view) => figuresOf(view, found.base[view], found.measured[view]));
    }),
};

const emptyTimes = (): Record<View, number[]> => ({
  'the home tab': [],
  'the calendar': [],
  'the list of posts': [],
});

function figuresOf(view: View, withFew: number[], withMany: number[]): Figure[] {
  return [
    figure({
      name: `${view} with ${many} posts`,
      measured: median(withMany),
      base: median(withFew),
      baseName: `with ${few} posts`,
      unit: 'ms',
    }),
    figure({
      name: `${view} with ${many} posts, the slowest opening`,
      measured: Math.max(...withMany),
      base: slackGivesMs,
      baseName: "Slack's three seconds",
      unit: 'ms',
      goal: { atMost: 1 },
    }),
  ];
}

/** Starts a bot with this many posts, and a user who opens one view after the other. */
async function startWith(environment: Environment, posts: number) {
  const dependencies = await startDependencies(environment, { seed: seedOf(posts) });
  const settings = { ...dependencies.settings, REDIS_PREFIX: 'bench' };
  const stores = await openBotStores(settings);
  await forEachOf([...Array(posts).keys()], 50, (n) =>
    stores.cards.add(aCard(n, postFor(waiting, n), { state: 'review', postId: `waiting-${n}` })),
  );
  await stores.stop();
  const { port } = await dependencies.start({ role: 'all', settings });
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 1 });
  environment.keep({ stop: () => pool.destroy() });
  let opened = 0;
  const deliveryOf = (view: View): { body: string; type: string } => {
    opened += 1;
    if (view === 'the home tab') return homeOpened(opened);
    const words = `${view === 'the calendar' ? 'calendar' : 'posts'} ${oneBrandSeed.brands[0]?.name}`;
    return socialCommand(words, `${dependencies.slack.slackUrl}response`, opened);
  };
  return {
    /** Resolves to the milliseconds until it was shown. */
    async open(view: View): Promise<number> {
      const { body, type } = deliveryOf(view);
      const shown = dependencies.slack.next(shownBy[view]);
      const headers = headersOf(body, type);
      const since = performance.now();
      const answer = await pool.request({ path: '/slack/events', method: 'POST', headers, body });
      if (answer.statusCode !== 200) throw new Error(`${view} was answered with ${answer.statusCode}`);
      await answer.body.dump();
      await shown;
      return performance.now() - since;
    },
  };
}

function seedOf(posts: number): Seed {
  const each = (make: (n: number) => SeedPost): SeedPost[] =>
    Array.from({ length: posts }, (_, n) => make(n));
  const [first, ...rest] = oneBrandSeed.brands;
  if (!first) throw new Error('the seed has no brand');
  const captionOf = (n: number): string => postFor(waiting, n).caption;
  const scheduled = each((n) => ({
    id: `scheduled-${n}`,
    caption: captionOf(n),
    inDays: 0.5 + (27 * n) / posts,
    profiles: ['profile-1'],
  }));
  const drafts = each((n) => ({ id: `waiting-${n}`, caption: captionOf(n) }));
  const profiles = [{ id: 'profile-9', provider: 'linkedin' as const, name: waiting.name }];
  return {
    ...oneBrandSeed,
    brands: [{ ...first, posts: scheduled }, ...rest, { ...waiting, profiles, posts: drafts }],
  };
}
