/** The completion for bash 3.2 and later, without other packages. Bash completes files everywhere else. */
import { type Candidates, type CompletedCommand, type CompletedOption, OWN_OPTIONS } from './vocabulary.ts';

export function bash(commands: readonly CompletedCommand[]): string {
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

function optionCase({ name, options }: CompletedCommand): string {
  const takers = options.filter(({ value }) => value === 'required');

  return `        ${name}) options='${flagsIn(options)}' takers='${flagsIn(takers)}' ;;`;
}

function valueCases({ name, arguments: params, options }: CompletedCommand): readonly string[] {
  const ofArguments = params.map(({ candidates }, at) => ({ key: `${name} ${at}`, candidates }));
  const ofOptions = options.flatMap(({ flags, candidates }) =>
    flags.map((flag) => ({ key: `${name} ${flag}`, candidates })),
  );

  return [...ofArguments, ...ofOptions].flatMap(({ key, candidates }) => {
    const words = wordsOf(candidates);

    return words.length === 0 ? [] : [`      '${key}') values='${words.join(' ')}' ;;`];
  });
}

function wordsOf(candidates: Candidates): readonly string[] {
  return 'words' in candidates ? candidates.words : [];
}
