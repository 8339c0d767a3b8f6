/**
 * Rejects what Redis leaves unanswered. ioredis can do that too (`commandTimeout`), but its time runs on while this process
 * stands still, as on a machine that is paused or shared by too many: then it rejects what has long been answered, before it
 * reads the answer.
 */
import type { Redis } from 'ioredis';

/** The time passes in so many steps, each of which counts as one, however long the process stood still in it. */
const steps = 10;

/** From now on the connection's commands reject when they are not answered within so many milliseconds of waiting. */
export function rejectUnanswered(server: Redis, withinMs: number): void {
  const send = server.sendCommand.bind(server);
  server.sendCommand = (command, stream) => {
    const stop = afterWaiting(withinMs, () => command.reject(new Error('Command timed out')));
    void command.promise.then(stop, stop);
    return send(command, stream);
  };
}

function afterWaiting(ms: number, then: () => void): () => void {
  let left = steps;
  let timer: NodeJS.Timeout;
  function step(): void {
    left -= 1;
    timer = setTimeout(left > 0 ? step : then, ms / steps);
  }
  step();
  return () => clearTimeout(timer);
}
