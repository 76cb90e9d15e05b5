/** Describes a call so that it can be repeated on a transaction of its own: with the earlier calls on that transaction. */
import type { Body, Reply } from '../conversation.ts';
import { isDocumented } from '../manner.ts';
import type { Called } from '../vocabulary.ts';

/** Earlier calls kept for one call: more would cost more requests than they explain. */
const MOST_BEFORE = 3;

/** @param earlier the replies of the same conversation before this one */
export function calledFor(reply: Reply, earlier: readonly Reply[]): Called {
  const { operation, sent, manner } = reply;
  const call: Called = { operation, body: sent, ...(isDocumented(manner) ? {} : { manner }) };
  if ('raw' in sent || !('sTxId' in sent || 'mTxId' in sent)) return call;
  const { sTxId, mTxId } = sent;
  const opening = earlier.find(
    (other) =>
      other.operation === 'calculateFee' &&
      ((sTxId !== undefined && givenBy(other) === sTxId) ||
        (mTxId !== undefined && fieldOf(other, 'mTxId') === mTxId)),
  );
  const given = opening === undefined ? undefined : givenBy(opening);
  if (opening === undefined || given === undefined) return call;
  const name = fieldOf(opening, 'mTxId');
  const isOnIt = (other: Reply) =>
    fieldOf(other, 'sTxId') === given || (name !== undefined && fieldOf(other, 'mTxId') === name);
  const between = earlier.slice(earlier.indexOf(opening) + 1).filter(isOnIt);
  const before = [opening, ...between.slice(1 - MOST_BEFORE)].map((other): Called => {
    const { before: _, ...alone } = calledFor(other, []);

    return { ...alone, body: withoutStxid(alone.body, given) };
  });

  return { ...call, body: withoutStxid(sent, given), before };
}

function givenBy({ judgement }: Reply): unknown {
  return judgement.kind === 'accepted' ? judgement.body['sTxId'] : undefined;
}

function fieldOf({ sent }: Reply, name: string): unknown {
  return 'raw' in sent ? undefined : sent[name];
}

function withoutStxid(body: Body, given: unknown): Body {
  return 'sTxId' in body && body['sTxId'] === given ? { ...body, sTxId: '{s}' } : body;
}
