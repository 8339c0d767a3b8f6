/** Every benchmark, in the order in which they run. */
import { acknowledge } from './acknowledge.ts';
import type { Benchmark } from './benchmark.ts';
import { growth } from './growth.ts';
import { jobs } from './jobs.ts';
import { memory } from './memory.ts';
import { postIndex } from './post-index.ts';
import { requests } from './requests.ts';
import { start } from './start.ts';
import { views } from './views.ts';
import { watching } from './watching.ts';

export const benchmarks: Benchmark[] = [
  acknowledge,
  watching,
  requests,
  jobs,
  memory,
  start,
  growth,
  views,
  postIndex,
];
