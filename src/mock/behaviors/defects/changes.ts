/** What defects change: in a request, in its response, and in which transaction it names. */

import { setTimeout } from 'node:timers/promises';
import type { OperationId } from '../../../contract/types.ts';
import type { Merchant, QuoteRequest, ReasonCode } from '../../../engine/index.ts';
import { hasIdentifier } from '../../../ledger/accounts.ts';
import { describeValue } from '../../../text/describe.ts';
import { isJsonObject, parseJson } from '../../../text/json-object.ts';
import { bearerToken } from '../../auth/authenticate.ts';
import { readToken } from '../../auth/token.ts';
import { type Fields, type MerchantCall, VALID_FEE_REQUEST } from '../../request.ts';
import { accepted } from '../../response.ts';
import { both, type Change, isMet, type Position, UPDATE, type Where, when } from './defect.ts';

/** Accepts requests that break the rule: with a valid value for a required field that is missing. */
export const accept: Change = (context) => ({
  validate: (violations) => violations.filter(({ rule }) => rule !== context.rule),
  // The amount is part of any total.
  ...changeRequest((fields) => ({ ...VALID_FEE_REQUEST, amount: 0.01, ...fields }))(context),
});

/** Refuses valid fee calls as if this field were wrong. @param where a pattern of the field, or which calls */
export const refuseFee = (field: string, where: RegExp | Where) => refuse('calculateFee', field, where);

/** Refuses valid sales as if this field were wrong. @param where a pattern of the field, or which calls */
export const refuseSale = (field: string, where: RegExp | Where) => refuse('attachSale', field, where);

function refuse(operation: OperationId, field: string, where: RegExp | Where): Change {
  return when(where instanceof RegExp ? { [field]: where } : where, () => ({
    validate(violations, call) {
      if (violations.length > 0 || call.operation !== operation) return violations;
      const got = describeValue(call.fields[field], { name: field });

      return [{ section: '2', pointer: `/${field}`, expected: 'another value', got }];
    },
  }));
}

/** Gives the handler other fields than those of the valid call. */
export function changeCall(change: (fields: Fields, at: Position, call: MerchantCall) => Fields): Change {
  return ({ positionOf }) => ({
    handle: (fields, next, call) => next(change(fields, positionOf(call), call)),
  });
}

/** Gives the handler other fields than those of the valid fee call. */
export function changeRequest(change: (fields: Fields, at: Position, call: MerchantCall) => Fields): Change {
  return when({ operation: 'calculateFee' }, changeCall(change));
}

/** Adds these fields to fee calls that the engine would refuse for this reason. */
export function repair(reason: ReasonCode, fieldsFor: (merchant: Merchant) => Fields): Change {
  return changeRequest((fields, _, { context: { engine, merchant, today } }) => {
    const quote = engine.quote(fields as unknown as QuoteRequest, today());
    const isRefused = quote.kind === 'refused' && quote.reasons.some(({ code }) => code === reason);

    return isRefused ? { ...fields, ...fieldsFor(merchant) } : fields;
  });
}

/** Changes the body of each accepted response of one operation. */
export function changeResponse(
  operation: OperationId,
  change: (body: Fields, fields: Fields, call: MerchantCall) => unknown,
): Change {
  return () => ({
    async handle(fields, next, call) {
      const outcome = await next(fields);
      if (call.operation !== operation || outcome.kind === 'refused' || !isJsonObject(outcome.body))
        return outcome;

      return accepted(await change(outcome.body, fields, call));
    },
  });
}

/** Changes the body of each fee response. */
export const changeFee = (change: (body: Fields) => unknown) => changeResponse('calculateFee', change);

/** Adds cents to the fee of some calls. @param cents to a tenth of a cent */
export function addCents(cents: number, where: Where): Change {
  const add = changeFee((body) => ({
    ...body,
    transactionFee: Math.round(Number(body['transactionFee']) * 1000 + cents * 10) / 1000,
  }));

  return when(where, add);
}

/** Reads each body as another one. */
export function readAs(change: (body: string) => string): Change {
  return () => ({
    parse: (request, next) => next({ ...request, body: change(request.body ?? '') }),
  });
}

/** Refuses bodies as if they were not JSON. */
export const refuseBodies = (where: RegExp) => readAs((body) => (where.test(body) ? '{' : body));

/** Replaces a body that is not JSON by these fields. */
export function readBrokenBody(operation: OperationId, substitute: Fields): Change {
  return () => ({
    parse(request, next, context) {
      const parsed = next(request);

      return parsed.kind === 'parsed' || context.operation !== operation
        ? parsed
        : { kind: 'parsed', headers: request.headers, body: substitute };
    },
  });
}

