/** The completion scripts of the shells. They have all words of the commands' declarations, and never start tollgate. */
import { REPORT_KINDS } from '../conformance/report/kinds.ts';
import { RULE_IDS } from '../conformance/rule/selection.ts';
import { CHOICE_NAMES, optionsOf } from '../src/contract/choices.ts';
import { CLIENT_RULE_IDS } from '../src/contract/client-rule-ids.ts';
import { DEFECT_NAMES } from '../src/mock/behaviors/defects/index.ts';
import type { Command } from './command.ts';
import { flagOf, type Offer } from './options.ts';

/** What can stand at a place: words, files, or words with =FILE. Words NAME=OPTION are offered in two steps. */
interface Candidates {
  readonly words: readonly string[];
  readonly files: boolean;
}

interface CompletedOption extends Candidates {
  /** The long one first. */
  readonly flags: readonly string[];
  readonly about: string;
  readonly value: 'none' | 'optional' | 'required';
  readonly isRepeatable: boolean;
}

interface Completed {
  readonly name: string;
  readonly summary: string;
  readonly arguments: readonly (Candidates & { readonly name: string })[];
  readonly options: readonly CompletedOption[];
}

const HELP = ownOption(['--help', '-h'], 'print this help');
const OWN_OPTIONS = [HELP, ownOption(['--version', '-V'], 'print the version')];

function ownOption(flags: readonly string[], about: string): CompletedOption {
  return { flags, about, value: 'none', isRepeatable: false, words: [], files: false };
}

