/** `Date` with another clock: for time that jumps, in the demo and in benchmarks. */

const RealDate = Date;

/** Has the time `now` (epoch ms) wherever the real one has the time of the machine. */
export function dateOf(now: () => number): DateConstructor {
  const moved: DateConstructor = new Proxy(RealDate, {
    construct: (target, args, newTarget): object =>
      Reflect.construct(target, args.length > 0 ? args : [now()], newTarget === moved ? target : newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? () => Math.floor(now()) : Reflect.get(target, name)),
  });
  return moved;
}

/** The clock of the machine, whatever `Date` says (epoch ms). */
export const realNow = (): number => RealDate.now();

/** From now on `Date` in this process is as far ahead of the machine's clock as was set last (ms). Timers stay as they are. */
export function moveDate(): (aheadMs: number) => void {
  let aheadMs = 0;
  globalThis.Date = dateOf(() => realNow() + aheadMs);
  return (ms) => {
    aheadMs = ms;
  };
}
