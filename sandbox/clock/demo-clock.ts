/**
 * The clock of the demo. It runs like the machine's, and can be moved forward: `Date` is ahead of it by the same time in the
 * process of the chat and the service, which is this one, and in the bot's (`follow.ts`).
 *
 * Timers and Redis keep real time. So nobody's timeouts end early, and keys live at least as long as they should; what the
 * services planned for later is started by asking them to look again.
 */
import { rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { NotAllowed } from '#sandbox/chat/user-actions/not-allowed.ts';
import { moveDate, realNow } from './moved-date.ts';

/** The most that the clock can be ahead. */
const mostAheadMs = 28 * 86_400_000;
/** A bot that has died, or hangs, isn't waited for longer. */
const followWithinMs = 2_000;

export interface DemoClock {
  /** Where the bot connects. */
  readonly address: string;
  /** How far it is ahead of the machine's (ms). */
  aheadMs(): number;
  /**
   * Moves it forward to this moment (epoch ms), stopping where something may be planned, so that everything happens at its time and in
   * order. Resolves once everyone has the new time; rejects if it's in the past, or too far away.
   */
  travel(to: number, nextStop?: NextStop): Promise<void>;
  /** Does something that takes a moment, such as a signed request, without the clock being moved in between. */
  withoutJumps<T>(act: () => Promise<T>): Promise<T>;
  /** Calls back after each jump, before `travel` resolves. */
  onJump(look: () => void | Promise<void>): void;
  /** Calls back at each stop, which lasts until that resolves. */
  onStop(rest: () => Promise<void>): void;
  close(): Promise<void>;
}

/** The next moment after `now` at which something may be planned (both epoch ms). */
type NextStop = (now: number) => number;

/** `address`: a path for its socket. `move`: how this process is moved; for tests. One in a process. */
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
  /** Resolves once it has this time, or has ended, or doesn't answer. */
  moveTo(aheadMs: number): Promise<void>;
}

function createFollower(socket: Socket): Follower {
  const answers = createInterface(socket);
  // one that's killed just now; the interface repeats the socket's errors
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