/** What the scripts complete. */
export function completed(commands: readonly Command[]): readonly Completed[] {
  const own = commands.map(({ name, summary, arguments: params, options }) => ({
    name,
    summary,
    arguments: params.map(([notation, , offers]) => ({
      name: notation.replace(/[^a-z-]/g, ''),
      ...candidates(notation, offers),
    })),
    options: [
      ...Object.entries(options).map(([option, { value, about, isRepeatable = false, offers }]) => ({
        flags: [flagOf(option)],
        value:
          value === ''
            ? ('none' as const)
            : value.startsWith('[')
              ? ('optional' as const)
              : ('required' as const),
        ...{ about, isRepeatable },
        ...candidates(value, offers),
      })),
      HELP,
    ],
  }));
  const names = { name: 'command', words: own.map(({ name }) => name), files: false };

  return [
    ...own,
    { name: 'help', summary: 'print the help of a command', arguments: [names], options: [HELP] },
  ];
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

function candidates(notation: string, offers: Offer | undefined): Candidates {
  const words = offers === undefined ? [] : typeof offers === 'string' ? LISTS[offers] : offers;

  return { words, files: offers === 'report' || /[<[](?:file|report)\b/.test(notation) };
}

function withGroups(ids: readonly string[]): readonly string[] {
  return [...new Set(ids.map((id) => id.replace(/\/.*/, ''))), ...ids];
}

/** For bash 3.2 and later, without other packages. Bash completes files wherever nothing is offered. */
export function bash(commands: readonly Completed[]): string {
  return `# Completes tollgate in bash: source <(tollgate completion bash)
_tollgate() {
  local IFS=$' \\t\\n' word cur command= pending= glue= values= name i count=0 position=0
  local options='${flagsIn(OWN_OPTIONS)}' takers=
  local -a words=()
  COMPREPLY=()
  # Bash splits words at = and :.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if ((count > 0)) && [[ $word == [=:]* || $glue ]]; then
      words[count - 1]+=$word
    else
      words[count++]=$word
    fi
    if [[ $word == *[=:] ]]; then glue=yes; else glue=; fi
  done
  cur=\${words[count - 1]}
  for ((i = 0; i < count - 1; i++)); do
    word=\${words[i]}
    if [[ $pending ]]; then
      pending=
    elif [[ $word == -* ]]; then
      if [[ " $takers " == *" $word "* ]]; then pending=$word; fi
    elif [[ -z $command ]]; then
      command=$word
      case $command in
${commands.map(optionCase).join('\n')}
      esac
    else
      position=$((position + 1))
    fi
  done
  if [[ -z $pending && $cur == --*=* ]]; then
    pending=\${cur%%=*}
    cur=\${cur#*=}
  fi
  if [[ -z $pending && $cur == -* ]]; then
    values=$options
  elif [[ -z $command ]]; then
    values='${commands.map(({ name }) => name).join(' ')}'
  else
    case "$command \${pending:-$position}" in
${commands.flatMap(valueCases).join('\n')}
    esac
  fi
  # The names of pairs come before their values.
  if [[ $values == *=* && $cur != *=* ]]; then
    words=($values)
    values=
    for word in "\${words[@]}"; do
      name=\${word%%=*}=
      if [[ " $values " != *" $name "* ]]; then values+=" $name"; fi
    done
  fi
  COMPREPLY=($(compgen -W "$values" -- "$cur"))
  if [[ \${#COMPREPLY[@]} == 1 && \${COMPREPLY[0]} == *[=:/] ]]; then compopt -o nospace 2>/dev/null; fi
  # Bash replaces only the text after the last = or :.
  for ((i = 0; i < \${#COMPREPLY[@]}; i++)); do
    COMPREPLY[i]=\${COMPREPLY[i]#"\${cur%"\${cur##*[=:]}"}"}
  done
}
complete -o bashdefault -o default -F _tollgate tollgate
`;
}

function flagsIn(options: readonly CompletedOption[]): string {
  return options.flatMap(({ flags }) => flags).join(' ');
}

function optionCase({ name, options }: Completed): string {
  const takers = options.filter(({ value }) => value === 'required');

  return `        ${name}) options='${flagsIn(options)}' takers='${flagsIn(takers)}' ;;`;
}

function valueCases({ name, arguments: params, options }: Completed): readonly string[] {
  return [
    ...params.map(({ words }, at) => ({ place: String(at), words })),
    ...options.flatMap(({ flags, words }) => flags.map((place) => ({ place, words }))),
  ].flatMap(({ place, words }) =>
    words.length === 0 ? [] : [`      '${name} ${place}') values='${words.join(' ')}' ;;`],
  );
}

/** In the terms of its own completion system. */
export function zsh(commands: readonly Completed[]): string {
  return `#compdef tollgate
# Completes tollgate in zsh: source <(tollgate completion zsh), after compinit
_tollgate_report() {
  if compset -P '*='; then _files; else compadd -- "$@"; fi
}
_tollgate_pair() {
  local -aU names=("\${@%%=*}")
  if compset -P '*='; then
    local name=\${\${IPREFIX%=}##*=}
    compadd -- \${\${(M)@:#$name=*}#*=}
  else
    compadd -S = -- $names
  fi
}
_tollgate() {
  local curcontext=$curcontext state line ret=1
  local -A opt_args
  _arguments -C ${OWN_OPTIONS.map(zshOption).join(' ')} '1:command:->command' '*::argument:->argument' && ret=0
  case $state in
    command)
      local -a commands=(
${commands.map(({ name, summary }) => `        ${zshQuoted(`${name}:${summary.replaceAll(':', '\\:')}`)}`).join('\n')}
      )
      _describe -t commands 'command' commands && ret=0
      ;;
    argument)
      case $line[1] in
${commands.map(zshCommand).join('\n')}
      esac
      ;;
  esac
  return ret
}
if [[ $funcstack[1] == _tollgate ]]; then _tollgate "$@"; else compdef _tollgate tollgate; fi
`;
}

function zshCommand({ name, arguments: params, options }: Completed): string {
  const specs = [
    ...options.map(zshOption),
    ...params.map((one, at) => zshQuoted(`${at + 1}:${one.name}:${zshAction(one)}`)),
  ];

  return `        ${name})
          _arguments ${specs.map((spec) => `\\\n            ${spec}`).join(' ')} && ret=0
          ;;`;
}

function zshOption({ flags, about, value, isRepeatable, ...offered }: CompletedOption): string {
  const often = isRepeatable ? '*' : flags.length > 1 ? `(${flags.join(' ')})` : '';
  const explained = `[${about.replace(/[\\[\]]/g, '\\$&')}]`;
  const argument = value === 'none' ? '' : `${value === 'optional' ? '::' : ':'}value:${zshAction(offered)}`;

  return flags.map((flag) => zshQuoted(`${often}${flag}${explained}${argument}`)).join(' ');
}

function zshAction({ words, files }: Candidates): string {
  if (words.length === 0) return files ? '_files' : ' ';
  if (files) return `{_tollgate_report ${words.join(' ')}}`;

  return words.every((word) => word.includes('='))
    ? `{_tollgate_pair ${words.join(' ')}}`
    : `(${words.map((word) => word.replaceAll(':', '\\:')).join(' ')})`;
}

function zshQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A line for each command, option and value. */
export function fish(commands: readonly Completed[]): string {
  const line = (when: string, what: string) =>
    `complete -c tollgate -n ${fishQuoted(when)} ${what}`.trimEnd();
  const lines = [
    '# Completes tollgate in fish: tollgate completion fish > ~/.config/fish/completions/tollgate.fish',
    'complete -c tollgate -f',
    ...OWN_OPTIONS.map((option) => line('__fish_use_subcommand', fishOption(option))),
    ...commands.flatMap(({ name, summary, arguments: params, options }) => [
      line('__fish_use_subcommand', `-a ${name} -d ${fishQuoted(summary)}`),
      ...[...params.map(fishValue).filter((value) => value !== ''), ...options.map(fishOption)].map((what) =>
        line(`__fish_seen_subcommand_from ${name}`, what),
      ),
    ]),
  ];

  return `${lines.join('\n')}\n`;
}

/** Fish has no optional values. */
function fishOption({ flags, about, value, ...offered }: CompletedOption): string {
  const names = flags.map((flag) => flag.replace(/^--/, '-l ').replace(/^-(?=\w$)/, '-s '));
  const takes = value === 'none' ? [] : [`-r ${fishValue(offered)}`.trimEnd()];

  return [...names, ...takes, `-d ${fishQuoted(about)}`].join(' ');
}

function fishValue({ words, files }: Candidates): string {
  const offered = words.length === 0 ? [] : [`-a ${fishQuoted(words.join(' '))}`];

  return [...(files ? ['-F'] : words.length > 0 ? ['-f'] : []), ...offered].join(' ');
}

function fishQuoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
