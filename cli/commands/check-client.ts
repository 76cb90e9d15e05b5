/** Runs the command of a client against mocks, and judges what it sends. */
import {
  type CommandResult,
  checkClient,
  clientSelection,
  type RunContext,
} from '../../conformance/index.ts';
import { startMock } from '../../src/mock/index.ts';
import { cut } from '../../src/text/visible.ts';
import { readReportChoices } from '../choice-options.ts';
import { readEnvironment, runCommand } from '../client-command/run-command.ts';
import { type CommandContext, type Run, UsageError } from '../command.ts';
import { readMerchantFile } from '../merchant-file.ts';
import { runJudge } from '../run-judge.ts';
import type * as declared from './judge-commands.ts';

export const runCheckClient: Run<typeof declared.checkClient> = (
  { arguments: command, options },
  context,
) => {
  if (command.length === 0)
    throw new UsageError('check-client: expected -- COMMAND, such as -- npm test, got nothing');
  const { merchants: merchantsPath, like, timeLimit, jobs, showOutput } = options;

  return runJudge(
    {
      ...{ subject: 'client', options, files: [merchantsPath, like], folder: '.' },
      async judge(judging, _, each) {
        const selects = clientSelection(options.only, options.skip);
        const merchants = readMerchantFile(merchantsPath);
        const names = merchants.map(({ name }) => name);
        const fillEnvironment = readEnvironment(options.env, names);
        const choices = like === undefined ? undefined : readReportChoices(like, each.warn);
        const show = showOutput ? each.warn : undefined;
        // Side by side, what each run prints is shown when it ends.
        const [showLive, showWhole] = jobs === 1 ? [show] : [undefined, show];
        let unstartable: unknown;
        const run = async ({ signal, ...values }: RunContext): Promise<CommandResult> => {
          const environment = { ...each.environment, ...fillEnvironment(values) };
          try {
            const result = await runCommand({ command, environment, signal, show: showLive });
            showWhole?.(result.output ?? '');

            return result;
          } catch (error) {
            unstartable = error;

            return { passed: false, reason: 'could not be started' };
          }
        };
        const report = await checkClient({
          ...judging,
          ...{ run, selects, timeLimit, jobs, like: choices, signal: each.shutdown, command: each.command },
          startMock: (settings) => startMock({ ...settings, merchants, control: 'off', journal: 0 }),
          target: cut(command.join(' ').replaceAll(/\s+/g, ' '), LONGEST_TARGET),
          mockArguments: merchantsPath === undefined ? [] : ['--merchants', merchantsPath],
          onRun: (number, what, planned) => each.progress(`run ${number} of about ${planned}, ${what}`),
          onBaselineFailure: (output) => show === undefined && printOutput(output, each),
        });
        if (unstartable === undefined) return { report };
        each.progress('');
        throw unstartable;
      },
    },
    context,
  );
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
