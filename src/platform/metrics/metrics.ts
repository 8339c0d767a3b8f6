/**
 * Everything that `/metrics` shows: what this process did, what all processes share, and how this process is
 * doing.
 */

import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Route } from '#src/platform/http/route.ts';
import { createCounters } from './counters.ts';
import { createFleetGauges, type Fleet } from './fleet.ts';

/** The metrics of one process: its counters, and the route that shows them. */
export function createMetrics() {
  const registry = new Registry();
  return {
    count: createCounters(registry),

    /** Serves all metrics in Prometheus's format. */
    route(fleet: Fleet, log: Logger): Route {
      const bringUpToDate = createFleetGauges(registry, fleet, log);
      const read = async (): Promise<string> => {
        await bringUpToDate();
        return Registry.merge([registry, processMetrics()]).metrics();
      };
      // Requests at the same time share one answer.
      let scraped: Promise<string> | undefined;
      return {
        path: '/metrics',
        method: 'GET',
        handler(_request, response) {
          scraped ??= read().finally(() => {
            scraped = undefined;
          });
          scraped.then(
            (text) => response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
            (cause: unknown) => {
              log.error({ err: cause }, "couldn't write the metrics");
              response.writeHead(500).end();
            },
          );
        },
      };
    },
  };
}

let watched: Registry | undefined;

/**
 * Memory, CPU, event loop and garbage collection of this process, measured once however many bots run in it.
 */
function processMetrics(): Registry {
  if (watched) return watched;
  watched = new Registry();
  // A finer resolution would wake an idle process a hundred times a second.
  collectDefaultMetrics({ register: watched, eventLoopMonitoringPrecision: 50 });
  return watched;
}
