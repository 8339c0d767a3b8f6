import { fileURLToPath } from 'node:url';
import { type Benchmark, type Figure, figure } from './benchmark.ts';
import type { Child } from './parts/child.ts';
import type { Delivery } from './parts/deliveries.ts';
import { startLoader } from './parts/load.ts';
import { median } from './parts/numbers.ts';
import { startSurroundings } from './parts/surroundings.ts';

const subject = (name: string): string => fileURLToPath(import.meta.resolve(`./parts/subjects/${name}.ts`));

type Subject = 'node:http' | 'bare Bolt' | 'Bolt that opens the modal' | 'Presscheck';
type Measure = 'throughput' | 'p99Ms';

interface Load {
  name: string;
  delivery: Delivery;
  concurrency: number;
  /** For what follows the acknowledgements; absent: it is in the figure. */
  restMs?: number;
}

/** What two subjects are compared in. */
interface Comparison {
  load: Load;
  of: Measure;
  measured: Subject;
  base: Subject;
  goal?: Figure['goal'];
}

const alone = (delivery: Delivery): Load => ({
  name: `one ${delivery}`,
  delivery,
  concurrency: 1,
  restMs: 5,
});
const together = (delivery: Delivery): Load => ({
  name: `32 ${delivery}s at once`,
  delivery,
  concurrency: 32,
  restMs: 60,
});
const restless = (delivery: Delivery, concurrency: number): Load => ({
  name: `${delivery}s without a pause, concurrency ${concurrency}`,
  delivery,
  concurrency,
});

const comparisons: Comparison[] = [
  ...[alone, together].flatMap((load) =>
    ours(load('command'), 'bare Bolt', { atLeast: 0.85 }, { atMost: 1.3 }),
  ),
  ...ours(together('command'), 'Bolt that opens the modal'),
  ...[alone, together].flatMap((load) => ours(load('submission'), 'bare Bolt', { atLeast: 0.6 })),
  ...[1, 32].flatMap((concurrency) => {
    const commands = restless('command', concurrency);
    const submissions = restless('submission', concurrency);
    const bolt: Comparison = { load: commands, of: 'throughput', measured: 'bare Bolt', base: 'node:http' };
    return [
      ...ours(commands, 'Bolt that opens the modal', { atLeast: 0.85 }, { atMost: 1.3 }),
      ...ours(commands, 'bare Bolt').slice(0, 1),
      ...ours(submissions, 'bare Bolt', { atLeast: 0.6 }),
      bolt,
    ];
  }),
];

function ours(load: Load, base: Subject, throughput?: Figure['goal'], p99?: Figure['goal']): Comparison[] {
  return [
    { load, of: 'throughput', measured: 'Presscheck', base, ...(throughput && { goal: throughput }) },
    { load, of: 'p99Ms', measured: 'Presscheck', base, ...(p99 && { goal: p99 }) },
  ];
}

export const acknowledge: Benchmark = {
  name: 'acknowledge',
  question: 'What does Presscheck add to the time in which Slack gets its acknowledgement?',
  method:
    'A process of its own sends signed deliveries over kept connections, to one server after the other in each ' +
    'round; medians of the rounds. Bare Bolt has empty listeners. *One*, and *32 at once*: only acknowledgements ' +
    'are measured, and the servers rest before the next ones, so that what follows an acknowledgement is in no ' +
    'figure. *Without a pause* it is in the figure: of `/post` the opening of its modal, at a Slack that answers at ' +
    'once, so it is compared with Bolt that opens the same modal; of a submission the queueing of its jobs. ' +
    'A submission is written to Redis before it is acknowledged, in both.',
  async run({ quick, note }) {
    const around = await startSurroundings();
    const loader = startLoader();
    try {
      const [http, bolt, opening, bot] = await Promise.all([
        around.start({ entry: subject('bare-http') }),
        around.start({ entry: subject('bare-bolt') }),
        around.start({ entry: subject('bare-bolt'), settings: { OPENS: 'yes' } }),
        around.start({ role: 'bot' }),
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
          await settled(() => around.slack.calls('views.open'));
        }
      }
      return comparisons.map((each) => figureOf(each, found));
    } finally {
      loader.stop();
      await around.stop();
    }
  },
};

const keyOf = (load: Load, subject: Subject): string => `${load.name} · ${subject}`;

/** Every load that some comparison needs, once. */
function runs(): Map<string, { load: Load; subject: Subject }> {
  const needed = comparisons.flatMap(({ load, base, measured }) =>
    [base, measured].map((subject) => [keyOf(load, subject), { load, subject }] as const),
  );
  return new Map(needed);
}

/** Waits until no more modals are opened: what one load left behind is not to slow the next one. */
async function settled(opened: () => number): Promise<void> {
  for (let before = -1; before !== opened(); ) {
    before = opened();
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

function figureOf(
  { load, of, measured, base, goal }: Comparison,
  found: Map<string, Record<Measure, number>[]>,
): Figure {
  const middle = (subject: Subject): number =>
    median((found.get(keyOf(load, subject)) ?? []).map((one) => one[of]));
  return figure({
    name: `${load.name}: ${of === 'p99Ms' ? 'p99' : of}${measured === 'Presscheck' ? '' : ` of ${measured}`}`,
    measured: middle(measured),
    base: middle(base),
    baseName: base,
    unit: of === 'p99Ms' ? 'ms' : 'requests/s',
    ...(goal && { goal }),
  });
}
