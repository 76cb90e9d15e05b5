/** `tollgate replay`: runs one counterexample of a report again. */
import { type Command, UsageError } from '../command.ts';
import { CONNECTION_OPTIONS, PROXY_NOTE } from '../connection-options.ts';
import { readUserFile } from '../files.ts';
import { interruptedCode } from '../shutdown.ts';

export const replay: Command = {
  name: 'replay',
  summary: 'run one counterexample of a report again',
  arguments: [
    ['<report>', 'report in JSON, as conform --report json=PATH writes it'],
    ['<rule>', 'the rule whose counterexample to run', 'rule'],
    ['[url]', 'another address than that of the report'],
  ],
  options: [
    ['--deployment <file>', 'deployment file (YAML); its address is not used'],
    ['--token <jwt>', 'access token; the variable TOLLGATE_TOKEN does the same'],
    ['--timeout <ms>', 'timeout of a response, 10 to 600000 ms (default 5000)'],
    ...CONNECTION_OPTIONS,
  ],
  examples: [
    'tollgate replay report.json identity/stxid-is-unique',
    'tollgate replay report.json identity/stxid-is-unique http://127.0.0.1:4010',
  ],
  notes: () =>
    `Exit codes: 0 the rule holds; 1 it is broken again; 2 wrong usage; 3 it could not be judged.\n\n${PROXY_NOTE}`,

  async run(input, context) {
    const { shutdown } = context;
    const [path = '', id = '', url] = input.arguments;
    const [suite, { RULES }, reports, { stepLines }, { createReportRedactor }, { cut, visibleLine }, ...own] =
      await loadSuite();
    const [{ openTarget }, { findRule }, { readAnyReport }] = own;
    const report = readAnyReport(readUserFile(path, 'report'), path);
    if (report.subject === 'traffic')
      throw new UsageError(
        `${path}: expected a report of conform, got one of traffic, which has no requests to send again`,
      );
    const ruleId = findRule(id);
    const rule = RULES.find((candidate) => candidate.id === ruleId);
    const found = report.rules.find((candidate) => candidate.id === ruleId)?.counterexample;
    if (rule === undefined || found === undefined)
      throw new UsageError(`${path} has no counterexample of ${ruleId}`);
    await using target = await openTarget(input, url ?? report.target, context);
    const { deployment } = target;
    const outcome = await suite.replay(rule, found.case, deployment, shutdown);
    const redact = createReportRedactor(deployment);
    const onOneLine = (text: string) => visibleLine(cut(redact.maskServerText(text), LONGEST_TEXT));

    switch (outcome.kind) {
      case 'held':
        return { code: 0, out: `${ruleId} holds for this case at ${deployment.url.href}\n` };
      case 'not-judged':
        return {
          code: shutdown.aborted ? interruptedCode(shutdown) : INCONCLUSIVE,
          out: `${ruleId} could not be judged at ${deployment.url.href}: ${onOneLine(outcome.why)}\n`,
        };
      case 'reproduced': {
        const again = reports.toReportCounterexample(outcome.counterexample, deployment);
        const shown = redact.maskCounterexample(redact.maskCredentials(again));
        const head = [
          `${ruleId} is broken again at ${deployment.url.href}`,
          `  expected  ${onOneLine(shown.expected)}`,
          `  got       ${onOneLine(shown.got)}`,
        ];

        return { code: 1, out: `${[...head, ...stepLines(shown)].join('\n')}\n` };
      }
    }
  },
};

const INCONCLUSIVE = 3;

/** The longest expected value, received value and reason that are shown, in characters. */
const LONGEST_TEXT = 300;

/** Loaded only now, so that the help stays quick; apart, because tsc leaves an `import()` beside `await using` alone. */
function loadSuite() {
  return Promise.all([
    import('../../../conformance/runner/replay.ts'),
    import('../../../conformance/rules/index.ts'),
    import('../../../conformance/report/counterexample.ts'),
    import('../../../conformance/report/report-text.ts'),
    import('../../../conformance/report/redact.ts'),
    import('../../text/visible.ts'),
    import('../target.ts'),
    import('../find-rule.ts'),
    import('../../../conformance/report/read-report.ts'),
  ]);
}
