/** Runs the command of a client against mocks, judges what it sends, and delivers the reports. */
import {
  type CommandResult,
  checkClient,
  clientSelection,
  type RunContext,
} from '../../conformance/index.ts';
import { startMock } from '../../src/mock/index.ts';
import { cut } from '../../src/text/visible.ts';
import { readEnvironment } from '../client-command/environment.ts';
import { runCommand } from '../client-command/run-command.ts';
import { type Command, type CommandContext, UsageError } from '../command.ts';
import { EFFORTS } from '../judge-options.ts';
import { readMerchantFile } from '../merchant-file.ts';
import { readReportChoices } from '../parse-choices.ts';
import { enumOption, isSet, listOption, numberOption, seedOption, textOption } from '../parse-options.ts';
import { baselineOf, readJudgeOptions } from '../read-judge-options.ts';

export const runCheckClient: Command['run'] = async (input, context) => {
  const command = input.arguments.flatMap((word) => word ?? []);
  if (command.length === 0)
    throw new UsageError('check-client: expected -- COMMAND, such as -- npm test, got nothing');
  const effort = enumOption(input, 'effort', EFFORTS) ?? 'standard';
  const seed = seedOption(input, 'seed');
  const timeLimit = numberOption(input, 'timeLimit', { min: 0.1, max: 86_400, fractions: true });
  const { judging, deliver } = readJudgeOptions(input, baselineOf('client'));
  const selects = clientSelection(listOption(input, 'only'), listOption(input, 'skip'));
  const merchantsPath = textOption(input, 'merchants');
  const merchants = readMerchantFile(merchantsPath);
  const fillEnvironment = readEnvironment(
    listOption(input, 'env'),
    merchants.map(({ name }) => name),
  );
  const likePath = textOption(input, 'like');
  const like = likePath === undefined ? undefined : readReportChoices(likePath);
  if (like?.skipped !== undefined) context.warn(`tollgate: ${like.skipped}\n`);
  const show = isSet(input, 'showOutput') ? context.warn : undefined;
  let unstartable: unknown;
  const run = async ({ url, token, tokenOf, signal }: RunContext): Promise<CommandResult> => {
    const values = fillEnvironment({
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

  const report = await checkClient({
    startMock: (settings) => startMock({ ...settings, merchants, control: 'off', journal: 0 }),
    run,
    effort,
    selects,
    ...(like === undefined ? {} : { like: like.choices }),
    timeLimit: timeLimit === undefined ? undefined : timeLimit * 1000,
    signal: context.shutdown,
    target: cut(command.join(' ').replaceAll(/\s+/g, ' '), LONGEST_TARGET),
    command: context.command,
    mockArguments: merchantsPath === undefined ? [] : ['--merchants', merchantsPath],
    ...judging,
    must: listOption(input, 'must'),
    ...(seed === undefined ? {} : { seed }),
    onRun: (number, what) => context.progress(`run ${number}, ${what}`),
    onBaselineFailure: (output) => show === undefined && printOutput(output, context),
  });
  context.progress('');
  if (unstartable !== undefined) throw unstartable;

  return deliver(report, context);
};

/** In characters. */
const LONGEST_TARGET = 200;

const LAST_LINES = 30;

/** Prints the last lines of the command's output. */
function printOutput(output: string, { warn }: CommandContext): void {
  const lines = output.trimEnd().split('\n');
  const shown = lines.slice(-LAST_LINES);
  if (output.trim() === '') return;
  const left = lines.length - shown.length;
  warn(
    `tollgate: the command printed${left === 0 ? '' : `, after ${left} other lines`}:\n${shown.join('\n')}\n\n`,
  );
}
