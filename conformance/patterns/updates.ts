/** The rules on updates: a later fee call that names its transaction answers with that transaction's `sTxId`. */
import fc from 'fast-check';
import type { FeeRequest } from '../../src/contract/types.ts';
import { accepted, namesTransaction } from '../expect.ts';
import { property, type Rule, type RuleHead } from '../rule.ts';
import { open } from './open.ts';

type By = 'sTxId' | 'mTxId' | 'both';

interface Case {
  readonly first: FeeRequest;
  /** The amounts of the updates that follow, in US dollars. */
  readonly amounts: readonly number[];
  /** Other transactions opened between the first call and its updates. */
  readonly others: number;
}

interface UpdatesSpec extends Omit<RuleHead, 'level'> {
  readonly by: By;
}

export function updates({ by, ...head }: UpdatesSpec): Rule {
  return property<Case>({
    ...head,
    level: 'must',
    probes: ({ baseline, plainAmounts, nicns }) => [
      { first: baseline, amounts: plainAmounts.slice(0, 1), others: 0 },
      { first: baseline, amounts: plainAmounts.slice(0, 1), others: 1 },
      { first: baseline, amounts: plainAmounts.slice(0, 3), others: 0 },
      { first: baseline, amounts: [baseline.amount], others: 0 },
      ...nicns
        .slice(0, 3)
        .map((nicn) => ({ first: { ...baseline, nicn }, amounts: plainAmounts.slice(0, 1), others: 0 })),
    ],
    given: ({ feeRequest, plainAmount }) =>
      fc.record({
        first: feeRequest,
        amounts: fc.array(plainAmount, { minLength: 1, maxLength: 3 }),
        others: fc.nat({ max: 2 }),
      }),

    async holds({ first, amounts, others }, conversation, { baseline }) {
      const named = { ...first, ...mtxidOf(by, 1) };
      const sTxId = await open(conversation, named);
      for (let n = 0; n < others; n++) await open(conversation, { ...baseline, ...mtxidOf(by, n + 2) });
      for (const amount of amounts) {
        const reply = await conversation.fee({ ...named, amount, ...(by === 'mTxId' ? {} : { sTxId }) });
        const updated = accepted(reply, `an accepted update by ${by === 'both' ? 'both identifiers' : by}`);
        namesTransaction(updated, sTxId);
      }
    },
  });
}

function mtxidOf(by: By, number: number): { readonly mTxId?: string } {
  return by === 'sTxId' ? {} : { mTxId: `{m${number}}` };
}
