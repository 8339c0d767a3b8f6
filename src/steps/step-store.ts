/** Keeps the executions of steps until Slack was told what came of them. */
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { script } from '#src/platform/redis/script.ts';
import { type Execution, executionSchema } from './step.ts';

/** Slack repeats an event for an hour at most. Until then, an execution that has ended isn't begun again. */
const knownForMs = 86_400_000;

type Places = 'step' | 'open' | 'waiting' | 'before';

/** `isNew`: only if it isn't known; otherwise only if it hasn't ended. `card` is empty while it waits for none. */
const writeStep = script<number, Places, 'id' | 'json' | 'card' | 'isNew'>(`
if ARGV.isNew == '1' then
  if redis.call('EXISTS', KEYS.step) == 1 then return 0 end
elseif redis.call('SISMEMBER', KEYS.open, ARGV.id) == 0 then return 0 end
redis.call('SET', KEYS.step, ARGV.json)
redis.call('SADD', KEYS.open, ARGV.id)
redis.call('SREM', KEYS.before, ARGV.id)
if ARGV.card ~= '' then redis.call('SADD', KEYS.waiting, ARGV.id) end
return 1`);

const endStep = script<null, Exclude<Places, 'before'>, 'id' | 'knownForMs'>(`
redis.call('SET', KEYS.step, '{}', 'PX', ARGV.knownForMs)
redis.call('SREM', KEYS.open, ARGV.id)
redis.call('SREM', KEYS.waiting, ARGV.id)
return nil`);

/** Where executions are kept, and what tells the steps of them to begin or go on. */
export type StepStore = ReturnType<typeof createStepStore>;

export function createStepStore(redis: Redis, prefix: string) {
  const keys = createKeys(prefix);
  const placesOf = (workspace: string, { id, card }: Execution) => ({
    step: keys.step(workspace, id),
    open: keys.openSteps(workspace),
    waiting: keys.stepsOf(workspace, card ?? ''),
  });
  const write = async (
    workspace: string,
    execution: Execution,
    { isNew, before = '' }: { isNew: boolean; before?: string | undefined },
  ): Promise<boolean> => {
    const { id, card = '' } = execution;
    const json = JSON.stringify(executionSchema.parse(execution));
    const args = { id, json, card, isNew: isNew ? '1' : '' };
    const places = { ...placesOf(workspace, execution), before: keys.stepsOf(workspace, before) };
    return (await writeStep(redis, places, args)) === 1;
  };
  // what is left of one that has ended is no execution
  const parse = (json: string | null | undefined): Execution | undefined =>
    json ? executionSchema.safeParse(JSON.parse(json)).data : undefined;

  return {
    /** False: Slack delivered this execution before. */
    async add(workspace: string, execution: Execution): Promise<boolean> {
      // the sweep goes through these, and nobody may have requested a post there yet
      await redis.sadd(keys.workspaces, workspace);
      return write(workspace, execution, { isNew: true });
    },
    /** `undefined` once it has ended. */
    get: async (workspace: string, id: string): Promise<Execution | undefined> =>
      parse(await redis.get(keys.step(workspace, id))),
    /** `before`: it doesn't wait for this card anymore. */
    async put(workspace: string, execution: Execution, { before }: { before?: string } = {}): Promise<void> {
      await write(workspace, execution, { isNew: false, before });
    },
    /** Slack was told the result, or doesn't want it. */
    async end(workspace: string, execution: Execution): Promise<void> {
      await endStep(redis, placesOf(workspace, execution), { id: execution.id, knownForMs });
    },
    /** Those that haven't ended. */
    async open(workspace: string): Promise<Execution[]> {
      const ids = await redis.smembers(keys.openSteps(workspace));
      if (ids.length === 0) return [];
      const found = await redis.mget(ids.map((id) => keys.step(workspace, id)));
      return found.flatMap((json) => parse(json) ?? []);
    },
    /** The ids of those that wait for this card. */
    waitingFor: (workspace: string, card: string): Promise<string[]> =>
      redis.smembers(keys.stepsOf(workspace, card)),
  };
}
