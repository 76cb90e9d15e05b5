/** docs/choices.md and docs/cli.md: the choices that the document leaves open, and the help of each command. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { COMMANDS } from '../cli/commands/index.ts';
import { OBSERVATIONS } from '../conformance/observations/index.ts';
import {
  CHOICE_NAMES,
  CHOICES,
  type ChoiceName,
  defaultOf,
  STRICT_CHOICES,
} from '../src/contract/choices.ts';
import type { ParsedFile } from '../src/engine/merchants/parse-merchants.ts';
import { FAULTS, formsOf } from '../src/mock/behaviors/faults/fault.ts';
import { LENIENCIES } from '../src/mock/behaviors/leniency.ts';

/**
 * Joins the parts of a generated page.
 *
 * @param source such as `the help of each command`
 * @param command that writes the page
 */
export function generatedPage(
  source: string,
  parts: readonly string[],
  command = 'npm run generate',
): string {
  const [title = '', ...others] = parts;
  const note = `<!-- Generated from ${source} by \`${command}\`. Changes here are lost. -->`;
  const untried = '<!-- no block is run: each shows what it was generated from -->';

  return `${[`${note}\n${untried}`, title, ...others].join('\n\n')}\n`;
}

export function choicesReference(): string {
  const rows = CHOICE_NAMES.map(
    (name) =>
      `| [\`${name}\`](#${name}) | ${CHOICES[name].section} | ${CHOICES[name].question} | \`${defaultOf(name)}\` |`,
  );

  return generatedPage('src/contract/choices.ts', [
    '# What the document leaves open',
    CHOICES_INTRODUCTION,
    ['| choice | section | question | default of the mock |', '|---|---|---|---|', ...rows].join('\n'),
    '## The strictest service',
    STRICT,
    ...CHOICE_NAMES.flatMap(choiceSection),
    ...OBSERVATIONS.filter(({ choice }) => choice === undefined).flatMap(({ id, title, section: place }) => [
      `## ${id.replace('observe/', '')}`,
      `${title} Left open by section ${place}. \`${id}\` records it for each kind of refusal; the mock has no choice for it.`,
    ]),
  ]);
}

const CHOICES_INTRODUCTION = `The suite does not judge what the document leaves open: it observes which option a deployment takes. The mock takes one option of each choice.

- \`tollgate mock --choose second-sale=refuse\` sets an option; repeat \`--choose\` for other choices.
- \`tollgate mock --like report.json\` sets the options that a JSON report observed.
- \`tollgate mock --grease\` randomises unspecified details of every response, and names them in the header
  \`Tollgate-Choices\`; the printed seed repeats them.
- \`tollgate mock --lenient\` accepts known mistakes of public clients, and names them in \`Tollgate-Violations\`.
- \`tollgate mock --strict\` sets the [strictest options](#the-strictest-service) that the document allows.
- \`tollgate conform URL --only observe\` only observes; \`--only observe/second-sale\` observes one choice.
- In code: \`startMock({ choices: { 'second-sale': 'refuse' }, grease: 7, lenient: true })\`, and
  \`await mock.choices.use({ 'second-sale': 'refuse' })\` while it runs; \`POST /_tollgate/choices\` does the same.`;

const STRICT = `A client that the strictest service accepts is accepted by any. \`tollgate mock --strict\`, and
\`startMock({ choices: STRICT_CHOICES })\` in code, set these options; \`--choose\` and \`--like\` take precedence:

${Object.entries(STRICT_CHOICES)
  .map(([name, option]) => `\`${name}=${option}\``)
  .join(', ')}.`;

function choiceSection(name: ChoiceName): readonly string[] {
  const { question, section: place, options } = CHOICES[name];
  const observation = OBSERVATIONS.find(({ choice }) => choice === name);
  const rows = options.map(([option, meaning], index) => {
    const isDefault = index === 0 ? ' The default of the mock.' : '';

    return `| \`${option}\` | ${meaning}${isDefault} |`;
  });

  return [
    `## ${name}`,
    `${question} Left open by section ${place}; observed by \`${observation?.id}\`.`,
    ['| option | what it means |', '|---|---|', ...rows].join('\n'),
  ];
}

const MAIN = fileURLToPath(new URL('../cli/tollgate.js', import.meta.url));

const EXIT_CODES = `Exit code 0 means success, 2 wrong usage or configuration, 4 a fault of tollgate itself. Judges exit with 0 for
\`conformant\`, 1 for \`nonconformant\` or a waiver that is out of date, 3 for \`inconclusive\`. Ctrl-C, SIGTERM and a closed
terminal (SIGHUP) end \`mock\` and \`tail\` with 0, \`proxy\` with its verdict, and any other command with 130, 143 or 129. The second
signal ends any command at once, with the exit code of the signal.`;

const JSON_OUTPUT = `These commands print JSON with \`--json\`, and \`{ "error": { "code", "message", "fix" } }\` on standard error where they cannot
run. The exit codes stay the same. Judges write JSON with \`--report json\`. Fields may be added, and keep their names.

| command | fields |
|---|---|
${COMMANDS.flatMap(({ name, json }) => (json === undefined ? [] : [`| \`${name}\` | ${json} |`])).join('\n')}`;

const LENIENT = `### What a lenient mock accepts

\`--lenient\` accepts known mistakes of public clients, and names each in the header \`Tollgate-Violations\`. The mock refuses
everything else as usual. Accepted fee calls have one more field, \`transactionFeePercent\`.

| what a client sends | what the mock reads instead |
|---|---|
${LENIENCIES.map(({ sends, takenFor }) => `| ${sends} | ${takenFor} |`).join('\n')}`;

const FAULT_TABLE = `### Faults

[Inject them](integrate.md#inject-faults) by option, header, control route, merchant file or in code.

| fault | what the mock does |
|---|---|
${Object.entries(FAULTS)
  .map(([name, member]) => `| \`${formsOf(name, member).join('`, `')}\` | ${member.about} |`)
  .join('\n')}`;

const { scenarios }: Pick<ParsedFile, 'scenarios'> = parse(
  readFileSync(new URL('../fixtures/merchants/merchants.yaml', import.meta.url), 'utf8'),
);

const SCENARIO_TABLE = `### Scenarios

A scenario is a name for faults, choices, days and prices: [choose one, or add your own](integrate.md#choose-a-scenario).

| scenario | what the mock does |
|---|---|
${Object.entries(scenarios)
  .map(([name, { about }]) => `| \`${name}\` | ${about} |`)
  .join('\n')}`;

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
    JSON_OUTPUT,
    ...COMMANDS.flatMap(({ name }, index) => [
      `## tollgate ${name}`,
      fenced(helps[index] ?? ''),
      ...(name === 'mock' ? [FAULT_TABLE, SCENARIO_TABLE, LENIENT] : []),
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
