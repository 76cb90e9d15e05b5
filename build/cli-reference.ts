/** docs/cli.md: the help of each command. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { COMMANDS } from '../cli/commands/index.ts';
import { LENIENCIES } from '../src/mock/behaviors/leniency.ts';
import { generatedPage } from './generated-page.ts';

const MAIN = fileURLToPath(new URL('../cli/tollgate.js', import.meta.url));

const EXIT_CODES = `Exit code 0 means success, 2 wrong usage or configuration, 4 a fault of tollgate itself. Judges exit with 0 for
\`conformant\`, 1 for \`nonconformant\` or a waiver that is out of date, 3 for \`inconclusive\`. Ctrl-C, SIGTERM and a closed
terminal (SIGHUP) end \`mock\` and \`tail\` with 0, \`proxy\` with its verdict, and any other command with 130, 143 or 129. The second
signal ends any command at once, with the exit code of the signal.`;

const LENIENT = `### What a lenient mock accepts

\`--lenient\` accepts known mistakes of public clients, and names each in the header \`Tollgate-Violations\`. The mock refuses
everything else as usual. Accepted fee calls have one more field, \`transactionFeePercent\`.

| what a client sends | what the mock reads instead |
|---|---|
${LENIENCIES.map(({ sends, takenFor }) => `| ${sends} | ${takenFor} |`).join('\n')}`;

export async function cliReference(): Promise<string> {
  const helps = await Promise.all(COMMANDS.map(({ name }) => helpOf([name])));
  const rows = COMMANDS.map(
    ({ name, summary }) => `| [\`tollgate ${name}\`](#tollgate-${name}) | ${summary} |`,
  );

  return generatedPage('the help of each command', [
    '# The command line',
    'In a clone, `tollgate` is the alias from the [README](../README.md); in a project that has the package, `npx tollgate`.',
    ['| command | what it does |', '|---|---|', ...rows].join('\n'),
    EXIT_CODES,
    ...COMMANDS.flatMap(({ name }, index) => [
      `## tollgate ${name}`,
      fenced(helps[index] ?? ''),
      ...(name === 'mock' ? [LENIENT] : []),
    ]),
    '## tollgate --help',
    fenced(await helpOf([])),
  ]);
}

/** In a separate process, so that no terminal changes the output. */
async function helpOf(command: readonly string[]): Promise<string> {
  const { PATH, HOME } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...command, '--help'], {
    env: { PATH, HOME },
  });

  return stdout;
}

function fenced(text: string): string {
  return `\`\`\`text\n${text.trimEnd()}\n\`\`\``;
}
