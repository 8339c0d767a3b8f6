/** The guarantees that a run judges, by name. */
export const promises = {
  accepted: 'at least 95 of 100 requests are accepted',
  final: 'every accepted request ends with a card that shows the outcome',
  succeeds: 'at least 75 of 100 cards succeed, and the others say what went wrong',
  once: 'nothing is created, sent or published twice, and each card matches the service',
  rendered: 'no message offers a decision that was already made, and each shows its card’s current state',
  seen: 'each card is posted once, where its author sees it',
  decided: 'decisions are kept, and users who are too late get a message',
  sent: 'every due digest and reminder is sent, and at most a few digests, reminders, and pause reports are sent twice',
  notified:
    'users are notified of the outcome of their posts, in the right place, and at most a few notifications are sent twice',
  continues: 'work continues after every kill',
  inTime: 'every card continues within 20 seconds of the last kill that affected it',
  crowd:
    'if many users click a button at once, one publishes, and the others get a message within 10 seconds',
  alive: 'no process exits by itself, and none prints a secret',
  happened: 'everything planned was run',
} as const;
type Promised = keyof typeof promises;

export interface Judged {
  /** How each guarantee was broken. Empty: it was kept. Absent: this run doesn't judge it. */
  readonly broken: ReadonlyMap<Promised, readonly string[]>;
  breaks(promised: Promised, how: string): void;
  leavesOut(promised: Promised): void;
}

export function createJudged(): Judged {
  const names = Object.keys(promises) as Promised[];
  const broken = new Map<Promised, string[]>(names.map((name) => [name, []]));
  return {
    broken,
    breaks: (promised, how) => void broken.get(promised)?.push(how),
    leavesOut: (promised) => void broken.delete(promised),
  };
}

/** Descriptions of broken guarantees. `but for speed` leaves out the one that a busy machine can break. */
export function brokenIn({ broken }: Judged, which: 'but for speed' | 'all'): string[] {
  const ofSpeed = new Set<Promised>(['inTime']);
  return [...broken].flatMap(([name, how]) =>
    how.length === 0 || (which === 'but for speed' && ofSpeed.has(name)) ? [] : [promises[name]],
  );
}
