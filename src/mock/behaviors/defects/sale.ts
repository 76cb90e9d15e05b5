/** Defects in sales: which ones the mock accepts, and for which transaction (sections 2.3 and 4.2). */
import type { Identifiers, Ledger } from '../../../ledger/ledger.ts';
import { isNaming } from '../../../ledger/locate.ts';
import { wrapLedger } from '../../../ledger/wrap-ledger.ts';
import type { Behavior } from '../../behavior.ts';
import { VALID_FEE_REQUEST } from '../../request.ts';
import { changeResponse, type DefectGroup, overlook, refuseSales } from './defect.ts';

export const SALE_DEFECTS = {
  'sale/accepts-stxid': {
    summary: 'refuses a sale by sTxId alone',
    create: () => refuseSales('sTxId', ({ sTxId, mTxId }) => sTxId !== undefined && mTxId === undefined),
  },
  'sale/accepts-mtxid': {
    summary: 'refuses a sale by mTxId alone',
    create: () => refuseSales('mTxId', ({ sTxId, mTxId }) => sTxId === undefined && mTxId !== undefined),
  },
  'sale/accepts-both': {
    summary: 'refuses a sale by both identifiers of one transaction',
    create: () =>
      changeSales(
        (ledger) => async (merchant, by, sale) =>
          by.sTxId !== undefined && (await isKnown(ledger, merchant, by))
            ? { kind: 'mismatched' }
            : ledger.attach(merchant, by, sale),
      ),
  },
  'sale/accepts-late-mtxid': {
    summary: 'refuses a sale by sTxId with a new mTxId',
    create: () =>
      changeSales(
        (ledger) => async (merchant, by, sale) =>
          by.sTxId !== undefined && by.mTxId !== undefined && !(await isKnown(ledger, merchant, by))
            ? { kind: 'mismatched' }
            : ledger.attach(merchant, by, sale),
      ),
  },
  'sale/requires-stxid-or-mtxid': {
    summary: 'attaches a sale without identifiers to the last transaction',
    create: attachToLastTransaction,
  },
  'sale/authcode-is-optional': {
    summary: 'refuses a sale without an authCode',
    create: () => refuseSales('authCode', ({ authCode }) => authCode === undefined),
  },
  'sale/authcode-is-opaque': {
    summary: 'refuses an authCode with a quote, an angle bracket or a character beyond ASCII',
    create: () => refuseSales('authCode', ({ authCode = '' }) => /[^ -~]|["<>]/.test(String(authCode))),
  },
  'sale/answers-stxid-string': {
    summary: 'returns a number as the sTxId of a sale',
    create: () =>
      changeResponse('attachSale', (body) => ({
        ...body,
        sTxId: Number.parseInt(String(body['sTxId']), 16) || 1,
      })),
  },
  'sale/refuses-unknown-transaction': {
    summary: 'accepts the sale of an unknown transaction',
    create: () =>
      changeSales((ledger) => async (merchant, by, sale) => {
        const attached = await ledger.attach(merchant, by, sale);
        if (attached.kind !== 'unknown') return attached;
        const { sTxId = 'unknown', mTxId } = by;

        return { kind: 'attached', transaction: { ...NO_FEE_CALL, sTxId, mTxId, sale } };
      }),
  },
  'sale/refuses-mismatched-identifiers': {
    summary: 'ignores the mTxId of a sale if it belongs to another transaction than the sTxId',
    create: () =>
      changeSales((ledger) => async (merchant, by, sale) => {
        const attached = await ledger.attach(merchant, by, sale);
        const { sTxId } = by;

        return attached.kind === 'mismatched' && sTxId !== undefined
          ? ledger.attach(merchant, { sTxId }, sale)
          : attached;
      }),
  },
} satisfies DefectGroup<'sale'>;

/** Stands for the fee call of an unknown transaction. */
const NO_FEE_CALL = { request: VALID_FEE_REQUEST, fee: 0 };

function changeSales(change: (ledger: Ledger) => Ledger['attach']): Behavior {
  return { ledger: (ledger) => wrapLedger(ledger, { attach: change(ledger) }) };
}

/** Whether a transaction of this merchant has the mTxId. */
async function isKnown(ledger: Ledger, merchant: string, { mTxId }: Identifiers): Promise<boolean> {
  return mTxId !== undefined && (await ledger.find(merchant, { mTxId })).kind === 'found';
}

function attachToLastTransaction(): Behavior {
  const last = new Map<string, string>();

  return {
    ...overlook('sale/requires-stxid-or-mtxid'),
    ledger: (ledger) =>
      wrapLedger(ledger, {
        async record(merchant, by, calculation) {
          const recorded = await ledger.record(merchant, by, calculation);
          if (recorded.kind === 'opened') last.set(merchant, recorded.transaction.sTxId);

          return recorded;
        },
        attach: (merchant, by, sale) =>
          ledger.attach(merchant, isNaming(by) ? by : { sTxId: last.get(merchant) ?? '' }, sale),
      }),
  };
}
