import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Benchmark, type Figure, figure } from './benchmark.ts';
import type { Child } from './parts/child.ts';
import { startDependencies, withEnvironment } from './parts/environment.ts';
import { type Loader, startLoader } from './parts/load.ts';
import { type ManyCards, seedFor, writeManyCards } from './parts/many-cards.ts';
import { median } from './parts/numbers.ts';
import type { MemoryUsage } from './parts/probe.ts';

const file = (path: string): string => fileURLToPath(import.meta.resolve(path));
const flags = ['--expose-gc', '--import', file('./parts/probe.ts')];
const boltAndBullmq = { entry: file('./parts/subjects/bolt-and-bullmq.ts'), flags };

export const memory: Benchmark = {
  name: 'memory',
  question: 'How much memory does Presscheck use, and does it grow?',
  method:
    'A bot with ROLE=all on an empty Redis, and one on a Redis with 100,000 finished and 10,000 open cards, which it compares with the ' +
    'service meanwhile. Both rest for four minutes, until V8 has returned memory that it needed only briefly, and are measured after ' +
    "garbage collection, next to a process with only Bolt and BullMQ, and one that has also imported the bot's other npm packages. The " +
    'highest resident memory is since the start. Then one bot gets about ten commands and two submissions per second for ten minutes, and ' +
    'each submission becomes a rendered post. Growth is the heap at the end compared with the heap after two minutes.',
  async run({ quick, note }) {
    const many = quick ? { finished: 1_000, open: 100 } : { finished: 100_000, open: 10_000 };
    return [
      ...(await atRest(many, quick ? 2_000 : 240_000, note)),
      await growth(
        quick ? { beforeMs: 2_000, afterMs: 8_000 } : { beforeMs: 120_000, afterMs: 480_000 },
        note,
      ),
    ];
  },
};

const names: Record<keyof MemoryUsage, string> = {
  rssMb: 'resident memory',
  heapMb: 'heap',
  peakRssMb: 'highest resident memory',
};

type Note = (line: string) => void;

const atRest = (many: ManyCards, restMs: number, note: Note): Promise<Figure[]> =>
  withEnvironment(async (environment) => {
    const dependencies = await startDependencies(environment, { seed: seedFor(many) });
    note(`writing ${many.finished} finished and ${many.open} open cards`);
    await writeManyCards(dependencies.redis.url, 'used', many);
    const look = await dependencies.start({ flags: ['--import', file('./parts/packages-probe.ts')] });
    const packages = await look.ask<string[]>('which packages did you import?');
    await look.end();
    const withPackages = { ...boltAndBullmq, settings: { PACKAGES: packages.join(' ') } };
    // warms up Node's compile cache, as on every start except the first
    for (const started of [boltAndBullmq, withPackages, { flags }])
      await (await dependencies.start(started)).end();
    const base = await dependencies.start(boltAndBullmq);
    const packed = await dependencies.start(withPackages);
    const idle = await dependencies.start({ flags });
    const used = await dependencies.start({ flags, settings: { REDIS_PREFIX: 'used' } });
    note(`resting for ${restMs / 1_000} s`);
    await sleep(restMs);
    const baseName = 'Bolt and BullMQ alone';
    const [baseTakes, packedTakes, idleTakes, usedTakes] = await Promise.all(
      [base, packed, idle, used].map(memoryOf),
    );
    if (!baseTakes || !packedTakes || !idleTakes || !usedTakes)
      throw new Error('a process did not say what it takes');
    const withCards = `a bot with ${many.finished + many.open} cards`;
    const compare = (
      name: string,
      measured: MemoryUsage,
      what: keyof MemoryUsage,
      goal = what !== 'peakRssMb' && { goal: { atMost: 1.25 } },
    ): Figure =>
      figure({
        name: `${name}: ${names[what]}`,
        measured: measured[what],
        base: baseTakes[what],
        baseName,
        unit: 'MB',
        ...goal,
      });
    return (['rssMb', 'heapMb', 'peakRssMb'] as const).flatMap((what) => [
      compare('Bolt and BullMQ with the other packages of a bot', packedTakes, what, false),
      compare('an idle bot', idleTakes, what),
      compare(withCards, usedTakes, what),
      figure({
        name: `${withCards}: ${names[what]}`,
        measured: usedTakes[what],
        base: idleTakes[what],
        baseName: 'an idle bot',
        unit: 'MB',
      }),
    ]);
  });

/** Runs a constant load in two parts, and measures the heap after each. */
const growth = ({ beforeMs, afterMs }: Record<'beforeMs' | 'afterMs', number>, note: Note): Promise<Figure> =>
  withEnvironment(async (environment) => {
    const dependencies = await startDependencies(environment, { generation: { minMs: 200, maxMs: 400 } });
    const loaders = [environment.keep(startLoader()), environment.keep(startLoader())] as const;
    const bot = await dependencies.start({ flags });
    note(`constant load for ${beforeMs / 1_000} s`);
    await constantLoad(loaders, bot, beforeMs);
    const before = await memoryOf(bot);
    note(`constant load for ${afterMs / 1_000} s more`);
    await constantLoad(loaders, bot, afterMs);
    const after = await memoryOf(bot);
    return figure({
      name: 'growth under constant load: heap',
      measured: after.heapMb,
      base: before.heapMb,
      baseName: 'itself in the beginning',
      unit: 'MB',
      goal: { atMost: 1.1 },
    });
  });

async function constantLoad(
  [commands, submissions]: readonly [Loader, Loader],
  { port }: Child,
  forMs: number,
): Promise<void> {
  await Promise.all([
    commands.run({ port, delivery: 'command', concurrency: 1, forMs, restMs: 100 }),
    submissions.run({ port, delivery: 'submission', concurrency: 1, forMs, restMs: 500 }),
  ]);
}

/** The median of three measurements. */
async function memoryOf(child: Child): Promise<MemoryUsage> {
  const pageReads: MemoryUsage[] = [];
  for (let i = 0; i < 3; i++) pageReads.push(await child.ask<MemoryUsage>('memory'));
  const middle = (what: keyof MemoryUsage): number => median(pageReads.map((look) => look[what]));
  return { heapMb: middle('heapMb'), rssMb: middle('rssMb'), peakRssMb: middle('peakRssMb') };
}
