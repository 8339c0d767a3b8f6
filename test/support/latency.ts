/**
 * Makes races likely: with `LATENCY=<seed>`, everything that this process sends over TCP (to and from Redis, the service, and
 * Slack) is randomly delayed, and so is each failpoint. The order within a connection is kept.
 * Each connection has its own numbers and its own share of long delays, so that one party can be slow for a whole test.
 */
import net, { type Socket } from 'node:net';
import { mulberry32 } from '#sandbox/mulberry32.ts';

type Send = (this: Socket, ...args: unknown[]) => void;

/** Two of the longest stay below the bot's Redis timeout. */
const longMs = { least: 200, most: 650 };
const shortMostMs = 20;
/** How often a delay is long, for one connection in four each. */
const longShares = [0, 0.004, 0.02, 0.04] as const;

const seed = Number(process.env.LATENCY || Number.NaN);
const isOn = !Number.isNaN(seed);
// captured before a test replaces it with virtual time
const { setTimeout } = globalThis;

let parties = 0;

/** The delays of one party, in milliseconds. */
function createDelays(): () => number {
  parties += 1;
  const dice = mulberry32(seed * 7919 + parties * 104_729);
  const longShare = longShares[Math.floor(dice() * longShares.length)] ?? 0;
  const mostMs = shortMostMs * dice();
  return () => (dice() < longShare ? longMs.least + dice() * (longMs.most - longMs.least) : dice() * mostMs);
}

const delaysOf = new WeakMap<Socket, () => number>();
const atFailpoints = createDelays();

/** What a bot under test does at its failpoints: a delay, then its own `failpoint`. */
export function withLatency(
  failpoint: (step: string) => Promise<void> = async () => undefined,
): (step: string) => Promise<void> {
  if (!isOn) return failpoint;
  return async (step) => {
    await new Promise((resolve) => setTimeout(resolve, atFailpoints()));
    await failpoint(step);
  };
}

if (isOn) {
  const socket = net.Socket.prototype as unknown as { _writeGeneric: Send; _handle: unknown };
  const send = socket._writeGeneric;
  socket._writeGeneric = function (...args) {
    // pipes connect this process with the test runner and child processes
    if ((this as unknown as typeof socket)._handle?.constructor.name !== 'TCP') return send.apply(this, args);
    const delays = delaysOf.get(this) ?? createDelays();
    delaysOf.set(this, delays);
    setTimeout(() => send.apply(this, args), delays());
  };
}
