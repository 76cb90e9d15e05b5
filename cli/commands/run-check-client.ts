/** Runs the command of a client against mocks, judges what it sends, and delivers the reports. */
import {
  type CommandResult,
  checkClient,
  clientSelection,
  type RunContext,
} from '../../conformance/index.ts';
import { profileOf } from '../../conformance/verdict/profile.ts';
import { startMock } from '../../src/mock/index.ts';
import { cut } from '../../src/text/visible.ts';
import { readReportChoices } from '../choice-options.ts';
import { readEnvironment } from '../client-command/environment.ts';
import { runCommand } from '../client-command/run-command.ts';
import { type CommandContext, type Run, UsageError } from '../command.ts';
import { readMerchantFile } from '../merchant-file.ts';
import { baselineOf, readJudgeOptions, recordingError, recordTo } from '../read-judge-options.ts';
import { readSigner } from '../sign-report.ts';
import { type WatchedRun, watchRuns } from '../watch-runs.ts';
import type { CHECK_CLIENT_OPTIONS } from './check-client.ts';

type CheckClientInput = Parameters<Run<typeof CHECK_CLIENT_OPTIONS>>[0];

export const runCheckClient: Run<typeof CHECK_CLIENT_OPTIONS> = async (input, context) => {
  const { watch, merchants, like, waivers, baseline } = input.options;
  if (!watch) return (await judge(input, context)).deliver();
  const watched = { files: [merchants, like, waivers, baseline], folder: '.' };

  return watchRuns(watched, input.options, (each) => judge(input, each), context);
};

async function judge(input: CheckClientInput, context: CommandContext): Promise<WatchedRun> {
  const { options } = input;
  const command = input.arguments.flatMap((word) => word ?? []);
  if (command.length === 0)
    throw new UsageError('check-client: expected -- COMMAND, such as -- npm test, got nothing');
  profileOf(options, 'client');
  const { effort, profile, seed, timeLimit, jobs, must, merchants: merchantsPath, record, sign } = options;
  const { judging, reports, deliver } = readJudgeOptions(options, baselineOf('client'));
  const signer = readSigner(sign, reports, context.warn);
  const selects = clientSelection(options.only, options.skip);
  const merchants = readMerchantFile(merchantsPath);
  const fillEnvironment = readEnvironment(
    options.env,
    merchants.map(({ name }) => name),
  );
  const like = options.like === undefined ? undefined : readReportChoices(options.like);
  if (like?.skipped !== undefined) context.warn(`tollgate: ${like.skipped}\n`);
  const show = options.showOutput ? context.warn : undefined;
  // Side by side, what each run prints is shown when it ends.
  const [showLive, showWhole] = jobs === 1 ? [show] : [undefined, show];
  let unstartable: unknown;
  const run = async ({ url, token, tokenOf, job, signal }: RunContext): Promise<CommandResult> => {
    const values = fillEnvironment({
      url,
      job,
      tokenOf: (merchant) => (merchant === undefined ? token : tokenOf(merchant)),
    });
    try {
      const environment = { ...context.environment, ...values };
      const result = await runCommand({ command, environment, signal, show: showLive });
      showWhole?.(result.output ?? '');

      return result;
    } catch (error) {
      unstartable = error;

      return { passed: false, reason: 'could not be started' };
    }
  };

  const report = await checkClient({
    startMock: (settings) => startMock({ ...settings, merchants, control: 'off', journal: 0 }),
    run,
    ...(effort && { effort }),
    profile,
    selects,
    ...(like === undefined ? {} : { like: like.choices }),
    ...{ timeLimit, jobs },
    signal: context.shutdown,
    target: cut(command.join(' ').replaceAll(/\s+/g, ' '), LONGEST_TARGET),
    command: context.command,
    mockArguments: merchantsPath === undefined ? [] : ['--merchants', merchantsPath],
    ...judging,
    must,
    ...(seed === undefined ? {} : { seed }),
    record: record === undefined ? undefined : recordTo(record, context),
    onRun: (number, what, planned) => context.progress(`run ${number} of about ${planned}, ${what}`),
    onBaselineFailure: (output) => show === undefined && printOutput(output, context),
  }).catch((error) => Promise.reject(recordingError(error)));
  context.progress('');
  if (unstartable !== undefined) throw unstartable;

  return {
    report,
    async deliver() {
      const delivered = await deliver(report, context);
      await signer(record);

      return delivered;
    },
  };
}

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
