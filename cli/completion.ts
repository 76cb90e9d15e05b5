/** Completes a command line from the commands' declarations; the scripts by which shells ask for it are in `completions`. */
import { REPORT_KINDS } from '../conformance/report/report.ts';
import { RULE_IDS } from '../conformance/rule/selection.ts';
import { CHOICE_NAMES, optionsOf } from '../src/contract/choices.ts';
import { CLIENT_RULE_IDS } from '../src/contract/client-rule-ids.ts';
import { DEFECT_NAMES } from '../src/mock/behaviors/defects/index.ts';
import { type Command, flagOf, type Offer } from './command.ts';

type Shell = 'bash' | 'zsh' | 'fish';

/** What is read of a command. */
type Completed = Pick<Command, 'name' | 'arguments' | 'options'>;

interface Completion {
  readonly value: string;
  readonly about?: string;
}

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
 * What the last of the words after `tollgate` can be: whole words that begin with it. Pairs NAME=OPTION are offered in two
 * steps. Nothing where a file is expected: the shells complete files themselves then.
 */
function complete(commands: readonly Command[], words: readonly string[]): readonly Completion[] {
  const last = words.at(-1) ?? '';
  const names = commands.map(({ name, summary }) => ({ value: name, about: summary }));
  const help: Completed = {
    ...{ name: 'help', options: {} },
    arguments: [['[command]', '', names.map(({ value }) => value)]],
  };
  const [name, ...rest] = words.slice(0, -1);
  const command = [...commands, help].find((one) => one.name === name);
  if (name !== undefined && command === undefined) return [];
  const options = Object.entries(command?.options ?? {}).map(
    ([key, option]) => [flagOf(key), option] as const,
  );
  const takes = (word: string | undefined) => options.find(([flag]) => flag === word)?.[1];
  const [flag = '', value] = last.startsWith('--') ? last.split(/=(.*)/s) : [];
  const isValue = takes(rest.at(-1))?.value.startsWith('<');
  if (!isValue && last.startsWith('-') && value === undefined)
    return startingWith(last, [
      ...options.map(([each, { about }]) => ({ value: each, about })),
      { value: '--help', about: 'print this help' },
      ...(command === undefined ? [{ value: '--version', about: 'print the version' }] : []),
    ]);
  if (command === undefined)
    return startingWith(last, [...names, { value: 'help', about: 'print the help of a command' }]);
  const given = rest.filter(
    (word, at) => !word.startsWith('-') && !takes(rest[at - 1])?.value.startsWith('<'),
  );
  const taker = isValue ? takes(rest.at(-1)) : takes(flag);
  const offers = taker === undefined ? command.arguments[given.length]?.[2] : taker.offers;
  const offered = typeof offers === 'string' ? LISTS[offers] : (offers ?? []);
  const typed = value ?? last;
  const isName = !typed.includes('=');
  const shown = new Set(offered.map((word) => (isName ? word.replace(/=.*/, '=') : word)));
  const found = startingWith(
    typed,
    [...shown].map((word) => ({ value: word })),
  );

  return value === undefined ? found : found.map((one) => ({ value: `${flag}=${one.value}` }));
}

function startingWith(typed: string, candidates: readonly Completion[]): readonly Completion[] {
  return candidates.filter(({ value }) => value.startsWith(typed));
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
  const given = shell === 'bash' ? (whole.at(-1)?.replace(/[^=:]*$/, '').length ?? 0) : 0;
  const lines = complete(commands, whole).map(({ value, about = '' }) => {
    if (shell === 'zsh') return `${value.replaceAll(':', '\\:')}:${about}\n`;

    return shell === 'fish' ? `${value}\t${about}\n` : `${value.slice(given)}\n`;
  });

  return lines.join('');
}
