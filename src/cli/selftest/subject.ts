/** What a selftest has judged: a mock that breaks a rule, or one that does what the document leaves open. */
import type { EffortName } from '../../../conformance/run/effort.ts';
import type { ChoiceName, Choices } from '../../contract/choices.ts';
import type { BreakableRule } from '../../contract/rule-ids.ts';

export type Subject = {
  /** What `--only` knows it by. */
  readonly name: string;
  readonly effort: EffortName;
  /** Of the suite's cases. */
  readonly seed: number;
} & Manner;

type Manner =
  | { readonly kind: 'defect'; readonly rule: BreakableRule }
  /** The mock as it comes. */
  | { readonly kind: 'plain' }
  | { readonly kind: 'choice'; readonly choice: ChoiceName; readonly option: string }
  | { readonly kind: 'mixture'; readonly choices: Choices; readonly lenient: boolean }
  | { readonly kind: 'grease'; readonly grease: number };
