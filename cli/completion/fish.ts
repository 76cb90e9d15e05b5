/** The completion for fish: a line for each command, option and value. */
import { type Candidates, type CompletedCommand, type CompletedOption, OWN_OPTIONS } from './vocabulary.ts';

export function fish(commands: readonly CompletedCommand[]): string {
  const lines = [
    '# Completes tollgate in fish: tollgate completion fish > ~/.config/fish/completions/tollgate.fish',
    'complete -c tollgate -f',
    ...OWN_OPTIONS.map((option) => line('__fish_use_subcommand', ofOption(option))),
    ...commands.map(({ name, summary }) => line('__fish_use_subcommand', `-a ${name} -d ${quoted(summary)}`)),
    ...commands.flatMap(linesOf),
  ];

  return `${lines.join('\n')}\n`;
}

function linesOf({ name, arguments: params, options }: CompletedCommand): readonly string[] {
  const when = `__fish_seen_subcommand_from ${name}`;

  return [
    ...params.flatMap(({ candidates }) => {
      const what = ofCandidates(candidates);

      return what === '' ? [] : [line(when, what)];
    }),
    ...options.map((option) => line(when, ofOption(option))),
  ];
}

function line(when: string, what: string): string {
  return `complete -c tollgate -n ${quoted(when)} ${what}`;
}

function ofOption({ flags, description, value, candidates }: CompletedOption): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  // Fish has no optional values.
  const what = value === 'none' ? [] : ['-r', ofCandidates(candidates)];

  return [...names, ...what, `-d ${quoted(description)}`].filter((part) => part !== '').join(' ');
}

function ofCandidates(candidates: Candidates): string {
  switch (candidates.kind) {
    case 'words':
    case 'pairs':
      return `-f -a ${quoted(candidates.words.join(' '))}`;
    case 'reports':
      return `-F -a ${quoted(candidates.words.join(' '))}`;
    case 'files':
      return '-F';
    case 'anything':
      return '';
  }
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
