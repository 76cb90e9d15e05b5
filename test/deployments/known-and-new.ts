/** Pairs of defects that one rule finds: the first is known and accepted, the second is new and must still be seen. */

import type { EffortName } from '../../conformance/run/effort.ts';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { type Behaviour, type Fields, REFERENCE, whyNoFee, whyNoSale } from './reference.ts';

/** What a deployment does to requests, in pieces that can be put together. */
interface Defect {
  /** Takes a fee call as if some of its fields were others. */
  readonly mends?: (request: Fields) => Fields;
  readonly refusesFee?: (request: Fields) => boolean;
  /** Dies of a fee call, and answers 500. */
  readonly crashes?: (request: Fields) => boolean;
  readonly refusesSale?: (request: Fields) => boolean;
  /** What it keeps of an `mTxId`. */
  readonly keeps?: (mTxId: string) => string;
  readonly answersFee?: (body: Fields, request: Fields, isUpdate: boolean) => Fields;
  /** Takes a sale that names nothing for one of the latest transaction. */
  readonly guesses?: (request: Fields) => boolean;
}

export interface Pair {
  readonly rule: RuleId;
  readonly known: Defect;
  readonly new: Defect;
  /** `standard` unless said. */
  readonly effort?: EffortName;
}

const has = (value: unknown, part: string | RegExp) =>
  [value].flat().some((text) => typeof text === 'string' && new RegExp(part).test(text));
const decimals = ({ amount }: Fields) => String(amount).split('.')[1]?.length ?? 0;

export const PAIRS: readonly Pair[] = [
  {
    rule: 'opaque/campaign-and-data-are-opaque',
    known: { refusesFee: ({ campaign }) => has(campaign, "'") },
    new: { refusesFee: ({ data }) => has(data, "'") },
  },
  {
    rule: 'opaque/campaign-and-data-are-opaque',
    known: { refusesFee: ({ data }) => has(data, "'") },
    new: { refusesFee: ({ data, campaign }) => has(campaign, "'") || has(data, '👍') },
  },
  {
    rule: 'fee-request/accepts-all-fields-at-once',
    known: { refusesFee: ({ country, processor }) => Boolean(country && processor) },
    new: { refusesFee: ({ country, campaign }) => Boolean(country && campaign) },
    effort: 'quick',
  },
  {
    rule: 'sale/authcode-is-opaque',
    known: { refusesSale: ({ authCode }) => has(authCode, "'") },
    new: { refusesSale: ({ authCode }) => has(authCode, 'é') },
  },
  {
    rule: 'sale/authcode-is-opaque',
    known: { refusesSale: ({ authCode }) => has(authCode, '\\\\') },
    new: { refusesSale: ({ authCode }) => has(authCode, "'") },
  },
  {
    rule: 'nicn/refuses-non-digits',
    known: { mends: ({ nicn }) => (has(nicn, /^\d{4}[A-Z]{2}$/) ? { nicn: '424242' } : {}) },
    new: { mends: ({ nicn }) => (has(nicn, /^\d+\n$/) ? { nicn: String(nicn).trim() } : {}) },
  },
  {
    rule: 'region/accepts-zip-code',
    known: { refusesFee: ({ region }) => has(region, /^0\d{4}$/) },
    new: { refusesFee: ({ region }) => has(region, /^\d{5}$/) },
  },
  {
    rule: 'identity/distinct-mtxids-are-distinct',
    known: { keeps: (mTxId) => mTxId.slice(0, 24) },
    new: { keeps: (mTxId) => mTxId.replaceAll(/[-.]/g, '') },
  },
  {
    rule: 'fee-request/requires-amount',
    known: { mends: ({ amount, totalAmount }) => (amount === undefined ? { amount: totalAmount } : {}) },
    new: { mends: ({ amount, mTxId }) => (amount === undefined && mTxId ? { amount: 1 } : {}) },
  },
  {
    rule: 'opaque/campaign-and-data-are-opaque',
    known: { refusesFee: ({ data }) => has(data, '\\\\') },
    new: { crashes: ({ data }) => has(data, '\\\\') },
  },
  {
    rule: 'nicn/refuses-more-than-8-digits',
    known: { mends: ({ nicn }) => (has(nicn, /^\d{9}$/) ? { nicn: String(nicn).slice(0, 8) } : {}) },
    new: { mends: ({ nicn }) => (has(nicn, /^\d{16}$/) ? { nicn: String(nicn).slice(0, 8) } : {}) },
  },
  {
    rule: 'fee-response/has-transaction-fee-number',
    known: {
      answersFee: (body, { sTxId }, isUpdate) =>
        isUpdate && sTxId === undefined ? { ...body, transactionFee: undefined } : body,
    },
    new: {
      answersFee: (body, { sTxId }) => (sTxId === undefined ? body : { ...body, transactionFee: '1.00' }),
    },
  },
  {
    rule: 'fee-request/accepts-decimal-amounts',
    known: { refusesFee: (request) => decimals(request) === 1 },
    new: { refusesFee: (request) => decimals(request) === 2 },
  },
  {
    rule: 'multi-pay/accepts-part-of-total',
    known: { refusesFee: ({ amount, totalAmount }) => amount === totalAmount },
    new: { refusesFee: ({ amount, totalAmount }) => Number(amount) < Number(totalAmount) },
  },
  {
    rule: 'sale/requires-stxid-or-mtxid',
    known: { guesses: ({ authCode }) => authCode !== undefined },
    new: { guesses: () => true },
  },
  {
    rule: 'identity/update-by-mtxid-keeps-stxid',
    known: {
      answersFee: (body, { sTxId, amount }, isUpdate) =>
        isUpdate && sTxId === undefined && amount === 500 ? { ...body, sTxId: `${body['sTxId']}b` } : body,
    },
    new: { refusesFee: ({ mTxId, sTxId, amount }) => Boolean(mTxId && !sTxId && amount === 10) },
  },
];

