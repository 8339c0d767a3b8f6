/** Plans a run from its seed: all requests, decisions, and kills. */
import { createRandom, type Random } from './random.ts';

export interface ChaosOptions {
  seed: string;
  requests: number;
  /** The number of older posts of one brand. */
  history: number;
  kills: number;
  /** Milliseconds between two kills. */
  killEveryMs: number;
  /** The number of bots, and of workers. */
  ofEach: 1 | 2;
  redisKills: number;
  /** How long Redis stays down after the middle one of its kills. */
  awayMs: number;
  /** When Redis syncs to disk: every second, or before each reply. */
  fsync: 'everysec' | 'always';
}

export type Kind = 'post' | 'ai-post' | 'campaign';

/** What users do with the card once it's ready for review. */
export type Decision =
  | 'leave'
  | 'approve'
  | 'approve together'
  | 'edit, approve'
  | 'reject'
  | 'schedule'
  | 'schedule, unschedule, approve'
  /** A post that's scheduled for a time during the run. */
  | 'comes due'
  /** Scheduled, then its brand is paused. */
  | 'pause'
  /** All posts of a campaign in one modal. */
  | 'approve all';

export interface PlannedRequest {
  /** A token in all texts of this request, to identify its effects in the service. */
  token: string;
  kind: Kind;
  /** The index of the channel, which has its own brand. */
  channel: number;
  author: number;
  /** The two users who decide at the same time. */
  deciders: [number, number];
  decision: Decision;
  /** Whether the modal is submitted twice at once. */
  submitsTwice: boolean;
  /** Whether it has an image, which Slack may be unable to fetch. */
  pictured: boolean;
  /** Whether its card's message is deleted while it's generating. */
  deleted: boolean;
}

const operations = ['create', 'generate', 'campaign', 'publish', 'pause'] as const;

/** The failpoints at which a process kills itself, as named in `src/`. */
export const failpoints = [
  'request recorded',
  'versions compared',
  'transition recorded',
  ...operations.flatMap((one) => [`${one} noted`, `${one} answered`, `${one} recorded`] as const),
  'campaign post added',
  'batch post decided',
  'batch post noted',
  'batch report sent',
  'status posted',
  'status retired',
  'card rendered',
  'card message noted',
  'notification expanding',
  'notification expanded',
  'notification due',
  'notification sent',
  'notification noted',
  'page indexed',
  'change allowed',
  'publish allowed',
  'update noted',
  'update answered',
  'update recorded',
  'pause acquired',
  'paused card unscheduled',
  'pause report sent',
  ...(['digest due', 'digest sent', 'reminder due', 'reminder sent'] as const),
] as const;
type Failpoint = (typeof failpoints)[number];

/** Failpoints between sending a message and recording that it was sent. */
export const sentAndNotNoted: ReadonlySet<string> = new Set<Failpoint>([
  'digest sent',
  'reminder sent',
  'pause report sent',
]);

export interface PlannedKill {
  role: 'bot' | 'worker';
  /** Which of the two processes with this role. */
  which: number;
  /** Absent: immediately, at any point. */
  failpoint?: Failpoint;
}

/** A brand with a digest, and cards with reminders, due this many minutes after the start. */
export interface PlannedMorning {
  minute: number;
  cards: 1 | 2;
}

export interface Plan {
  requests: PlannedRequest[];
  mornings: PlannedMorning[];
  kills: PlannedKill[];
  /** The kills after which Redis is killed too, and the one after which it stays down longer. */
  redisAfter: ReadonlySet<number>;
  awayAfter: number;
  /** The kill after which bots restart in Socket Mode; the next kills hit them. */
  socketAfter: number;
  /** The kills after which the bot is removed from a channel, and another channel is archived. */
  removedAfter: number;
  archivedAfter: number;
}

export const channelCount = 6;
/** This channel is archived during the run, after which it gets no more requests. The bot is removed from `privateChannel`. */
export const archivedChannel = 2;
export const privateChannel = 3;
/** The channel whose brand has many older posts. */
export const longHistoryChannel = 4;
/** In the first channels, brands are paused and resumed, and nothing else happens, because a pause affects all their posts. */
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
    // scheduled posts are requested early, so that they're due before the end of the run
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
      decision === 'pause'
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

/** Plans more mornings than there are kills at their failpoints, spread over the expected duration including restarts. */
function planMornings({ kills, killEveryMs, awayMs }: ChaosOptions): PlannedMorning[] {
  const minutes = Math.ceil((kills * killEveryMs * 1.3 + awayMs) / 60_000);
  const count = Math.max(4, Math.round(kills / 5));
  return Array.from({ length: count }, (_, i) => ({
    minute: Math.floor((i * minutes) / count),
    cards: i % 4 === 3 ? 2 : 1,
  }));
}

/** The role that reaches this failpoint. */
function roleAt(failpoint: Failpoint, random: Random): PlannedKill['role'] {
  if (failpoint === 'request recorded' || failpoint === 'versions compared') return 'bot';
  return failpoint === 'transition recorded' && random.often(0.5) ? 'bot' : 'worker';
}

function decisionsOf(kind: Kind, early: boolean): Decision[] {
  return [
    ...(['leave', 'approve', 'approve together', 'edit, approve', 'reject', 'schedule'] as const),
    'schedule, unschedule, approve',
    ...(kind === 'post' ? (['pause'] as const) : []),
    ...(kind === 'post' && early ? (['comes due', 'comes due'] as const) : []),
    ...(kind === 'campaign' ? (['approve all', 'approve all'] as const) : []),
  ];
}

/**
 * Half of the kills are at failpoints, each equally often; the other half are at any time. Shuffled so that every failpoint is used
 * once before any is repeated, which arms rare ones early.
 */
function planKills(random: Random, count: number): PlannedKill[] {
  const kills = Array.from({ length: count }, (_, i): PlannedKill => {
    if (i % 2 === 1) return { role: random.often(0.4) ? 'bot' : 'worker', which: random.below(2) };
    const failpoint = failpoints[(i / 2) % failpoints.length] as Failpoint;
    return { role: roleAt(failpoint, random), which: random.below(2), failpoint };
  });
  return kills
    .map((kill, i) => ({ kill, place: Math.floor(i / (2 * failpoints.length)) + random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ kill }) => kill);
}

/** Makes the first two kills at any time from this index hit both bots, so that both restart. */
function startingBoth(kills: PlannedKill[], from: number): PlannedKill[] {
  let which = 0;
  return kills.map((kill, i) => {
    if (i < from || kill.failpoint !== undefined || which === 2) return kill;
    which += 1;
    return { role: 'bot', which: which - 1 };
  });
}
