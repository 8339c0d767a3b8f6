/** What a job is: declared as data, run as a function that does one effect and says what comes next. */
import { z } from 'zod';

/** What a run of a job says: finished, or once more after a pause. */
export type Outcome = { kind: 'done' } | { kind: 'again'; inMs: number };

export const done: Outcome = { kind: 'done' };
export const again = (inMs: number): Outcome => ({ kind: 'again', inMs });

/**
 * Lanes keep jobs from waiting behind what can take minutes. What brings a click to the service has one. Creating, reading what the service
 * shows, and what looks again by itself wait for the quota, and have one each. So have drawing and the sweep.
 */
export type QueueName = 'work' | 'create' | 'read' | 'watch' | 'draw' | 'round';

export interface Job<Payload> {
  name: string;
  lane: QueueName;
  payload: z.ZodType<Payload>;
  /** Two jobs with one key never run at once; one that comes while the other runs is run after it, once. */
  key(payload: Payload): string;
  /** How often it's run before it's given up; as a rule eight times, over two minutes. */
  attempts?: number;
}

export function defineJob<Payload>(job: Job<Payload>): Job<Payload> {
  return job;
}

export type PayloadOf<Of> = Of extends Job<infer Payload> ? Payload : never;

/**
 * A job about something in a workspace. Two with the same name and the same values of the fields in `key` (default: all of `shape`) never run
 * at once.
 */
export function workspaceJob<Shape extends z.ZodRawShape>(
  name: string,
  lane: QueueName,
  shape: Shape,
  { key = Object.keys(shape), attempts }: { key?: (keyof Shape & string)[]; attempts?: number } = {},
): Job<{ workspace: string } & z.infer<z.ZodObject<Shape>>> {
  const payload = z.object({ workspace: z.string().min(1), ...shape }) as unknown as z.ZodType<
    { workspace: string } & z.infer<z.ZodObject<Shape>>
  >;
  const keyOf = (of: { workspace: string } & { [field: string]: unknown }): string =>
    [of.workspace, ...key.map((field) => of[field])].join('.');
  return { name, lane, payload, key: keyOf, ...(attempts !== undefined && { attempts }) };
}

/** The code that runs a job, as the worker takes it: payloads are read from Redis and checked here. */
export interface Handler {
  job: Pick<Job<unknown>, 'name' | 'lane'>;
  /** Throws `PoisonedPayload` when the data is not the job's. */
  run(data: unknown): Promise<Outcome>;
  /** What becomes of the card when all attempts failed. */
  onExhausted(data: unknown, cause: Error): Promise<void>;
}

/** The data of a job that no version of its code can run. */
class PoisonedPayload extends Error {
  /** Read by the worker: the next attempt would end the same way. */
  readonly retry = false;
}

export function handle<Payload>(
  job: Job<Payload>,
  code: {
    run(payload: Payload): Promise<Outcome>;
    onExhausted?(payload: Payload, cause: Error): Promise<void>;
  },
): Handler {
  // parsed again here: Redis may hold a payload written by an older release
  const read = (data: unknown): Payload => {
    const parsed = job.payload.safeParse(data);
    if (parsed.success) return parsed.data;
    throw new PoisonedPayload(`poisoned payload of ${job.name}: ${z.prettifyError(parsed.error)}`);
  };
  return {
    job,
    run: async (data) => code.run(read(data)),
    onExhausted: async (data, cause) => {
      if (!(cause instanceof PoisonedPayload)) await code.onExhausted?.(read(data), cause);
    },
  };
}

/** An error that knows when the next attempt makes sense. */
export interface Retriable {
  /** False: the next attempt would end the same way. */
  retry?: boolean;
  retryAfterMs?: number | undefined;
  /** True: it was answered with a no, or not sent, so nothing came of it. */
  refused?: boolean;
  /** It was not even tried, so it costs no attempt. */
  postponed?: boolean;
}

/** A job to queue when something else is ready, as it is kept in Redis. */
export interface Wake {
  name: string;
  lane: QueueName;
  key: string;
  payload: unknown;
}

export const wakeOf = <Payload>(job: Job<Payload>, payload: Payload): Wake => ({
  name: job.name,
  lane: job.lane,
  key: job.key(payload),
  payload,
});

/** Where jobs are put. */
export interface Jobs {
  /** The job runs now, also if it waits for a later time; once more if it is running. */
  wake(wake: Wake): Promise<void>;
  /**
   * Resolves when the job is durable; rejects at once while Redis is away. `soon`: one with its key that waits for a
   * later time runs now.
   */
  enqueue<Payload>(job: Job<Payload>, payload: Payload, when?: { soon?: boolean }): Promise<void>;
}
