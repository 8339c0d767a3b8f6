/** Every benchmark, in the order in which they run. */
import { acknowledge } from './acknowledge.ts';
import type { Benchmark } from './benchmark.ts';
import { growth } from './growth.ts';
import { jobs } from './jobs.ts';
import { memory } from './memory.ts';
import { requests } from './requests.ts';
import { start } from './start.ts';
import { views } from './views.ts';

export const benchmarks: Benchmark[] = [acknowledge, requests, jobs, memory, start, growth, views];
