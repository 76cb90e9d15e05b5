/** `tollgate conform`: judges a deployment against the document. */
import type { Command } from '../command.ts';
import { CONNECTION_OPTIONS, PROXY_NOTE, tlsArguments } from '../connection-options.ts';
import { enumOption, isSet, listOption, numberOption, textOption } from '../parse-options.ts';
import { readSarifLocation } from '../sarif-location.ts';
import { readWaiverOptions } from '../waiver-options.ts';

const EFFORTS = ['quick', 'standard', 'deep'] as const;

export const conform: Command = {
  name: 'conform',
  summary: 'judge a deployment against the document',
  arguments: [['[url]', 'base address; it overrides that of the deployment file']],
  options: [
    ['--deployment <file>', 'deployment file (YAML)'],
    ['--mock', 'judge the built-in mock in place of a deployment'],
    ['--token <jwt>', 'access token (or TOLLGATE_TOKEN)'],
    ...CONNECTION_OPTIONS,
    ['--only <glob...>', 'judge these rules only, such as nicn or identity/update-*', 'rule-or-group'],
    ['--skip <glob...>', 'leave these rules out', 'rule-or-group'],
    ['--effort <name>', 'quick, standard (default) or deep: how many cases to try', EFFORTS],
    ['--seed <number>', 'repeat a run: 0 to 2147483647 (default random)'],
    ['--concurrency <number>', 'requests at the same time, 1 to 64 (default 8)'],
    ['--rate <number>', 'requests per second, from 0.1 (default no limit)'],
    ['--timeout <ms>', 'timeout of a response, 10 to 600000 ms (default 5000)'],
    ['--max-requests <number>', 'request limit (default 120, 2000 or 10000 by effort)'],
    ['--max-time <seconds>', 'time limit in seconds (default 120, 600, 3600 by effort)'],
    ['--strict', 'count a should rule as a must'],
    ['--waivers <file>', 'accepted failures (YAML)'],
    ['--baseline <report>', 'JSON report whose failures do not count'],
    ['--report <kind...>', 'text, json, junit, sarif, html, markdown, github (=PATH)', 'report'],
    ['--sarif-location <file>', 'file for SARIF results (default the deployment file)'],
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
      PROXY_NOTE,
    ].join('\n'),

  async run(input, context) {
    const [url] = input.arguments;
    const effort = enumOption(input, 'effort', EFFORTS) ?? 'standard';
    const seed = numberOption(input, 'seed', { min: 0, max: 2 ** 31 - 1 });
    const maxRequests = numberOption(input, 'maxRequests', { min: 40, max: 1_000_000 });
    const maxTime = numberOption(input, 'maxTime', { min: 1, max: 86_400 });
    const { deliverReport, readReports } = await loadReports();
    const reports = readReports(input);
    const [suite, { openTarget }, { selection }, { version }] = await loadSuite();
    const location = readSarifLocation(input);
    const selects = selection(listOption(input, 'only'), listOption(input, 'skip'));
    const agreed = await readWaiverOptions(input);
    await using target = await openTarget(input, url, context);
    const total = suite.RULES.filter(({ id }) => selects(id)).length;
    let judged = 0;
    context.progress(`asking ${target.deployment.url.href}`);
    // From here on an interrupted run gets a report. Before, a signal ends the process at once.
    const { shutdown } = context;

    const report = await suite.conform({
      deployment: target.deployment,
      selects,
      effort,
      strict: isSet(input, 'strict'),
      signal: shutdown,
      toolVersion: version(),
      invocation: {
        command: context.command,
        reportPath: reports.find(({ kind }) => kind === 'json')?.path,
        deploymentPath: textOption(input, 'deployment'),
        reaching: tlsArguments(input),
      },
      ...agreed,
      onJudged: ({ id }, requests) => {
        if (selects(id) && !shutdown.aborted)
          context.progress(`${++judged} of ${total} rules, ${requests} requests, last ${id}`);
      },
      ...(seed === undefined ? {} : { seed }),
      maxRequests,
      maxTimeMs: maxTime === undefined ? undefined : maxTime * 1000,
    });
    context.progress('');

    return deliverReport(reports, report, context, location);
  },
};

/** Where they go is checked before anything else. */
function loadReports() {
  return import('../reports.ts');
}

/** Loaded only now, so that the help stays quick; apart, because tsc leaves an `import()` beside `await using` alone. */
function loadSuite() {
  return Promise.all([
    import('../../../conformance/index.ts'),
    import('../target.ts'),
    import('../../../conformance/rule/selection.ts'),
    import('../../contract/version.ts'),
  ]);
}
