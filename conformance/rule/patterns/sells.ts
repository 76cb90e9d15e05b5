/** Rules on sales: a sale that names a transaction is accepted and returns that transaction's `sTxId`. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import type { NamedBy } from '../../../src/exchange/trace.ts';
import { assertAccepted, assertNamesTransaction } from '../assertions.ts';
import { isSale } from '../exchange.ts';
import type { Named } from '../history.ts';
import { expectOwnStxid, isPlain } from '../observers.ts';
import { type Rule, type RuleHead, rule } from '../rule.ts';
import { callsAs, identifiersBy, open, openUnlessRefused } from './open.ts';

interface Case {
  readonly first: FeeRequest;
  /** Other transactions opened between the fee call and its sale. */
  readonly others: number;
  /** Opens the transaction with an `mTxId`, for a rule that holds with and without. */
  readonly alsoNamed?: true;
  /** An mTxId that a deployment may refuse in a first call. */
  readonly mTxId?: string;
  /** Sent by the merchant with several processors; by the one with one processor unless given. */
  readonly merchant?: 'several';
}

interface SellsSpec extends Omit<RuleHead, 'level'> {
  /** Whether the rule judges a sale that names its transaction in this way. */
  readonly judges: (named: Named) => boolean;
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

  return rule<Case>({
    ...head,
    level: 'must',
    observe(exchange, history) {
      const named = isSale(exchange) ? history.named(exchange) : undefined;
      if (named === undefined || !judges(named) || !isPlain(named)) return undefined;

      return expectOwnStxid(exchange, named, history);
    },
    probes({ baseline, data: { nicns, plainAmounts }, deployment }) {
      const plain: Case = { first: baseline, others: 0 };

      return [
        { ...plain, others: isNamed ? 1 : 0 },
        { ...plain, others: isNamed ? 0 : 1 },
        ...(deployment.several === undefined ? [] : [{ ...plain, merchant: 'several' } as const]),
        ...nicns.slice(0, 3).map((nicn) => ({ ...plain, first: { ...baseline, nicn } })),
        { ...plain, first: { ...baseline, amount: Math.min(...plainAmounts) } },
        ...wideMtxids.map((mTxId) => ({ ...plain, mTxId })),
        ...(opensWithMtxid === 'either' ? [{ ...plain, alsoNamed: true } as const] : []),
      ];
    },
    cases: ({ data: { feeRequest } }) => fc.record({ first: feeRequest, others: fc.nat({ max: 2 }) }),

    async run(value, conversation, context) {
      const { first, others, alsoNamed, mTxId, merchant } = value;
      const { baseline, traits } = context;
      const { fee, sale } = callsAs(merchant, conversation, context);
      const opens = mTxId === undefined ? open : openUnlessRefused;
      const naming = isNamed || alsoNamed ? { mTxId: mTxId ?? '{m1}' } : {};
      const sTxId = await opens({ fee }, { ...first, ...naming });
      for (let n = 0; n < others; n++)
        await open(conversation, { ...baseline, ...(isNamed ? { mTxId: `{m${n + 2}}` } : {}) });
      const exchange = await sale({ ...identifiersBy(by, sTxId, mTxId), ...traits.saleExtras });
      // Observers do not judge mTxIds with unusual characters.
      assertNamesTransaction(assertAccepted(exchange, `an accepted sale ${how}`), sTxId);
    },
  });
}
