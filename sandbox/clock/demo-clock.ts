/**
 * The demo's clock, which can be moved forward. `Date` is ahead of the machine's clock by the same amount in this process (chat
 * and service) and in the bot's (`follow.ts`).
 *
 * Timers and Redis keep real time, so timeouts don't fire early and keys don't expire too soon. After a jump, each part is told to check what is due.
 */
import { rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { NotAllowed } from '#sandbox/chat/user-actions/not-allowed.ts';
import { moveDate, realNow } from './moved-date.ts';

/** How far ahead the clock can be moved. */
const mostAheadMs = 28 * 86_400_000;
/** How long to wait for a bot that has died or hangs. */
const followWithinMs = 2_000;

export interface DemoClock {
  /** The socket that the bot connects to. */
  readonly address: string;
  /** How far it's ahead of the machine's clock (ms). */
  aheadMs(): number;
  /**
   * Moves it forward to this time (epoch ms), pausing whenever something may be due, so everything happens in order. Resolves
   * once all processes have the new time. Rejects if the time is in the past or too far ahead.
   */
  travel(to: number, nextStop?: NextStop): Promise<void>;
  /** Runs `act`, such as a signed request, without moving the clock meanwhile. */
  withoutJumps<T>(act: () => Promise<T>): Promise<T>;
  /** Calls `look` after each jump, before `travel` resolves. */
  onJump(look: () => void | Promise<void>): void;
  /** Calls `rest` at each stop, and moves on when it resolves. */
  onStop(rest: () => Promise<void>): void;
  close(): Promise<void>;
}

/** The next moment after `now` at which something may be planned (both epoch ms). */
type NextStop = (now: number) => number;

/** `address`: the path of its socket. `move` changes this process's time; tests replace it. Start only one per process. */
export async function startDemoClock(address: string, move = moveDate()): Promise<DemoClock> {
  const followers = new Set<Follower>();
  const looks: (() => void | Promise<void>)[] = [];
  const busy = new Set<Promise<unknown>>();
  let aheadMs = 0;
  const rests: (() => Promise<void>)[] = [];
  let jumping: Promise<void> | undefined;
  let journey: Promise<void> | undefined;
  const server = createServer((socket) => {
    const follower = createFollower(socket);
    followers.add(follower);
    socket.once('close', () => followers.delete(follower));
    void follower.moveTo(aheadMs);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, resolve);
  });

  async function jump(to: number): Promise<void> {
    while (busy.size > 0) await Promise.allSettled(busy);
    // time also passes during a stop
    if (to <= Date.now()) return;
    aheadMs = to - realNow();
    move(aheadMs);
    await Promise.all([...followers].map((one) => one.moveTo(aheadMs)));
    for (const look of looks) await look();
  }

  async function go(to: number, nextStop: NextStop): Promise<void> {
    if (!(to > Date.now())) throw new NotAllowed('The clock of the demo only goes forward.');
    if (to - realNow() > mostAheadMs)
      throw new NotAllowed('The demo’s clock can be at most four weeks ahead. Restart the demo to reset it.');
    for (let at = Date.now(); at < to; ) {
      at = Math.min(nextStop(Math.max(at, Date.now())), to);
      jumping = jump(at).finally(() => {
        jumping = undefined;
      });
      await jumping;
      if (at < to) for (const rest of rests) await rest();
    }
  }

  return {
    address,
    aheadMs: () => aheadMs,
    async travel(to, nextStop = () => to) {
      while (journey) await journey.catch(() => {});
      journey = go(to, nextStop).finally(() => {
        journey = undefined;
      });
      return journey;
    },
    async withoutJumps(act) {
      while (jumping) await jumping.catch(() => {});
      const done = act();
      busy.add(done);
      return done.finally(() => busy.delete(done));
    },
    onJump: (look) => void looks.push(look),
    onStop: (rest) => void rests.push(rest),
    async close() {
      for (const { socket } of followers) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await rm(address, { force: true });
    },
  };
}

interface Follower {
  socket: Socket;
  /** Resolves once the follower has this time, has ended, or doesn't answer in time. */
  moveTo(aheadMs: number): Promise<void>;
}

function createFollower(socket: Socket): Follower {
  const answers = createInterface(socket);
  // the bot may have just been killed; readline repeats the socket's errors
  for (const one of [socket, answers]) one.on('error', () => {});
  return {
    socket,
    async moveTo(aheadMs) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const heard = (line: string): void => void (line === `${aheadMs}` && resolve());
      answers.on('line', heard);
      socket.once('close', resolve);
      socket.write(`${aheadMs}\n`);
      const late = new AbortController();
      await Promise.race([promise, sleep(followWithinMs, undefined, { signal: late.signal })]);
      late.abort();
      answers.off('line', heard);
      socket.off('close', resolve);
    },
  };
}
