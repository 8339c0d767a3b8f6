/** What must not happen twice at a time for the same person, or the same place. */
export type RunByKey = <T>(key: number, run: () => Promise<T>) => Promise<T>;

/** Runs what has the same key one after the other, in the order in which it came. */
export function createRunByKey(): RunByKey {
  const last = new Map<number, Promise<unknown>>();
  return (key, run) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(run);
    last.set(
      key,
      mine.catch(() => {}),
    );
    return mine;
  };
}
