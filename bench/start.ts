import { fileURLToPath } from 'node:url';
import { type Benchmark, type Figure, figure } from './benchmark.ts';
import { startDependencies, withEnvironment } from './parts/environment.ts';
import { median } from './parts/numbers.ts';

const file = (path: string): string => fileURLToPath(import.meta.resolve(path));

export const start: Benchmark = {
  name: 'start',
  question: 'How long does Presscheck take to be ready, and how much of that is its own?',
  method:
    "From the start of a process until it reports that it's ready, with Redis, Slack and the service on the same " +
    'machine, compared with a process that only imports the npm packages that this role has imported by then, as ' +
    'observed in one start. Both have a warm compile cache, as with `npm start`. The figures are medians.',
  run: ({ quick, note }) =>
    withEnvironment(async (environment) => {
      const dependencies = await startDependencies(environment);
      const figures: Figure[] = [];
      for (const role of ['bot', 'worker'] as const) {
        note(`a ${role}`);
        const look = await dependencies.start({
          role,
          flags: ['--import', file('./parts/packages-probe.ts')],
        });
        const packages = await look.ask<string[]>('which packages did you import?');
        await look.end();
        const entry = file('./parts/subjects/only-imports.ts');
        const measured: number[] = [];
        const base: number[] = [];
        const rounds = quick ? 1 : 11;
        // the first round fills the compile cache
        for (let round = 0; round <= rounds; round++) {
          const imports = await dependencies.start({ entry, settings: { PACKAGES: packages.join(' ') } });
          await imports.ended;
          const bot = await dependencies.start({ role });
          // ended cleanly, because a killed process doesn't write its compile cache
          await bot.end();
          if (round === 0) continue;
          measured.push(bot.startedMs);
          base.push(imports.startedMs);
        }
        figures.push(
          figure({
            name: `a ${role}: start to ready`,
            measured: median(measured),
            base: median(base),
            baseName: `importing its ${packages.length} packages`,
            unit: 'ms',
            goal: { atMost: 1.3 },
          }),
        );
      }
      return figures;
    }),
};
