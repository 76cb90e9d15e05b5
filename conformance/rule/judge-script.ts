/** Judges what a script expects of the answers to its calls. */
import {
  assertAccepted,
  assertAnswered,
  assertNamesTransaction,
  assertRefused,
  assertSameFee,
  assertStillAccepted,
  assertStxid,
  assertTransaction,
  describeCall,
  feeOf,
  isGatewayError,
  isServerError,
  requireAccepted,
  stxidOf,
} from './assertions.ts';
import { NotJudged, RuleBroken } from './failure.ts';
import { type RuleViolation, violation } from './finding.ts';
import { moreThanOnce } from './mtxids.ts';
import { FEES_VARY, REFUSES_MTXID } from './patterns/open.ts';
import {
  comparedWith,
  type Expectation,
  firstWithMtxid,
  openingOf,
  type Script,
  type ScriptCall,
} from './script.ts';
import { isSale, type ServiceCall } from './service-call.ts';

export interface ScriptFailure {
  readonly failure: RuleViolation;
  /** The indices of the call with the wrong answer, and of those that it is compared with. */
  readonly calls: readonly number[];
}

/**
 * @param sent the calls as they were sent, in their order
 * @throws NotJudged, NotAnswering where the script shows nothing
 */
export function judgeScript(
  { calls, sTxIds, control }: Script,
  sent: readonly ServiceCall[],
  feesRepeat: () => boolean,
): readonly ScriptFailure[] {
  const steps = sent.filter(({ repeated }) => !repeated);
  const failures: ScriptFailure[] = [];
  /** Why a part of the script shows nothing. */
  const reasons: unknown[] = [];
  /** Returns whether the call is as it should be. */
  const holds = (index: number, others: readonly number[], judge: () => void): boolean => {
    try {
      judge();

      return true;
    } catch (error) {
      if (error instanceof RuleBroken) failures.push({ failure: error.violation, calls: [index, ...others] });
      else reasons.push(error);

      return false;
    }
  };
  /** Beside other calls, one may be an accident. */
  const errors =
    control === undefined ? [] : steps.filter((one) => isServerError(one) && !isGatewayError(one));
  const [, error] = errors;
  if (error !== undefined)
    holds(steps.indexOf(error), [], () => {
      const expected = 'accepted calls, as each of them is when it is sent alone';
      throw new RuleBroken(violation(expected, describeCall(error), { nature: 'server-error', at: error }));
    });
  const comparable = new Set<number>();
  /** The transactions that a call was answered for another one of, or that a call has disturbed. */
  const astray = new Set<number>();
  for (const [index, exchange] of steps.entries()) {
    const call = calls[index] as ScriptCall;
    const opening = openingOf(calls, index);
    // Another rule judges that; the next call may be refused because of it.
    if (opening !== undefined && astray.has(opening)) continue;
    if (opening !== undefined && exchange.given !== undefined && exchange.given !== steps[opening]?.given)
      astray.add(opening);
    const what = opening === undefined ? 'a call' : 'an update';
    const first = opening === undefined ? undefined : steps[opening];
    const others = calls.slice(0, index).reduce((sum, { times = 0 }) => sum + times, 0);
    const words = { call: what, others: String(others) };
    if (control !== undefined && isServerError(exchange)) reasons.push(new NotJudged(ONE_ERROR, ERRORS_RULE));
    else if (holds(index, [], () => judgeOutcome(exchange, call, words, first))) comparable.add(index);
    if (call.mayDisturb && exchange.outcome.kind !== 'refused')
      for (const named of [opening, firstWithMtxid(calls, index)]) if (named !== undefined) astray.add(named);
    if (reasons.length > 0) break;
  }
  for (const index of comparable) {
    const { expects = {} } = calls[index] as ScriptCall;
    const others = comparedWith(expects);
    if (others.every((other) => comparable.has(other)))
      holds(index, others, () => compare(index, expects, steps, feesRepeat));
  }
  if (sTxIds?.are === 'one') holds(steps.length - 1, [], () => assertSameTransaction(steps, sTxIds.what));
  if (sTxIds?.are === 'different') {
    const taken = [...comparable].filter((index) => steps[index]?.outcome.kind !== 'refused');
    if (taken.length < 2) reasons.push(new NotJudged(REFUSES_MTXID));
    const stxidAt = (index: number) => stxidOf(steps[index] as ServiceCall);
    const assertDistinct = (index: number, other: number) => {
      const [one, two] = [steps[other], steps[index]].map((step) => step?.fields?.['mTxId']);
      const got = moreThanOnce(stxidAt(index), one, two);
      if (stxidAt(index) === stxidAt(other)) throw new RuleBroken(violation(sTxIds.what, got));
    };
    taken.every((index, n) =>
      taken.slice(0, n).every((other) => holds(index, [other], () => assertDistinct(index, other))),
    );
  }
  if (failures.length === 0 && reasons.length > 0) throw reasons[0];

  return failures;
}

const ERRORS_RULE = 'robustness/no-server-error-on-bad-input';
const ONE_ERROR = 'one call beside others got a server error, which may be an accident';

