/** `npm run bench jobs`: how many posts the workers create and publish per second, and the cost of each. */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type Benchmark, type Figure, figure } from './benchmark.ts';
import { type Environment, withEnvironment } from './parts/environment.ts';
import { median } from './parts/numbers.ts';
import { type PostRound, startPostFleet } from './parts/post-fleet.ts';
import { type QueueRound, startQueueFleet } from './parts/queue-fleet.ts';
import { stubServerAt } from './parts/stub-server.ts';

const rounds = 3;
const sizes = { posts: 500, emptyJobs: 10_000 };
const quickSizes = { posts: 20, emptyJobs: 200 };

export const jobs: Benchmark = {
  name: 'jobs',
  question: 'How many posts do the workers create and publish per second, and what does each cost?',
  method:
    'Posts of 100 brands wait in paused queues. Time runs from resuming the queues until the last post is created or published, ' +
    'including all rendering and checking. The goal applies to the runs of all jobs per second, each compared with an empty job; the ' +
    'rows about posts, which take several runs each, have none. The service and Slack answer at once from a process of their own, and ' +
    'the quota is unlimited. The base is BullMQ with a processor that does nothing, with as many processes of the same concurrency on the ' +
    'same Redis. A third rate is BullMQ with a processor that sends one request and one message, and stores nothing. The rounds of all ' +
    'three alternate, and the median counts.',
  run: ({ quick, note }) =>
    withEnvironment(async (environment) => {
      const figures: Figure[] = [];
      for (const workers of quick ? [1] : [1, 2, 4])
        figures.push(...(await compare(environment, workers, quick, note)));
      return figures;
    }),
};

async function compare(
  environment: Environment,
  workers: number,
  quick: boolean,
  note: (line: string) => void,
): Promise<Figure[]> {
  const fleetOf = `${workers} ${workers === 1 ? 'worker' : 'workers'}`;
  const { posts, emptyJobs } = quick ? quickSizes : sizes;
  const redis = await environment.startRedis();
  const outside = await environment.start(
    {},
    fileURLToPath(import.meta.resolve('./parts/subjects/stub-server-process.ts')),
  );
  const { slackUrl, serviceUrl } = stubServerAt(outside.port);
  const fleet = await startPostFleet(environment, workers, {
    REDIS_URL: redis.url,
    REDIS_PREFIX: `bench-${randomBytes(4).toString('hex')}`,
    SLACK_API_URL: slackUrl,
    SOCIAL_API_URL: serviceUrl,
  });
  const empty = await startQueueFleet(environment, workers, redis.url, undefined);
  const sending = await startQueueFleet(environment, workers, redis.url, {
    SERVICE_URL: serviceUrl,
    SLACK_URL: slackUrl,
  });
  if (!quick) {
    // to warm up
    await empty.round(emptyJobs);
    await sending.round(posts);
    await fleet.round(posts);
  }
  const ofPosts: PostRound[] = [];
  const ofEmpty: QueueRound[] = [];
  const ofSending: QueueRound[] = [];
  for (let i = 0; i < (quick ? 1 : rounds); i += 1) {
    ofEmpty.push(await empty.round(emptyJobs));
    ofSending.push(await sending.round(posts));
    const round = await fleet.round(posts);
    note(
      `${fleetOf}: ${round.createdPerS.toFixed(0)} created/s, ${round.publishedPerS.toFixed(0)} published/s, ` +
        `${round.runsPerPost.toFixed(1)} runs of jobs for each post (${round.runsOf}), ` +
        `${round.createRunsPerS.toFixed(0)} runs/s of creating, ${round.publishRunsPerS.toFixed(0)} of publishing`,
    );
    ofPosts.push(round);
  }
  await Promise.all([fleet.stop(), empty.stop(), sending.stop()]);

  const of = (key: Exclude<keyof PostRound, 'runsOf'>): number => median(ofPosts.map((round) => round[key]));
  const base = (key: keyof QueueRound): number => median(ofEmpty.map((round) => round[key]));
  const baseName = 'BullMQ with an empty processor';
  const rate = (name: string, measured: number): Omit<Figure, 'ratio'> => ({
    name: `${name} with ${fleetOf}: rate`,
    measured,
    base: base('perS'),
    baseName,
    unit: 'jobs/s',
  });
  const goal = { atLeast: 0.25 };
  return [
    figure({ ...rate('all jobs of creating', of('createRunsPerS')), goal }),
    figure({ ...rate('all jobs of publishing', of('publishRunsPerS')), goal }),
    figure(rate('posts created', of('createdPerS'))),
    figure(rate('posts published', of('publishedPerS'))),
    figure({
      ...rate('posts created, compared with plain sending', of('createdPerS')),
      base: median(ofSending.map(({ perS }) => perS)),
      baseName: 'BullMQ with a processor that sends one request and one message',
    }),
    figure({
      name: `a finished post with ${fleetOf}: CPU of the workers`,
      measured: of('cpuMsPerPost'),
      base: base('cpuMsPerJob'),
      baseName: 'an empty job',
      unit: 'ms',
    }),
    figure({
      name: `a finished post with ${fleetOf}: Redis commands`,
      measured: of('commandsPerPost'),
      base: base('commandsPerJob'),
      baseName: 'an empty job',
      unit: 'commands',
    }),
    figure({
      name: `a post that waits for its creation, with ${fleetOf}: memory of Redis`,
      measured: of('redisKbPerPost'),
      base: base('redisKbPerJob'),
      baseName: 'an empty job',
      unit: 'kB',
    }),
    figure({
      name: `a worker of ${workers}: memory`,
      measured: of('memoryMb'),
      base: base('memoryMb'),
      baseName: 'a worker of BullMQ',
      unit: 'MB',
    }),
  ];
}
