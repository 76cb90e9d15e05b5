/** The transactions of a merchant, or the ones with an mTxId. */

import type { Context } from '../../handler.ts';
import { refuseBecause } from '../../refusal.ts';
import type { ControlRoute, Reply } from '../ask.ts';
import { told } from '../ask.ts';
import { contextsPicked } from '../context-of.ts';
import { describe, summarise } from '../transaction-record.ts';
import { countOf, parametersOf } from '../unusable.ts';

/** How many are told of each merchant, where nothing is said. */
const ORDINARY = 100;

export const transactions: ControlRoute = {
  method: 'GET',
  path: '/transactions',
  summary:
    'The newest transactions of each merchant, or of ?merchant=NAME, at most ?limit=N of each (100); with ?mTxId=ID those of that name, each explained.',

  async answer({ query }, inside) {
    parametersOf(query, ['merchant', 'limit', 'mTxId']);
    const limit = countOf(query, 'limit', { min: 1, max: 10_000 }) ?? ORDINARY;
    const contexts = contextsPicked(inside, query);
    const mTxId = query.get('mTxId');

    return mTxId === null ? list(contexts, limit) : told({ transactions: await named(contexts, mTxId) });
  },
};

async function list(contexts: readonly Context[], limit: number): Promise<Reply> {
  if (contexts[0]?.ledger.list === undefined) {
    return refuseBecause(
      'not-found',
      'this ledger cannot list its transactions; ask for one by /transactions/STXID or ?mTxId=ID',
    );
  }
  const lists = contexts.map(async ({ merchant, ledger }) => {
    const found = (await ledger.list?.(merchant.name, limit)) ?? [];

    return found.map((transaction) => summarise(merchant.name, transaction));
  });

  return told({ transactions: (await Promise.all(lists)).flat() });
}

async function named(contexts: readonly Context[], mTxId: string) {
  const lookups = contexts.map(async (context) => {
    const found = await context.ledger.find(context.merchant.name, { mTxId });

    return found.kind === 'found' ? [describe(context, found.transaction)] : [];
  });

  return (await Promise.all(lookups)).flat();
}
