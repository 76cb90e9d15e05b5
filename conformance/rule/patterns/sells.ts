/** Rules on sales: a sale that names a transaction is accepted and returns that transaction's `sTxId`. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import type { NamedBy } from '../../../src/exchange/trace.ts';
import type { RuleContext } from '../context.ts';
import { isSale } from '../exchange.ts';
import type { NamedCall } from '../history.ts';
import { MTXID_FORMS, mtxidInTurn } from '../mtxids.ts';
import { expectOwnStxid, isPlain } from '../observers.ts';
import { type Rule, type RuleHead, rule } from '../rule.ts';
import { type Script, sale } from '../script.ts';
import { identifiersBy, opened, openedUnlessRefused, senderOf } from './open.ts';

interface SaleCase {
  readonly first: FeeRequest;
  /** Other transactions opened between the fee call and its sale. */
  readonly others?: number;
  /** Opens the transaction with an `mTxId`, for a rule that holds with and without. */
  readonly alsoNamed?: true;
  /** An mTxId that a deployment may refuse in a first call. */
  readonly mTxId?: string;
  /** The form of the mTxId, where it is an ordinary one; the plain one unless given. */
  readonly form?: number;
  /** Sent by the merchant with several processors; by the one with one processor unless given. */
  readonly merchant?: 'several';
}

interface SellsSpec extends Omit<RuleHead, 'level'> {
  /** Whether the rule judges a sale that names its transaction in this way. */
  readonly judges: (named: NamedCall) => boolean;
  readonly by: NamedBy;
  /** Completes `an accepted sale …`. */
  readonly how: string;
  /** Whether the first call has an `mTxId`; `either` for a rule that holds with and without. */
  readonly opensWithMtxid: boolean | 'either';
  /** mTxIds beyond the safe domain. */
  readonly wideMtxids?: readonly string[];
}

export function sells({ judges, by, how, opensWithMtxid, wideMtxids = [], ...head }: SellsSpec): Rule {
  const isNamed = opensWithMtxid === true;

  const toScript = (
    { first, others = 0, alsoNamed, mTxId, form = 0, merchant: role }: SaleCase,
    context: RuleContext,
  ): Script => {
    const { merchant, plain } = senderOf(context, role);
    const own = mTxId ?? mtxidInTurn(form);
    const naming = isNamed || alsoNamed ? { mTxId: own } : {};
    const body = { ...plain, ...first, ...naming };
    const more = Array.from({ length: others }, (_, n) =>
      opened({ ...context.baseline, ...(isNamed ? { mTxId: mtxidInTurn(form, n + 2) } : {}) }),
    );

    return {
      calls: [
        mTxId === undefined ? opened(body, merchant) : openedUnlessRefused(body, merchant),
        ...more,
        sale(
          { ...identifiersBy(by, '{s1}', own), ...context.traits.saleExtras },
          {
            merchant,
            // Observers judge neither mTxIds with unusual characters nor what only calls of other rules explain.
            expects: { accepted: `an accepted sale ${how}`, sTxIdOf: 1 },
          },
        ),
      ],
    };
  };

  return rule({
    ...head,
    level: 'must',
    judge(exchange, history) {
      const named = isSale(exchange) ? history.named(exchange) : undefined;
      if (named === undefined || !judges(named) || !isPlain(named)) return undefined;

      return expectOwnStxid(exchange, named, history);
    },
    scripts(context) {
      const { baseline, data, deployment } = context;
      const plain: SaleCase = { first: baseline };
      const all: readonly SaleCase[] = [
        { ...plain, others: isNamed ? 1 : 0 },
        { ...plain, others: isNamed ? 0 : 1 },
        ...(deployment.several === undefined
          ? []
          : [{ ...plain, merchant: 'several', others: by === 'mTxId' ? 1 : 0 } as const]),
        ...data.nicns.slice(1, 3).map((nicn) => ({ ...plain, first: { ...baseline, nicn } })),
        { ...plain, first: { ...baseline, amount: Math.min(...data.plainAmounts) } },
        ...wideMtxids.map((mTxId) => ({ ...plain, mTxId })),
        ...(opensWithMtxid === 'either' ? [{ ...plain, alsoNamed: true } as const] : []),
      ];

      return all.map((one, form) => toScript({ form, ...one }, context));
    },
    randomScripts: (context) =>
      fc
        .record({
          first: context.data.feeRequest,
          others: fc.nat({ max: 2 }),
          form: fc.nat({ max: MTXID_FORMS.length - 1 }),
        })
        .map((one) => toScript(one, context)),
  });
}
