/** The rules on sales: a sale that names its transaction is accepted and answers with its `sTxId`. */
import fc from 'fast-check';
import type { FeeRequest } from '../../src/contract/types.ts';
import { accepted, namesTransaction } from '../expect.ts';
import { property, type Rule, type RuleHead } from '../rule.ts';
import { open, openUnlessRefused } from './open.ts';

interface Case {
  readonly first: FeeRequest;
  /** Other transactions opened between the fee call and its sale. */
  readonly others: number;
  /** That it has an `mTxId`, for a rule that holds either way. */
  readonly alsoNamed?: true;
  /** An mTxId that a deployment is free to refuse in a first call. */
  readonly mTxId?: string;
}

interface SellsSpec extends Omit<RuleHead, 'level'> {
  /** What the sale is accepted for, such as `by sTxId`. */
  readonly how: string;
  /** Whether the `mTxId` is given at fee time. */
  readonly named: boolean;
  /** Whether the rule holds for a transaction with an `mTxId` and for one without. */
  readonly eitherWay?: true;
  /** mTxIds beyond the safe domain. */
  readonly wideMtxids?: readonly string[];
  readonly identifiers: (sTxId: string) => { readonly sTxId?: string; readonly mTxId?: string };
}

export function sells({ how, named, eitherWay, wideMtxids = [], identifiers, ...head }: SellsSpec): Rule {
  return property<Case>({
    ...head,
    level: 'must',
    probes: ({ baseline, nicns, plainAmounts }) => [
      { first: baseline, others: named ? 1 : 0 },
      { first: baseline, others: named ? 0 : 1 },
      ...nicns.slice(0, 3).map((nicn) => ({ first: { ...baseline, nicn }, others: 0 })),
      { first: { ...baseline, amount: Math.min(...plainAmounts) }, others: 0 },
      ...wideMtxids.map((mTxId) => ({ first: baseline, others: 0, mTxId })),
      ...(eitherWay ? [{ first: baseline, others: 0, alsoNamed: true } as const] : []),
    ],
    given: ({ feeRequest }) => fc.record({ first: feeRequest, others: fc.nat({ max: 2 }) }),

    async holds({ first, others, alsoNamed, mTxId }, conversation, { baseline, saleExtras }) {
      const opens = mTxId === undefined ? open : openUnlessRefused;
      const sTxId = await opens(conversation, {
        ...first,
        ...(named || alsoNamed ? { mTxId: mTxId ?? '{m1}' } : {}),
      });
      for (let n = 0; n < others; n++)
        await open(conversation, { ...baseline, ...(named ? { mTxId: `{m${n + 2}}` } : {}) });
      const reply = await conversation.sale({
        ...identifiers(sTxId),
        ...(mTxId === undefined ? {} : { mTxId }),
        ...saleExtras,
      });
      namesTransaction(accepted(reply, `an accepted sale ${how}`), sTxId);
    },
  });
}
