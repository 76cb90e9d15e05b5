/** Errors with which a rule ends an execution early. Any other error is a fault of the tool itself. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Exchange } from './exchange.ts';

/** How a failure is confirmed. */
export type FailureNature =
  /** It occurs whenever the case runs. */
  | 'plain'
  /** No response within the time limit: sent once more before it counts, and too slow to shrink. */
  | 'timeout'
  /** It was seen in two ways: it counts even where it is too long to run again. */
  | 'seen-twice'
  /** It was seen once and did not occur again: it leaves the verdict open. */
  | 'seen-once'
  /** The connection was lost: sent again before it counts. */
  | 'lost'
  /** A server error for a valid request, which may be an accident: sent again before it counts. */
  | 'server-error'
  /** Two fees differ that should be equal, which counts only where the deployment repeats its fees. */
  | 'fees-differ'
  /** One request had two fees, which one change of prices in between would explain. */
  | 'two-fees'
  /** The case changed the deployment for good, so it cannot run again. */
  | 'lasting';

/** The deployment broke the rule. */
export class RuleBroken extends Error {
  readonly code = 'rule-broken';
  readonly expected: string;
  readonly got: string;
  readonly nature: FailureNature;
  /** The exchange with the wrong response, where one alone is wrong. */
  readonly at: Exchange | undefined;

  constructor(expected: string, got: string, nature: FailureNature = 'plain', at?: Exchange) {
    super(`expected ${expected}, got ${got}`);
    this.expected = expected;
    this.got = got;
    this.nature = nature;
    this.at = at;
  }
}

/** Two fees that should be equal differ. In US dollars. */
export class FeesDiffer extends RuleBroken {
  readonly fees: { readonly got: number; readonly expected: number };
  /** Whether the expected fee was calculated, and is not that of another call. */
  readonly isCalculated: boolean;

  /** @param remark of a calculation, which follows the fee that was received */
  constructor(got: number, expected: number, what: string, remark?: string) {
    super(`${what} ${expected}`, `${got}${remark ?? ''}`, 'fees-differ');
    this.fees = { got, expected };
    this.isCalculated = remark !== undefined;
  }
}

/** A precondition of the rule did not hold, so this execution says nothing about it. */
export class NotJudged extends Error {
  readonly code = 'not-judged';
  /** The rule that judges the precondition; undefined where the document leaves it open. */
  readonly blame: RuleId | undefined;

  constructor(why: string, blame?: RuleId) {
    super(why);
    this.blame = blame;
  }
}

/** The deployment withholds the response: the token has expired, or it limits the rate. */
export class NotAnswering extends Error {
  readonly code: string = 'not-answering';
}

/** The deployment stopped answering and did not recover. */
export class DeploymentGone extends NotAnswering {
  override readonly code: string = 'gone';
}

/** The run has waited long enough for answers that did not come. */
export class AnswersLost extends NotAnswering {
  override readonly code: string = 'answers-lost';

  /** @param ms spent on waiting for them */
  constructor(requests: number, ms: number) {
    super(`${LOST} ${requests} requests got no answer, which took ${Math.round(ms / 1000)} s`);
  }
}

const LOST = 'no more is sent:';

/** Whether it is the message of an AnswersLost. */
export function isAnswersLost(why: string): boolean {
  return why.startsWith(LOST);
}
