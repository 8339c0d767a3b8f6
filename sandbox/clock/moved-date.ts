/** A `Date` with a replaceable clock, for the demo and benchmarks. */

const RealDate = Date;

/** A `Date` class that uses `now` (epoch ms) instead of the machine's clock. */
export function dateOf(now: () => number): DateConstructor {
  const moved: DateConstructor = new Proxy(RealDate, {
    construct: (target, args, newTarget): object =>
      Reflect.construct(target, args.length > 0 ? args : [now()], newTarget === moved ? target : newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? () => Math.floor(now()) : Reflect.get(target, name)),
  });
  return moved;
}

/** The machine's real time (epoch ms), regardless of `Date`. */
export const realNow = (): number => RealDate.now();

/** Replaces `Date` in this process, and returns a function that sets how far it's ahead of the machine's clock (ms). Timers don't change. */
export function moveDate(): (aheadMs: number) => void {
  let aheadMs = 0;
  globalThis.Date = dateOf(() => realNow() + aheadMs);
  return (ms) => {
    aheadMs = ms;
  };
}
