/** Defects in sales: which ones the mock accepts, and for which transaction (sections 2.3 and 4.2). */
import type { Identifiers, Ledger } from '../../../ledger/ledger.ts';
import { wrapLedger } from '../../../ledger/wrap-ledger.ts';
import { type Behavior, composeBehaviors } from '../../behavior.ts';
import { type Fields, VALID_FEE_REQUEST } from '../../request.ts';
import { changeResponse, type DefectGroup, defect, refuseSales, replaceBrokenBody } from './defect.ts';
import { alsoForSeveral, forSeveralOnly, inPosition } from './positions.ts';
import { keyBy } from './transactions.ts';

export const SALE_DEFECTS = {
  'sale/accepts-stxid': alsoForSeveral('refuses a sale by sTxId alone', refuseSalesBySTxId, {
    'authcode-used-before': defect(
      'attaches a sale to the transaction of an earlier sale with the same authCode',
      () => keyBy('attachSale', 'authCode'),
    ),
  }),
  'sale/accepts-mtxid': alsoForSeveral('refuses a sale by mTxId alone', refuseSalesByMTxId, {
    'without-authcode': defect('refuses a sale by mTxId without an authCode', () =>
      refuseSales('authCode', ({ sTxId, authCode }) => sTxId === undefined && authCode === undefined),
    ),
  }),
  'sale/accepts-both': defect('refuses a sale by both identifiers of one transaction', () =>
    changeSales(
      (ledger) => async (merchant, by, sale) =>
        by.sTxId !== undefined && (await isKnown(ledger, merchant, by))
          ? { kind: 'mismatched' }
          : ledger.attach(merchant, by, sale),
    ),
  ),
  'sale/accepts-late-mtxid': alsoForSeveral('refuses a sale by sTxId with a new mTxId', refuseLateMTxIds),
  'sale/requires-stxid-or-mtxid': {
    summary: 'attaches a sale without identifiers to the last transaction',
    create: () => attachToLastTransaction(),
    variants: {
      'for-several': forSeveralOnly(
        'attaches a sale without identifiers to the last transaction',
        attachToLastTransaction,
      ),
      'null-as-mtxid': defect('attaches a sale whose mTxId is null to the last transaction', () =>
        attachToLastTransaction(({ mTxId }) => mTxId === null),
      ),
      'null-as-stxid-beside-an-authcode': defect(
        'attaches a sale with an authCode and null as sTxId to the last transaction',
        () => attachToLastTransaction(({ sTxId, authCode }) => sTxId === null && authCode !== undefined),
      ),
      'in-a-body-that-is-no-json': defect(
        'attaches a sale whose body is not JSON to the last transaction',
        () =>
          composeBehaviors([
            attachToLastTransaction(({ authCode }) => authCode === UNREAD),
            replaceBrokenBody('attachSale', { authCode: UNREAD }),
          ]),
      ),
      'refused-yet-sold': defect(
        'refuses a sale without identifiers and a later sale of the last transaction, as if it were sold',
        lockLastTransaction,
      ),
      'refused-yet-sold-for-several': forSeveralOnly(
        'refuses a sale without identifiers and a later sale of the last transaction, as if it were sold',
        lockLastTransaction,
      ),
    },
  },
  'sale/authcode-is-optional': defect('refuses a sale without an authCode', () =>
    refuseSales('authCode', ({ authCode }) => authCode === undefined),
  ),
  'sale/authcode-is-opaque': {
    summary: 'refuses an authCode with a quote, an angle bracket or a character beyond ASCII',
    create: () => refuseSales('authCode', ({ authCode = '' }) => /[^ -~]|["<>]/.test(String(authCode))),
    variants: {
      'markup-by-mtxid': defect('refuses an authCode with an angle bracket in a sale by mTxId', () =>
        refuseSales('authCode', ({ sTxId, authCode }) => sTxId === undefined && /</.test(String(authCode))),
      ),
      'sql-by-both': defect('refuses an authCode with a quote in a sale by both identifiers', () =>
        refuseSales(
          'authCode',
          ({ sTxId, mTxId, authCode }) =>
            sTxId !== undefined && mTxId !== undefined && /'/.test(String(authCode)),
        ),
      ),
      'markup-after-an-update': defect(
        'refuses an authCode with an angle bracket in a sale by mTxId after an update',
        () =>
          inPosition(
            ({ by, fees }) => by === 'mTxId' && fees > 1,
            refuseSales('authCode', ({ authCode }) => /</.test(String(authCode))),
          ),
      ),
      'markup-for-several': forSeveralOnly('refuses an authCode with an angle bracket', () =>
        refuseSales('authCode', ({ authCode }) => /</.test(String(authCode))),
      ),
    },
  },
  'sale/answers-stxid-string': {
    summary: 'returns a number as the sTxId of a sale',
    create: () =>
      changeResponse('attachSale', (body) => ({
        ...body,
        sTxId: Number.parseInt(String(body['sTxId']), 16) || 1,
      })),
    variants: {
      'by-mtxid': defect('returns a number as the sTxId of a sale by mTxId', () =>
        changeResponse('attachSale', (body, { sTxId }) =>
          sTxId === undefined ? { ...body, sTxId: 7 } : body,
        ),
      ),
    },
  },
  'sale/refuses-unknown-transaction': defect('accepts the sale of an unknown transaction', () =>
    changeSales((ledger) => async (merchant, by, sale) => {
      const attached = await ledger.attach(merchant, by, sale);
      if (attached.kind !== 'unknown') return attached;
      const { sTxId = 'unknown', mTxId } = by;

      return { kind: 'attached', transaction: { ...NO_FEE_CALL, sTxId, mTxId, sale } };
    }),
  ),
  'sale/refuses-mismatched-identifiers': defect(
    'ignores the mTxId of a sale if it belongs to another transaction than the sTxId',
    () =>
      changeSales((ledger) => async (merchant, by, sale) => {
        const attached = await ledger.attach(merchant, by, sale);
        const { sTxId } = by;

        return attached.kind === 'mismatched' && sTxId !== undefined
          ? ledger.attach(merchant, { sTxId }, sale)
          : attached;
      }),
  ),
} satisfies DefectGroup<'sale'>;

/** Stands for a body that could not be read. */
const UNREAD = 'unread';

/** Stands for the fee call of an unknown transaction. */
const NO_FEE_CALL = { request: VALID_FEE_REQUEST, fee: 0 };

function changeSales(change: (ledger: Ledger) => Ledger['attach']): Behavior {
  return { ledger: (ledger) => wrapLedger(ledger, { attach: change(ledger) }) };
}

/** Whether a transaction of this merchant has the mTxId. */
async function isKnown(ledger: Ledger, merchant: string, { mTxId }: Identifiers): Promise<boolean> {
  return mTxId !== undefined && (await ledger.find(merchant, { mTxId })).kind === 'found';
}

function refuseSalesBySTxId(): Behavior {
  return refuseSales('sTxId', ({ sTxId, mTxId }) => sTxId !== undefined && mTxId === undefined);
}

function refuseSalesByMTxId(): Behavior {
  return refuseSales('mTxId', ({ sTxId, mTxId }) => sTxId === undefined && mTxId !== undefined);
}

function refuseLateMTxIds(): Behavior {
  return changeSales(
    (ledger) => async (merchant, by, sale) =>
      by.sTxId !== undefined && by.mTxId !== undefined && !(await isKnown(ledger, merchant, by))
        ? { kind: 'mismatched' }
        : ledger.attach(merchant, by, sale),
  );
}

function lockLastTransaction(): Behavior {
  const last = new Map<string, unknown>();
  const locked = new Set<unknown>();

  return composeBehaviors([
    {
      validate(violations, { operation, fields, context: { merchant } }) {
        const isNameless = fields['sTxId'] === undefined && fields['mTxId'] === undefined;
        if (operation === 'attachSale' && isNameless) locked.add(last.get(merchant.name));

        return violations;
      },
    },
    refuseSales('sTxId', ({ sTxId }) => sTxId !== undefined && locked.has(sTxId)),
    changeResponse('calculateFee', (body, _, { context: { merchant } }) => {
      last.set(merchant.name, body['sTxId']);

      return body;
    }),
  ]);
}

/** @param when which sales; by default those without identifiers */
function attachToLastTransaction(
  when: (fields: Fields) => boolean = ({ sTxId, mTxId }) => sTxId === undefined && mTxId === undefined,
): Behavior {
  const last = new Map<string, string>();

  return {
    validate: (violations, { operation, fields }) =>
      operation === 'attachSale' && when(fields) ? [] : violations,
    handle(fields, next, { operation, context: { merchant } }) {
      if (operation !== 'attachSale' || !when(fields)) return next(fields);
      const { sTxId: _, mTxId: __, ...others } = fields;

      return next({ ...others, sTxId: last.get(merchant.name) ?? '' });
    },
    ledger: (ledger) =>
      wrapLedger(ledger, {
        async record(merchant, by, calculation) {
          const recorded = await ledger.record(merchant, by, calculation);
          if (recorded.kind === 'opened') last.set(merchant, recorded.transaction.sTxId);

          return recorded;
        },
      }),
  };
}
