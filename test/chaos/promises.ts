/** The guarantees that a run judges, by name. */
export const promises = {
  accepted: 'of 100 requests at least 95 are accepted',
  final: 'what was accepted comes to its end on a card',
  made: 'of 100 cards at least 75 end well, the others say what went wrong',
  once: 'nothing is made, sent or published twice, and each card is as the service shows it',
  drawn: 'no message offers what was decided, and each shows its card',
  seen: 'each card stands once, where its author sees it',
  decided: 'what people decided holds, and whoever came too late is told so',
  said: 'each digest and each reminder that was due is said, and at most a handful of them and of the reports of pauses twice',
  notified:
    'everyone is notified of what their posts came to, where and as it is, and at most a handful of notifications is repeated',
  goesOn: 'work goes on after every kill',
  inTime: 'work goes on within 20 seconds of a kill, for every card whose turn it was',
  crowd: 'of all who press at once one publishes, and the others are told within 10 seconds',
  alive: 'no process ends by itself, and none prints a secret',
  happened: 'the run did what was planned',
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
