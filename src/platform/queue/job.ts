/** What a job is: declared as data, and run as a function that does one thing and says what comes next. */
import type { Logger } from 'pino';
import { z } from 'zod';

/** What a run of a job returns: finished, or run again after a delay. */
export type Outcome = { kind: 'done' } | { kind: 'again'; inMs: number };

export const done: Outcome = { kind: 'done' };
export const again = (inMs: number): Outcome => ({ kind: 'again', inMs });

/**
 * Each queue keeps its jobs from waiting behind the longer ones of another. What brings a click to the
 * service has its own, and so has what waits for the quota. The values are in Redis and in metrics, so they
 * stay.
 */
export const queues = {
  actions: 'work',
  create: 'create',
  read: 'read',
  checks: 'watch',
  messages: 'draw',
  sweep: 'round',
} as const;
export type QueueName = (typeof queues)[keyof typeof queues];

export interface Job<Payload> {
  name: string;
  queue: QueueName;
  payload: z.ZodType<Payload>;
  /**
   * Two jobs with the same key never run at once. If one is added while the other runs, it runs once after
   * it.
   */
  key(payload: Payload): string;
  /** How often the job runs before it's given up: eight times over two minutes, unless said otherwise. */
  attempts?: number;
  /**
   * Whether only this job tells people its result or that it failed. If `onExhausted` throws, the job is retried for a
   * day, unless telling them can't succeed anymore.
   */
  isOnlyAnswer?: boolean;
}

export type PayloadOf<Of> = Of extends Job<infer Payload> ? Payload : never;

type WorkspacePayload<Shape extends z.ZodRawShape> = { workspace: string } & z.infer<z.ZodObject<Shape>>;

/**
 * A job in a workspace. Two with the same `key` never run at once: the values of these fields (default: all),
 * or what a function returns.
 */
export function workspaceJob<Shape extends z.ZodRawShape>(
  name: string,
  queue: QueueName,
  shape: Shape,
  {
    key = Object.keys(shape),
    ...options
  }: {
    key?: (keyof Shape & string)[] | ((payload: WorkspacePayload<Shape>) => string[]);
  } & Pick<Job<unknown>, 'attempts' | 'isOnlyAnswer'> = {},
): Job<WorkspacePayload<Shape>> {
  const schema = z.object({ workspace: z.string().min(1), ...shape }) as unknown as z.ZodType<
    WorkspacePayload<Shape>
  >;
  const partsOf = (payload: WorkspacePayload<Shape> & { [field: string]: unknown }): unknown[] =>
    typeof key === 'function' ? key(payload) : key.map((field) => payload[field]);
  const keyOf = (payload: WorkspacePayload<Shape>): string =>
    [payload.workspace, ...partsOf(payload)].join('.');
  return { name, queue, payload: schema, key: keyOf, ...options };
}

/** The code that runs a job, as the worker needs it. Payloads come from Redis, so they're checked here. */
export interface Handler {
  job: Pick<Job<unknown>, 'name' | 'queue' | 'isOnlyAnswer'>;
  /** Throws `PoisonedPayload` if the data isn't this job's. */
  run(data: unknown): Promise<Outcome>;
  /** Called when all attempts have failed. */
  onExhausted(data: unknown, cause: Error): Promise<void>;
}

/** No release of this code can run a job with this data. */
class PoisonedPayload extends Error {
  /** The worker reads this: the next attempt would end the same way. */
  readonly retry = false;
}

/** A job whose handler can be built from what it needs. */
export interface HandlerOf<Deps> {
  job: Handler['job'];
  make: (deps: Deps) => Handler;
}

/** `onExhausted`: says what happened, after the last attempt. */
export function handlerOf<Payload, Deps>(
  job: Job<Payload>,
  run: (deps: Deps, payload: Payload) => Promise<Outcome>,
  onExhausted?: (deps: Deps, payload: Payload, cause: Error) => Promise<void>,
): HandlerOf<Deps> {
  // Parsed again here, because Redis may hold a payload of an earlier release.
  const read = (data: unknown): Payload => {
    const parsed = job.payload.safeParse(data);
    if (parsed.success) return parsed.data;
    throw new PoisonedPayload(`invalid payload of the job ${job.name}: ${z.prettifyError(parsed.error)}`);
  };
  return {
    job,
    make: (deps) => ({
      job,
      run: async (data) => run(deps, read(data)),
      async onExhausted(data, cause) {
        if (!(cause instanceof PoisonedPayload)) await onExhausted?.(deps, read(data), cause);
      },
    }),
  };
}

/** What any job can use: other jobs, the log, the clock, and failpoints. */
export interface JobBasics {
  jobs: Jobs;
  log: Logger;
  /** Epoch ms. */
  now(): number;
  /** Does nothing. A crash test passes a function that ends the process at the failpoint that it names. */
  failpoint(step: string): Promise<void>;
}

/** An error that says when the next attempt makes sense. */
export interface Retriable {
  /** False: the next attempt would end the same way. */
  retry?: boolean;
  retryAfterMs?: number | undefined;
  /** True: it was refused or not sent, so nothing happened. */
  refused?: boolean;
  /** The job has to wait for a limit, so this run doesn't count as an attempt. */
  postponed?: boolean;
}

/** A job to add once something else is ready, as it's stored in Redis. */
export interface Wake {
  name: string;
  lane: QueueName;
  key: string;
  payload: unknown;
}

export const wakeOf = <Payload>(job: Job<Payload>, payload: Payload): Wake => ({
  name: job.name,
  lane: job.queue,
  key: job.key(payload),
  payload,
});

/** Where jobs are added. */
export interface Jobs {
  /** The job runs now, even if it was delayed, and once more if it's running. */
  wake(wake: Wake): Promise<void>;
  /**
   * Resolves once the job is stored; rejects at once while Redis is away. `soon`: a delayed job with the same
   * key runs now.
   */
  enqueue<Payload>(job: Job<Payload>, payload: Payload, when?: { soon?: boolean }): Promise<void>;
}
