/** How a rule ends an execution early. Anything else that is thrown is a fault of the tool itself. */
import type { RuleId } from '../src/contract/rule-ids.ts';

/** How a failure has to be taken, beside what was expected and what came. */
export type FailureNature =
  /** It shows whenever the case is run. */
  | 'plain'
  /** No answer came within the limit: asked once more before it counts, and too slow to be made smaller. */
  | 'timeout'
  /** It was seen in two ways before it was called a failure: it counts even where it is too long to be run again. */
  | 'seen-twice'
  /** It was seen, and what would have to come again for it to count did not: it leaves the verdict open. */
  | 'seen-once'
  /** The connection was lost: asked again before it counts. */
  | 'lost'
  /** A server error in answer to a valid request may be an accident: asked again before it counts. */
  | 'server-error'
  /** Two fees differ that should not, which says something only where the deployment repeats its fees. */
  | 'fees-differ'
  /** One request had two fees, which a change of prices in between explains once. */
  | 'two-fees'
  /** The deployment is not what it was any more, so the case cannot be run again. */
  | 'lasting';

/** The deployment broke the rule. */
export class RuleBroken extends Error {
  readonly code = 'rule-broken';
  readonly expected: string;
  readonly got: string;
  readonly nature: FailureNature;

  constructor(expected: string, got: string, nature: FailureNature = 'plain') {
    super(`expected ${expected}, got ${got}`);
    this.expected = expected;
    this.got = got;
    this.nature = nature;
  }
}

/** Two fees that should be one are not. In US dollars. */
export class FeesDiffer extends RuleBroken {
  readonly fees: { readonly got: number; readonly expected: number };

  /** @param remark what is to be said of the fee that came, right after it */
  constructor(got: number, expected: number, what: string, remark = '') {
    super(`${what} ${expected}`, `${got}${remark}`, 'fees-differ');
    this.fees = { got, expected };
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

/** The deployment does not answer the question: its token has run out, or it says "later" again and again. */
export class NotAnswering extends Error {
  readonly code = 'not-answering';
}

/** Connections are refused, and the deployment did not come back. */
export class DeploymentGone extends NotAnswering {}
