/** The guarantees that a run judges, by name. */
export const promises = {
  accepted: 'at least 95 of 100 requests are accepted',
  final: 'every accepted request ends with a card that says how it went',
  made: 'at least 75 of 100 cards end well, and the others say what went wrong',
  once: 'nothing is created, sent or published twice, and each card matches the service',
  drawn: 'no message offers a decision that was already made, and each shows its card as it is',
  seen: 'each card is posted once, where its author sees it',
  decided: 'decisions hold, and people who are too late are told',
  said: 'every digest and reminder that is due is sent, and at most a handful of them or of the pause reports is sent twice',
  notified:
    'people are notified of how their posts ended, in the right place, and at most a handful of notifications is sent twice',
  goesOn: 'work continues after every kill',
  inTime: 'every card moves within 20 seconds of the last kill that affected it',
  crowd:
    'if many people press a button at once, one of them publishes, and the others are told within 10 seconds',
  alive: 'no process ends by itself, and none prints a secret',
  happened: 'the run did everything that was planned',
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
