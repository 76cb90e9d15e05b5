/** `tollgate conform`: judges a deployment against the document. */
import { relative, resolve } from 'node:path';
import { type Command, type Given, UsageError } from '../command.ts';
import { repositoryAbove } from '../files.ts';
import { isSet, listOf, numberOf, oneOf, textOf } from '../given.ts';
import { tintBy } from '../paint.ts';
import { ON_PROXIES, REACHING, typedReaching } from '../reaching.ts';
import type { Printer } from '../reports.ts';
import { readWaiverOptions } from '../waiver-options.ts';

const EFFORTS = ['quick', 'standard', 'deep'] as const;

export const conform: Command = {
  name: 'conform',
  summary: 'judge a deployment against the document',
  arguments: [['[url]', 'base address; it overrides that of the deployment file']],
  options: [
    ['--deployment <file>', 'deployment file (YAML): address, merchants, cards, regions, limits'],
    ['--mock', 'judge the built-in mock in place of a deployment'],
    [
      '--token <jwt>',
      'access token; the variable TOLLGATE_TOKEN does the same and is not seen in process lists',
    ],
    ...REACHING,
    ['--only <glob...>', 'judge these rules only, such as nicn or identity/update-*', 'rule-or-group'],
    ['--skip <glob...>', 'leave these rules out', 'rule-or-group'],
    ['--effort <name>', 'quick, standard (default) or deep: how many cases to try', EFFORTS],
    ['--seed <number>', 'run the same cases again: 0 to 2147483647 (default by chance)'],
    ['--concurrency <number>', 'requests at the same time, 1 to 64 (default 8)'],
    ['--rate <number>', 'requests per second at the most, from 0.1 (default no limit)'],
    ['--timeout <ms>', 'milliseconds to wait for one answer, 10 to 600000 (default 5000)'],
    ['--max-requests <number>', 'most requests, 40 to 1000000 (default 120, 2000 or 10000 by effort)'],
    ['--max-time <seconds>', 'time limit of the run, 1 to 86400 (default 120, 600 or 3600 by effort)'],
    ['--strict', 'count a should rule as a must; otherwise its failure is a warning'],
    [
      '--waivers <file>',
      'failures that do not count for a while (YAML): each a rule, a shape, a reason, a last day',
    ],
    [
      '--baseline <report>',
      'report in JSON of an earlier run: what failed there is known and does not count',
    ],
    [
      '--report <kind...>',
      'text, json, junit, sarif, html, markdown or github, to a file with KIND=PATH; can be given again (default text)',
      'report',
    ],
    ['--sarif-location <file>', 'file that SARIF results point at (default the deployment file)'],
  ],
  examples: [
    'tollgate conform --mock',
    'tollgate conform https://fees.example.com --report text --report json=report.json',
    'tollgate conform https://fees.example.com --only nicn --only identity/update-*',
    'tollgate conform --deployment staging.yaml --effort quick',
    'tollgate conform --deployment staging.yaml --waivers waivers.yaml --baseline main.json',
  ],
  notes: () =>
    [
      'Exit codes: 0 conformant; 1 nonconformant, or a waiver is out of date; 2 wrong usage or',
      'configuration; 3 inconclusive; 4 a fault of tollgate itself; 130 ended by Ctrl-C, with what was',
      'judged by then.',
      '',
      ON_PROXIES,
    ].join('\n'),

  async run(given, world) {
    const [url] = given.arguments;
    const effort = oneOf(given, 'effort', EFFORTS) ?? 'standard';
    const seed = numberOf(given, 'seed', { min: 0, max: 2 ** 31 - 1 });
    const maxRequests = numberOf(given, 'maxRequests', { min: 40, max: 1_000_000 });
    const maxTime = numberOf(given, 'maxTime', { min: 1, max: 86_400 });
    const { deliver, readReports } = await loadReports();
    const reports = readReports(given);
    const [
      suite,
      { REPORTERS },
      { text, verdictLine },
      { openTarget },
      { selection },
      { version },
      { sarif },
    ] = await loadSuite();
    const location = sarifLocation(given);
    const selects = selection(listOf(given, 'only'), listOf(given, 'skip'));
    const agreed = await readWaiverOptions(given);
    await using target = await openTarget(given, url, world);
    const total = suite.RULES.filter(({ id }) => selects(id)).length;
    let judged = 0;
    world.progress(`asking ${target.deployment.url.href}`);
    // From here on a run that is interrupted is reported; before, a large file would keep whoever asks for the end waiting.
    const { ending } = world;

    const report = await suite.conform({
      deployment: target.deployment,
      selects,
      effort,
      strict: isSet(given, 'strict'),
      signal: ending,
      toolVersion: version(),
      invocation: {
        command: world.command,
        reportPath: reports.find(({ kind }) => kind === 'json')?.path,
        deploymentPath: textOf(given, 'deployment'),
        reaching: typedReaching(given),
      },
      ...agreed,
      onJudged: ({ id }, requests) => {
        if (selects(id) && !ending.aborted)
          world.progress(`${++judged} of ${total} rules, ${requests} requests, last ${id}`);
      },
      ...(seed === undefined ? {} : { seed }),
      maxRequests,
      maxTimeMs: maxTime === undefined ? undefined : maxTime * 1000,
    });
    world.progress('');

    const tint = tintBy(world.paint);
    const write: Printer['write'] = (kind) =>
      kind === 'sarif' ? sarif(report, location) : REPORTERS[kind](report);
    const printer: Printer = {
      write,
      show: (kind) => (kind === 'text' ? text(report, tint) : write(kind)),
      verdict: () => verdictLine(report),
    };

    return deliver(reports, report, printer, world);
  },
};

/** By its path from the root of the repository: code scanning knows files by no other. */
function sarifLocation(given: Given): { readonly location?: string } {
  const typed = textOf(given, 'sarifLocation');
  if (typed === '')
    throw new UsageError('--sarif-location: expected a path, got an empty text: is a variable not set?');
  const path = typed ?? textOf(given, 'deployment');
  if (path === undefined) return {};
  const root = repositoryAbove(process.cwd()) ?? process.cwd();

  return { location: relative(root, resolve(path)).replaceAll('\\', '/') };
}

/** Where they go is checked before anything else. */
function loadReports() {
  return import('../reports.ts');
}

/** Loaded only now, so that the help stays quick; apart, because tsc leaves an `import()` beside `await using` alone. */
function loadSuite() {
  return Promise.all([
    import('../../../conformance/index.ts'),
    import('../../../conformance/report/reporters.ts'),
    import('../../../conformance/report/text.ts'),
    import('../target.ts'),
    import('../../../conformance/rule/selection.ts'),
    import('../../contract/version.ts'),
    import('../../../conformance/report/sarif.ts'),
  ]);
}
