/** Records what a bot sends to Redis, with one entry per round trip. */
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { Redis } from 'ioredis';

/**
 * Starts MONITOR. `during` returns the names of the commands on this prefix that were sent while it ran, optionally only those
 * with an argument that matches `about`.
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
  // uses its own socket, because ioredis treats a command that arrives with the reply to MONITOR as a protocol error
  createInterface(socket).on('line', (line) => {
    if (line === '+OK') return listening.resolve();
    const args = [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, arg = '']) => arg);
    marks.get(args[1] ?? '')?.();
    // commands inside a script aren't round trips
    if (/ lua\] /.test(line) || !args.some((arg) => arg.includes(prefix))) return;
    // sealing the audit trail and rendering Home tabs happen later, once for many writes, so nothing waits for them
    if (args.some((arg) => arg.endsWith(':audit-head'))) return;
    if (args[0]?.toLowerCase() === 'zrangebyscore' && args[1]?.endsWith(':homes')) return;
    sent.push(args);
  });
  socket.write('MONITOR\r\n');
  await listening.promise;
  /** MONITOR reports commands in order: once this marker is reported, so is everything before it. */
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
