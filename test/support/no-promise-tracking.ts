/**
 * Loaded before the test runner: its async hook follows each promise to know to which test a late error belongs, which costs
 * a tenth of the CPU time of these tests. Here a rejection that nobody handled fails the file that it comes from.
 */
import hooks, { type HookCallbacks } from 'node:async_hooks';

const { createHook } = hooks;
hooks.createHook = (callbacks: HookCallbacks) => createHook({ ...callbacks, trackPromises: false });

// The runner reports only the message. The stack says which call nobody awaited.
Error.stackTraceLimit = 50;
process.on('unhandledRejection', (cause) => {
  process.exitCode = 1;
  console.error('A rejection that nobody handled:', cause);
});
