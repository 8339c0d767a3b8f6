/** The probes of operators: whether the process is alive, and whether work goes on. */

import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Check, type Route, runChecks } from '#src/platform/http/route.ts';
import { closeServer, countRequests, createUnderWay } from '#src/platform/under-way.ts';

/** `/healthz` is green while the process answers; `/readyz` only while every check passes. */
export function healthRoutes(checks: Record<string, Check>): Route[] {
  return [
    { path: '/healthz', method: 'GET', handler: (_request, response) => answer(response, 200, { ok: true }) },
    {
      path: '/readyz',
      method: 'GET',
      handler(_request, response) {
        // the receiver doesn't wait for this, so it must not throw
        void runChecks(checks).then((wrong) =>
          answer(response, Object.keys(wrong).length === 0 ? 200 : 503, {
            ok: Object.keys(wrong).length === 0,
            wrong,
          }),
        );
      },
    },
  ];
}

/**
 * The route, only for requests with `Authorization: Bearer <token>`. Without a token in the settings, it
 * doesn't exist.
 */
export function behindToken(route: Route, token: string | undefined): Route[] {
  if (token === undefined) return [];
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const expectedDigest = digest(`Bearer ${token}`);
  return [
    {
      ...route,
      handler(request, response) {
        if (timingSafeEqual(digest(request.headers.authorization ?? ''), expectedDigest))
          route.handler(request, response);
        else response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
      },
    },
  ];
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Serves only the routes, for a process that Slack doesn't reach by HTTP. */
export async function serveRoutes(
  routes: Route[],
  port: number,
): Promise<{
  port: number;
  /** Lets open responses end, for `withinMs` at most. */
  close(withinMs: number): Promise<void>;
}> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0];
    const route = routes.find((r) => r.path === path && [r.method].flat().includes(request.method ?? ''));
    if (route) route.handler(request, response);
    else answer(response, 404, { ok: false });
  });
  const underWay = createUnderWay();
  countRequests(server, underWay);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: (withinMs) => closeServer(server, underWay, withinMs),
  };
}
