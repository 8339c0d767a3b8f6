/** What a run will do, decided from its seed before anything is started: who asks for what, and what is killed. */
import { createRandom, type Random } from './random.ts';

export interface ChaosOptions {
  seed: string;
  requests: number;
  /** Posts that one of the brands had before. */
  history: number;
  kills: number;
  /** Between two kills. */
  killEveryMs: number;
  /** Bots, and workers. */
  ofEach: 1 | 2;
  redisKills: number;
  /** How long Redis stays away after one of its kills, the one in the middle. */
  awayMs: number;
  /** When Redis writes to its disk: every second, or before it answers. */
  fsync: 'everysec' | 'always';
}

export type Kind = 'post' | 'ai-post' | 'campaign';

/** What people do with the card, once it waits for them. */
export type Decision =
  | 'leave'
  | 'approve'
  | 'approve together'
  | 'edit, approve'
  | 'reject'
  | 'schedule'
  | 'schedule, unschedule, approve'
  /** A post that is asked for with a time that comes during the run. */
  | 'comes due'
  /** Scheduled, and then its brand is frozen. */
  | 'freeze'
  /** All posts of a campaign in one modal. */
  | 'approve all';

export interface PlannedRequest {
  /** Stands in every text of this request, so that what the service did can be told apart. */
  token: string;
  kind: Kind;
  /** Index of the place: a channel with a brand of its own. */
  channel: number;
  author: number;
  /** Who decide, the second one at the same moment as the first. */
  deciders: [number, number];
  decision: Decision;
  /** Presses the button of the modal twice at once. */
  submitsTwice: boolean;
  /** Asks for a picture, which Slack may not be able to fetch. */
  pictured: boolean;
  /** Somebody deletes the message of its card while it generates. */
  deleted: boolean;
}

const operations = ['create', 'generate', 'campaign', 'publish', 'freeze'] as const;

/** The steps at which a process ends itself, as `src/` names them. */
export const steps = [
  'request recorded',
  'transition recorded',
  ...operations.flatMap((one) => [`${one} noted`, `${one} answered`, `${one} recorded`] as const),
  'campaign post added',
  'batch post decided',
  'batch post noted',
  'batch report said',
  'status posted',
  'status retired',
  'card rendered',
  'notification expanding',
  'notification expanded',
  'notification due',
  'notification sent',
  'notification noted',
  'page indexed',
  'change allowed',
  'update noted',
  'update answered',
  'update recorded',
  'pause acquired',
  'paused card unscheduled',
  'pause report said',
  ...(['digest due', 'digest said', 'reminder due', 'reminder said'] as const),
] as const;
type Step = (typeof steps)[number];

/** Between sending a message and noting that it was sent. */
export const sentAndNotNoted: ReadonlySet<string> = new Set<Step>([
  'digest said',
  'reminder said',
  'pause report said',
]);

export interface PlannedKill {
  role: 'bot' | 'worker';
  /** Which of the two. */
  which: number;
  /** Absent: at once, wherever it is. */
  step?: Step;
}

/** A brand with a digest, and cards of which their author is reminded, both so many minutes after the run began. */
export interface PlannedMorning {
  minute: number;
  cards: 1 | 2;
}

export interface Plan {
  requests: PlannedRequest[];
  mornings: PlannedMorning[];
  kills: PlannedKill[];
  /** Kills of processes after which Redis is killed too, and after which of them it stays away for long. */
  redisAfter: ReadonlySet<number>;
  awayAfter: number;
  /** The kill after which the bots start over Socket Mode; the next kills are theirs. */
  socketAfter: number;
  /** The kills after which the bot is removed from one channel, and another one is archived. */
  removedAfter: number;
  archivedAfter: number;
}

export const channelCount = 6;
/** Of this place the channel is archived, and nothing more is asked for there; from the other the bot is removed. */
export const archivedChannel = 2;
export const privateChannel = 3;
/** Its brand has had many posts before the run. */
export const longHistoryChannel = 4;
/** Here brands are frozen and thawed, and nothing else is asked for: a freeze stops all others too. */
const channelsToPause = 2;
export const userCount = 12;

