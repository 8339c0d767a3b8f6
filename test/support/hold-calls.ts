/** Holds calls until the test releases them, so that the test controls what happens first. */
import type { TestContext } from 'node:test';

/** A fault for the service or the chat that holds calls until `release`, or until the test ends. */
export function holdCalls(t: Pick<TestContext, 'after'>) {
  const { promise: until, resolve: release } = Promise.withResolvers<void>();
  t.after(() => release());
  return { fault: { kind: 'held', until } as const, release: () => release() };
}
