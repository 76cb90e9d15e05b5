/** The identifiers of a recorded service, with those of the mock that answers its requests again. */
import { feeIn } from '../src/contract/outcome.ts';
import type { Call } from '../src/exchange/call.ts';
import { maskText } from '../src/text/mask.ts';

/**
 * Each recorded sTxId stands in quotes in JSON, where it may have escapes, and after an = in a query. What has no closing
 * quote ends with the text, so that no body is searched twice.
 */
const IDENTIFIERS = /(?<=")[^"\\]*(?:\\.?[^"\\]*)*|(?<==)[^&=]+/gs;

/** The text of a JSON string; the same where it is none. */
function unescaped(spelled: string): string {
  try {
    return JSON.parse(`"${spelled}"`);
  } catch {
    return spelled;
  }
}

/** A text in JSON with an escape, as a client spells it that escapes more than it has to. */
function escapeFirst(text: string): string {
  const code = text.charCodeAt(0).toString(16).padStart(4, '0');

  return `\\u${code}${JSON.stringify(text.slice(1)).slice(1, -1)}`;
}

/** Identifiers of the recorded service, and those of the mock in their place. */
export function createNames() {
  const ofMock = new Map<string, string>();
  const recordedOf = new Map<string, string>();
  const priced = new Set<string>();
  /** By recorded sTxId and by mTxId: how the mock refused the fee call that opened the transaction. */
  const refused = { sTxId: new Map<string, string>(), mTxId: new Map<string, string>() };

  return {
    ofMock,
    recordedOf,
    /** With the identifiers of the mock in place of those recorded. @param text a body or an address */
    replace: (text: string): string =>
      text.replaceAll(IDENTIFIERS, (value) => {
        if (!value.includes('\\')) return ofMock.get(value) ?? value;
        const name = ofMock.get(unescaped(value));

        return name === undefined ? value : escapeFirst(name);
      }),
    learn(recorded: Call, answered: Call) {
      const { operation, given, mTxId, outcome } = recorded;
      if (mTxId !== undefined && outcome.kind !== 'refused') priced.add(mTxId);
      if (operation === 'calculateFee' && outcome.kind === 'accepted') {
        const why = answered.outcome.kind === 'refused' ? describe(answered) : undefined;
        const isNew = given !== undefined && !ofMock.has(given);
        if (why === undefined && mTxId !== undefined) refused.mTxId.delete(mTxId);
        if (why !== undefined && isNew) refused.sTxId.set(given, why);
        if (why !== undefined && isNew && mTxId !== undefined) refused.mTxId.set(mTxId, why);
      }
      if (given === undefined || answered.given === undefined || ofMock.has(given)) return;
      ofMock.set(given, answered.given);
      recordedOf.set(answered.given, given);
    },
    /** Whether an accepted call names a transaction from before the recording. */
    isOlder: ({ operation, sTxId, mTxId, given }: Call) =>
      sTxId === undefined
        ? operation === 'attachSale' && mTxId !== undefined && !priced.has(mTxId)
        : !ofMock.has(sTxId) && (operation === 'attachSale' || given === sTxId),
    /** How the mock refused the fee call of the transaction that an accepted call names. */
    refusalOf: ({ operation, sTxId, mTxId }: Call) =>
      sTxId === undefined
        ? refused.mTxId.get((operation === 'attachSale' ? mTxId : undefined) ?? '')
        : ofMock.has(sTxId)
          ? undefined
          : refused.sTxId.get(sTxId),
  };
}

export type RecordedNames = ReturnType<typeof createNames>;

export function feeOf({ operation, outcome, answer }: Call): number | undefined {
  return operation === 'calculateFee' && outcome.kind === 'accepted' ? feeIn(answer) : undefined;
}

/** Such as `fee 2.43` or `refused with 400, amount: expected a number`. */
export function describe(call: Call): string {
  const { status } = call.exchange.response;
  if (call.outcome.kind === 'accepted') {
    const fee = feeOf(call);

    return fee === undefined ? `accepted with ${status}` : `fee ${fee}`;
  }
  const { detail, message } = call.answer ?? {};
  const why = [detail, message].find((text) => typeof text === 'string');

  return why === undefined ? `refused with ${status}` : `refused with ${status}, ${maskText(String(why))}`;
}
