/** How a rule ends an execution early. Anything else that is thrown is a fault of the tool itself. */
import type { RuleId } from '../src/contract/rule-ids.ts';

/** The deployment broke the rule. */
export class RuleBroken extends Error {
  readonly code = 'rule-broken';
  readonly expected: string;
  readonly got: string;
  /** A lost connection or a server error may be an accident: the case is asked again before it counts. */
  readonly mayBeAccident: boolean;

  constructor(expected: string, got: string, mayBeAccident = false) {
    super(`expected ${expected}, got ${got}`);
    this.expected = expected;
    this.got = got;
    this.mayBeAccident = mayBeAccident;
  }
}

/** What the rule needs did not come about, so this execution says nothing about it. */
export class NotJudged extends Error {
  readonly code = 'not-judged';
  /** The rule that is in charge of what went wrong; undefined where the deployment is free to do so. */
  readonly blame: RuleId | undefined;

  constructor(why: string, blame?: RuleId) {
    super(why);
    this.blame = blame;
  }
}

/** The token that was taken before is refused now, so nothing can be learned from the answer. */
export class TokenRefused extends Error {
  readonly code = 'token-refused';
}
