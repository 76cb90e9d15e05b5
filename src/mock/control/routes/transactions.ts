/** The control routes of transactions: list, find by identifier, and explain the fee. */
import { parseDay } from '../../../engine/index.ts';
import type { Transaction } from '../../../ledger/ledger.ts';
import { describeValue } from '../../../text/describe.ts';
import { mapTexts } from '../../../text/map-texts.ts';
import { maskValue } from '../../../text/mask.ts';
import { startOf } from '../../../text/visible.ts';
import { refuseBecause } from '../../refusal.ts';
import type { HandlerContext } from '../../request.ts';
import { type ExplainedFee, explainFee } from '../explain-fee.ts';
import { InvalidControlRequest, readCount } from '../parameters.ts';
import { type ControlContext, type ControlResponse, type ControlRoute, ok } from '../route.ts';

const DEFAULT_LIMIT = 100;

export const transactions: ControlRoute = {
  method: 'GET',
  path: '/transactions',
  query: ['merchant', 'limit', 'mTxId'],
  summary:
    'Lists the newest transactions of each merchant, or of ?merchant=NAME, at most ?limit=N of each (default 100). With ?mTxId=ID returns those with this mTxId and explains their fees.',

  async answer({ query }, context) {
    const limit = readCount(query, 'limit', { min: 1, max: 10_000 }) ?? DEFAULT_LIMIT;
    const contexts = contextsOf(query, context);
    const mTxId = query.get('mTxId');

    return mTxId === null ? list(contexts, limit) : ok({ transactions: await findByMtxid(contexts, mTxId) });
  },
};

export const transaction: ControlRoute = {
  method: 'GET',
  path: '/transactions/:sTxId',
  query: ['merchant'],
  summary: 'Returns one transaction by its sTxId, with its request, its fee and every line of the fee.',

  async answer({ query, parameters: { sTxId = '' } }, context) {
    for (const own of contextsOf(query, context)) {
      const found = await own.ledger.find(own.merchant.name, { sTxId });
      if (found.kind === 'found') return ok(describe(own, found.transaction));
    }

    return refuseBecause(
      'not-found',
      `no transaction has the sTxId ${describeValue(sTxId, { name: 'sTxId' })}`,
    );
  },
};

/**
 * The contexts of the merchant in the query, or of all merchants.
 *
 * @throws InvalidControlRequest where there is no such merchant
 */
function contextsOf(query: URLSearchParams, context: ControlContext): readonly HandlerContext[] {
  const contexts = context.handlerContexts();
  const name = query.get('merchant');
  if (name === null) return contexts;
  const picked = contexts.filter(({ merchant }) => merchant.name === name);
  if (picked.length > 0) return picked;
  const names = context.registry.names.join(', ');
  throw new InvalidControlRequest('the query, merchant', `one of ${names}`, name);
}

async function list(contexts: readonly HandlerContext[], limit: number): Promise<ControlResponse> {
  if (contexts[0]?.ledger.list === undefined) {
    return refuseBecause(
      'not-found',
      'this ledger cannot list its transactions: use /transactions/STXID or ?mTxId=ID',
    );
  }
  const lists = contexts.map(async ({ merchant, ledger }) => {
    const newest = (await ledger.list?.(merchant.name, limit)) ?? [];

    return newest.map((one) => summarize(merchant.name, one));
  });

  return ok({ transactions: (await Promise.all(lists)).flat() });
}

async function findByMtxid(
  contexts: readonly HandlerContext[],
  mTxId: string,
): Promise<readonly Described[]> {
  const lookups = contexts.map(async (context) => {
    const found = await context.ledger.find(context.merchant.name, { mTxId });

    return found.kind === 'found' ? [describe(context, found.transaction)] : [];
  });

  return (await Promise.all(lookups)).flat();
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

type Described = ReturnType<typeof summarize> & ExplainedFee;

function describe(context: HandlerContext, transaction: Transaction): Described {
  const { request, fee, asOf } = transaction;
  const day = asOf === undefined ? undefined : parseDay(asOf);

  return {
    ...summarize(context.merchant.name, transaction),
    ...explainFee(context, { request, fee, day }),
  };
}