/** A deployment with these defects. */
export function withDefects(...defects: readonly Defect[]): Partial<Behaviour> {
  const opened = new Set<unknown>();
  const any = (name: 'refusesFee' | 'crashes' | 'refusesSale' | 'guesses', request: Fields) =>
    defects.some((defect) => defect[name]?.(request) === true);

  return {
    reads: (request) => Object.assign({}, request, ...defects.map(({ mends }) => mends?.(request) ?? {})),
    refusesFee: (request, ...rest) => {
      if (any('crashes', request)) return 'crash';

      return any('refusesFee', request) ? 'no' : whyNoFee(request, ...rest);
    },
    refusesSale: (request, found) =>
      any('refusesSale', request)
        ? 'no'
        : whyNoSale(
            any('guesses', request) && found !== undefined ? { ...request, sTxId: '' } : request,
            found,
          ),
    refusal: (why) => ({ ...REFERENCE.refusal(why), status: why === 'crash' ? 500 : 422 }),
    finds(known, request) {
      const isUnnamed = request['sTxId'] === undefined && request['mTxId'] === undefined;
      if (isUnnamed && request['amount'] === undefined && any('guesses', request)) return known.at(-1);
      if (request['sTxId'] !== undefined || typeof request['mTxId'] !== 'string')
        return REFERENCE.finds(known, request);
      const kept = (mTxId: string) => defects.reduce((text, { keeps }) => keeps?.(text) ?? text, mTxId);
      const wanted = kept(request['mTxId']);

      return known.findLast(({ mTxId }) => mTxId !== undefined && kept(mTxId) === wanted);
    },
    answersFee: (body, request) => {
      const isUpdate = opened.has(body['sTxId']);
      opened.add(body['sTxId']);

      return defects.reduce(
        (answer, { answersFee }) => answersFee?.(answer, request, isUpdate) ?? answer,
        body,
      );
    },
  };
}
