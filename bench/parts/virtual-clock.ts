/**
 * Virtual time, which passes only while this process waits for timers. While anything computes, or waits for Redis or HTTP, the
 * clock is stopped; once only timers are left, it jumps to the first. So minutes of waiting for a rate limit take only as long
 * as their computation, and the machine's speed doesn't change the result.
 *
 * `Date`, `performance.now`, `setTimeout`, `setInterval`, `node:timers`, `node:timers/promises` and `AbortSignal.timeout` have
 * this time in the whole process, and so does Redis: a blocking read ends when its timeout has passed here, `TIME` in a script
 * answers this time, and keys expire by it (both within a second). Redis commands through other clients than ioredis, worker
 * threads and child processes have real time.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import diagnostics from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { type Command, Redis } from 'ioredis';
import { dateOf } from '#sandbox/clock/moved-date.ts';

export interface VirtualClock {
  /** Lets time jump until `act` settles. Otherwise it passes like real time. */
  during<T>(act: () => Promise<T>): Promise<T>;
  /** Milliseconds of real time, to limit how long a run really takes. */
  realNow(): number;
  /** Resolves after so many milliseconds of real time. */
  realPause(ms: number): Promise<void>;
  /** Restores the process's real timers. Pending timers fire in real time. */
  stop(): Promise<void>;
}

/** An HTTP request in progress holds the clock up at most this long (real ms), because it may itself wait for a timer. */
const httpWaitMs = 25;
/** The same for Redis commands, in case Redis hangs. */
const redisWaitMs = 3_000;
/** How often the expiry of Redis keys is adjusted (virtual ms). */
const ageEveryMs = 1_000;

const blocking = new Set(['bzpopmin', 'bzpopmax', 'blpop', 'brpop']);

const aheadKey = 'virtual-clock:ahead';

/**
 * Brings the expiry of all keys that expire within a day forward by `ARGV[1]` ms. Keys set since the last run are only recorded:
 * they can live slightly too long, but never too short.
 */
const ageScript = `
local seen, known, cursor = 'virtual-clock:expiries', {}, '0'
local flat = redis.call('HGETALL', seen)
for i = 1, #flat, 2 do known[flat[i]] = flat[i + 1] end
redis.call('DEL', seen)
repeat
  local found = redis.call('SCAN', cursor, 'COUNT', 1000)
  cursor = found[1]
  for _, key in ipairs(found[2]) do
    local left = redis.call('PTTL', key)
    if left > 0 and left < 86400000 then
      local at = redis.call('PEXPIRETIME', key)
      if known[key] == string.format('%.0f', at) then
        at = at - ARGV[1]
        redis.call('PEXPIREAT', key, string.format('%.0f', at))
      end
      redis.call('HSET', seen, key, string.format('%.0f', at))
    end
  end
until cursor == '0'
redis.call('SET', '${aheadKey}', ARGV[2])`;

const virtualTime = `
local function virtual_time()
  local time = redis.call('TIME')
  local ms = time[1] * 1000 + math.floor(time[2] / 1000) + (redis.call('GET', '${aheadKey}') or 0)
  return { string.format('%.0f', math.floor(ms / 1000)), string.format('%.0f', ms % 1000 * 1000) }
end
`;

const require = createRequire(import.meta.url);
const timersModule = require('node:timers');
const timersPromises = require('node:timers/promises');

const real = {
  Date,
  setTimeout,
  clearTimeout,
  timers: { setTimeout, setInterval },
  now: performance.now.bind(performance),
  abortAfter: AbortSignal.timeout,
  inPromises: { ...timersPromises },
};

/** A pending timer. `everyMs`: it is due again that long after it fired. */
class VirtualTimeout {
  due = 0;
  /** Breaks ties: timers that are due at the same time fire in the order in which they were set. */
  order = 0;
  pending = false;
  readonly run: () => void;
  readonly afterMs: number;
  readonly repeats: boolean;
  readonly #timers: Timers;
  #holdsProcess = true;

  constructor(timers: Timers, run: () => void, afterMs: number, repeats = false) {
    this.#timers = timers;
    this.run = AsyncLocalStorage.bind(run);
    this.afterMs = afterMs;
    this.repeats = repeats;
    timers.add(this);
  }

  ref(): this {
    this.#holdsProcess = true;
    return this;
  }

  unref(): this {
    this.#holdsProcess = false;
    return this;
  }

  hasRef(): boolean {
    return this.#holdsProcess;
  }

  refresh(): this {
    this.#timers.add(this);
    return this;
  }

