/** The expected warnings and failures of a selftest, with reasons. Any other is a deviation. */
import type { ChoiceName, Choices, OptionOf } from '../../src/contract/choices.ts';
import type { AnyRuleId } from '../../src/contract/client-rule-ids.ts';
import type { DefectName, RuleId, ShouldRule } from '../../src/contract/rule-ids.ts';

type Warnings = { readonly [N in ChoiceName]?: { readonly [O in OptionOf<N>]?: ShouldRule } };

/** The rule that warns of an option: the option is what the rule advises against. */
const WARNINGS: Warnings = {
  'missing-token': { take: 'auth/refuses-missing-token' },
  'invalid-token': { take: 'auth/refuses-invalid-token' },
  'response-media-type': {
    'json-suffix': 'transport/content-type-json',
    'text-plain': 'transport/content-type-json',
    none: 'transport/content-type-json',
  },
  'mismatched-identifiers': { 'stxid-decides': 'sale/refuses-mismatched-identifiers' },
  'refusal-status': { '500': 'robustness/no-server-error-on-bad-input' },
  'malformed-json-status': { '500': 'robustness/no-server-error-on-bad-input' },
};

/** The should rules that warn of these choices. */
export function warningsOf(choices: Choices): readonly AnyRuleId[] {
  const warnings: Readonly<Record<string, Readonly<Record<string, RuleId>>>> = WARNINGS;

  return Object.entries(choices).flatMap(([name, option]) => warnings[name]?.[option] ?? []);
}

interface Besides {
  /** Rules that may fail as well; undefined for any rule. */
  readonly rules?: readonly AnyRuleId[];
  readonly why: string;
}

/** The defect changes the fee, which then differs from the prices. */
const NOT_BY_THE_PRICES: Besides = {
  rules: ['fee/matches-reference'],
  why: 'the changed fee also differs from the expected one',
};

/** Defects that only a deployment file without prices leaves to their rule: with prices, `fee/matches-reference` finds them. */
export const UNPRICED: readonly DefectName[] = ['fee/does-not-depend-on-other-calls'];

/** Defects that other rules find as well, with the reason. */
export const FAILS_BESIDES: Readonly<Partial<Record<DefectName, Besides>>> = {
  'fee-response/fee-is-not-negative': NOT_BY_THE_PRICES,
  'fee-response/fee-has-cents': NOT_BY_THE_PRICES,
  'region/forms-agree': NOT_BY_THE_PRICES,
  'country/defaults-to-840:of-a-part': { why: 'the few calls of quick effort show it by the prices alone' },
  'robustness/answers-in-time': {
    why: 'every rule that sends an 8-digit nicn gets no response',
  },
};
