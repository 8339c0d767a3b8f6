/** Injects random faults into the service and the chat during a run, from the seed. */
import type { Chat } from '#sandbox/chat/start.ts';
import type { SandboxService } from '#sandbox/service/index.ts';
import type { Random } from './random.ts';

export interface RandomFaults {
  /** How often each fault occurred, by name. */
  readonly counts: Record<string, number>;
  stop(): void;
}

const status = (code: number, retryAfter?: number) =>
  ({ kind: 'status', status: code, ...(retryAfter !== undefined && { retryAfter }) }) as const;

/** The probability of each fault for reads, which are simply retried. */
const onReads: [number, string, object][] = [
  [0.01, 'read: 429', status(429, 1)],
  [0.01, 'read: 500', status(500)],
  [0.01, 'read: dropped', { kind: 'drop-before' }],
  [0.005, 'read: cut', { kind: 'truncated' }],
  [0.005, 'read: no JSON', { kind: 'html' }],
];

const onEffects: [number, string, object][] = [
  [0.03, 'effect: 429', status(429, 1)],
  [0.01, 'effect: 500 before', status(500)],
  [0.02, 'effect: 500 after', { kind: 'status-after', status: 500 }],
  [0.01, 'effect: dropped before', { kind: 'drop-before' }],
  [0.02, 'effect: dropped after', { kind: 'drop-after' }],
  [0.01, 'effect: never answered', { kind: 'hang-after' }],
  [0.01, 'effect: cut', { kind: 'truncated' }],
];

const slackMethods = [
  'chat.postMessage',
  'chat.update',
  'chat.update',
  'views.open',
  'response_url',
] as const;
const slackFaults = [
  { kind: 'rate-limited', retryAfterSeconds: 1 },
  { kind: 'server-error' },
  { kind: 'dropped' },
  { kind: 'answer-lost' },
  { kind: 'slow', ms: 300 },
] as const;

export const notFetched = 'slack: image not fetched';
/** The share of images that Slack can't fetch. */
const unfetchable = 0.4;

export function startRandomFaults(
  service: SandboxService,
  chat: Chat,
  random: Random,
  slackEveryMs: number,
): RandomFaults {
  const counts: Record<string, number> = {};
  const count = (name: string): void => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  const adds = [
    ...install(service, random.stream('reads'), onReads, (method) => method === 'GET', count),
    ...install(service, random.stream('effects'), onEffects, (method) => method !== 'GET', count),
  ];
  const slack = random.stream('slack');
  chat.faults.imagesUnreachable = (url) => {
    const refused = random.stream(new URL(url).pathname).often(unfetchable);
    if (refused) count(notFetched);
    return refused;
  };
  const timer = setInterval(() => {
    if (chat.socket.connections > 0 && slack.often(0.1)) {
      count('slack: sockets cut');
      return slack.often(0.5) ? chat.socket.break() : chat.socket.disconnect();
    }
    const method = slack.pick(slackMethods);
    chat.faults.next(method, slack.pick(slackFaults));
  }, slackEveryMs);
  return {
    get counts() {
      const met = Object.entries(chat.faults.counts).map(([kind, times]) => [`slack: ${kind}`, times]);
      return { ...counts, ...Object.fromEntries(met) };
    },
    stop() {
      clearInterval(timer);
      chat.faults.clear();
      for (const { remove } of adds) remove();
    },
  };
}

/** Chooses a fault, if any, for each request with one random number. */
function install(
  service: SandboxService,
  random: Random,
  faults: [number, string, object][],
  isOurs: (method: string) => boolean,
  count: (name: string) => void,
): { remove(): void }[] {
  let renderedFor: unknown;
  let rendered = 1;
  let from = 0;
  return faults.map(([share, name, fault]) => {
    const [begins, ends] = [from, from + share];
    from = ends;
    return service.faults.add({
      ...(fault as { kind: 'drop-before' }),
      on: '*',
      times: Number.POSITIVE_INFINITY,
      when(request) {
        if (!isOurs(request.method)) return false;
        if (renderedFor !== request) {
          renderedFor = request;
          rendered = random.next();
        }
        const met = rendered >= begins && rendered < ends;
        if (met) count(name);
        return met;
      },
    });
  });
}
