/** `tollgate check-client`: runs a command against mocks, and judges the client that it runs. */
import type { CommandResult, RunContext } from '../../../conformance/index.ts';
import { cut } from '../../text/visible.ts';
import { type Command, type CommandContext, UsageError } from '../command.ts';
import { enumOption, isSet, listOption, numberOption, textOption } from '../parse-options.ts';
import { readSarifLocation } from '../sarif-location.ts';
import { readWaiverOptions } from '../waiver-options.ts';

const EFFORTS = ['quick', 'standard', 'deep'] as const;

export const checkClient: Command = {
  name: 'check-client',
  summary: 'judge a client of the API by running its tests',
  arguments: [['[command...]', 'the command that runs the client, after --']],
  options: [
    ['--env <name=template...>', 'set a variable: {url}, {token}, {token:MERCHANT}'],
    ['--merchants <file>', 'merchant file (YAML) of the mock; otherwise the shipped one'],
    ['--like <report>', 'behave as the deployment of this JSON report does'],
    ['--only <glob...>', 'judge these rules only, such as client-flow', 'client-rule-or-group'],
    ['--skip <glob...>', 'leave these rules out', 'client-rule-or-group'],
    ['--effort <name>', 'quick (2 runs), standard (14, default) or deep', EFFORTS],
    ['--seed <number>', 'seed of the mock, 0 to 2147483647'],
    ['--time-limit <seconds>', 'limit of each run, 0.1 to 86400 (default: see below)'],
    ['--strict', 'count a should rule as a must'],
    ['--waivers <file>', 'accepted failures (YAML)'],
    ['--baseline <report>', 'JSON report whose failures do not count'],
    ['--report <kind...>', 'text, json, junit, sarif, html, markdown, github (=PATH)', 'report'],
    ['--sarif-location <file>', 'file for SARIF results (default the project file)'],
    ['--show-output', 'show what the command prints'],
  ],
  examples: [
    'tollgate check-client -- npm test',
    'tollgate check-client --effort quick -- pytest tests/fees',
    'tollgate check-client --env FEES_URL={url} --env FEES_KEY={token} -- mvn test',
    'tollgate check-client --like production.json --report junit=client.xml -- npm test',
  ],
  notes: () =>
    `The command runs once for each behavior of the mock, each time with a new mock, its address in
TOLLGATE_URL and a token in TOLLGATE_TOKEN. It has to pass (exit code 0) in the first run and in
those that vary what the document leaves open. In a run with a fault it may fail: what it sends
counts. Its output is hidden unless the first run fails, or with --show-output. At the time limit
and on Ctrl-C it is ended with all its processes. Without --time-limit the first run has ten
minutes, and each later one three times as long as the first took, at least one minute.

A request that a test breaks on purpose says so with the header Tollgate-Deliberate: RULE.

Exit codes: 0 conformant; 1 nonconformant, or a waiver is out of date; 2 wrong usage or
configuration; 3 inconclusive; 4 a fault of tollgate itself; 130 ended by Ctrl-C, with what was
judged by then.`,

  async run(input, context) {
    const command = input.arguments.flatMap((word) => (word === undefined ? [] : [word]));
    if (command.length === 0)
      throw new UsageError('check-client: expected -- COMMAND, such as -- npm test, got nothing');
    const effort = enumOption(input, 'effort', EFFORTS) ?? 'standard';
    const seed = numberOption(input, 'seed', { min: 0, max: 2 ** 31 - 1 });
    const timeLimit = numberOption(input, 'timeLimit', { min: 0.1, max: 86_400, fractions: true });
    const { deliverReport, readReports } = await import('../reports.ts');
    const reports = readReports(input);
    const location = readSarifLocation(input);
    const [suite, { version }, { readMerchantFile }, own] = await loadSuite();
    const [{ readEnvironment }, { runCommand }, { startMock }, { readReportChoices }] = own;
    const selects = suite.clientSelection(listOption(input, 'only'), listOption(input, 'skip'));
    const waivers = await readWaiverOptions(input);
    refuseOtherBaseline(waivers.baseline);
    const merchants = readMerchantFile(textOption(input, 'merchants'));
    const names = merchants.map(({ name }) => name);
    const fill = readEnvironment(listOption(input, 'env'), names);
    const likePath = textOption(input, 'like');
    const like = likePath === undefined ? undefined : readReportChoices(likePath);
    if (like?.skipped !== undefined) context.warn(`tollgate: ${like.skipped}\n`);
    const show = isSet(input, 'showOutput') ? context.warn : undefined;
    let unstartable: unknown;
    const run = async ({ url, token, tokenOf, signal }: RunContext): Promise<CommandResult> => {
      const values = fill({
        url,
        tokenOf: (merchant) => (merchant === undefined ? token : tokenOf(merchant)),
      });
      try {
        return await runCommand({
          command,
          environment: { ...context.environment, ...values },
          signal,
          show,
        });
      } catch (error) {
        unstartable = error;

        return { passed: false, reason: 'could not be started' };
      }
    };

    const report = await suite.checkClient({
      startMock: (settings) => startMock({ ...settings, merchants, control: 'off', journal: 0 }),
      run,
      effort,
      selects,
      strict: isSet(input, 'strict'),
      ...(like === undefined ? {} : { like: like.choices }),
      timeLimit: timeLimit === undefined ? undefined : timeLimit * 1000,
      signal: context.shutdown,
      toolVersion: version(),
      target: cut(command.join(' ').replaceAll(/\s+/g, ' '), LONGEST_TARGET),
      command: context.command,
      ...waivers,
      ...(seed === undefined ? {} : { seed }),
      onRun: (number, what) => context.progress(`run ${number}, ${what}`),
      onBaselineFailure: (output) => show === undefined && printOutput(output, context),
    });
    context.progress('');
    if (unstartable !== undefined) throw unstartable;

    return deliverReport(reports, report, context, location);
  },
};

/** @throws UsageError */
function refuseOtherBaseline(baseline: { readonly subject?: string } | undefined): void {
  if (baseline === undefined || baseline.subject === 'client') return;
  throw new UsageError('--baseline: expected the report of a client, got that of a service');
}

/** In characters. */
const LONGEST_TARGET = 200;

const LAST_LINES = 30;

/** What the command printed last: it says why it failed. */
function printOutput(output: string, { warn }: CommandContext): void {
  const lines = output.trimEnd().split('\n');
  const shown = lines.slice(-LAST_LINES);
  if (output.trim() === '') return;
  const left = lines.length - shown.length;
  warn(
    `tollgate: the command printed${left === 0 ? '' : `, after ${left} other lines`}:\n${shown.join('\n')}\n\n`,
  );
}

/** Loaded only now, so that the help stays quick. */
function loadSuite() {
  return Promise.all([
    import('../../../conformance/index.ts'),
    import('../../contract/version.ts'),
    import('../merchant-file.ts'),
    Promise.all([
      import('../client-command/environment.ts'),
      import('../client-command/run-command.ts'),
      import('../../mock/index.ts'),
      import('../parse-choices.ts'),
    ]),
  ]);
}
