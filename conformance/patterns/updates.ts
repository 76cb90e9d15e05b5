/** The rules on updates: a later fee call that names its transaction answers with that transaction's `sTxId`. */
import fc from 'fast-check';
import type { FeeRequest } from '../../src/contract/types.ts';
import { accepted, granted, namesTransaction } from '../expect.ts';
import { NotJudged } from '../failure.ts';
import { property, type Rule, type RuleHead } from '../rule.ts';
import { withoutEdits } from '../shape/unmask.ts';
import { open, openUnlessRefused } from './open.ts';
import { REQUIRED } from './smaller-requests.ts';

type By = 'sTxId' | 'mTxId' | 'both';

interface Case {
  readonly first: FeeRequest;
  /** The amounts of the updates that follow, in US dollars. */
  readonly amounts: readonly number[];
  /** Other transactions opened between the first call and its updates. */
  readonly others: number;
  /** An mTxId that a deployment is free to refuse in a first call. */
  readonly mTxId?: string;
  /** What the updates have other than the first call; a deployment is free to refuse that. */
  readonly changed?: Pick<FeeRequest, 'nicn'> | Pick<FeeRequest, 'region'>;
}

interface UpdatesSpec extends Omit<RuleHead, 'level'> {
  readonly by: By;
  /** mTxIds beyond the safe domain. */
  readonly wideMtxids?: readonly string[];
}

export function updates({ by, wideMtxids = [], ...head }: UpdatesSpec): Rule {
  return property<Case>({
    ...head,
    level: 'must',
    probes: ({ baseline, plainAmounts, nicns, regions }) => [
      { first: baseline, amounts: plainAmounts.slice(0, 1), others: 0 },
      { first: baseline, amounts: plainAmounts.slice(0, 1), others: 1 },
      { first: baseline, amounts: plainAmounts.slice(0, 3), others: 0 },
      { first: baseline, amounts: [baseline.amount], others: 0 },
      ...nicns
        .slice(1, 2)
        .map((nicn) => ({ first: { ...baseline, nicn }, amounts: plainAmounts.slice(0, 1), others: 0 })),
      ...[
        ...Object.values(regions)
          .flat()
          .filter((region) => region !== baseline.region)
          .slice(0, 1)
          .map((region) => ({ region })),
        ...nicns
          .filter((nicn) => nicn !== baseline.nicn)
          .slice(-1)
          .map((nicn) => ({ nicn })),
      ].map((changed) => ({ first: baseline, amounts: [baseline.amount], others: 0, changed })),
      ...wideMtxids.map((mTxId) => ({ first: baseline, amounts: [baseline.amount], others: 0, mTxId })),
    ],
    given: ({ feeRequest, plainAmount }) =>
      fc.record({
        first: feeRequest,
        amounts: fc.array(plainAmount, { minLength: 1, maxLength: 3 }),
        others: fc.nat({ max: 2 }),
      }),
    unmask: (value, edits) => {
      const first = withoutEdits(value.first, edits, REQUIRED);

      return first === undefined ? undefined : { ...value, first };
    },

    async holds({ first, amounts, others, changed, mTxId }, conversation, { baseline, updateMayChange }) {
      if (
        changed !== undefined &&
        !(await updateMayChange('nicn' in changed ? 'nicn' : 'region', conversation))
      )
        throw new NotJudged('an update that changes more than the amount is refused here');
      const naming = mTxId === undefined ? mtxidOf(by, 1) : { mTxId };
      const opens = mTxId === undefined ? open : openUnlessRefused;
      const sTxId = await opens(conversation, { ...first, ...naming });
      for (let n = 0; n < others; n++) await open(conversation, { ...baseline, ...mtxidOf(by, n + 2) });
      for (const amount of amounts) {
        const identifiers = { ...naming, ...(by === 'mTxId' ? {} : { sTxId }) };
        const reply = await conversation.fee({ ...first, ...changed, amount, ...identifiers });
        if (changed !== undefined && reply.judgement.kind === 'refused')
          throw new NotJudged('an update that changes more than the amount is refused here');
        if (reply.judgement.kind === 'refused' && amount !== baseline.amount)
          granted(await conversation.fee({ ...baseline, amount }), 'fee-request/accepts-decimal-amounts');
        const updated = accepted(reply, `an accepted update by ${by === 'both' ? 'both identifiers' : by}`);
        namesTransaction(updated, sTxId);
      }
    },
  });
}

function mtxidOf(by: By, number: number): { readonly mTxId?: string } {
  return by === 'sTxId' ? {} : { mTxId: `{m${number}}` };
}
