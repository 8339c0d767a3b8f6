/** `npm run bench growth`: whether anything gets slower as cards accumulate. */
import { type Benchmark, type Figure, figure } from './benchmark.ts';
import { withEnvironment } from './parts/environment.ts';
import { median } from './parts/numbers.ts';
import { type SeededBot, startSeededBot } from './parts/seeded-bot.ts';

const sizes = [100, 10_000, 100_000];
const quickSizes = [100, 1_000];
const chunks = 12;
const samplesInAChunk = 10;

const measures = {
  submission: 'acknowledging a submission',
  click: 'acknowledging a click',
  create: 'a run of create',
  publish: 'a run of publish',
  draw: 'a run of render',
  watch: 'a run of the reader',
  sweep: 'a sweep',
} as const;
type Measure = keyof typeof measures;

export const growth: Benchmark = {
  name: 'growth',
  question: 'Does anything get slower with 100, 10,000 or 100,000 cards in Redis?',
  method:
    'One bot with its own Redis for each number of cards, spread over 100 brands. Of 100 cards in a brand, 90 are published, and the ' +
    'others wait for a decision or for their time. One user after the other submits a post and approves it once its card is ' +
    'rendered. The bots take turns after each user, and each of them goes first equally often. Acknowledgments are signed HTTP requests, ' +
    'from the first byte to the last. The times of jobs come from `/metrics`, and the median of twelve groups of ten counts. A second bot ' +
    'with the smallest number shows how much two measurements of the same thing differ.',
  run: ({ quick, note }) =>
    withEnvironment(async (environment) => {
      const [smallest = 0, ...larger] = quick ? quickSizes : sizes;
      const bots: SeededBot[] = [];
      for (const cards of [smallest, ...larger, smallest])
        bots.push(await startSeededBot(environment, cards));
      const taken = bots.map(() => newTimes());
      // the first chunk warms up
      for (let chunk = 0; chunk <= (quick ? 1 : chunks); chunk += 1) {
        const found = await measureChunk(bots, quick ? 2 : samplesInAChunk);
        if (chunk > 0) for (const [i, times] of found.entries()) addTimes(taken[i], times);
      }
      const [first, ...others] = taken;
      const second = others.pop();
      if (!first || !second) throw new Error('there are no bots');
      for (const measure of Object.keys(measures) as Measure[])
        note(`${measures[measure]}: ${taken.map((times) => text(times[measure])).join(' / ')} ms`);
      return [
        ...figuresOf('a second time', second, first, smallest),
        ...others.flatMap((times, i) =>
          figuresOf(`at ${count(larger[i] ?? 0)} cards`, times, first, smallest, { atMost: 1.2 }),
        ),
      ];
    }),
};

type Times = Record<Measure, number[]>;

const newTimes = (): Times => ({
  submission: [],
  click: [],
  create: [],
  publish: [],
  draw: [],
  watch: [],
  sweep: [],
});

/** Measures one chunk: the median time of its acknowledgments, and the mean time of its jobs. */
async function measureChunk(bots: SeededBot[], samples: number): Promise<Times[]> {
  const before = await Promise.all(bots.map((bot) => bot.jobTimes()));
  const acks = bots.map(() => ({ submission: [] as number[], click: [] as number[] }));
  const turns = [...bots.entries()];
  for (let i = 0; i < samples; i += 1)
    for (const [n, bot] of [...turns.slice(i % turns.length), ...turns.slice(0, i % turns.length)]) {
      const { submissionMs, clickMs } = await bot.onePost();
      acks[n]?.submission.push(submissionMs);
      acks[n]?.click.push(clickMs);
    }
  const after = await Promise.all(bots.map((bot) => bot.jobTimes()));
  return bots.map((_, n) => {
    const mean = (job: string): number[] => {
      const [from, to] = [
        before[n]?.get(job) ?? { runs: 0, ms: 0 },
        after[n]?.get(job) ?? { runs: 0, ms: 0 },
      ];
      return to.runs > from.runs ? [(to.ms - from.ms) / (to.runs - from.runs)] : [];
    };
    return {
      submission: [median(acks[n]?.submission ?? [])],
      click: [median(acks[n]?.click ?? [])],
      create: mean('create'),
      publish: mean('publish'),
      draw: mean('draw'),
      watch: mean('watch'),
      sweep: mean('sweep'),
    };
  });
}

function addTimes(to: Times | undefined, found: Times): void {
  for (const measure of Object.keys(measures) as Measure[]) to?.[measure].push(...found[measure]);
}

function figuresOf(
  what: string,
  times: Times,
  first: Times,
  smallest: number,
  goal?: { atMost: number },
): Figure[] {
  return (Object.keys(measures) as Measure[])
    .filter((measure) => times[measure].length > 0 && first[measure].length > 0)
    .map((measure) =>
      figure({
        name: `${measures[measure]} ${what}`,
        measured: median(times[measure]),
        base: median(first[measure]),
        baseName: `at ${count(smallest)} cards`,
        unit: 'ms',
        ...(goal && { goal }),
      }),
    );
}

const count = (n: number): string => n.toLocaleString('en');

const text = (values: number[]): string => (values.length > 0 ? median(values).toFixed(2) : '-');
