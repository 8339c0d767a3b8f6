/** Runs tasks with the same key one at a time. */
export type RunByKey = <T>(key: number, run: () => Promise<T>) => Promise<T>;

/** Creates a runner: tasks with the same key run in order, one at a time. */
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
