/** Reads choices about transactions: updates, sales, and identifiers that are unknown or do not match. */

import { REQUIRED_FIELDS } from '../../src/contract/fields.gen.ts';
import { feeIn } from '../../src/contract/outcome.ts';
import type { SeenOptions } from '../observations/observation.ts';
import { acceptedBody, isFeeCall, isSale } from '../rule/exchange.ts';
import { isSuccessful } from '../rule/http-result.ts';
import type { ExchangeFacts, Reading } from './choice-reading.ts';

export const TRANSACTION_READINGS: readonly Reading[] = [
  [
    'unknown-stxid-on-fee',
    ({ exchange, fields, history }) => {
      const { sTxId } = fields;
      const got = isFeeCall(exchange) ? exchange.given : undefined;
      const isUnknown = typeof sTxId === 'string' && history.bySTxId(sTxId) === undefined;

      return isUnknown && got !== undefined && got !== sTxId && history.bySTxId(got) === undefined
        ? ['open']
        : undefined;
    },
  ],
  ['mismatched-identifiers', readMismatch],
  [
    'partial-update',
    (facts) => {
      if (!isUpdate(facts)) return undefined;
      const isPartial = REQUIRED_FIELDS.some((name) => facts.fields[name] === undefined);

      return isPartial && hasOnlyChanged(facts, REQUIRED_FIELDS) ? takenOr(facts, 'keep') : undefined;
    },
  ],
  [
    'update-to-another-card',
    (facts) => {
      const { named, fields } = facts;
      const isOther = named?.transaction.opening.fields?.['nicn'] !== fields['nicn'];

      return isUpdate(facts) && isOther && /^[0-9]{6,8}$/.test(String(fields['nicn'])) && isWhole(fields)
        ? takenOr(facts, 'take')
        : undefined;
    },
  ],
  [
    'update-after-sale',
    (facts) => {
      const { exchange, fields, named, isAccepted, isRefused } = facts;
      if (!isFeeCall(exchange) || !named?.transaction.isSold || !isWhole(fields)) return undefined;
      if (isRefused) return ['refuse'];
      const fees = [named.transaction.opening, ...named.transaction.calls].flatMap(
        (call) => feeIn(isFeeCall(call) ? acceptedBody(call) : undefined) ?? [],
      );
      const fee = feeIn(acceptedBody(exchange));
      if (!isAccepted || fee === undefined || named.transaction.sTxId !== exchange.given) return undefined;

      return fees.at(-1) === fee ? ['keep', 'take'] : ['take'];
    },
  ],
  [
    'second-sale',
    ({ exchange, named, isAccepted, isRefused }) => {
      if (!isSale(exchange) || !named?.transaction.isSold) return undefined;

      // No response shows whether the second sale replaced the first.
      return isAccepted ? ['replace', 'keep'] : isRefused ? ['refuse'] : undefined;
    },
  ],
  [
    'unknown-transaction-status',
    ({ exchange, fields, history, isRefused }) => {
      const { sTxId, mTxId } = fields;
      const { response } = exchange;
      const isUnknown =
        typeof sTxId === 'string' && mTxId === undefined && history.bySTxId(sTxId) === undefined;
      const isStatus = response.kind === 'answered' && !isSuccessful(response);

      return isSale(exchange) && isUnknown && isRefused && isStatus ? [String(response.status)] : undefined;
    },
  ],
];

function isUpdate({ exchange, named }: ExchangeFacts): boolean {
  return isFeeCall(exchange) && named !== undefined && !named.transaction.isSold;
}

function isWhole(fields: ExchangeFacts['fields']): boolean {
  return REQUIRED_FIELDS.every((name) => fields[name] !== undefined);
}

function takenOr({ isAccepted, isRefused }: ExchangeFacts, option: string): SeenOptions | undefined {
  return isAccepted ? [option] : isRefused ? ['refuse'] : undefined;
}

/** Whether an update can be refused only for the fields that it leaves out. */
function hasOnlyChanged({ fields, named }: ExchangeFacts, names: readonly string[]): boolean {
  const first = named?.transaction.opening.fields ?? {};
  const isAlike = (name: string) => JSON.stringify(fields[name]) === JSON.stringify(first[name]);

  return Object.keys(fields).every(
    (name) =>
      name === 'sTxId' || name === 'mTxId' || (names.includes(name) && name === 'amount') || isAlike(name),
  );
}

function readMismatch({ exchange, fields, history, isAccepted }: ExchangeFacts): SeenOptions | undefined {
  const { sTxId, mTxId } = fields;
  if (!isAccepted || typeof sTxId !== 'string' || typeof mTxId !== 'string') return undefined;
  const bySTxId = history.bySTxId(sTxId);
  const byMTxId = history.named({ ...exchange, fields: { mTxId } })?.transaction;
  if (bySTxId === undefined || byMTxId === undefined || bySTxId === byMTxId) return undefined;
  const got = exchange.given;

  return got === bySTxId.sTxId ? ['stxid-decides'] : got === byMTxId.sTxId ? ['mtxid-decides'] : undefined;
}
