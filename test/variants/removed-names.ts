/** The names that the service gave up (service-api.md, Versioning): no request may carry one. */
import assert from 'node:assert/strict';
import type { SandboxService } from '#sandbox/service/index.ts';

type Requests = SandboxService['requests'];
type Sent = Pick<Requests[number], 'method' | 'path' | 'query' | 'body'>;

const removedPaths = /\/(workspaces|brand-kits)(\/|$)/;

/** The one place where the contract still writes `workspaceId`, in the query alone. */
const keepsWorkspaceId = '/social-profiles/connection-url';

/** A line for each removed name in each request; none when all is well. */
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

/** Fails with a line for each, so that no test of a bot or of the doctor has to ask. */
export function assertNoRemovedNames(requests: readonly Sent[]): void {
  assert.deepEqual(removedNamesIn(requests), []);
}

/** Every name of every field, however deep. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(namesIn);
  return Array.isArray(value) ? inside : [...Object.keys(value), ...inside];
}
