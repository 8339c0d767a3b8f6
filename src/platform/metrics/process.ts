/** Memory, CPU, event loop and garbage collection of this process, measured once however many bots run in it. */
import { collectDefaultMetrics, Registry } from 'prom-client';

let watched: Registry | undefined;

export function processMetrics(): Registry {
  if (watched) return watched;
  watched = new Registry();
  // A finer resolution would wake an idle process a hundred times a second.
  collectDefaultMetrics({ register: watched, eventLoopMonitoringPrecision: 50 });
  return watched;
}
