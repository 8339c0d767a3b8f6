/** Names that the service has removed (service-api.md, Versioning): no request may contain one. */
import assert from 'node:assert/strict';
import type { SandboxService } from '#sandbox/service/index.ts';

type Requests = SandboxService['requests'];
type Sent = Pick<Requests[number], 'method' | 'path' | 'query' | 'body'>;

const removedPaths = /\/(workspaces|brand-kits)(\/|$)/;

/** The only endpoint where the contract still uses `workspaceId`, in the query. */
const keepsWorkspaceId = '/social-profiles/connection-url';

/** A line for each removed name in each request; empty if there are none. */
export function removedNamesIn(requests: readonly Sent[]): string[] {
  return requests.flatMap(({ method, path, query, body }) => {
    const found = [
      ...(removedPaths.test(path) ? ['the path'] : []),
      ...('workspaceId' in query && path !== keepsWorkspaceId ? ['workspaceId in the query'] : []),
      ...namesIn(body)
        .filter((name) => name === 'workspaceId')
        .map((name) => `${name} in the body`),
    ];
    return found.map((what) => `${method} ${path}: ${what}`);
  });
}

/** Fails with these lines. Helpers call it, so that tests don't have to. */
export function assertNoRemovedNames(requests: readonly Sent[]): void {
  assert.deepEqual(removedNamesIn(requests), []);
}

/** All property names, at any depth. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(namesIn);
  return Array.isArray(value) ? inside : [...Object.keys(value), ...inside];
}
