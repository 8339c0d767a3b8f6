/** What a bot sends to Redis: one entry for each round trip, or for what goes out together with another. */
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { Redis } from 'ioredis';

/**
 * Starts to listen; `during` answers the commands about this prefix that were sent while it ran, by name: all of them, or
 * those with an argument like `about`.
 */
export async function startMonitor(t: TestContext, redisUrl: string, prefix: string) {
  const own = new Redis(redisUrl);
  const { hostname, port } = new URL(redisUrl);
  const socket = connect(Number(port), hostname);
  t.after(() => {
    socket.destroy();
    own.disconnect();
  });
  const sent: string[][] = [];
  const marks = new Map<string, () => void>();
  const listening = Promise.withResolvers<void>();
  // ioredis takes a command of somebody else that comes with the answer to MONITOR for a broken connection
  createInterface(socket).on('line', (line) => {
    if (line === '+OK') return listening.resolve();
    const args = [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, arg = '']) => arg);
    marks.get(args[1] ?? '')?.();
    // what a script does inside is no round trip
    if (/ lua\] /.test(line) || !args.some((arg) => arg.includes(prefix))) return;
    // nobody waits for the sealing of the audit trail and the drawing of home tabs: they come a moment later, once for
    // all that was written
    if (args.some((arg) => arg.endsWith(':audit-head'))) return;
    if (args[0]?.toLowerCase() === 'zrangebyscore' && args[1]?.endsWith(':homes')) return;
    sent.push(args);
  });
  socket.write('MONITOR\r\n');
  await listening.promise;
  /** Redis tells in order: once this mark is told, everything before it is. */
  async function upToNow(): Promise<void> {
    const mark = randomUUID();
    const told = new Promise<void>((resolve) => marks.set(mark, resolve));
    await own.echo(mark);
    await told;
  }
  return {
    async during(act: () => Promise<unknown>, about = /^/): Promise<string[]> {
      await upToNow();
      sent.length = 0;
      await act();
      await upToNow();
      return sent
        .filter((args) => args.some((arg) => about.test(arg)))
        .map(([name = '']) => name.toLowerCase());
    },
  };
}
