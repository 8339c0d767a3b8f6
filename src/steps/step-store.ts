/** Keeps the executions of steps until their results were reported to Slack. */
import { createKeys } from '#src/platform/redis/keys.ts';
import type { Redis } from '#src/platform/redis/redis.ts';
import { script } from '#src/platform/redis/script.ts';
import { type Execution, executionSchema } from './step.ts';

/**
 * How long an ended execution is remembered, so that it isn't started again: Slack repeats an event for an
 * hour at most.
 */
const knownForMs = 86_400_000;

type Places = 'step' | 'open' | 'waiting' | 'before';

/**
 * `isNew`: writes only if the execution isn't known; otherwise only if it hasn't ended. `card` is empty if it
 * waits for none.
 */
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

/** The store of executions, and of the cards that they wait for. */
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
  // what remains of an ended execution can't be parsed as one
  const parse = (json: string | null | undefined): Execution | undefined =>
    json ? executionSchema.safeParse(JSON.parse(json)).data : undefined;

  return {
    /** False if Slack has delivered this execution before. */
    async add(workspace: string, execution: Execution): Promise<boolean> {
      // the sweep goes through these workspaces, and nobody may have requested a post in this one yet
      await redis.sadd(keys.workspaces, workspace);
      return write(workspace, execution, { isNew: true });
    },
    /** `undefined` once the execution has ended. */
    get: async (workspace: string, id: string): Promise<Execution | undefined> =>
      parse(await redis.get(keys.step(workspace, id))),
    /** `before`: the card that it doesn't wait for anymore. */
    async put(workspace: string, execution: Execution, { before }: { before?: string } = {}): Promise<void> {
      await write(workspace, execution, { isNew: false, before });
    },
    /** Ends an execution whose result Slack has accepted, or refuses for good. */
    async end(workspace: string, execution: Execution): Promise<void> {
      await endStep(redis, placesOf(workspace, execution), { id: execution.id, knownForMs });
    },
    /** The executions that haven't ended. */
    async open(workspace: string): Promise<Execution[]> {
      const ids = await redis.smembers(keys.openSteps(workspace));
      if (ids.length === 0) return [];
      const found = await redis.mget(ids.map((id) => keys.step(workspace, id)));
      return found.flatMap((json) => parse(json) ?? []);
    },
    /** The ids of the executions that wait for this card. */
    waitingFor: (workspace: string, card: string): Promise<string[]> =>
      redis.smembers(keys.stepsOf(workspace, card)),
  };
}
