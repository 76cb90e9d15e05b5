/** The rules on sales: a sale that names its transaction is accepted and answers with its `sTxId`. */
import fc from 'fast-check';
import type { FeeRequest } from '../../src/contract/types.ts';
import { accepted, namesTransaction } from '../expect.ts';
import { property, type Rule, type RuleHead } from '../rule.ts';
import { open } from './open.ts';

interface Case {
  readonly first: FeeRequest;
  /** Other transactions opened between the fee call and its sale. */
  readonly others: number;
}

interface SellsSpec extends Omit<RuleHead, 'level'> {
  /** What the sale is accepted for, such as `by sTxId`. */
  readonly how: string;
  /** Whether the `mTxId` is given at fee time. */
  readonly named: boolean;
  readonly identifiers: (sTxId: string) => { readonly sTxId?: string; readonly mTxId?: string };
}

export function sells({ how, named, identifiers, ...head }: SellsSpec): Rule {
  return property<Case>({
    ...head,
    level: 'must',
    probes: ({ baseline, nicns }) => [
      { first: baseline, others: named ? 1 : 0 },
      { first: baseline, others: named ? 0 : 1 },
      ...nicns.slice(0, 3).map((nicn) => ({ first: { ...baseline, nicn }, others: 0 })),
    ],
    given: ({ feeRequest }) => fc.record({ first: feeRequest, others: fc.nat({ max: 2 }) }),

    async holds({ first, others }, conversation, { baseline, saleExtras }) {
      const sTxId = await open(conversation, { ...first, ...(named ? { mTxId: '{m1}' } : {}) });
      for (let n = 0; n < others; n++)
        await open(conversation, { ...baseline, ...(named ? { mTxId: `{m${n + 2}}` } : {}) });
      const reply = await conversation.sale({ ...identifiers(sTxId), ...saleExtras });
      namesTransaction(accepted(reply, `an accepted sale ${how}`), sTxId);
    },
  });
}
