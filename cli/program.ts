/** Parses the arguments with commander and runs the command that they name. */

import { CommanderError, Command as Program } from 'commander';
import { version } from '../src/contract/version.ts';
import { capitalize } from '../src/text/words.ts';
import {
  type Command,
  type CommandContext,
  type CommandOutput,
  flagOf,
  type Run,
  readOptions,
  WRONG_USAGE,
} from './command.ts';
import { COMMANDS } from './commands/index.ts';

/** Columns: the same on every terminal and in docs/cli.md. */
const HELP_WIDTH = 80;

const ASKS_FOR_HELP: ReadonlySet<string> = new Set(['-h', '--help', 'help']);

/** Runs the command that the arguments name. @throws only errors of tollgate itself */
export async function runProgram(args: readonly string[], context: CommandContext): Promise<CommandOutput> {
  let result: CommandOutput = { code: 0, out: '' };
  const printed = { out: '', problem: '' };
  const program = new Program('tollgate')
    .description('A mock and a conformance suite for the Transaction Fee and Sale API.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .showHelpAfterError('(see tollgate --help, or tollgate COMMAND --help)')
    .exitOverride()
    .configureOutput({
      getOutHelpWidth: () => HELP_WIDTH,
      getErrHelpWidth: () => HELP_WIDTH,
      outputError: (text, write) => write(text.replace(/^error: /, 'tollgate: ')),
      writeOut: (text) => {
        printed.out += text;
      },
      writeErr: (text) => {
        printed.problem += text;
      },
    });
  // It loads a quarter of what a start loads: the faults and choices that the help of `mock` lists.
  const asksForHelp = args.length > 1 && args.some((arg) => ASKS_FOR_HELP.has(arg));
  const help = asksForHelp ? await import('./help.ts') : undefined;
  for (const command of COMMANDS) {
    const run: RunCommand = async (input) => {
      const runLoaded = await command.load();
      result = await runLoaded(input, context);
    };
    addCommand(program, command, run).addHelpText(
      'after',
      () => `\n${help?.helpBelowOptions(command.name).trimEnd() ?? ''}`,
    );
  }
  try {
    await program.parseAsync(args.length === 0 ? ['--help'] : [...args], { from: 'user' });

    return result;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return { code: 0, ...printed };
    // Loaded only now, so that the help stays quick.
    const { isUserError, safeProblem, toJsonError, wantsJson } = await import('./output.ts');
    const isUsage = error instanceof CommanderError;
    if (!isUsage && !isUserError(error)) throw error;
    const problem = safeProblem(isUsage ? printed.problem : `tollgate: ${error.message}\n`);
    const code = isUsage ? 'usage' : error.code;

    return {
      code: WRONG_USAGE,
      out: isUsage ? printed.out : '',
      problem: wantsJson(args) ? toJsonError(code, problem, helpFor(args)) : problem,
    };
  }
}

function helpFor([name]: readonly string[]): string {
  return `see tollgate ${COMMANDS.some((command) => command.name === name) ? `${name} ` : ''}--help`;
}

type RunCommand = (input: Parameters<Run>[0]) => Promise<void>;

function addCommand(program: Program, command: Command, run: RunCommand): Program {
  const added = program
    .command(command.name)
    .summary(command.summary)
    .description(`${capitalize(command.summary)}.`);
  added.copyInheritedSettings(program).showHelpAfterError(`(see tollgate ${command.name} --help)`);
  for (const [name, description] of command.arguments) added.argument(name, description);
  for (const [name, { value, about, isRepeatable }] of Object.entries(command.options)) {
    const flags = `${flagOf(name)} ${value}`.trim();
    if (isRepeatable) added.option(flags, about, collect);
    else added.option(flags, about);
  }
  added.action(() => run({ arguments: added.args, options: readOptions(command.options, added.opts()) }));

  return added;
}

/** Collects the values of a repeatable option, one for each use, so that it never takes an argument as a value. */
function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}
