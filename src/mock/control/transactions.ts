/** The control routes of transactions: list, find by identifier, and explain the fee. */
import { ControlRefusal, countIn, invalid, reply } from '../../control/routes.ts';
import { parseDay } from '../../engine/index.ts';
import type { Transaction } from '../../ledger/ledger.ts';
import { describeValue } from '../../text/describe.ts';
import { mapTexts } from '../../text/map-texts.ts';
import { maskValue } from '../../text/mask.ts';
import { startOf } from '../../text/visible.ts';
import type { HandlerContext } from '../request.ts';
import type { ControlContext, MockHandler } from './context.ts';
import { explainFee } from './explain-fee.ts';

const DEFAULT_LIMIT = 100;

export const listTransactions: MockHandler = async ({ query }, context) => {
  const limit = countIn(query, 'limit', { min: 1, max: 10_000 }) ?? DEFAULT_LIMIT;
  const contexts = contextsOf(query, context);
  const mTxId = query.get('mTxId');
  if (mTxId === null && contexts[0]?.ledger.list === undefined)
    throw new ControlRefusal(
      'not-found',
      'this ledger cannot list its transactions: use /transactions/STXID or ?mTxId=ID',
    );
  const lists = contexts.map(async (own) => {
    const { merchant, ledger } = own;
    if (mTxId === null) {
      const newest = (await ledger.list?.(merchant.name, limit)) ?? [];

      return newest.map((one) => summarize(merchant.name, one));
    }
    const found = await ledger.find(merchant.name, { mTxId });

    return found.kind === 'found' ? [describe(own, found.transaction)] : [];
  });

  return reply({ transactions: (await Promise.all(lists)).flat() });
};

export const readTransaction: MockHandler = async ({ query, parameters: { sTxId = '' } }, context) => {
  for (const own of contextsOf(query, context)) {
    const found = await own.ledger.find(own.merchant.name, { sTxId });
    if (found.kind === 'found') return reply(describe(own, found.transaction));
  }
  const shownId = describeValue(sTxId, { name: 'sTxId' });
  throw new ControlRefusal('not-found', `no transaction has the sTxId ${shownId}`);
};

/** The contexts of the merchant in the query, or of all merchants. @throws ControlRefusal where there is no such merchant */
function contextsOf(query: URLSearchParams, context: ControlContext): readonly HandlerContext[] {
  const contexts = context.merchantContexts();
  const name = query.get('merchant');
  if (name === null) return contexts;
  const picked = contexts.filter(({ merchant }) => merchant.name === name);
  if (picked.length > 0) return picked;
  throw invalid('the query, merchant', `one of ${context.registry.names.join(', ')}`, name);
}

/** The masked fields of a transaction, without the calculation of its fee. */
function summarize(merchant: string, { sTxId, mTxId, request, fee, asOf, sale }: Transaction) {
  return {
    merchant,
    sTxId,
    mTxId: mTxId && shown(mTxId, 'mTxId'),
    transactionFee: fee,
    asOf,
    request: shown(request),
    sale: sale && shown(sale),
  };
}

/** In characters, as the journal keeps them. To mask a mebibyte of digits takes a second. */
const LONGEST_TEXT = 16 * 1024;

function shown(value: unknown, name?: string): unknown {
  return maskValue(
    mapTexts(value, (text) => startOf(text, LONGEST_TEXT)),
    name,
  );
}

function describe(context: HandlerContext, transaction: Transaction) {
  const { request, fee, asOf } = transaction;
  const day = asOf === undefined ? undefined : parseDay(asOf);

  return {
    ...summarize(context.merchant.name, transaction),
    ...explainFee(context, { request, fee, day }),
  };
}
