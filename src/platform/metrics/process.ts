/** Memory, CPU, event loop and garbage of this process: watched once, however many bots run in it. */
import { collectDefaultMetrics, Registry } from 'prom-client';

let watched: Registry | undefined;

export function processMetrics(): Registry {
  if (watched) return watched;
  watched = new Registry();
  // a finer look at the event loop wakes an idle process a hundred times a second
  collectDefaultMetrics({ register: watched, eventLoopMonitoringPrecision: 50 });
  return watched;
}
