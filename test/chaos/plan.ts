/** What a run will do, decided from its seed before anything is started: who asks for what, and what is killed. */
import { createRandom, type Random } from './random.ts';

export interface ChaosOptions {
  seed: string;
  requests: number;
  kills: number;
  /** Between two kills. */
  killEveryMs: number;
  redisKills: number;
  /** When Redis writes to its disk: every second, or before it answers. */
  fsync: 'everysec' | 'always';
}

export type Kind = 'post' | 'ai-post' | 'campaign';

/** What people do with the card, once it waits for them. */
const decisions = [
  'leave',
  'approve',
  'approve together',
  'edit, approve',
  'reject',
  'schedule',
  'schedule, unschedule, approve',
  'comes due',
] as const;
export type Decision = (typeof decisions)[number];

export interface PlannedRequest {
  /** Stands in every text of this request, so that what the service did can be told apart. */
  token: string;
  kind: Kind;
  /** Index of the place: a channel with a brand of its own. */
  place: number;
  author: number;
  /** Who decide, the second one at the same moment as the first. */
  deciders: [number, number];
  decision: Decision;
  /** Presses the button of the modal twice at once. */
  submitsTwice: boolean;
}

/** The steps at which a process ends itself, as `src/` names them. */
const steps = [
  'request recorded',
  'move recorded',
  'create noted',
  'create answered',
  'create recorded',
  'generate noted',
  'generate answered',
  'generate recorded',
  'campaign noted',
  'campaign answered',
  'campaign recorded',
  'campaign post added',
  'publish noted',
  'publish answered',
  'publish recorded',
  'card drawn',
] as const;
type Step = (typeof steps)[number];

/** The steps that the answering half reaches; the others are the worker's. */
const ofBots = new Set<Step>(['request recorded', 'move recorded']);

export interface PlannedKill {
  role: 'bot' | 'worker';
  /** Which of the two. */
  which: number;
  /** Absent: at once, wherever it is. */
  step?: Step;
}

export interface Plan {
  requests: PlannedRequest[];
  kills: PlannedKill[];
  /** Kills of processes after which Redis is killed too. */
  redisAfter: ReadonlySet<number>;
}

export const places = 4;
export const people = 12;

const kinds: readonly Kind[] = ['post', 'post', 'post', 'ai-post', 'ai-post', 'campaign'];

export function makePlan(options: ChaosOptions): Plan {
  const random = createRandom(options.seed);
  const asking = random.stream('requests');
  const killing = random.stream('kills');
  return {
    // what comes due is asked for early, so that the end of the run need not wait for it
    requests: Array.from({ length: options.requests }, (_, i) =>
      planRequest(asking, i, i < options.requests / 4),
    ),
    kills: planKills(killing, options.kills),
    redisAfter: new Set(
      Array.from({ length: options.redisKills }, (_, i) =>
        Math.round(((i + 1) * options.kills) / (options.redisKills + 1)),
      ),
    ),
  };
}

function planRequest(random: Random, index: number, early: boolean): PlannedRequest {
  const kind = random.pick(kinds);
  const author = random.below(people);
  const first = random.below(people);
  const second = (first + 1 + random.below(people - 1)) % people;
  return {
    token: `No${String(index + 1).padStart(4, '0')}x`,
    kind,
    place: random.below(places),
    author,
    deciders: [first, second],
    decision: random.pick(early ? decisions : decisions.filter((one) => one !== 'comes due')),
    submitsTwice: random.often(0.1),
  };
}

/** Every step as often as it fits into half of the kills; the other half comes at any moment. Shuffled. */
function planKills(random: Random, count: number): PlannedKill[] {
  const kills = Array.from({ length: count }, (_, i): PlannedKill => {
    if (i % 2 === 1) return { role: random.often(0.4) ? 'bot' : 'worker', which: random.below(2) };
    const step = steps[(i / 2) % steps.length] as Step;
    return { role: ofBots.has(step) ? 'bot' : 'worker', which: random.below(2), step };
  });
  return kills
    .map((kill) => ({ kill, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ kill }) => kill);
}
