/** The completion for zsh, in the terms of its own completion system. */
import { type Candidates, type CompletedCommand, type CompletedOption, OWN_OPTIONS } from './vocabulary.ts';

export function zsh(commands: readonly CompletedCommand[]): string {
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
  _arguments -C ${OWN_OPTIONS.map(spec).join(' ')} '1:command:->command' '*::argument:->argument' && ret=0
  case $state in
    command)
      local -a commands=(
${commands.map(({ name, summary }) => `        ${quoted(`${name}:${summary.replaceAll(':', '\\:')}`)}`).join('\n')}
      )
      _describe -t commands 'command' commands && ret=0
      ;;
    argument)
      case $line[1] in
${commands.map(commandCase).join('\n')}
      esac
      ;;
  esac
  return ret
}
if [[ $funcstack[1] == _tollgate ]]; then _tollgate "$@"; else compdef _tollgate tollgate; fi
`;
}

function commandCase({ name, arguments: params, options }: CompletedCommand): string {
  const specs = [
    ...options.map(spec),
    ...params.map(({ name: argument, candidates }, at) =>
      quoted(`${at + 1}:${argument}:${actionOf(candidates)}`),
    ),
  ];

  return [
    `        ${name})`,
    '          _arguments \\',
    ...specs.map((one) => `            ${one} \\`),
    '            && ret=0',
    '          ;;',
  ].join('\n');
}

function spec({ flags, description, value, isRepeatable, candidates }: CompletedOption): string {
  const often = isRepeatable ? '*' : flags.length > 1 ? `(${flags.join(' ')})` : '';
  const explained = `[${description.replace(/[\\[\]]/g, '\\$&')}]`;
  const argument =
    value === 'none' ? '' : `${value === 'optional' ? '::' : ':'}value:${actionOf(candidates)}`;

  return flags.map((flag) => quoted(`${often}${flag}${explained}${argument}`)).join(' ');
}

function actionOf(candidates: Candidates): string {
  switch (candidates.kind) {
    case 'words':
      return `(${candidates.words.map(escaped).join(' ')})`;
    case 'pairs':
      return `{_tollgate_pair ${candidates.words.join(' ')}}`;
    case 'reports':
      return `{_tollgate_report ${candidates.words.join(' ')}}`;
    case 'files':
      return '_files';
    case 'anything':
      return ' ';
  }
}

function escaped(word: string): string {
  return word.replaceAll(':', '\\:');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