/** @throws RuleBroken; NotJudged, NotAnswering where the script shows nothing because of this answer */
function judgeOutcome(
  call: ServiceCall,
  { needs, mayBeLost, mayBeRefused, mayForget, mayBeAccepted, expects = {} }: ScriptCall,
  words: { readonly call: string; readonly others: string },
  opening: ServiceCall | undefined,
): void {
  if (expects.still !== undefined) assertStillAccepted(call, expects.still);
  if (mayBeLost && call.outcome.kind === 'lost') return;
  // A 401 or 403 may refuse an identifier of another merchant.
  if (!expects.otherThan?.isForeign || call.outcome.kind !== 'token-refused') assertAnswered(call);
  const isRefused = call.outcome.kind === 'refused';
  if (mayBeRefused !== undefined && isRefused) throw new NotJudged(mayBeRefused);
  if (mayForget !== undefined && call.given !== opening?.given) throw new NotJudged(mayForget);
  if (mayBeAccepted !== undefined && !isRefused) throw new NotJudged(mayBeAccepted);
  if (expects.sTxId === 'in-success') assertStxid(call);
  if (needs !== undefined) requireAccepted(call, needs);
  if (expects.refused !== undefined) assertRefused(call, expects.refused);
  const { accepted, finds } = expects;
  if (accepted !== undefined)
    assertAccepted(call, accepted.replace('{call}', words.call).replace('{others}', words.others));
  if (finds !== undefined) assertNamesTransaction(call, finds);
  if (expects.sTxId === 'in-json') assertTransaction(call);
}

/** @throws RuleBroken, NotJudged */
function compare(
  index: number,
  { sTxIdOf, otherThan, feeOf: sameFee, feeBetween }: Expectation,
  steps: readonly ServiceCall[],
  feesRepeat: () => boolean,
): void {
  const stepOf = (number: number) => steps[number - 1] as ServiceCall;
  const exchange = steps[index] as ServiceCall;
  if (sTxIdOf !== undefined) assertNamesTransaction(exchange, stxidOf(stepOf(sTxIdOf)));
  if (otherThan !== undefined) {
    const { call, what, isForeign, alike = [], unlike = [] } = otherThan;
    const isFound = (one: ServiceCall, sTxId = one.fields?.['sTxId']) =>
      one.outcome.kind === 'accepted' && (isSale(one) || one.given === sTxId);
    const { response, body } = exchange;
    const theirs = isForeign && stepOf(call).fields?.['mTxId'];
    const isLeak = typeof theirs === 'string' && !body.includes(theirs);
    if (isLeak && response.kind === 'answered' && response.text.includes(theirs))
      throw new RuleBroken(violation(`${what}, and no answer with its mTxId`, describeCall(exchange)));
    const isProved = alike.every((other) => isFound(stepOf(other)));
    if (isFound(exchange, stepOf(call).given) && isProved && !unlike.some((other) => isFound(stepOf(other))))
      throw new RuleBroken(
        isForeign
          ? violation(what, describeCall(exchange))
          : violation(what, JSON.stringify(exchange.given), { at: exchange }),
      );
  }
  if (feeBetween !== undefined) {
    if (!feesRepeat()) throw new NotJudged(FEES_VARY);
    const bounds = feeBetween.calls.map((number) => feeOf(stepOf(number)));
    const [low, high] = [Math.min(...bounds), Math.max(...bounds)];
    const got = feeOf(exchange);
    if (got < low || got > high)
      throw new RuleBroken(
        violation(`${feeBetween.what} ${low === high ? low : `${low} or ${high}`}`, String(got)),
      );
  }
  if (sameFee === undefined) return;
  if (sameFee.ifAccepted && exchange.outcome.kind === 'refused') return;
  if (sameFee.isMixUp !== undefined) {
    if (sameFee.isMixUp === 'any' && !feesRepeat()) throw new NotJudged(FEES_VARY);
    assertNotMixedUp(exchange, sameFee, stepOf);

    return;
  }
  const { call, what, alike = [], unlike = [], pairs = [], evenIfFeesVary } = sameFee;
  if (!evenIfFeesVary && !feesRepeat()) throw new NotJudged(FEES_VARY);
  const expected = feeOf(stepOf(call));
  if (unlike.some((other) => feeOf(stepOf(other)) === expected))
    throw new NotJudged('both requests have the same fee here');
  const differ = pairs.some(([one, other]) => feeOf(stepOf(one)) !== feeOf(stepOf(other)));
  if (differ || alike.some((other) => feeOf(stepOf(other)) !== expected))
    throw new NotJudged(sameFee.otherwise ?? FEES_VARY);
  assertSameFee(feeOf(exchange), expected, what);
  if (!feesRepeat()) throw new NotJudged(FEES_VARY);
}

/** @throws RuleBroken where a call has the fee of one at the same time; NotJudged where fees vary for calls alone */
function assertNotMixedUp(
  exchange: ServiceCall,
  { call, what, alike = [], unlike = [], isMixUp }: NonNullable<Expectation['feeOf']>,
  stepOf: (number: number) => ServiceCall,
): void {
  const [got, expected] = [feeOf(exchange), feeOf(stepOf(call))];
  if (alike.some((other) => feeOf(stepOf(other)) !== expected)) throw new NotJudged(FEES_VARY);
  const mixedUp = unlike.map(stepOf).find((other) => feeOf(other) === got);
  if (got === expected || (mixedUp === undefined && isMixUp === 'of-others')) return;
  const whose = mixedUp === undefined ? '' : `, that of a concurrent call for ${mixedUp.fields?.['amount']}`;
  throw new RuleBroken(violation(`${what} ${expected}`, `${got}${whose}`));
}

/** @throws RuleBroken where accepted calls are answered for several transactions */
function assertSameTransaction(steps: readonly ServiceCall[], what: string): void {
  const sTxIds = [...new Set(steps.filter(({ outcome }) => outcome.kind === 'accepted').map(stxidOf))];
  if (sTxIds.length > 1) throw new RuleBroken(violation(what, `${sTxIds.length} sTxIds`));
}