/** Fails JSON requests with such a body, or all requests after one. */
export function failOn(isFatal: (body: string) => boolean, which: 'it' | 'later' = 'it'): Change {
  return () => {
    let isBroken = false;

    return {
      receive(request, next) {
        const { body = '' } = request;
        const isMet = which === 'later' ? isBroken : isJson(body) && isFatal(body);
        if (isMet) throw new Error('a defect fails this request because of a body');
        isBroken = isFatal(body);

        return next(request);
      },
    };
  };
}

/** Accepts tokens without verifying them, or those that are no JWT. @param as the merchant; by default that of the token */
export function acceptTokens(which: 'all' | 'garbled', as?: string): Change {
  return () => ({
    async authenticate(authorization, next, { principalOf }) {
      const bearer = bearerToken(authorization);
      const read = bearer === undefined ? undefined : readToken(bearer);
      const isJwt = read?.kind === 'token';
      if (read === undefined || (which === 'garbled' && isJwt)) return next(authorization);

      return principalOf(as ?? (isJwt ? read.merchant : undefined));
    },
  });
}

export function isJson(text: string): boolean {
  return parseJson(text) !== undefined;
}

/** Prices updates without an amount as if it were 1. */
export const takeAmount: Change = when(
  UPDATE,
  both(
    () => ({ validate: (violations) => violations.filter(({ pointer }) => pointer !== '/amount') }),
    changeRequest((fields) => ({ amount: 1, ...fields })),
  ),
);

/** Prices updates with a field of the call that opened their transaction. */
export function takeField(field: string): Change {
  return when(
    UPDATE,
    changeRequest((fields, { opening }) => ({ ...fields, [field]: opening[field] })),
  );
}

/** Returns one of the fees so far of calls with the same key; the last is that of the call. @param keyOf by default their transaction */
export function keepFees(
  pick: (fees: readonly number[]) => number | undefined,
  keyOf: (body: Fields, fields: Fields) => unknown = ({ sTxId }) => sTxId,
): Change {
  return (context) => {
    const fees = new Map<string, readonly number[]>();

    return changeResponse('calculateFee', (body, sent, { context: { merchant } }) => {
      const key = JSON.stringify([merchant.name, keyOf(body, sent)]);
      const all = [...(fees.get(key) ?? []), Number(body['transactionFee'])];
      fees.set(key, all);

      return { ...body, transactionFee: pick(all) };
    })(context);
  };
}

/** Opens a new transaction for some updates. */
export function reopen(where: Where): Change {
  const forget = changeRequest(({ sTxId: _, mTxId: __, ...fields }) => fields);

  return when(where, forget);
}

/** Changes the mTxIds that the handlers get. */
export function changeMTxIds(change: (mTxId: string) => string): Change {
  return changeCall((fields) => {
    const { mTxId } = fields;

    return typeof mTxId === 'string' ? { ...fields, mTxId: change(mTxId) } : fields;
  });
}

/** Takes an mTxId for a similar one that is known. */
export function findSimilar(isSimilar: (known: string, mTxId: string) => boolean): Change {
  return (context) => {
    const known = new Set<string>();

    return changeMTxIds((mTxId) => {
      const similar = known.has(mTxId) ? mTxId : [...known].find((one) => isSimilar(one, mTxId));
      if (similar === undefined) known.add(mTxId);

      return similar ?? mTxId;
    })(context);
  };
}

/** Forgets the mTxId of the transaction that a fatal call names. @param only calls with this outcome; by default all */
export function forgetMTxIds(where: Where, only?: 'refused'): Change {
  return ({ positionOf }) => {
    const keyOf = (call: MerchantCall, mTxId: unknown) => JSON.stringify([call.context.merchant.name, mTxId]);
    const renamed = new Map<string, string>();
    const forget = (fields: Fields, at: Position, call: MerchantCall, mTxId: unknown) => {
      if (at.sTxId !== undefined && mTxId !== undefined && isMet(where, fields, at, call))
        renamed.set(keyOf(call, mTxId), `${mTxId} once more ${renamed.size}`);
    };

    return {
      validate(violations, call) {
        const at = positionOf(call);
        if (violations.length > 0) forget(call.fields, at, call, at.mTxId);

        return violations;
      },
      async handle(fields, next, call) {
        const at = positionOf(call);
        const { sTxId, mTxId } = fields;
        const other = sTxId === undefined ? renamed.get(keyOf(call, mTxId)) : undefined;
        const outcome = await next(other === undefined ? fields : { ...fields, mTxId: other });
        if (outcome.kind === 'refused') forget(fields, at, call, at.mTxId);
        else if (only === undefined) forget(fields, at, call, at.mTxId ?? mTxId);

        return outcome;
      },
    };
  };
}

