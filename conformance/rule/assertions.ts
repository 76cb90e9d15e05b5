/** Assertions on exchanges: each returns, or throws why the script fails or shows nothing (`failure.ts`). */
import { detectSuccessShape, feeIn } from '../../src/contract/outcome.ts';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { describeUnmasked } from '../../src/text/describe.ts';
import { startOf } from '../../src/text/visible.ts';
import { NotAnswering, NotJudged, RuleBroken } from './failure.ts';
import { feesDiffer, violation } from './finding.ts';
import { isSuccessful } from './http-result.ts';
import { isLost, type ServiceCall } from './service-call.ts';

/**
 * Asserts that the request is accepted. An unclear response passes: the response rules judge it.
 *
 * @throws RuleBroken where it is refused or has no response
 */
export function assertAccepted(call: ServiceCall, what = 'an accepted request'): ServiceCall {
  assertAnswered(call);
  skipMalformedSuccess(call);
  if (call.outcome.kind === 'refused') {
    if ('sTxId' in call.sent) skipNumericStxid(call);
    throw new RuleBroken(
      violation(what, describeCall(call), {
        at: call,
        ...(isServerError(call) ? { nature: 'server-error' } : {}),
      }),
    );
  }

  return call;
}

/** Asserts that a call is accepted as it was before others. @throws RuleBroken, NotAnswering */
export function assertStillAccepted(call: ServiceCall, what: string): void {
  const { response, outcome } = call;
  if (outcome.kind !== 'refused' && outcome.kind !== 'lost') return;
  // Throttling or a failing proxy says nothing about the deployment.
  if (outcome.kind === 'lost' && !isLost(call)) return;
  const isLate = response.kind === 'unanswered' && response.cause === 'timeout';
  throw new RuleBroken(
    violation(what, describeCall(call), { nature: isLate ? 'timeout' : 'lasting', at: call }),
  );
}

/** Asserts that the request is refused; only a clear success breaks that. @throws RuleBroken */
export function assertRefused(call: ServiceCall, what: string): void {
  assertAnswered(call);
  if (call.outcome.kind === 'accepted')
    throw new RuleBroken(violation(what, describeCall(call), { at: call }));
}

/**
 * Requires an accepted request, without which this rule has nothing to judge. The rule to blame judges its refusal.
 *
 * @throws NotJudged
 */
export function requireAccepted(call: ServiceCall, blame: RuleId): ServiceCall {
  assertAnswered(call);
  skipMalformedSuccess(call);
  if (call.outcome.kind === 'refused')
    throw new NotJudged(`a request that it needs was refused: ${describeCall(call)}`, blame);

  return call;
}

/** Only a response rule judges a success with another `message`, whose outcome is a refusal. @throws NotJudged */
function skipMalformedSuccess(call: ServiceCall): void {
  const { outcome, response, operation } = call;
  if (outcome.kind !== 'refused' || operation !== 'calculateFee' || response.kind !== 'answered') return;
  if (detectSuccessShape(response) === undefined) return;
  throw new NotJudged('a success with another message', 'fee-response/has-message-ok');
}

/** Returns the `sTxId` of an accepted response. @throws NotJudged where there is none */
export function stxidOf(call: ServiceCall): string {
  const sTxId = bodyOf(call)?.['sTxId'];
  if (typeof sTxId === 'string' && sTxId !== '') return sTxId;
  if (typeof sTxId === 'number') return String(sTxId);
  const blame =
    call.operation === 'calculateFee' ? 'fee-response/has-stxid-string' : 'sale/answers-stxid-string';
  throw new NotJudged('an answer without an sTxId', blame);
}

/** Returns the `transactionFee` of an accepted response, in US dollars. @throws NotJudged where there is none */
export function feeOf(call: ServiceCall): number {
  const fee = feeIn(bodyOf(call));
  if (fee !== undefined) return fee;
  throw new NotJudged('an answer without a fee', 'fee-response/has-transaction-fee-number');
}

/** Asserts that two fees in US dollars are equal. @throws RuleBroken */
export function assertSameFee(got: number, expected: number, what: string): void {
  if (got !== expected) throw new RuleBroken(feesDiffer(what, { got, expected }));
}

/** Where it is violated, any call that is to be refused may look accepted. */
export const REFUSAL_WITH_OK = 'another answer than that of a success to a body that is no JSON object';

export const STXID_EXPECTED = 'sTxId to be a string that is not empty';