  close(): this {
    this.pending = false;
    return this;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

interface Entry {
  due: number;
  order: number;
  timer: VirtualTimeout;
}

/** Timers by due time: a binary heap that skips cancelled entries. */
class Timers {
  readonly #heap: Entry[] = [];
  readonly #now: () => number;
  readonly #added: () => void;
  #orders = 0;

  constructor(now: () => number, added: () => void) {
    this.#now = now;
    this.#added = added;
  }

  add(timer: VirtualTimeout): void {
    timer.due = this.#now() + timer.afterMs;
    this.#orders += 1;
    timer.order = this.#orders;
    timer.pending = true;
    const heap = this.#heap;
    let at = heap.push({ due: timer.due, order: timer.order, timer }) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.#swapped(above, at)) break;
      at = above;
    }
    this.#added();
  }

  first(): VirtualTimeout | undefined {
    for (let [entry] = this.#heap; entry; [entry] = this.#heap) {
      if (entry.timer.pending && entry.timer.order === entry.order) return entry.timer;
      this.#drop();
    }
    return undefined;
  }

  fire(timer: VirtualTimeout): void {
    timer.pending = false;
    if (timer.repeats) this.add(timer);
    try {
      timer.run();
    } catch (cause) {
      // rethrown outside of any promise, like an error in a real timer
      process.nextTick(() => {
        throw cause;
      });
    }
  }

  #drop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    heap[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const lower = right < heap.length && before(heap[right], heap[left]) ? right : left;
      if (lower >= heap.length || !this.#swapped(at, lower)) return;
      at = lower;
    }
  }

  /** Swaps two entries if they're in the wrong order. Returns whether they were. */
  #swapped(upper: number, lower: number): boolean {
    const heap = this.#heap;
    const [a, b] = [heap[upper], heap[lower]];
    if (!a || !b || !before(b, a)) return false;
    [heap[upper], heap[lower]] = [b, a];
    return true;
  }
}

const before = (a: Entry | undefined, b: Entry | undefined): boolean =>
  a !== undefined && b !== undefined && (a.due < b.due || (a.due === b.due && a.order < b.order));

