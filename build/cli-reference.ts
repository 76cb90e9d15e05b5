/** docs/cli.md: what each command prints of itself when it is asked for help. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { COMMANDS } from '../src/cli/commands/index.ts';
import { LENIENCIES } from '../src/mock/behaviors/leniency.ts';
import { generatedPage } from './generated-page.ts';

const MAIN = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));

const EXIT_CODES = `The exit code is 0 where all is well, 2 for wrong usage or configuration, 4 for a fault of tollgate itself. Of
\`conform\` it is 0 for \`conformant\`, 1 for \`nonconformant\` and for a waiver that is out of date, 3 for \`inconclusive\`. A command that Ctrl-C or SIGTERM ends
before its time exits with 130 or 143; \`mock\` and \`tail\` are meant to be ended, and exit with 0. The second signal ends any
command at once, with 130 or 143.`;

const LENIENT = `### What a lenient mock overlooks

\`--lenient\` answers what public clients are known to break, and names each case in the header \`Tollgate-Violations\`. Everything
else is refused as without the option. Accepted fee calls have one more field, \`transactionFeePercent\`.

| what a client sends | what the mock takes it for |
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

/** In a process of its own, so that it looks as in a file and not as in the terminal of whoever generates it. */
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
