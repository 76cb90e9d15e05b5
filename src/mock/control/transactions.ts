/** The control routes of transactions and of the fees of calls, which are explained line by line with the current merchant. */
import { pathOf } from '../../contract/operations.ts';
import { findExchange } from '../../control/journal.ts';
import { ControlRefusal, countIn, invalid, reply } from '../../control/routes.ts';
import { explain, parseDay, type Quote, Quoted } from '../../engine/index.ts';
import { requestJson, splitUrl } from '../../exchange/exchange.ts';
import type { RecordedExchange } from '../../exchange/journal/recorded-exchange.ts';
import type { Transaction } from '../../ledger/ledger.ts';
import { describeValue } from '../../text/describe.ts';
import { mapTexts } from '../../text/json-object.ts';
import { maskValue } from '../../text/mask-json.ts';
import { startOf } from '../../text/visible.ts';
import { type HandlerContext, memberOf } from '../request.ts';
import { type ControlContext, type MockHandler, merchantContexts } from './control.ts';

const DEFAULT_LIMIT = 100;

export const listTransactions: MockHandler = async ({ query }, context) => {
  const limit = countIn(query, 'limit', { min: 1, max: 10_000 }) ?? DEFAULT_LIMIT;
  const contexts = contextsOf(query, context);
  const id = query.get('id') ?? undefined;
  const mTxId = query.get('mTxId') ?? id;
  if (mTxId === undefined && contexts[0]?.ledger.list === undefined)
    throw new ControlRefusal(
      'not-found',
      'this ledger cannot list its transactions: use /transactions/STXID or ?mTxId=ID',
    );
  const lists = contexts.map(async (own) => {
    const { merchant, ledger } = own;
    if (mTxId === undefined) {
      const newest = (await ledger.list?.(merchant.name, limit)) ?? [];

      return newest.map((one) => summarize(merchant.name, one));
    }
    const found = await Promise.all(
      [{ mTxId }, ...(id === undefined ? [] : [{ sTxId: id }])].map((names) =>
        ledger.find(merchant.name, names),
      ),
    );

    return found.flatMap((one) => (one.kind === 'found' ? [describe(own, one.transaction)] : []));
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
  const contexts = merchantContexts(context);
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
    ...explainFee(context.engine.quote(request, day), fee),
  };
}

/**
 * @param fee in US dollars, as it was answered
 * @returns the masked calculation of the fee, and why it is missing or differs from the fee
 */
function explainFee(quote: Quote, fee: number) {
  if (quote.kind === 'refused') {
    const reasons = quote.reasons.map(({ field, expected }) => `${field}: expected ${expected}`);

    return { unexplained: `the current merchant would refuse it: ${reasons.join('; ')}` };
  }
  // A note repeats the amount, which may be a card number in the wrong field.
  const explanation = maskValue(explain(quote));
  if (quote.transactionFee === fee) return { explanation };

  return {
    explanation,
    unexplained: `the fee was ${fee}, the calculation gives ${quote.transactionFee}: the merchant has changed, or a fault, choice, scenario or defect is on`,
  };
}

export const explainEntry: MockHandler = ({ parameters: { requestId } }, context) => {
  const exchange = findExchange(requestId, context);
  const fee = feeOf(exchange);
  if (fee === undefined)
    throw new ControlRefusal('not-found', `the response of ${requestId}: expected one with a fee, got none`);
  const { quote } = exchange;
  const explained =
    quote instanceof Quoted
      ? explainFee(quote, fee)
      : {
          unexplained: 'a choice or defect made the fee, or the request was too long to keep its calculation',
        };

  return reply({ requestId, transactionFee: fee, ...explained });
};

/** The fee in the response, in US dollars. */
function feeOf({ request, response }: RecordedExchange): number | undefined {
  if (splitUrl(request).path !== pathOf('calculateFee')) return undefined;
  const body = requestJson(response);
  const fee = memberOf(body, 'transactionFee');

  return typeof fee === 'number' && memberOf(body, 'message') === 'ok' ? fee : undefined;
}
