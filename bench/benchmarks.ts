/** The benchmarks, in the order in which they run. Each is one file and one line here. */
import type { Benchmark } from './benchmark.ts';
import { checkTraffic } from './check-traffic.ts';
import { checks } from './checks.ts';
import { conform } from './conform.ts';
import { hostile } from './hostile.ts';
import { judges } from './judges.ts';
import { legal } from './legal.ts';
import { memory } from './memory.ts';
import { mock } from './mock.ts';
import { proxy } from './proxy.ts';
import { reach } from './reach.ts';
import { soak } from './soak.ts';
import { start } from './start.ts';

export const BENCHMARKS: readonly Benchmark[] = [
  checks,
  mock,
  start,
  proxy,
  memory,
  conform,
  checkTraffic,
  soak,
  hostile,
  legal,
  reach,
  judges,
];
