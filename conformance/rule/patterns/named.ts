/** Later calls that name a transaction: its opening, and whether their answers are about it. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import type { NamedBy } from '../../../src/exchange/trace.ts';
import type { RuleContext } from '../context.ts';
import type { NamedCall } from '../history.ts';
import { MTXID_FORMS, mtxidInTurn } from '../mtxids.ts';
import { expectOwnStxid, isPlain, refusedBetween } from '../observers.ts';
import type { RuleSpec } from '../rule.ts';
import { fee, REFUSES_COUNTRIES, type ScriptCall } from '../script.ts';
import { isFeeCall, isSale, type ServiceCall } from '../service-call.ts';
import { ABROAD, opened, REFUSES_MTXID, senderOf } from './open.ts';

/** A transaction that later calls name. */
export interface Opening {
  readonly first: FeeRequest;
  /** Transactions opened after it, before the calls that name it. */
  readonly others?: number;
  /** Whether another one is opened before it, whose mTxId begins with its own. */
  readonly afterLonger?: boolean;
  /** An mTxId that a deployment may refuse in a first call. */
  readonly mTxId?: string;
  /** The form of the mTxId, where it is an ordinary one; the plain one unless given. */
  readonly form?: number;
  /** Sent by the merchant with several processors; by the one with one processor unless given. */
  readonly merchant?: 'several';
}

/** The calls that open it and the others. @param openOther opens another one, if it needs an `mTxId` with this one */
export function open(
  { first, others = 0, afterLonger = false, mTxId, form = 0, merchant: role }: Opening,
  isNamed: boolean,
  openOther: (mTxId: string) => ScriptCall,
  context: RuleContext,
) {
  const { merchant, plain } = senderOf(context, role);
  const own = mTxId ?? mtxidInTurn(form);
  const body = { ...plain, ...first };
  const opening = isNamed ? { ...body, mTxId: own } : body;
  const refusesCountry = first.country === ABROAD ? REFUSES_COUNTRIES : undefined;
  const mayBeRefused = mTxId === undefined ? refusesCountry : REFUSES_MTXID;

  return {
    ...{ merchant, body, own, at: afterLonger ? 2 : 1 },
    calls: [
      ...(afterLonger ? [openOther(`${own}1`)] : []),
      mayBeRefused === undefined ? opened(opening, merchant) : fee(opening, { merchant, mayBeRefused }),
      ...Array.from({ length: others }, (_, n) => openOther(mtxidInTurn(form, n + 2))),
    ],
  };
}

export function openings({ data: { feeRequest } }: RuleContext) {
  return {
    first: feeRequest,
    others: fc.nat({ max: 2 }),
    form: fc.nat({ max: MTXID_FORMS.length - 1 }),
  };
}

/**
 * Judges whether a call is answered for the transaction that it names; and by `sTxId`, whether each such call is accepted.
 *
 * @param judges whether the rule is about a call that names its transaction in this way
 */
export function judgeNamed(
  what: 'update' | 'sale',
  by: NamedBy,
  judges: (named: NamedCall) => boolean,
): NonNullable<RuleSpec['judge']> {
  const isOfKind = what === 'update' ? isFeeCall : isSale;

  return (call, history) => {
    const named = isOfKind(call) ? history.named(call) : undefined;
    // Where such a call is accepted, the rule on the field is to blame.
    if (named === undefined || hasWrongField(call)) return undefined;
    const own = judges(named) && isPlain(named) ? expectOwnStxid(call, named, history) : undefined;
    if (by !== 'sTxId' || own?.kind === 'violation') return own;

    return refusedBetween(call, `an accepted ${what} each time one is sent`, history) ?? own;
  };
}

/** Whether a required field has a value that no service may accept. */
function hasWrongField({ fields = {} }: ServiceCall): boolean {
  const { amount, nicn, region } = fields;

  return (
    (amount !== undefined && typeof amount !== 'number') ||
    (nicn !== undefined && !/^\d{6,8}$/.test(String(nicn))) ||
    (region !== undefined && (typeof region !== 'string' || region === ''))
  );
}
