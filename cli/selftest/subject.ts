/** A mock that a selftest judges: one with a defect, or one with legal choices. */
import type { EffortName } from '../../conformance/report/report.ts';
import type { ChoiceName, Choices } from '../../src/contract/choices.ts';
import type { BreakableRule, DefectName } from '../../src/contract/rule-ids.ts';

interface Common {
  /** For `--only`. */
  readonly name: string;
  readonly effort: EffortName;
  /** The seed of the suite. */
  readonly seed: number;
}

export interface DefectSubject extends Common {
  readonly kind: 'defect';
  /** The rule that must fail. */
  readonly rule: BreakableRule;
  readonly defect: DefectName;
}

export type Subject = DefectSubject | (Common & Choosing);

type Choosing =
  /** The mock without options. */
  | { readonly kind: 'plain' }
  | { readonly kind: 'choice'; readonly choice: ChoiceName; readonly option: string }
  | { readonly kind: 'mixture'; readonly choices: Choices; readonly lenient: boolean }
  | { readonly kind: 'grease'; readonly grease: number };