/** Asserts that a 2xx response that does not say that the sale was refused has an `sTxId`. @throws RuleBroken */
export function assertStxid(call: ServiceCall): void {
  const { response, outcome } = call;
  if (response.kind !== 'answered' || !isSuccessful(response)) return;
  const { body } = response;
  const { message = 'ok', sTxId } = body ?? {};
  if (message !== 'ok' && outcome.kind === 'refused') return;
  if (body === undefined) throw new RuleBroken(violation('one JSON object with sTxId', describeCall(call)));
  if (typeof sTxId !== 'string' || sTxId === '')
    throw new RuleBroken(violation(STXID_EXPECTED, describeUnmasked(sTxId)));
}

/** Asserts that a response with a JSON body has an `sTxId`. @throws RuleBroken */
export function assertTransaction(call: ServiceCall): void {
  assertAnswered(call);
  const { outcome } = call;
  if (outcome.kind !== 'unclear' || outcome.body === undefined) return;
  // A response rule judges one that has an `sTxId`, also a number.
  if (!['string', 'number'].includes(typeof outcome.body['sTxId']))
    throw new RuleBroken(violation('the sTxId of a transaction', describeCall(call), { at: call }));
}

/** Asserts that the response has the `sTxId` of this transaction. @throws RuleBroken */
export function assertNamesTransaction(call: ServiceCall, sTxId: string): void {
  if (stxidOf(call) === sTxId) return;
  skipNumericStxid(call);
  throw new RuleBroken(
    violation(`the transaction's own sTxId ${JSON.stringify(sTxId)}`, JSON.stringify(stxidOf(call))),
  );
}

/** An `sTxId` of the wrong type is judged by one rule only. @throws NotJudged */
function skipNumericStxid({ hasNumericStxids }: ServiceCall): void {
  if (hasNumericStxids) throw new NotJudged('an sTxId that is a number', 'fee-response/has-stxid-string');
}

const TIME_LIMIT_RULE: RuleId = 'robustness/answers-in-time';

/** Asserts that there is a response. @throws NotJudged where there is none, NotAnswering where the service withholds it */
export function assertAnswered(call: ServiceCall): void {
  const { response, outcome, status } = call;
  if (outcome.kind === 'token-refused')
    throw new NotAnswering(`the token was accepted before and is refused now: status ${status}`);
  if (response.kind === 'answered') return;
  const { cause, detail } = response;
  if (cause === 'throttled') throw new NotAnswering(`it limits the rate: ${detail}`);
  if (cause === 'proxy') throw new NotAnswering(`the proxy ${detail}`);
  // Another rule judges whether each request gets an answer.
  if (isLost(call)) throw new NotJudged(`a request got no answer: ${cause} (${detail})`, TIME_LIMIT_RULE);
}

/** Characters of a response in a failure: more than a report shows, even where most of it is masked. */
export const LONGEST_SHOWN = 16_384;

/** How gzip begins (RFC 1952, 2.3.1), read as UTF-8. */
const GZIP = '\u001f\ufffd\b';

/** Describes the response in a few words, for a report. */
export function describeCall({ response, outcome }: ServiceCall): string {
  if (response.kind === 'unanswered') return `no answer: ${response.cause} (${response.detail})`;

  const { status, text } = response;
  if (text.startsWith(GZIP))
    return `${outcome.kind}: ${status} with gzip bytes, without Content-Encoding: gzip`;
  const body = text === '' ? 'with an empty body' : startOf(text, LONGEST_SHOWN);

  return `${outcome.kind}: ${status} ${body}`;
}

function bodyOf({ outcome }: ServiceCall) {
  return 'body' in outcome ? outcome.body : undefined;
}

/**
 * Whether the status reports a failed server. 501 correctly answers an unsupported method or transfer coding, and 505
 * an unsupported version of HTTP (RFC 9110, 15.6.2 and 15.6.6; RFC 9112, 6.1).
 */
export function hasServerFailed({ response, variant }: ServiceCall): boolean {
  if (response.kind === 'unanswered' || response.status < 500 || response.status === 505) return false;

  return response.status !== 501 || (variant.method === 'POST' && variant.framing !== 'chunked');
}

/** Whether the status is 5xx, which may be an accident. */
export function isServerError({ response }: ServiceCall): boolean {
  return response.kind === 'answered' && response.status >= 500;
}

/** With these a gateway says that the deployment behind it does not answer. */
const GATEWAY_ERRORS: ReadonlySet<number> = new Set([502, 503, 504]);

export function isGatewayError({ response }: Pick<ServiceCall, 'response'>): boolean {
  return response.kind === 'answered' && GATEWAY_ERRORS.has(response.status);
}

/** With these a service says that it takes a call later, and some services refuse the content of a call. */
const NOT_NOW: ReadonlySet<number> = new Set([409, 423, 503]);

export function mayBeNotNow({ response }: Pick<ServiceCall, 'response'>): boolean {
  return response.kind === 'answered' && NOT_NOW.has(response.status);
}
