/** `tollgate check-traffic`: judges recorded exchanges between a client and a service. */
import { command } from '../command.ts';
import { TRAFFIC_OPTIONS } from '../judge-options.ts';
import { flag } from '../options.ts';

export const CHECK_TRAFFIC_OPTIONS = {
  ...TRAFFIC_OPTIONS,
  complete: flag('no call is missing: judge identifiers in full'),
};

export const checkTraffic = command({
  name: 'check-traffic',
  summary: 'judge recorded traffic (HAR), both client and service',
  arguments: [['[file...]', 'HAR 1.2 files; several are one recording']],
  options: CHECK_TRAFFIC_OPTIONS,
  examples: [
    'tollgate check-traffic checkout.har',
    'tollgate check-traffic monday.har tuesday.har --side service',
    'tollgate check-traffic production.har --report text --report json=production.json',
  ],
  notes: () =>
    `Nothing is sent. Browsers, proxies and Postman write such files, as tollgate proxy --record does.
Calls to /v1/ch and /v1/ch/sale below any address are judged, all others are left out. What a
recording does not show is not tested, and the report says why. tollgate mock --like REPORT behaves
as the service of a JSON report was seen to do.

Exit codes: 0 conformant; 1 nonconformant, or a waiver is out of date; 2 wrong usage, or a file that
is not HAR; 3 inconclusive, such as when nothing of a side could be judged; 4 a fault of tollgate
itself; 130 ended by Ctrl-C, with what was judged by then.`,

  async run(...given) {
    // Before the suite is loaded: loading it grows the heap.
    const { setFlagsFromString } = await import('node:v8');
    for (const flag of SMALL_HEAP) setFlagsFromString(flag);
    const { runCheckTraffic } = await import('./run-check-traffic.ts');

    return runCheckTraffic(...given);
  },
});

/** Limits the heap, which otherwise grows with dead objects: a file of 1 GB takes 272 MiB with both flags. */
const SMALL_HEAP = ['--semi-space-growth-factor=1', '--heap-growing-percent=250'] as const;
