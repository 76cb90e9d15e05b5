/** Judges what a script expects of the answers to its calls. */
import {
  assertAccepted,
  assertAnswered,
  assertDistinct,
  assertNamesTransaction,
  assertRefused,
  assertSameFee,
  feeOf,
  requireAccepted,
  stxidOf,
} from './assertions.ts';
import type { Exchange } from './exchange.ts';
import { NotJudged, RuleBroken } from './failure.ts';
import { FEES_VARY } from './patterns/compare-fees.ts';
import { type Expectation, openingOf, type Script, type ScriptCall } from './script.ts';

export interface ScriptFailure {
  readonly failure: RuleBroken;
  /** The indices of the call with the wrong answer, and of those that it is compared with. */
  readonly calls: readonly number[];
}

/**
 * @param steps the exchanges of the calls that were sent, in their order
 * @throws NotJudged, NotAnswering where the script shows nothing
 */
export function judgeScript(
  { calls }: Script,
  steps: readonly Exchange[],
  feesRepeat: () => boolean,
): readonly ScriptFailure[] {
  const failures: ScriptFailure[] = [];
  /** The transactions that a call was answered for another one of. */
  const astray = new Set<number>();
  for (const [index, exchange] of steps.entries()) {
    const call = calls[index] as ScriptCall;
    const opening = openingOf(calls, index);
    const isAstray = opening !== undefined && astray.has(opening);
    // Another rule judges that; the next call may be refused because of it.
    if (opening !== undefined && exchange.given !== undefined && exchange.given !== steps[opening]?.given)
      astray.add(opening);
    if (isAstray) continue;
    try {
      requireUsable(call, exchange);
      if (call.expects !== undefined)
        judgeCall(exchange, call.expects, { opening, calls, steps, feesRepeat });
    } catch (error) {
      if (error instanceof RuleBroken)
        failures.push({ failure: error, calls: [index, ...comparedWith(call.expects)] });
      else if (failures.length === 0) throw error;
      else break;
    }
  }

  return failures;
}

/** @throws NotJudged, NotAnswering where a call that the script needs was not accepted */
function requireUsable({ needs, mayBeRefused }: ScriptCall, exchange: Exchange): void {
  if (needs !== undefined) requireAccepted(exchange, needs);
  if (mayBeRefused === undefined) return;
  assertAnswered(exchange);
  if (exchange.outcome.kind === 'refused') throw new NotJudged(mayBeRefused);
}

interface Sent {
  /** The index of the call that opened its transaction. */
  readonly opening: number | undefined;
  readonly calls: readonly ScriptCall[];
  readonly steps: readonly Exchange[];
  readonly feesRepeat: () => boolean;
}

function judgeCall(
  exchange: Exchange,
  { accepted, refused, sTxIdOf, otherThan, feeOf: sameFee }: Expectation,
  { opening, calls, steps, feesRepeat }: Sent,
): void {
  const stepOf = (number: number): Exchange => {
    const [call, step] = [calls[number - 1], steps[number - 1]];
    if (call === undefined || step === undefined) throw new NotJudged('a call of the script was not sent');
    requireUsable(call, step);

    return step;
  };
  if (refused !== undefined) assertRefused(exchange, refused);
  if (accepted !== undefined)
    assertAccepted(exchange, accepted.replace('{call}', opening === undefined ? 'a call' : 'an update'));
  if (sTxIdOf !== undefined) assertNamesTransaction(exchange, stxidOf(stepOf(sTxIdOf)));
  if (otherThan !== undefined) {
    const all = [...otherThan.calls.map(stepOf), exchange];
    for (const one of all) assertAnswered(one);
    const isRefused = exchange.outcome.kind === 'refused';
    const taken = all.filter(({ outcome }) => outcome.kind !== 'refused');
    if (!isRefused) assertDistinct(taken.map(stxidOf), otherThan.what);
  }
  if (sameFee === undefined) return;
  if (!feesRepeat()) throw new NotJudged(FEES_VARY);
  const expected = feeOf(stepOf(sameFee.call));
  if (sameFee.unlike !== undefined && feeOf(stepOf(sameFee.unlike)) === expected)
    throw new NotJudged('both requests have the same fee here');
  assertSameFee(feeOf(exchange), expected, sameFee.what);
}

function comparedWith({ sTxIdOf, otherThan, feeOf: sameFee }: Expectation = {}): readonly number[] {
  const numbers = [sTxIdOf, ...(otherThan?.calls ?? []), sameFee?.call, sameFee?.unlike];

  return numbers.filter((number) => number !== undefined).map((number) => number - 1);
}
