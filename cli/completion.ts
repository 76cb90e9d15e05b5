/** Completes a command line from the commands' declarations; the scripts by which shells ask for it are in `completions`. */
import { REPORT_KINDS } from '../conformance/report/report.ts';
import { RULE_IDS } from '../conformance/rule/selection.ts';
import { CHOICE_NAMES, optionsOf } from '../src/contract/choices.ts';
import { CLIENT_RULE_IDS } from '../src/contract/client-rule-ids.ts';
import { DEFECT_NAMES } from '../src/mock/behaviors/defects/index.ts';
import { type Command, flagOf, type Offer, type Run, readName } from './command.ts';
import { SHELLS } from './commands/project-commands.ts';
import { readTemplate } from './templates.ts';

/** Prints the script of a shell; with the words that the script gives, completes the last of them. */
export function completionOf(commands: readonly Command[]): Run {
  return async ({ arguments: [typed = '', ...words] }) => {
    const shell = readName(typed, '', SHELLS);
    if (words.length === 0) return { code: 0, out: readTemplate(`cli/completions/tollgate.${shell}`) };

    return { code: 0, out: completionFor(shell, commands, words) };
  };
}

type Shell = (typeof SHELLS)[number];

type Candidate = readonly [word: string, about: string];

const LISTS: Readonly<Record<Exclude<Offer, readonly string[]>, readonly string[]>> = {
  rule: RULE_IDS,
  defect: DEFECT_NAMES,
  'rule-or-group': withGroups(RULE_IDS),
  'client-rule-or-group': withGroups(CLIENT_RULE_IDS),
  'any-rule-or-group': withGroups([...RULE_IDS, ...CLIENT_RULE_IDS]),
  choice: CHOICE_NAMES.flatMap((name) => optionsOf(name).map((option) => `${name}=${option}`)),
  report: REPORT_KINDS,
};

function withGroups(ids: readonly string[]): readonly string[] {
  return [...new Set(ids.map((id) => id.replace(/\/.*/, ''))), ...ids];
}

/**
 * What the last of the words after `tollgate` can be. Pairs NAME=OPTION are offered in two steps. Nothing where a file is
 * expected: the shells complete files themselves then.
 */
function complete(commands: readonly Command[], words: readonly string[]): readonly Candidate[] {
  const [name, ...before] = words.slice(0, -1);
  const last = words.at(-1) ?? '';
  if (name === undefined)
    return startingWith(last, [
      ...commands.map((one): Candidate => [one.name, one.summary]),
      ['help', 'print the help of a command'],
      ['--help', 'print this help'],
      ['--version', 'print the version'],
    ]);
  const help: Pick<Command, 'options' | 'arguments'> = {
    ...{ options: {}, arguments: [['[command]', '', commands.map((one) => one.name)]] },
  };
  const command = name === 'help' ? help : commands.find((one) => one.name === name);
  const options = new Map(Object.entries(command?.options ?? {}).map(([key, one]) => [flagOf(key), one]));
  const taking = (word = '') => (options.get(word)?.value.startsWith('<') ? options.get(word) : undefined);
  const [flag = '', value] = last.startsWith('--') ? last.split(/=(.*)/s) : [];
  const taker = taking(before.at(-1)) ?? (value === undefined ? undefined : options.get(flag));
  if (taker === undefined && last.startsWith('-'))
    return startingWith(last, [
      ...[...options].map(([word, { about }]): Candidate => [word, about]),
      ['--help', 'print this help'],
    ]);
  const given = before.filter((word, at) => !word.startsWith('-') && taking(before[at - 1]) === undefined);
  const offers = taker === undefined ? command?.arguments[given.length]?.[2] : taker.offers;
  const offered = typeof offers === 'string' ? LISTS[offers] : (offers ?? []);
  const typed = value ?? last;
  const shown = typed.includes('=') ? offered : offered.map((word) => word.replace(/=.*/, '='));
  const found = startingWith(
    typed,
    [...new Set(shown)].map((word) => [word, '']),
  );

  return value === undefined ? found : found.map(([word]) => [`${flag}=${word}`, '']);
}

/** Options only where a dash is typed. */
function startingWith(typed: string, candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.filter(([word]) => word.startsWith(typed) && (typed !== '' || !word.startsWith('-')));
}

/** The candidates, one a line, as the script of the shell reads them. */
export function completionFor(shell: Shell, commands: readonly Command[], words: readonly string[]): string {
  // Bash splits words at = and :, and replaces only the text after the last of them.
  const whole =
    shell === 'bash'
      ? words
          .join('\0')
          .replaceAll(/\0*([=:])\0*/g, '$1')
          .split('\0')
      : words;
  const given = whole.at(-1)?.replace(/[^=:]*$/, '').length;
  const lines = complete(commands, whole).map(([word, about]) => {
    if (shell === 'zsh') return `${word.replaceAll(':', '\\:')}:${about}\n`;

    return shell === 'fish' ? `${word}\t${about}\n` : `${word.slice(given)}\n`;
  });

  return lines.join('');
}