/** Tracks pending I/O of this process: HTTP and Redis. */
function trackPendingIo() {
  let changes = 0;
  let lastChange = real.now();
  let redis = 0;
  const others = new Set<object>();
  let moved: (() => void) | undefined;
  const changed = (): void => {
    changes += 1;
    lastChange = real.now();
    moved?.();
  };
  const begin = (what: object): void => {
    others.add(what);
    changed();
  };
  const end = (what: object): void => {
    if (others.delete(what)) changed();
  };
  const begins = (message: unknown): void => begin((message as { request: object }).request);
  const ends = (message: unknown): void => end((message as { request: object }).request);
  // a response is closed once it's sent, or once its connection is lost
  const serves = (message: unknown): void => {
    const { request, response } = message as { request: object; response: ServerResponse };
    begin(request);
    response.once('close', () => end(request));
  };
  const connects = (message: unknown): void => {
    const { socket } = message as { socket: Socket };
    begin(socket);
    for (const event of ['connect', 'error', 'close']) socket.once(event, () => end(socket));
  };
  const channels: [string, (message: unknown) => void][] = [
    ['undici:request:create', begins],
    ['undici:request:trailers', ends],
    ['undici:request:error', ends],
    ['http.client.request.start', begins],
    ['http.client.response.finish', ends],
    ['http.client.request.error', ends],
    ['http.server.request.start', serves],
    ['net.client.socket', connects],
  ];
  for (const [name, listener] of channels) diagnostics.subscribe(name, listener);
  return {
    changed,
    changes: () => changes,
    /** Counts a Redis command as pending until this promise settles. */
    trackRedis(answer: Promise<unknown>): void {
      redis += 1;
      changed();
      const settled = (): void => {
        redis -= 1;
        changed();
      };
      answer.then(settled, settled);
    },
    /**
     * In how many real ms the process counts as idle if nothing happens: no I/O is pending, or it has made no progress for so
     * long that it must be waiting itself.
     */
    quietInMs(): number {
      if (redis === 0 && others.size === 0) return 0;
      return Math.max(0, (redis > 0 ? redisWaitMs : httpWaitMs) - (real.now() - lastChange));
    },
    /** Resolves on the next I/O activity, or after this many real ms. Doesn't poll, which leaves the CPU to the other processes. */
    async moves(withinMs: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = real.setTimeout(resolve, Math.ceil(withinMs));
      moved = resolve;
      await promise;
      real.clearTimeout(timer);
      moved = undefined;
    },
    stop(): void {
      for (const [name, listener] of channels) diagnostics.unsubscribe(name, listener);
    },
  };
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
const restMs = (ms: number): Promise<void> => new Promise((resolve) => void real.setTimeout(resolve, ms));

/** Replaces this process's time. Only one at a time. `from`: the initial time (epoch ms). Default: the real time. */
export function startVirtualClock(from = real.Date.now()): VirtualClock {
  let running = 0;
  /** The current time while it jumps; otherwise the time at the real time `since`. */
  let at = from;
  let since = real.now();
  const now = (): number => (running > 0 ? at : at + real.now() - since);
  let wake: NodeJS.Timeout | undefined;
  const timers = new Timers(now, () => {
    if (running === 0) wakeInTime();
  });

  /** Outside of `during`, a single real timer wakes all virtual ones. */
  function wakeInTime(): void {
    real.clearTimeout(wake);
    const first = timers.first();
    if (!first || running > 0) return;
    wake = real.setTimeout(
      () => {
        for (let due = timers.first(); due && due.due <= now() && running === 0; due = timers.first())
          timers.fire(due);
        wakeInTime();
      },
      Math.max(0, first.due - now()),
    );
    if (!first.hasRef()) wake.unref();
  }

  const pendingIo = trackPendingIo();
  const servers = createServers(pendingIo, now, (run, afterMs) => new VirtualTimeout(timers, run, afterMs));
  const restore = replaceTimers(timers, now);

  async function untilQuiet(): Promise<void> {
    for (;;) {
      const restlessMs = pendingIo.quietInMs();
      if (restlessMs > 0) {
        await pendingIo.moves(restlessMs);
        await turn();
        continue;
      }
      const changes = pendingIo.changes();
      // what was written in this turn of the event loop is sent by the next one
      await turn();
      // what Redis has written to other connections by now arrives before this reply
      await servers.answer();
      await turn();
      await turn();
      if (pendingIo.changes() === changes && pendingIo.quietInMs() === 0) return;
    }
  }

  async function jump(): Promise<void> {
    while (running > 0) {
      await untilQuiet();
      const first = timers.first();
      if (!first) {
        await restMs(1);
        continue;
      }
      if (running === 0) break;
      // includes keys that were set a moment ago
      if (first.due - at > ageEveryMs) await servers.age(0);
      at = Math.max(at, first.due);
      await servers.age(ageEveryMs);
      for (let due = timers.first(); due && due.due <= at; due = timers.first()) {
        timers.fire(due);
        await turn();
      }
    }
  }

  return {
    async during(act) {
      if (running === 0) {
        at = now();
        real.clearTimeout(wake);
      }
      running += 1;
      const jumping = running === 1 ? jump() : Promise.resolve();
      try {
        return await act();
      } finally {
        if (running === 1) since = real.now();
        running -= 1;
        await jumping;
        wakeInTime();
      }
    },
    realNow: real.now,
    realPause: (ms) => new Promise((resolve) => void real.setTimeout(resolve, ms).unref()),
    async stop() {
      restore();
      pendingIo.stop();
      await servers.stop();
    },
  };
}

type PendingIo = ReturnType<typeof trackPendingIo>;

/** Applies this time to Redis. */
function createServers(
  pendingIo: PendingIo,
  now: () => number,
  after: (run: () => void, ms: number) => VirtualTimeout,
) {
  const { sendCommand, defineCommand } = Redis.prototype;
  const controls = new Map<string, Redis>();
  const own = new WeakSet<Redis>();
  const ids = new WeakMap<Redis, { stream: unknown; id: Promise<unknown> }>();
  const owed = new WeakSet<Command>();
  let aged = { at: now(), realAt: real.now(), aheadMs: now() - real.Date.now() };

  function controlOf({ options: { host, port, db } }: Redis): Redis {
    const name = `${host}:${port}/${db}`;
    const known = controls.get(name);
    if (known) return known;
    const control = new Redis({
      host: host ?? '127.0.0.1',
      port: port ?? 6379,
      db: db ?? 0,
      lazyConnect: true,
      retryStrategy: () => null,
      enableReadyCheck: false,
    });
    own.add(control);
    control.on('error', () => undefined);
    // reconnects to a server when it's used again
    control.on('end', () => controls.delete(name));
    controls.set(name, control);
    return control;
  }

  const idOf = (redis: Redis): Promise<unknown> => {
    const { stream } = redis as unknown as { stream: unknown };
    const known = ids.get(redis);
    if (known && known.stream === stream) return known.id;
    const id = redis.client('ID').catch(() => undefined);
    ids.set(redis, { stream, id });
    return id;
  };

  /** A blocking read waits forever in Redis, and is unblocked from here. */
  function block(redis: Redis, command: Command): void {
    const seconds = Number(command.args.at(-1));
    const id = idOf(redis);
    command.args[command.args.length - 1] = '0';
    if (!(seconds > 0)) return;
    let blocked = true;
    async function unblock(): Promise<void> {
      const client = (await id) as number;
      // returns 0 if Redis hasn't read the command yet, or its reply is on the way
      while (blocked && (await controlOf(redis).client('UNBLOCK', client, 'TIMEOUT')) === 0) await turn();
    }
    const timeout = after(() => pendingIo.trackRedis(unblock()), seconds * 1_000);
    const settled = (): void => {
      blocked = false;
      timeout.close();
      pendingIo.changed();
    };
    command.promise.then(settled, settled);
  }

  Redis.prototype.sendCommand = function (this: Redis, command: Command, stream) {
    if (!own.has(this) && !owed.has(command) && ['ready', 'connect'].includes(this.status)) {
      owed.add(command);
      controlOf(this);
      if (blocking.has(command.name)) block(this, command);
      else pendingIo.trackRedis(command.promise);
    }
    return sendCommand.call(this, command, stream);
  };
  Redis.prototype.defineCommand = function (this: Redis, name, definition) {
    const lua = definition.lua.replace(/redis\.call\(\s*['"]TIME['"]\s*\)/gi, 'virtual_time()');
    const timed = lua === definition.lua ? definition : { ...definition, lua: virtualTime + lua };
    return defineCommand.call(this, name, timed);
  };

  const each = (run: (control: Redis) => Promise<unknown>): Promise<unknown> =>
    Promise.all([...controls.values()].map((control) => run(control).catch(() => undefined)));

  return {
    /** Resolves once each server has replied to all earlier commands. */
    answer: () => each((control) => control.ping()),
    /** Adjusts the expiry of keys, if this much time has passed since the last run. */
    async age(everyMs: number): Promise<void> {
      const passedMs = Math.max(now() - aged.at, real.now() - aged.realAt);
      if (passedMs < everyMs) return;
      const aheadMs = now() - real.Date.now();
      // keys already age in real time; if that was faster, they live longer
      const olderMs = aheadMs - aged.aheadMs;
      aged = { at: now(), realAt: real.now(), aheadMs };
      await each((control) => control.eval(ageScript, 0, Math.round(olderMs), Math.round(aheadMs)));
    },
    async stop(): Promise<void> {
      Object.assign(Redis.prototype, { sendCommand, defineCommand });
      for (const control of controls.values()) control.disconnect();
    },
  };
}

type Callback = (...args: unknown[]) => void;

/** Replaces the process's timers and clocks. Returns a function that restores them. */
function replaceTimers(timers: Timers, now: () => number): () => void {
  const set =
    (repeats: boolean) =>
    (run: Callback, afterMs?: number, ...args: unknown[]) =>
      new VirtualTimeout(timers, () => run(...args), delayOf(afterMs), repeats);
  const clear = (timer: unknown): void => {
    if (timer instanceof VirtualTimeout) timer.close();
    else real.clearTimeout(timer as NodeJS.Timeout);
  };
  const sleep = (ms?: number, value?: unknown, options: { signal?: AbortSignal } = {}): Promise<unknown> => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const { signal } = options;
    const aborted = (): void => {
      timer.close();
      reject(new DOMException('The operation was aborted', { name: 'AbortError', cause: signal?.reason }));
    };
    const timer = new VirtualTimeout(timers, () => resolve(value), delayOf(ms));
    if (signal?.aborted) aborted();
    else signal?.addEventListener('abort', aborted, { once: true });
    return promise.finally(() => signal?.removeEventListener('abort', aborted));
  };
  const abortAfter = (ms: number): AbortSignal => {
    const controller = new AbortController();
    const late = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    new VirtualTimeout(timers, () => controller.abort(late), ms).unref();
    return controller.signal;
  };
  const timeFunctions = {
    setTimeout: Object.assign(set(false), { [promisify.custom]: sleep }),
    setInterval: set(true),
    clearTimeout: clear,
    clearInterval: clear,
  };
  const origin = performance.timeOrigin;

  Object.assign(globalThis, timeFunctions, { Date: dateOf(now) });
  Object.assign(timersModule, timeFunctions);
  Object.assign(timersPromises, { setTimeout: sleep });
  performance.now = () => now() - origin;
  AbortSignal.timeout = abortAfter;
  syncBuiltinESMExports();

  return () => {
    // a timer can be cleared after a switch, so each variant clears both kinds
    const own = { ...real.timers, clearTimeout: clear, clearInterval: clear };
    Object.assign(globalThis, own, { Date: real.Date });
    Object.assign(timersModule, own);
    Object.assign(timersPromises, real.inPromises);
    performance.now = real.now;
    AbortSignal.timeout = real.abortAfter;
    syncBuiltinESMExports();
  };
}

/** Like Node: at least 1 ms, and 1 ms if it's too large. */
const delayOf = (ms = 1): number => (ms >= 1 && ms <= 2_147_483_647 ? Math.trunc(ms) : 1);
