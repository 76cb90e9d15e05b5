/** The parts of defects that only calls at the same time show. */
import { setTimeout } from 'node:timers/promises';
import type { OperationId } from '../../../contract/types.ts';
import { wrapLedger } from '../../../ledger/wrap-ledger.ts';
import type { Behavior } from '../../behavior.ts';
import { changeResponse } from './defect.ts';
import { inPosition, type Position } from './positions.ts';

/** How long a call takes, in milliseconds, so that some overlap. */
const OVERLAP = 15;

/** Two calls at the same time are answered properly, so that only rules about concurrency find the defect. */
export const CONCURRENT = 3;

interface MixUp {
  readonly operation: OperationId;
  /** The calls to which it applies; all by default. */
  readonly applies?: (position: Position) => boolean;
  /** Whether the other call is of another merchant. */
  readonly betweenMerchants?: true;
  /** The response field whose value is taken from another call. */
  readonly field: 'sTxId' | 'transactionFee';
}

/** Answers some concurrent calls with a value of another one. */
export function mixUpConcurrent({
  operation,
  applies = () => true,
  betweenMerchants,
  field,
}: MixUp): Behavior {
  const pending = new Set<{ readonly merchant: string; readonly value: unknown }>();

  return inPosition(
    applies,
    changeResponse(operation, async (body, _, { context: { merchant } }) => {
      const own = { merchant: merchant.name, value: body[field] };
      pending.add(own);
      await setTimeout(OVERLAP);
      pending.delete(own);
      const others = [...pending].filter(
        ({ value, ...other }) =>
          value !== own.value && (!betweenMerchants || other.merchant !== own.merchant),
      );
      const [other] = others.length + 1 < CONCURRENT ? [] : others;

      return other === undefined ? body : { ...body, [field]: other.value };
    }),
  );
}

/** Opens two transactions for two first calls at the same time with one mTxId. */
export function openTwice(): Behavior {
  return {
    ledger: (ledger) =>
      wrapLedger(ledger, {
        async record(merchant, by, calculation) {
          if (by.mTxId === undefined || by.sTxId !== undefined)
            return ledger.record(merchant, by, calculation);
          const before = await ledger.find(merchant, { mTxId: by.mTxId });
          await setTimeout(OVERLAP);
          const isNew = before.kind === 'unknown';
          const isNewStill = (await ledger.find(merchant, { mTxId: by.mTxId })).kind === 'unknown';

          return ledger.record(merchant, isNew && !isNewStill ? {} : by, calculation);
        },
      }),
  };
}
