/** The parts of defects that forget a transaction, or its mTxId. */
import type { Identifiers, Ledger } from '../../../ledger/ledger.ts';
import { hasIdentifier } from '../../../ledger/resolve-transaction.ts';
import { wrapLedger } from '../../../ledger/wrap-ledger.ts';
import type { Behavior } from '../../behavior.ts';
import type { Call } from '../../request.ts';
import { type Position, withPositions } from './positions.ts';

/** Forgets a transaction after `kept` newer ones of its merchant. */
export function forgetOldTransactions(kept: number): Behavior {
  /** How many transactions each merchant has opened, and how many it had opened with each sTxId. */
  const opened = new Map<string, number>();
  const openedAt = new Map<string, number>();
  const isForgotten = (merchant: string, sTxId: string) =>
    (opened.get(merchant) ?? 0) - (openedAt.get(sTxId) ?? 0) > kept;

  return {
    ledger(ledger) {
      const find: Ledger['find'] = async (merchant, by) => {
        const found = await ledger.find(merchant, by);
        if (found.kind !== 'found' || !isForgotten(merchant, found.transaction.sTxId)) return found;

        return { kind: 'unknown', field: by.sTxId === undefined ? 'mTxId' : 'sTxId' };
      };

      return wrapLedger(ledger, {
        find,
        async record(merchant, by, calculation) {
          const found = hasIdentifier(by) ? await find(merchant, by) : undefined;
          if (found?.kind === 'unknown' && found.field === 'sTxId') return found;
          const isGone =
            hasIdentifier(by) &&
            found?.kind === 'unknown' &&
            (await ledger.find(merchant, by)).kind === 'found';
          const recorded = await ledger.record(merchant, isGone ? {} : by, calculation);
          if (recorded.kind === 'opened') {
            const count = (opened.get(merchant) ?? 0) + 1;
            opened.set(merchant, count);
            openedAt.set(recorded.transaction.sTxId, count);
          }

          return recorded;
        },
        async attach(merchant, by, sale) {
          const found = await find(merchant, by);

          return found.kind === 'unknown' ? found : ledger.attach(merchant, by, sale);
        },
      });
    },
  };
}

/** Forgets the mTxId of the transaction that a fatal call names. */
export function forgetMTxIds(
  isFatal: (position: Position, call: Call, outcome: 'accepted' | 'refused') => boolean,
): Behavior {
  const renamed = new Map<string, string>();
  const mTxIds = new Map<string, string>();
  const keyOf = (merchant: string, value: unknown) => JSON.stringify([merchant, value]);
  const forget = (merchant: string, sTxId: string) => {
    const mTxId = mTxIds.get(keyOf(merchant, sTxId));
    if (mTxId !== undefined) renamed.set(keyOf(merchant, mTxId), `${mTxId} once more ${renamed.size}`);
  };
  const currentOf = <By extends Identifiers>(merchant: string, by: By): By => {
    const mTxId = by.sTxId === undefined ? renamed.get(keyOf(merchant, by.mTxId)) : undefined;

    return mTxId === undefined ? by : { ...by, mTxId };
  };

  return withPositions((positionOf) => ({
    validate(violations, call) {
      const position = positionOf(call);
      const { sTxId } = position;
      if (violations.length > 0 && sTxId !== undefined && isFatal(position, call, 'refused'))
        forget(call.context.merchant.name, sTxId);

      return violations;
    },
    async handle(fields, next, call) {
      const position = positionOf(call);
      const { sTxId } = position;
      const outcome = await next(fields);
      const kind = outcome.kind === 'refused' ? 'refused' : 'accepted';
      if (sTxId !== undefined && isFatal(position, call, kind)) forget(call.context.merchant.name, sTxId);

      return outcome;
    },
    ledger: (ledger) =>
      wrapLedger(ledger, {
        async record(merchant, by, calculation) {
          const recorded = await ledger.record(merchant, currentOf(merchant, by), calculation);
          if ((recorded.kind === 'opened' || recorded.kind === 'updated') && by.mTxId !== undefined)
            mTxIds.set(keyOf(merchant, recorded.transaction.sTxId), by.mTxId);

          return recorded;
        },
        attach: (merchant, by, sale) => ledger.attach(merchant, currentOf(merchant, by), sale),
        find: (merchant, by) => ledger.find(merchant, currentOf(merchant, by)),
      }),
  }));
}
