/** Errors with which a rule ends an execution early. Any other error is a fault of the tool itself. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { RuleViolation } from './finding.ts';

/** The deployment broke the rule. */
export class RuleBroken extends Error {
  readonly code = 'rule-broken';
  readonly violation: RuleViolation;

  constructor(violation: RuleViolation) {
    super(`expected ${violation.expected}, got ${violation.got}`);
    this.violation = violation;
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
