/** `npm run bench requests`: how many requests Presscheck sends to a service that allows sixty per minute. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Benchmark, type Figure, figure } from './benchmark.ts';
import { type Outcome, type Scenario, scenarios } from './parts/request-scenarios.ts';

const entry = fileURLToPath(import.meta.resolve('./parts/requests-process.ts'));

export const requests: Benchmark = {
  name: 'requests',
  question:
    "How many requests and how much time does people's work take, if the service allows sixty requests a minute?",
  method:
    'Bot, worker, sandbox service and users in one process, on a clock that jumps while all of them wait, so minutes of the quota pass in ' +
    'seconds, and other load on the machine changes nothing. The service answers at once, users decide at once, and generation takes 20 to ' +
    '40 seconds. The lists of brands and profiles are cached at the start, and refreshing them counts. The base is the ideal: two requests for ' +
    'each post, and three reads for each brand and wave, in the time that the slowest generation takes or that sixty requests a minute allow. Other ' +
    "figures name their base. If a scenario doesn't finish, its requests are those until its users lost patience.",
  parts: scenarios.map(({ name }) => name),
  async run({ quick, note, only }) {
    const wanted = scenarios.filter(({ name }) => only.length === 0 || only.includes(name));
    const figures: Figure[] = [];
    let [refused, all] = [0, 0];
    for (const scenario of quick ? wanted.slice(0, 1) : wanted) {
      const { stdout } = await promisify(execFile)(process.execPath, [entry, scenario.name]);
      const outcome = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Outcome;
      for (const line of resultLine(scenario, outcome)) note(line);
      figures.push(...figuresOf(scenario, outcome));
      refused += outcome.requests.refused;
      all += outcome.requests.total;
    }
    const tooMany = {
      name: 'answers that say "too many requests"',
      measured: refused,
      base: Math.max(all, 1),
      baseName: 'all requests of these runs',
      unit: 'requests',
      goal: { atMost: 0 },
    };
    return [...figures, figure(tooMany)];
  },
};

function resultLine(
  { name, about }: Scenario,
  { done, wanted, seconds, requests, remark, warnings }: Outcome,
): string[] {
  const { total, byEndpoint, reads, refused } = requests;
  const counts = (all: Record<string, number>): string =>
    Object.entries(all)
      .map(([of, n]) => `${of} ${n}`)
      .join(', ');
  return [
    `${name}: ${about}`,
    `  ${done < wanted ? `NOT FINISHED: ${done} of ${wanted}, ` : ''}${seconds.toFixed(1)} s, ${total} requests (${counts(byEndpoint)}), ${refused} refused`,
    `  reads by brand: ${counts(reads) || 'none'}`,
    ...(remark ? [`  ${remark}`] : []),
    ...warnings.map((one) => `  logged: ${one}`),
  ];
}

function figuresOf({ about, ideal, goal, name }: Scenario, outcome: Outcome): Figure[] {
  const { done, wanted, seconds, requests } = outcome;
  const unfinished = done < wanted ? `, not finished: ${done} of ${wanted}` : '';
  const detail = { scenario: name, done, wanted, seconds, ...requests };
  const base = { requests: `${ideal.requests}`, seconds: `${ideal.seconds} s` };
  return [
    figure({
      name: `${about}: requests${unfinished}`,
      measured: requests.total,
      base: ideal.requests,
      baseName: base.requests,
      unit: 'requests',
      ...(goal.requests && { goal: { atMost: goal.requests } }),
      detail,
    }),
    ...(ideal.seconds === undefined
      ? []
      : [
          figure({
            name: `${about}: time${unfinished}`,
            measured: seconds,
            base: ideal.seconds,
            baseName: base.seconds,
            unit: 's',
            ...(goal.seconds && { goal: { atMost: goal.seconds } }),
          }),
        ]),
  ];
}
