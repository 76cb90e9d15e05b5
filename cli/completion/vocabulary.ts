/** Lists commands, options and values for the completions, taken from the commands themselves. */
import { REPORT_KINDS } from '../../conformance/report/kinds.ts';
import { RULE_IDS } from '../../conformance/rule/selection.ts';
import { CHOICE_NAMES, optionsOf } from '../../src/contract/choices.ts';
import { CLIENT_RULE_IDS } from '../../src/contract/client-rule-ids.ts';
import { DEFECT_NAMES } from '../../src/mock/behaviors/defects/index.ts';
import type { Command } from '../command.ts';
import { flagOf, type Offer } from '../options.ts';

/** The candidates for a value. */
export type Candidates =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  /** Each NAME=OPTION. */
  | { readonly kind: 'pairs'; readonly words: readonly string[] }
  /** Each alone, or with =FILE. */
  | { readonly kind: 'reports'; readonly words: readonly string[] }
  | { readonly kind: 'files' }
  | { readonly kind: 'anything' };

export interface CompletedOption {
  /** Such as `--help` and `-h`, the long one first. */
  readonly flags: readonly string[];
  readonly description: string;
  /** Whether the option has a value. */
  readonly value: 'none' | 'optional' | 'required';
  readonly isRepeatable: boolean;
  readonly candidates: Candidates;
}

export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly arguments: readonly { readonly name: string; readonly candidates: Candidates }[];
  readonly options: readonly CompletedOption[];
}

const HELP: CompletedOption = {
  flags: ['--help', '-h'],
  description: 'print this help',
  value: 'none',
  isRepeatable: false,
  candidates: { kind: 'anything' },
};

/** The options that stand before a command. */
export const OWN_OPTIONS: readonly CompletedOption[] = [
  HELP,
  { ...HELP, flags: ['--version', '-V'], description: 'print the version' },
];

export function vocabularyOf(commands: readonly Command[]): readonly CompletedCommand[] {
  const names = commands.map(({ name }) => name);
  const help: CompletedCommand = {
    name: 'help',
    summary: 'print the help of a command',
    arguments: [{ name: 'command', candidates: { kind: 'words', words: names } }],
    options: [HELP],
  };

  return [...commands.map(completed), help];
}

function completed({ name, summary, arguments: params, options }: Command): CompletedCommand {
  return {
    name,
    summary,
    arguments: params.map(([argument, , values]) => ({
      name: argument.replace(/[^a-z-]/g, ''),
      candidates: candidatesFor(argument, values),
    })),
    options: [
      ...Object.entries(options).map(
        ([option, { value, about, isRepeatable = false, offers }]) =>
          ({
            flags: [flagOf(option)],
            description: about,
            value: value.startsWith('<') ? 'required' : value.startsWith('[') ? 'optional' : 'none',
            isRepeatable,
            candidates: candidatesFor(value, offers),
          }) satisfies CompletedOption,
      ),
      HELP,
    ],
  };
}

/** Files by default for <file> and <report>. */
function candidatesFor(notation: string, values: Offer | undefined): Candidates {
  switch (values) {
    case undefined:
      return { kind: /[<[](?:file|report)\b/.test(notation) ? 'files' : 'anything' };
    case 'rule':
      return { kind: 'words', words: RULE_IDS };
    case 'defect':
      return { kind: 'words', words: DEFECT_NAMES };
    case 'rule-or-group':
      return withGroups(RULE_IDS);
    case 'client-rule-or-group':
      return withGroups(CLIENT_RULE_IDS);
    case 'any-rule-or-group':
      return withGroups([...RULE_IDS, ...CLIENT_RULE_IDS]);
    case 'choice':
      return {
        kind: 'pairs',
        words: CHOICE_NAMES.flatMap((name) => optionsOf(name).map((option) => `${name}=${option}`)),
      };
    case 'report':
      return { kind: 'reports', words: REPORT_KINDS };
    default:
      return { kind: 'words', words: values };
  }
}

function withGroups(ids: readonly string[]): Candidates {
  const groups = new Set(ids.map((id) => id.replace(/\/.*/, '')));

  return { kind: 'words', words: [...groups, ...ids] };
}