const kinds: readonly Kind[] = ['post', 'post', 'post', 'ai-post', 'ai-post', 'campaign'];

export function makePlan(options: ChaosOptions): Plan {
  const random = createRandom(options.seed);
  const asking = random.stream('requests');
  const killing = random.stream('kills');
  const redisAfter = Array.from({ length: options.redisKills }, (_, i) =>
    Math.round(((i + 1) * options.kills) / (options.redisKills + 1)),
  );
  const part = (share: number): number => Math.floor(options.kills * share);
  return {
    // what comes due is asked for early, so that the end of the run need not wait for it
    requests: Array.from({ length: options.requests }, (_, i) =>
      planRequest(asking, i, i < options.requests / 4),
    ),
    mornings: planMornings(options),
    kills: startingBoth(planKills(killing, options.kills), part(0.5) + 1),
    redisAfter: new Set(redisAfter),
    awayAfter: redisAfter[Math.floor(redisAfter.length / 2)] ?? -1,
    socketAfter: part(0.5),
    removedAfter: part(0.3),
    archivedAfter: part(0.6),
  };
}

function planRequest(random: Random, index: number, early: boolean): PlannedRequest {
  const kind = random.pick(kinds);
  const decision = random.pick(decisionsOf(kind, early));
  const author = random.below(userCount);
  const first = random.below(userCount);
  const second = (first + 1 + random.below(userCount - 1)) % userCount;
  return {
    token: `No${String(index + 1).padStart(4, '0')}x`,
    kind,
    channel:
      decision === 'freeze'
        ? index % channelsToPause
        : channelsToPause + random.below(channelCount - channelsToPause),
    author,
    deciders: [first, second],
    decision,
    submitsTwice: random.often(0.1),
    pictured: kind !== 'post' && random.often(0.3),
    deleted: kind !== 'post' && random.often(0.2),
  };
}

/** More than there are kills at their steps, spread over the time of the kills, which restarts make longer. */
function planMornings({ kills, killEveryMs, awayMs }: ChaosOptions): PlannedMorning[] {
  const minutes = Math.ceil((kills * killEveryMs * 1.3 + awayMs) / 60_000);
  const count = Math.max(4, Math.round(kills / 5));
  return Array.from({ length: count }, (_, i) => ({
    minute: Math.floor((i * minutes) / count),
    cards: i % 4 === 3 ? 2 : 1,
  }));
}

/** Who comes by the step. */
function roleAt(step: Step, random: Random): PlannedKill['role'] {
  if (step === 'request recorded') return 'bot';
  return step === 'transition recorded' && random.often(0.5) ? 'bot' : 'worker';
}

function decisionsOf(kind: Kind, early: boolean): Decision[] {
  return [
    ...(['leave', 'approve', 'approve together', 'edit, approve', 'reject', 'schedule'] as const),
    'schedule, unschedule, approve',
    ...(kind === 'post' ? (['freeze'] as const) : []),
    ...(kind === 'post' && early ? (['comes due', 'comes due'] as const) : []),
    ...(kind === 'campaign' ? (['approve all', 'approve all'] as const) : []),
  ];
}

/**
 * Every step as often as it fits into half of the kills; the other half comes at any moment. Shuffled so that every step comes
 * once before any comes again: what seldom happens is waited for from early on.
 */
function planKills(random: Random, count: number): PlannedKill[] {
  const kills = Array.from({ length: count }, (_, i): PlannedKill => {
    if (i % 2 === 1) return { role: random.often(0.4) ? 'bot' : 'worker', which: random.below(2) };
    const step = steps[(i / 2) % steps.length] as Step;
    return { role: roleAt(step, random), which: random.below(2), step };
  });
  return kills
    .map((kill, i) => ({ kill, place: Math.floor(i / (2 * steps.length)) + random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ kill }) => kill);
}

/** From this kill on the first two that come at any moment are of the two bots, so that both have started anew. */
function startingBoth(kills: PlannedKill[], from: number): PlannedKill[] {
  let which = 0;
  return kills.map((kill, i) => {
    if (i < from || kill.step !== undefined || which === 2) return kill;
    which += 1;
    return { role: 'bot', which: which - 1 };
  });
}
