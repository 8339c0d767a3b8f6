/**
 * Rejects commands that Redis leaves unanswered. ioredis can do that, too (`commandTimeout`), but its clock
 * runs on while this process is suspended, as on a paused or overloaded machine. Then it rejects commands
 * whose answers have arrived but weren't read yet.
 */
import type { Redis } from 'ioredis';

/**
 * The time is counted in steps. A step during which the process was suspended counts as one, however long
 * that took.
 */
const steps = 10;

/** From now on, commands on this connection reject if they aren't answered within `withinMs` of waiting. */
export function rejectUnanswered(server: Redis, withinMs: number): void {
  const send = server.sendCommand.bind(server);
  server.sendCommand = (command, stream) => {
    const stop = afterWaiting(withinMs, () => command.reject(new Error('Command timed out')));
    void command.promise.then(stop, stop);
    return send(command, stream);
  };
}

/** Calls `then` after `ms` of waiting. The returned function cancels that. */
export function afterWaiting(ms: number, then: () => void): () => void {
  let left = steps;
  let timer: NodeJS.Timeout;
  function step(): void {
    left -= 1;
    timer = setTimeout(left > 0 ? step : then, ms / steps);
  }
  step();
  return () => clearTimeout(timer);
}
