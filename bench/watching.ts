/** `npm run bench watching`: the cost of waiting for generated posts, and how late their cards show them. */
import { checkDelayMs, readIntervalMs } from '#src/posts/post-index/check-plan.ts';
import { type Benchmark, type Figure, figure } from './benchmark.ts';
import { type Environment, withEnvironment } from './parts/environment.ts';
import { median } from './parts/numbers.ts';
import { pollEachPost } from './parts/poll-each-post.ts';
import { startStubServer } from './parts/stub-server.ts';
import { type Cell, type Generation, listed, type Watched, watchCell } from './parts/watch-cell.ts';

const cells: Cell[] = [
  { posts: 1, brands: 1, times: 4 },
  { posts: 10, brands: 1 },
  { posts: 100, brands: 1 },
  { posts: 1_000, brands: 1 },
  { posts: 10, brands: 10 },
  { posts: 100, brands: 20 },
  { posts: 1_000, brands: 20 },
];
const generation: Generation = { minMs: 20_000, maxMs: 60_000, waitMs: 90_000, watchEveryMs: 2_000 };

const quickCells: Cell[] = [
  { posts: 1, brands: 1, times: 2 },
  { posts: 10, brands: 5 },
];
const quickGeneration: Generation = { minMs: 300, maxMs: 800, waitMs: 2_000, watchEveryMs: 100 };

const limit = 60;

export const watching: Benchmark = {
  name: 'watching',
  question:
    "How many requests does waiting for a post take, and how late does its card show that it's finished?",
  method:
    'In real time, with a sandbox service for each cell that allows sixty requests a minute. All cells run at the same time. The posts of a cell start ' +
    "together and finish evenly between 20 and 60 seconds later. The delay runs from then until the card's `chat.update`. It's compared with reading " +
    'each post by itself (`GET` of one post, in a service without a limit), at the interval that gives the same median delay. The best possible is an ' +
    'oracle that knows how many pages each listing has, and reads them at evenly spaced times, as often as sixty requests a minute allow, but ' +
    'no more often than the bot checks a post of average age. Its reads take no time, so its median delay is half of its interval. It keeps ' +
    'reading brands in which nothing is generated anymore, so the bot can be better. Slack limits nothing here.',
  run: ({ quick, note }) =>
    withEnvironment(async (environment) => {
      const [wanted, timing] = quick ? [quickCells, quickGeneration] : [cells, generation];
      const watched = await watchAll(environment, wanted, timing);
      const polled = await Promise.all(
        watched.map(({ delaysMs }) =>
          pollEachPost(environment, delaysMs.length, timing, 2 * median(delaysMs)),
        ),
      );
      for (const [i, { cell, delaysMs, neverShown, pageReads, requests }] of watched.entries()) {
        const of = polled[i];
        const spread = [0, 0.5, 0.9, 1].map((part) => seconds(at(delaysMs, part))).join(' / ');
        note(
          `${nameOf(cell)}: ${requests} requests in ${pageReads} looks, ${neverShown} unseen, delays of ${spread} s; ` +
            `one by one ${of?.requests} requests, ${seconds(median(of?.delaysMs ?? []))} s`,
        );
      }
      return [
        ...watched.map((one, i) => requestsOf(one, polled[i]?.requests ?? 0)),
        ...watched.map((one) => delayOf(one, timing)),
        tooMany(watched),
      ];
    }),
};

async function watchAll(environment: Environment, wanted: Cell[], timing: Generation): Promise<Watched[]> {
  const seen = new Map<string, (at: number) => void>();
  const slack = environment.keep(await startStubServer((message) => seen.get(message)?.(performance.now())));
  const redis = await environment.startRedis();
  const runs: (() => Promise<Watched>)[] = [];
  for (const cell of wanted)
    for (let turn = 0; turn < (cell.times ?? 1); turn += 1) {
      const [number, first] = [runs.length, turn * cell.posts];
      runs.push(
        await watchCell(environment, {
          cell,
          number,
          first,
          timing,
          limit,
          redis: redis.url,
          slack: slack.slackUrl,
          onRendered: seen,
        }),
      );
    }
  const all = await Promise.all(runs.map((run) => run()));
  return wanted.map((cell) => together(all.filter((one) => one.cell === cell)));
}

/** Several runs of the same cell. */
function together(runs: Watched[]): Watched {
  return runs.reduce((one, other) => ({
    cell: one.cell,
    delaysMs: [...one.delaysMs, ...other.delaysMs],
    neverShown: one.neverShown + other.neverShown,
    requests: one.requests + other.requests,
    pageReads: one.pageReads + other.pageReads,
    refused: one.refused + other.refused,
  }));
}

function requestsOf({ cell, requests, delaysMs }: Watched, polled: number): Figure {
  return figure({
    name: `${nameOf(cell)}: requests for each finished post`,
    measured: requests / delaysMs.length,
    base: polled / delaysMs.length,
    baseName: 'polling each post alone, at the same delay',
    unit: 'requests',
    ...(cell.posts === 100 && cell.brands === 1 && { goal: { atMost: 0.05 } }),
  });
}

function delayOf({ cell, delaysMs }: Watched, { minMs, maxMs, watchEveryMs }: Generation): Figure {
  const quotaMs = (60_000 / limit) * cell.brands * listed(cell);
  const ownMs = checkDelayMs((minMs + maxMs) / 2, readIntervalMs({ watchEveryMs }));
  return figure({
    name: `${nameOf(cell)}: median delay`,
    measured: median(delaysMs) / 1_000,
    base: Math.max(ownMs, quotaMs) / 2 / 1_000,
    baseName: 'the best that the quota and the pace of checks allow',
    unit: 's',
    goal: { atMost: 1.3 },
  });
}

function tooMany(watched: Watched[]): Figure {
  const sum = (of: (one: Watched) => number): number => watched.reduce((all, one) => all + of(one), 0);
  return figure({
    name: 'answers that say "too many requests"',
    measured: sum(({ refused }) => refused),
    base: sum(({ requests }) => requests),
    baseName: 'all requests of these runs',
    unit: 'requests',
    goal: { atMost: 0 },
  });
}

const nameOf = ({ posts, brands }: Cell): string =>
  `${posts} ${posts === 1 ? 'post' : 'posts'} in ${brands} ${brands === 1 ? 'brand' : 'brands'}`;

const seconds = (ms: number): string => (ms / 1_000).toFixed(2);

const at = (values: number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.round((values.length - 1) * part)] ?? Number.NaN;
