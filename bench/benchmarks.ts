/** Every benchmark, in the order in which they run. */
import { acknowledge } from './acknowledge.ts';
import type { Benchmark } from './benchmark.ts';
import { memory } from './memory.ts';
import { start } from './start.ts';

export const benchmarks: Benchmark[] = [acknowledge, memory, start];
