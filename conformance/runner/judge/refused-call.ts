/** A refused call, with the calls that lead to it, and the plain call that it is compared with. */

import type { NamedBy } from '../../../src/exchange/trace.ts';
import type { RuleContext } from '../../rule/context.ts';
import type { MerchantRole } from '../../rule/exchange.ts';
import type { ScriptCall } from '../../rule/script.ts';

export type Fields = Readonly<Record<string, unknown>>;
export type Calls = readonly ScriptCall[];

/** Whether the last of these calls is refused; undefined where its answer does not show it. */
export type IsRefused = (calls: Calls) => Promise<boolean | undefined>;

/** The refused call, and how it names its transaction. */
export interface Refused {
  readonly calls: Calls;
  readonly merchant: MerchantRole;
  readonly isSale: boolean;
  readonly by: NamedBy | undefined;
  readonly isUpdate: boolean;
  /** Without identifiers. */
  readonly fields: Fields;
  readonly identifiers: Fields;
  /** Whether its `mTxId`s are of the plainest form, so that the calls are the refused ones. */
  readonly isPlainlyNamed: boolean;
}

export function describeRefused(recorded: Calls, read?: Fields): Refused {
  const names = [
    ...new Set(recorded.map(({ body }) => ('mTxId' in body ? body['mTxId'] : undefined))),
  ].filter(Boolean);
  // A new transaction cannot have the mTxId of an old one.
  const calls = recorded.map((call) => {
    if (!('mTxId' in call.body)) return call;

    return { ...call, body: { ...call.body, mTxId: `{m${names.indexOf(call.body['mTxId']) + 1}}` } };
  });
  const last = calls.at(-1);
  const { raw, sTxId, mTxId, ...fields } = fieldsOf(last);
  const isKnown = calls.slice(0, -1).some((call) => mTxId !== undefined && fieldsOf(call)['mTxId'] === mTxId);

  return {
    calls,
    merchant: last?.merchant ?? 'one',
    isSale: last?.operation === 'attachSale',
    by:
      sTxId === undefined
        ? mTxId === undefined
          ? undefined
          : 'mTxId'
        : mTxId === undefined
          ? 'sTxId'
          : 'both',
    isUpdate: last?.operation === 'calculateFee' && (sTxId !== undefined || isKnown),
    fields: raw === undefined ? fields : (read ?? {}),
    identifiers: {
      ...(sTxId === undefined ? {} : { sTxId: '{s1}' }),
      ...(mTxId === undefined ? {} : { mTxId }),
    },
    isPlainlyNamed: raw === undefined && names.every((name) => /^\{m\d+\}$/.test(String(name))),
  };
}

export function plainFields(
  { merchant, fields, isSale, calls }: Refused,
  { baseline, deployment }: RuleContext,
): Fields {
  const named = (isSale ? fieldsOf(calls[0]) : fields)['processor'] ?? deployment.several?.processors[0]?.mid;

  return { ...baseline, ...(merchant === 'several' ? { processor: named } : {}) };
}

export function call(operation: ScriptCall['operation'], merchant: MerchantRole, body: Fields): ScriptCall {
  return { operation, ...(merchant === 'one' ? {} : { merchant }), body };
}

/** The same calls, all of which name the first one's transaction by its `sTxId`. */
export function bySTxId(calls: Calls): Calls {
  return calls.map((one, index) => ({
    ...one,
    body: { ...withoutIdentifiers(fieldsOf(one)), ...(index === 0 ? {} : { sTxId: '{s1}' }) },
  }));
}

export function withFields(one: ScriptCall, plain: Fields): ScriptCall {
  const { sTxId, mTxId } = fieldsOf(one);
  const body = one.operation === 'attachSale' ? {} : plain;

  return {
    ...one,
    body: { ...body, ...(sTxId === undefined ? {} : { sTxId }), ...(mTxId === undefined ? {} : { mTxId }) },
  };
}

export function fieldsOf(one: ScriptCall | undefined): Fields {
  return (one?.body ?? {}) as Fields;
}

export function withoutIdentifiers({ sTxId: _, mTxId: __, ...fields }: Fields): Fields {
  return fields;
}

export function editsOf(fields: Fields, plain: Fields): readonly string[] {
  return Object.keys(fields).filter((name) => JSON.stringify(fields[name]) !== JSON.stringify(plain[name]));
}
