/** docs/choices.md and docs/cli.md: the choices that the document leaves open, and the help of each command. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { COMMANDS } from '../cli/commands/index.ts';
import { fillTemplate } from '../cli/templates.ts';
import { OBSERVATIONS } from '../conformance/observations/index.ts';
import {
  CHOICE_NAMES,
  CHOICES,
  type ChoiceName,
  defaultOf,
  STRICT_CHOICES,
} from '../src/contract/choices.ts';
import { FAULTS, formsOf } from '../src/mock/behaviors/faults/fault.ts';
import { LENIENCIES } from '../src/mock/behaviors/leniency.ts';
import shipped from '../src/mock/shipped-merchants.gen.json' with { type: 'json' };

/**
 * A generated page.
 *
 * @param source such as `the help of each command`
 * @param command that writes the page
 */
export function generatedPage(source: string, text: string, command = 'npm run generate'): string {
  return `<!-- Generated from ${source} by \`${command}\`. Changes here are lost. -->
<!-- no block is run: each shows what it was generated from -->

${text}`;
}

/** Rows of a table in Markdown. */
export function rowsOf(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export function choicesReference(): string {
  const unchosen = OBSERVATIONS.filter(({ choice }) => choice === undefined).map(
    ({ id, title, section }) => `## ${id.replace('observe/', '')}

${title} Left open by section ${section}. \`${id}\` records it for each kind of refusal; the mock has no choice for it.`,
  );

  return generatedPage(
    'src/contract/choices.ts',
    fillTemplate('build/pages/choices.md', {
      choices: rowsOf(
        CHOICE_NAMES.map((name) => [
          `[\`${name}\`](#${name})`,
          CHOICES[name].section,
          CHOICES[name].question,
          `\`${defaultOf(name)}\``,
        ]),
      ),
      strict: Object.entries(STRICT_CHOICES)
        .map(([name, option]) => `\`${name}=${option}\``)
        .join(', '),
      sections: [...CHOICE_NAMES.map(choiceSection), ...unchosen].join('\n\n'),
    }),
  );
}

function choiceSection(name: ChoiceName): string {
  const { question, section, options } = CHOICES[name];
  const observation = OBSERVATIONS.find(({ choice }) => choice === name);
  const rows = options.map(([option, meaning], index) => [
    `\`${option}\``,
    `${meaning}${index === 0 ? ' The default of the mock.' : ''}`,
  ]);

  return `## ${name}

${question} Left open by section ${section}; observed by \`${observation?.id}\`.

| option | what it means |
|---|---|
${rowsOf(rows)}`;
}

export async function cliReference(): Promise<string> {
  const helps = await Promise.all(COMMANDS.map(({ name }) => helpOf([name])));
  const tables = fillTemplate('build/pages/mock.md', {
    faults: rowsOf(
      Object.entries(FAULTS).map(([name, member]) => [
        `\`${formsOf(name, member).join('`, `')}\``,
        member.about,
      ]),
    ),
    scenarios: rowsOf(Object.entries(shipped.scenarios).map(([name, { about }]) => [`\`${name}\``, about])),
    leniencies: rowsOf(LENIENCIES.map(({ sends, takenFor }) => [sends, takenFor])),
  });

  return generatedPage(
    'the help of each command',
    fillTemplate('build/pages/cli.md', {
      commands: rowsOf(
        COMMANDS.map(({ name, summary }) => [`[\`tollgate ${name}\`](#tollgate-${name})`, summary]),
      ),
      json: rowsOf(COMMANDS.flatMap(({ name, json }) => (json === undefined ? [] : [[`\`${name}\``, json]]))),
      helps: COMMANDS.map(
        ({ name }, index) =>
          `## tollgate ${name}\n\n\`\`\`text\n${helps[index]}\n\`\`\`${name === 'mock' ? `\n\n${tables.trimEnd()}` : ''}`,
      ).join('\n\n'),
      help: await helpOf([]),
    }),
  );
}

/** In a separate process, so that no terminal changes the output. */
async function helpOf(command: readonly string[]): Promise<string> {
  const { PATH, HOME } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, ['cli/tollgate.js', ...command, '--help'], {
    env: { PATH, HOME },
    cwd: new URL('..', import.meta.url),
  });

  return stdout.trimEnd();
}
