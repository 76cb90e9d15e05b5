/** What rules say of replies: accepted, refused, the same, distinct. Each either holds or ends the execution. */
import type { RuleId } from '../src/contract/rule-ids.ts';
import type { Answered } from './client/answer.ts';
import type { Reply } from './conversation.ts';
import { FeesDiffer, NotAnswering, NotJudged, RuleBroken } from './failure.ts';
import { feeIn, learnDialect } from './oracle.ts';

/**
 * The request must be accepted. An unclear answer is let through: what it lacks is judged by the response rules.
 *
 * @throws RuleBroken where it is refused or not answered
 */
export function accepted(reply: Reply, what = 'an accepted request'): Reply {
  answered(reply);
  passOverMalformed(reply);
  if (reply.judgement.kind === 'refused') {
    if ('sTxId' in reply.sent) passOverNumericStxid(reply);
    throw new RuleBroken(what, describeReply(reply), isServerError(reply) ? 'server-error' : 'plain');
  }

  return reply;
}

/** The request must be refused; only a clear success breaks that. @throws RuleBroken */
export function refused(reply: Reply, what: string): void {
  answered(reply);
  if (reply.judgement.kind === 'accepted') throw new RuleBroken(what, describeReply(reply));
}

/**
 * The request has to be accepted for the rule to have anything to judge, and another rule is in charge of that.
 *
 * @throws NotJudged with that rule to blame
 */
export function granted(reply: Reply, blame: RuleId): Reply {
  answered(reply);
  passOverMalformed(reply);
  if (reply.judgement.kind === 'refused')
    throw new NotJudged(`a request that it needs was refused: ${describeReply(reply)}`, blame);

  return reply;
}

/**
 * A malformed success is a matter of the response rules alone. One that carries a fee and an sTxId under another
 * `message` counts as such, although the oracle calls it a refusal.
 *
 * @throws NotJudged for that last kind
 */
function passOverMalformed(reply: Reply): void {
  const { judgement, answer, operation } = reply;
  if (judgement.kind === 'unclear') reply.suspect();
  if (judgement.kind !== 'refused' || operation !== 'calculateFee' || answer.kind !== 'answered') return;
  if (learnDialect(answer) === undefined) return;
  reply.suspect();
  throw new NotJudged('a success with another message', 'fee-response/has-message-ok');
}

/** The `sTxId` of an accepted answer. @throws NotJudged where there is none */
export function stxidOf(reply: Reply): string {
  const sTxId = bodyOf(reply)?.['sTxId'];
  if (typeof sTxId === 'string' && sTxId !== '') return sTxId;
  if (typeof sTxId === 'number') return String(sTxId);
  const blame =
    reply.operation === 'calculateFee' ? 'fee-response/has-stxid-string' : 'sale/answers-stxid-string';
  throw new NotJudged('an answer without an sTxId', blame);
}

/** The `transactionFee` of an accepted answer, in US dollars. @throws NotJudged where there is none */
export function feeOf(reply: Reply): number {
  const fee = feeIn(bodyOf(reply));
  if (fee !== undefined) return fee;
  throw new NotJudged('an answer without a fee', 'fee-response/has-transaction-fee-number');
}

/** Two fees in US dollars must be one. @throws FeesDiffer */
export function sameFee(got: number, expected: number, what: string, remark = ''): void {
  if (got !== expected) throw new FeesDiffer(got, expected, what, remark);
}

/** The answer must name this transaction. @throws RuleBroken */
export function namesTransaction(reply: Reply, sTxId: string): void {
  if (stxidOf(reply) === sTxId) return;
  passOverNumericStxid(reply);
  throw new RuleBroken(
    `the transaction's own sTxId ${JSON.stringify(sTxId)}`,
    JSON.stringify(stxidOf(reply)),
  );
}

/** What becomes of an identifier of the wrong type is not held against the deployment twice. @throws NotJudged */
function passOverNumericStxid({ hasNumericStxids }: Reply): void {
  if (hasNumericStxids) throw new NotJudged('an sTxId that is a number', 'fee-response/has-stxid-string');
}

/** @throws RuleBroken where two values are equal */
export function distinct(values: readonly string[], what: string): void {
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined) throw new RuleBroken(what, `${JSON.stringify(twice)} more than once`);
}

/** @throws RuleBroken where no answer came, NotAnswering where the deployment would not say */
export function answered({ answer, judgement }: Reply): void {
  if (answer.kind === 'unanswered' && answer.cause === 'throttled')
    throw new NotAnswering(`it is asked too often: ${answer.detail}`);
  if (answer.kind === 'unanswered' && answer.cause === 'proxy')
    throw new NotAnswering(`the proxy ${answer.detail}`);
  if (answer.kind === 'unanswered') {
    const nature = answer.cause === 'timeout' ? 'timeout' : 'lost';
    throw new RuleBroken('an answer', `none: ${answer.cause} (${answer.detail})`, nature);
  }
  if (judgement.kind === 'token-refused')
    throw new NotAnswering(`the token was taken before and is refused now: status ${answer.status}`);
}

/** The reply in a few words, for a report. */
export function describeReply({ answer, judgement }: Reply): string {
  if (answer.kind === 'unanswered') return `no answer: ${answer.cause} (${answer.detail})`;

  return `${judgement.kind}: ${describeAnswer(answer)}`;
}

export function describeAnswer({ status, text }: Answered): string {
  return `${status}${text === '' ? ' with an empty body' : ` ${text}`}`;
}

function bodyOf({ judgement }: Reply) {
  return 'body' in judgement ? judgement.body : undefined;
}

/**
 * Whether the status says that the server has failed. 501 is the right answer to an unsupported method, and 505 refuses the
 * version of HTTP (RFC 9110, 15.6.2 and 15.6.6).
 */
export function hasServerFailed({ answer, manner }: Reply): boolean {
  if (answer.kind === 'unanswered' || answer.status < 500 || answer.status === 505) return false;

  return answer.status !== 501 || manner.method === 'POST';
}

/** Whether the answer is one that may be an accident. */
export function isServerError({ answer }: Reply): boolean {
  return answer.kind === 'answered' && answer.status >= 500;
}
