/** Counts the calls that exercise each part of the contract, for any judge, and lists what no call touched. */
import { FIELD_TYPES } from '../../src/contract/fields.gen.ts';
import type { OperationId } from '../../src/contract/types.ts';
import { isPutOff } from '../../src/exchange/call.ts';
import { NAMED_BY } from '../../src/exchange/trace.ts';
import type { TracedCall, TransactionHistory } from '../../src/exchange/transaction.ts';
import type { JsonObject } from '../../src/text/json-object.ts';
import type { Coverage, Report } from './report.ts';

export type CoverageCounter = Readonly<ReturnType<typeof createCoverage>>;

const NTH = ['first', 'second', 'third'] as const;

const PLACES: readonly string[] = [
  'first call without mTxId',
  'first call with mTxId',
  ...NTH.flatMap((nth) => NAMED_BY.map((by) => `${nth} update by ${by}`)),
  'update after a sale',
  ...NAMED_BY.map((by) => `sale by ${by}`),
  'second sale',
];

/** Further merchants of traffic are counted together. */
const MOST_MERCHANTS = 100;

/** @param roles the merchants that could be exercised, where they are known */
export function createCoverage(roles: readonly string[] = []) {
  const operations = { calculateFee: 0, attachSale: 0 };
  const fields = { calculateFee: noneOf('calculateFee'), attachSale: noneOf('attachSale') };
  const places = Object.fromEntries(PLACES.map((place) => [place, 0]));
  const merchants = new Map(roles.map((role) => [role, 0]));

  return {
    /**
     * Counts a call, before the trace learns from it. A call that was put off, or whose token was refused, exercises nothing.
     *
     * @param known the transaction that it names
     */
    add(call: TracedCall, known: TransactionHistory<unknown> | undefined) {
      if (isPutOff(call.outcome)) return;
      const { operation, merchant = 'unknown', fields: sent = {} } = call;
      operations[operation]++;
      const own = fields[operation];
      for (const name in sent) if (Object.hasOwn(own, name)) own[name] = (own[name] ?? 0) + 1;
      const place = placeOf(call, sent, known);
      if (place !== undefined) places[place] = (places[place] ?? 0) + 1;
      const name = merchants.has(merchant) || merchants.size < MOST_MERCHANTS ? merchant : 'others';
      merchants.set(name, (merchants.get(name) ?? 0) + 1);
    },
    counts: (): Omit<Coverage, 'choices'> =>
      structuredClone({ operations, fields, places, merchants: Object.fromEntries(merchants) }),
  };
}

function noneOf(operation: OperationId): Record<string, number> {
  return Object.fromEntries(Object.keys(FIELD_TYPES[operation]).map((name) => [name, 0]));
}

/** Undefined where the call names no transaction, or one whose calls are not known. */
function placeOf(
  { operation }: TracedCall,
  { sTxId, mTxId }: JsonObject,
  known: TransactionHistory<unknown> | undefined,
): string | undefined {
  const by = sTxId === undefined ? 'mTxId' : mTxId === undefined ? 'sTxId' : 'both';
  const isNamed = sTxId !== undefined || mTxId !== undefined;
  const isSold = known?.sale !== undefined;
  if (operation === 'attachSale') return isSold ? 'second sale' : isNamed ? `sale by ${by}` : undefined;
  if (!isNamed) return 'first call without mTxId';
  if (isSold) return 'update after a sale';
  const before = known === undefined ? 0 : known.accepted + known.unclear + known.lost;
  if (before === 0) return sTxId === undefined ? 'first call with mTxId' : undefined;

  return `${NTH[before - 1] ?? 'third'} update by ${by}`;
}

/** What no call touched, in words; empty where every part was, or no call was made. */
export function untouched({ coverage, rules }: Pick<Report, 'coverage' | 'rules'>): readonly string[] {
  if (coverage === undefined) return [];
  const { operations, fields, places, merchants, choices } = coverage;
  const { calculateFee, attachSale } = operations;
  if (calculateFee + attachSale === 0) return [];
  // What was not observed of a service is listed with its reason.
  const isObserved = rules.some(({ level }) => level === 'observe');
  const possible = unused(places).filter((place) =>
    /\bsale\b/.test(place) ? attachSale > 0 : calculateFee > 0,
  );
  const isUpdate = (place: string) => place.includes('update');
  const hasUpdates = PLACES.some((place) => isUpdate(place) && (places[place] ?? 0) > 0);

  return [
    ...(calculateFee === 0 ? ['any fee call'] : unused(fields.calculateFee)),
    ...(attachSale === 0 ? ['any sale'] : unused(fields.attachSale).map((name) => `${name} of sales`)),
    ...(hasUpdates || calculateFee === 0
      ? possible
      : [...possible.filter((place) => !isUpdate(place)), 'any update']),
    ...unused(merchants).map((name) => `the merchant ${name}`),
    ...(isObserved ? [] : unused(choices).map((name) => `the choice ${name}`)),
  ];
}

function unused(counts: Readonly<Record<string, number>>): readonly string[] {
  return Object.keys(counts).filter((name) => counts[name] === 0);
}
