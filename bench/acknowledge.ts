import { fileURLToPath } from 'node:url';
import { type Benchmark, type Figure, figure } from './benchmark.ts';
import type { Child } from './parts/child.ts';
import type { Delivery } from './parts/deliveries.ts';
import { startDependencies, withEnvironment } from './parts/environment.ts';
import { startLoader } from './parts/load.ts';
import { median } from './parts/numbers.ts';

const subject = (name: string): string => fileURLToPath(import.meta.resolve(`./parts/subjects/${name}.ts`));

type Subject = 'node:http' | 'bare Bolt' | 'Bolt that opens the modal' | 'Presscheck';
type Measure = 'throughput' | 'p99Ms';

interface Load {
  name: string;
  delivery: Delivery;
  concurrency: number;
  /** A rest after each burst for the work that follows the acknowledgment. Absent: that work is part of the figure. */
  restMs?: number;
}

/** What is compared between two subjects. */
interface Comparison {
  load: Load;
  of: Measure;
  measured: Subject;
  base: Subject;
}

/** Deliveries at the same moment. */
const many = 50;

/** A tenth of the time that Slack waits. */
const limitMs = 300;

const alone = (delivery: Delivery): Load => ({
  name: `one ${delivery}`,
  delivery,
  concurrency: 1,
  restMs: 5,
});
const together = (delivery: Delivery): Load => ({
  name: `${many} ${delivery}s at once`,
  delivery,
  concurrency: many,
  restMs: 60,
});
const restless = (delivery: Delivery, concurrency: number): Load => ({
  name: `${delivery}s without a pause, concurrency ${concurrency}`,
  delivery,
  concurrency,
});

const comparisons: Comparison[] = [
  ...[alone, together].flatMap((load) => ours(load('command'), 'bare Bolt')),
  ...ours(together('command'), 'Bolt that opens the modal'),
  ...[alone, together].flatMap((load) => ours(load('submission'), 'bare Bolt')),
  ...[1, many].flatMap((concurrency) => {
    const commands = restless('command', concurrency);
    const submissions = restless('submission', concurrency);
    const bolt: Comparison = { load: commands, of: 'throughput', measured: 'bare Bolt', base: 'node:http' };
    return [
      ...ours(commands, 'Bolt that opens the modal'),
      ...ours(commands, 'bare Bolt').slice(0, 1),
      ...ours(submissions, 'bare Bolt'),
      bolt,
    ];
  }),
];

/** The loads that have to stay within Slack's limit: many users click at the same time. */
const limited: Load[] = (['command', 'submission'] as const).flatMap((delivery) => [
  together(delivery),
  restless(delivery, many),
]);

function ours(load: Load, base: Subject): Comparison[] {
  return [
    { load, of: 'throughput', measured: 'Presscheck', base },
    { load, of: 'p99Ms', measured: 'Presscheck', base },
  ];
}

export const acknowledge: Benchmark = {
  name: 'acknowledge',
  question: 'How much does Presscheck add to the time until Slack gets its acknowledgment?',
  method:
    'Another process sends signed deliveries over kept-alive connections, to one server after the other in each round. ' +
    'The figures are medians of the rounds. Bare Bolt has empty listeners. *One* and *50 at once* measure only ' +
    "acknowledgments: the servers rest before the next ones, so work after an acknowledgment isn't included. " +
    "*Without a pause* includes that work: for `/post`, opening its modal at a Slack that answers at once, so it's " +
    'compared with Bolt that opens the same modal; for a submission, queueing its jobs. In both cases, a submission ' +
    "is written to Redis before it's acknowledged.",
  run: ({ quick, note }) =>
    withEnvironment(async (environment) => {
      const dependencies = await startDependencies(environment);
      const loader = environment.keep(startLoader());
      const [http, bolt, opening, bot] = await Promise.all([
        dependencies.start({ entry: subject('bare-http') }),
        dependencies.start({ entry: subject('bare-bolt') }),
        dependencies.start({ entry: subject('bare-bolt'), settings: { OPENS: 'yes' } }),
        dependencies.start({ role: 'bot' }),
      ]);
      const children: Record<Subject, Child> = {
        'node:http': http,
        'bare Bolt': bolt,
        'Bolt that opens the modal': opening,
        Presscheck: bot,
      };
      const found = new Map<string, Record<Measure, number>[]>();
      const rounds = quick ? 1 : 5;
      // the first round only warms up
      for (let round = quick ? 1 : 0; round <= rounds; round++) {
        note(round === 0 ? 'warming up' : `round ${round} of ${rounds}`);
        for (const [key, { load, subject }] of runs()) {
          const { name: _, ...how } = load;
          const { port } = children[subject];
          const { requests, ms, p99Ms } = await loader.run({ port, ...how, forMs: quick ? 20 : 1_000 });
          const one = { throughput: (requests * 1_000) / ms, p99Ms };
          if (round > 0) found.set(key, [...(found.get(key) ?? []), one]);
          await settled(() => dependencies.slack.calls('views.open'));
        }
      }
      return [
        ...comparisons.map((each) => figureOf(each, found)),
        ...limited.map((load) => limitFigureOf(load, found)),
      ];
    }),
};

const keyOf = (load: Load, subject: Subject): string => `${load.name} · ${subject}`;

/** All loads that the comparisons need, without duplicates. */
function runs(): Map<string, { load: Load; subject: Subject }> {
  const needed = comparisons.flatMap(({ load, base, measured }) =>
    [base, measured].map((subject) => [keyOf(load, subject), { load, subject }] as const),
  );
  return new Map(needed);
}

/** Waits until no more modals are opened, so the work left from one load doesn't slow the next. */
async function settled(opened: () => number): Promise<void> {
  for (let before = -1; before !== opened(); ) {
    before = opened();
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

type Found = Map<string, Record<Measure, number>[]>;

const middle = (found: Found, load: Load, subject: Subject, of: Measure): number =>
  median((found.get(keyOf(load, subject)) ?? []).map((one) => one[of]));

function limitFigureOf(load: Load, found: Found): Figure {
  return figure({
    name: `${load.name}: p99`,
    measured: middle(found, load, 'Presscheck', 'p99Ms'),
    base: limitMs,
    baseName: `the ${limitMs} ms that it may take`,
    unit: 'ms',
    goal: { atMost: 1 },
  });
}

function figureOf({ load, of, measured, base }: Comparison, found: Found): Figure {
  return figure({
    name: `${load.name}: ${of === 'p99Ms' ? 'p99' : of}${measured === 'Presscheck' ? '' : ` of ${measured}`}`,
    measured: middle(found, load, measured, of),
    base: middle(found, load, base, of),
    baseName: base,
    unit: of === 'p99Ms' ? 'ms' : 'requests/s',
  });
}