/** Returns one sTxId for first calls or sales with the same key; those without a key keep theirs. */
export function keyBy(operation: OperationId, keyOf: (fields: Fields) => unknown): Change {
  return () => {
    const sTxIds = new Map<string, unknown>();

    return {
      async handle(fields, next, call) {
        const isLater = operation === 'calculateFee' && hasIdentifier(fields);
        if (call.operation !== operation || keyOf(fields) === undefined || isLater) return next(fields);
        const key = JSON.stringify([call.context.merchant.name, keyOf(fields)]);
        const known = sTxIds.get(key);
        if (known !== undefined) return next({ ...fields, sTxId: known, mTxId: undefined });
        const outcome = await next(fields);
        if (outcome.kind !== 'refused') sTxIds.set(key, (outcome.body as Fields)['sTxId']);

        return outcome;
      },
    };
  };
}

/** Numbers the transactions of each merchant, so that two merchants get one sTxId. */
export const numberStxids: Change = ({ opened }) => ({
  async handle(fields, next, { context: { merchant } }) {
    const named = opened(merchant.name)[Number(String(fields['sTxId']).replace('tx-', '')) - 1];
    const outcome = await next(named === undefined ? fields : { ...fields, sTxId: named });
    if (outcome.kind === 'refused') return outcome;
    const body = outcome.body as Fields;
    const number = opened(merchant.name).indexOf(String(body['sTxId'])) + 1;

    return accepted({ ...body, sTxId: `tx-${number}` });
  },
});

/** Answers some calls with the sTxId of a transaction that the merchant opened before the one that they name. */
export function answerForAnother(operation: OperationId, where: Where): Change {
  return (context) => {
    const change = changeResponse(operation, (body, _, { context: { merchant } }) => {
      const [before, last] = context.opened(merchant.name).slice(-2);
      const other = [last, before].find((sTxId) => sTxId !== undefined && sTxId !== body['sTxId']);

      return { ...body, sTxId: other ?? body['sTxId'] };
    });

    return when(where, change)(context);
  };
}

/** How long a call takes, in milliseconds, so that some overlap. */
const OVERLAP = 15;

/** Two calls at the same time are answered properly, so that only rules about concurrency find the defect. */
const CONCURRENT = 3;

/** Answers some concurrent calls with a value of another one, or of another one by another merchant. */
export function mixUp(
  operation: OperationId,
  field: 'sTxId' | 'transactionFee',
  where: Where,
  between: 'calls' | 'merchants' = 'calls',
): Change {
  return (context) => {
    const pending = new Set<{ readonly merchant: string; readonly value: unknown }>();
    const change = changeResponse(operation, async (body, _, { context: { merchant } }) => {
      const own = { merchant: merchant.name, value: body[field] };
      pending.add(own);
      await setTimeout(OVERLAP);
      pending.delete(own);
      const others = [...pending].filter(
        ({ value, ...other }) =>
          value !== own.value && (between === 'calls' || other.merchant !== own.merchant),
      );
      const [other] = others.length + 1 < CONCURRENT ? [] : others;

      return other === undefined ? body : { ...body, [field]: other.value };
    });

    return when(where, change)(context);
  };
}

/** Opens two transactions for two first calls at the same time with one mTxId. */
export const openTwice: Change = ({ positionOf }) => ({
  async handle(fields, next, call) {
    const { mTxId, ...others } = fields;
    if (mTxId === undefined || positionOf(call).by !== 'first') return next(fields);
    await setTimeout(OVERLAP);

    return next(positionOf(call).by === 'first' ? fields : others);
  },
});

/** Attaches some sales to the last transaction; by default those without identifiers. */
export function attachToLastTransaction(where: Where = { sTxId: undefined, mTxId: undefined }): Change {
  return when(where, ({ opened }) => ({
    validate: (violations, { operation }) => (operation === 'attachSale' ? [] : violations),
    handle(fields, next, { operation, context: { merchant } }) {
      const last = { mTxId: undefined, sTxId: opened(merchant.name).at(-1) ?? '' };

      return next(operation === 'attachSale' ? { ...fields, ...last } : fields);
    },
  }));
}

/** Refuses sales without identifiers, and then sales of the last transaction. */
export const lockLastTransaction: Change = (context) => {
  const locked = new Set<unknown>();
  const lock: Change = ({ opened }) => ({
    validate(violations, { operation, fields, context: { merchant } }) {
      if (operation === 'attachSale' && !hasIdentifier(fields)) locked.add(opened(merchant.name).at(-1));

      return violations;
    },
  });
  const isLocked: Where = ({ sTxId }) => sTxId !== undefined && locked.has(sTxId);

  return both(lock, refuseSale('sTxId', isLocked))(context);
};
