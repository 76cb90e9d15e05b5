/** `tollgate check-traffic`: judges recorded exchanges between a client and a service. */
import { basename } from 'node:path';
import type { RecordedEvent } from '../../traffic/traffic-event.ts';
import { type Command, UsageError } from '../command.ts';
import { enumOption, isSet, textOption } from '../parse-options.ts';
import { readSarifLocation } from '../sarif-location.ts';
import { readTrafficWaivers } from '../waiver-options.ts';

const SIDES = ['client', 'service', 'both'] as const;

export const checkTraffic: Command = {
  name: 'check-traffic',
  summary: 'judge recorded traffic (HAR), both client and service',
  arguments: [['[file...]', 'HAR 1.2 files; several are one recording']],
  options: [
    ['--side <name>', 'side to judge: client, service or both (default)', SIDES],
    ['--pricing <file>', 'merchant file (YAML) whose fees must be exact'],
    ['--strict', 'count a should rule as a must'],
    ['--waivers <file>', 'accepted failures (YAML) of either side'],
    ['--baseline <report>', 'JSON report of traffic whose failures do not count'],
    ['--report <kind...>', 'text, json, junit, sarif, html, markdown, github (=PATH)', 'report'],
    ['--sarif-location <file>', 'file for SARIF results (default the project file)'],
  ],
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
is no HAR; 3 inconclusive, such as a side of which nothing could be judged; 4 a fault of tollgate
itself; 130 ended by Ctrl-C, with what was judged by then.`,

  async run(input, context) {
    // Before the suite is loaded, which lets both generations grow.
    const { setFlagsFromString } = await import('node:v8');
    for (const flag of SMALL_HEAP) setFlagsFromString(flag);
    const files = input.arguments.flatMap((word) => word ?? []);
    if (files.length === 0)
      throw new UsageError('file: expected one or more HAR files, such as checkout.har, got none');
    const side = enumOption(input, 'side', SIDES) ?? 'both';
    const { deliverReport, readReports } = await import('../reports.ts');
    const reports = readReports(input);
    const location = readSarifLocation(input);
    const [suite, { readHarFiles }, { version }] = await loadSuite();
    const agreed = await readTrafficWaivers(input);
    const pricing = textOption(input, 'pricing');
    const { shutdown } = context;

    const report = await suite.checkTraffic({
      events: counted(readHarFiles(files), (number) => context.progress(`${number} exchanges read`)),
      target: targetOf(files),
      sides: side === 'both' ? ['client', 'service'] : [side],
      pricing: pricing === undefined ? undefined : suite.readTrafficPricing(pricing),
      strict: isSet(input, 'strict'),
      ...agreed,
      toolVersion: version(),
      signal: shutdown,
    });
    context.progress('');

    return deliverReport(reports, report, context, location);
  },
};

/**
 * Exchanges live for thousands of others: a larger heap holds mostly what is dead. A file of 1 GB takes 272 MiB with both
 * flags, and 310 with the first alone, set later.
 */
const SMALL_HEAP = ['--semi-space-growth-factor=1', '--heap-growing-percent=250'] as const;

/** Such as `monday.har and 2 more files`: paths say nothing to the reader of a report. */
function targetOf([first = '', ...rest]: readonly string[]): string {
  const more = rest.length === 0 ? '' : ` and ${rest.length} more file${rest.length === 1 ? '' : 's'}`;

  return basename(first) + more;
}

/** In milliseconds. */
const BETWEEN_LINES = 100;

/** Tells how many there were by now, a few times a second. */
async function* counted(
  batches: AsyncIterable<readonly RecordedEvent[]>,
  show: (number: number) => void,
): AsyncIterable<readonly RecordedEvent[]> {
  let number = 0;
  let shownAt = performance.now();
  for await (const batch of batches) {
    number += batch.length;
    if (performance.now() - shownAt > BETWEEN_LINES) {
      shownAt = performance.now();
      show(number);
    }
    yield batch;
  }
}

/** Loaded only now, so that the help stays quick. */
function loadSuite() {
  return Promise.all([
    import('../../../conformance/index.ts'),
    import('../../traffic/har/read-har.ts'),
    import('../../contract/version.ts'),
  ]);
}
