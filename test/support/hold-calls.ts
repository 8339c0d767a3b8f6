/** Calls that are answered when the test says so: what has to come before the answer then does, however busy the machine is. */
import type { TestContext } from 'node:test';

/** A fault of the service or of the chat, until it's released; at the latest with the test. */
export function holdCalls(t: Pick<TestContext, 'after'>) {
  const { promise: until, resolve: release } = Promise.withResolvers<void>();
  t.after(() => release());
  return { fault: { kind: 'held', until } as const, release: () => release() };
}
