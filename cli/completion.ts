/** Completes a command line from the commands' declarations, and the scripts by which shells ask for it. */
import { REPORT_KINDS } from '../conformance/report/report.ts';
import { RULE_IDS } from '../conformance/rule/selection.ts';
import { CHOICE_NAMES, optionsOf } from '../src/contract/choices.ts';
import { CLIENT_RULE_IDS } from '../src/contract/client-rule-ids.ts';
import { DEFECT_NAMES } from '../src/mock/behaviors/defects/index.ts';
import { type Command, flagOf, type Offer } from './command.ts';

type Shell = 'bash' | 'zsh' | 'fish';

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

const HELP: Completion = { value: '--help', about: 'print this help' };
const VERSION: Completion = { value: '--version', about: 'print the version' };

/**
 * What the last of the words after `tollgate` can be: whole words that begin with it. Pairs NAME=OPTION are offered in two
 * steps. Nothing where a file is expected: the shells complete files themselves then.
 */
function complete(commands: readonly Command[], words: readonly string[]): readonly Completion[] {
  const last = words.at(-1) ?? '';
  const [, flag, value] = /^(--[^=]+)=(.*)$/s.exec(last) ?? [];
  const names = commands.map(({ name, summary }) => ({ value: name, about: summary }));
  let command: Pick<Command, 'arguments' | 'options'> | undefined;
  let [position, pending]: [number, string | undefined] = [0, undefined];
  const optionFor = (typed: string) =>
    Object.entries(command?.options ?? {}).find(([name]) => flagOf(name) === typed)?.[1];
  for (const word of words.slice(0, -1)) {
    if (pending !== undefined) pending = undefined;
    else if (word.startsWith('-')) pending = optionFor(word)?.value.startsWith('<') ? word : undefined;
    else if (command !== undefined) position++;
    else
      command = commands.find(({ name }) => name === word) ?? {
        arguments: word === 'help' ? [['[command]', '', names.map((one) => one.value)]] : [],
        options: {},
      };
  }
  if (pending === undefined && last.startsWith('-') && flag === undefined) {
    const own = Object.entries(command?.options ?? {}).map(([name, { about }]) => ({
      value: flagOf(name),
      about,
    }));

    return startingWith(last, [...own, HELP, ...(command === undefined ? [VERSION] : [])]);
  }
  if (command === undefined)
    return startingWith(last, [...names, { value: 'help', about: 'print the help of a command' }]);
  const taker = pending ?? flag;
  const offers = taker === undefined ? command.arguments[position]?.[2] : optionFor(taker)?.offers;
  const offered = typeof offers === 'string' ? LISTS[offers] : (offers ?? []);
  const typed = value ?? last;
  const isName = !typed.includes('=') && offered.some((word) => word.includes('='));
  const shown = isName ? [...new Set(offered.map((word) => word.replace(/=.*/, '=')))] : offered;
  const found = startingWith(
    typed,
    shown.map((word) => ({ value: word })),
  );

  return flag === undefined ? found : found.map((one) => ({ value: `${flag}=${one.value}` }));
}

function startingWith(typed: string, candidates: readonly Completion[]): readonly Completion[] {
  return candidates.filter(({ value }) => value.startsWith(typed));
}

/** The candidates, one a line, as the script of the shell reads them. */
export function completionFor(shell: Shell, commands: readonly Command[], words: readonly string[]): string {
  const whole = shell === 'bash' ? joined(words) : words;
  // Bash replaces only the text after the last = or :.
  const given = shell === 'bash' ? (whole.at(-1)?.replace(/[^=:]*$/, '').length ?? 0) : 0;
  const lines = complete(commands, whole).map(({ value, about = '' }) => {
    if (shell === 'zsh') return `${value.replaceAll(':', '\\:')}:${about}`;

    return shell === 'fish' ? `${value}\t${about}` : value.slice(given);
  });

  return lines.map((line) => `${line}\n`).join('');
}

/** Bash splits words at = and :. */
function joined(words: readonly string[]): readonly string[] {
  const whole: string[] = [];
  for (const word of words) {
    const last = whole.at(-1);
    if (last !== undefined && (/^[=:]/.test(word) || /[=:]$/.test(last))) whole.push(whole.pop() + word);
    else whole.push(word);
  }

  return whole;
}

/** Each asks tollgate for the candidates, and completes files where there are none. */
export const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# Completes tollgate in bash 3.2 and later: source <(tollgate completion bash)
_tollgate() {
  local IFS=$'\\n'
  COMPREPLY=($(tollgate completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  if [[ \${#COMPREPLY[@]} == 1 && \${COMPREPLY[0]} == *[=:/] ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -o bashdefault -o default -F _tollgate tollgate
`,
  zsh: `#compdef tollgate
# Completes tollgate in zsh: source <(tollgate completion zsh), after compinit
_tollgate() {
  local -a found=("\${(@f)$(tollgate completion zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -z $found[1] ]]; then compset -P '*='; _files
  elif [[ $found[1] == *=: ]]; then _describe tollgate found -S ''
  else _describe tollgate found
  fi
}
if [[ $funcstack[1] == _tollgate ]]; then _tollgate "$@"; else compdef _tollgate tollgate; fi
`,
  fish: `# Completes tollgate in fish: tollgate completion fish > ~/.config/fish/completions/tollgate.fish
function _tollgate
  set -l typed (commandline -ct)
  set -l found (tollgate completion fish -- (commandline -opc)[2..-1] "$typed" 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    set -l before (string match -r '.*=' -- $typed)
    for path in (__fish_complete_path (string replace -r '.*=' '' -- $typed))
      echo "$before$path"
    end
  end
end
complete -c tollgate -f -a '(_tollgate)'
`,
};
