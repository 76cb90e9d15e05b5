/** What a defect is, and the parts without a memory that most are made of: what changes in a call, and in which calls. */
import type { BreakableRule } from '../../../contract/rule-ids.ts';
import type { OperationId } from '../../../contract/types.ts';
import type { Merchant, QuoteRequest, ReasonCode } from '../../../engine/index.ts';
import { describeValue } from '../../../text/describe.ts';
import { type Behavior, composeBehaviors } from '../../behavior.ts';
import { type Call, type Fields, isFields, VALID_FEE_REQUEST } from '../../request.ts';
import { accepted } from '../../response.ts';

/**
 * The defects of a rule. Each is named `LABEL: SUMMARY`, the first by its summary alone; several labels have commas
 * between them. The summary completes "the mock ...". A defect shows only in the place with whose name its label ends, such
 * as `for-several`.
 */
export type Defects = Readonly<Record<string, Change>>;

/** Creates the behavior of a defect, with the memory of one mock. */
export type Change = (context: Context) => Behavior;

/** Where a call stands among those of its transaction. */
export interface Position {
  /** `first` where the call names no transaction that the mock knows. */
  readonly by: 'first' | 'sTxId' | 'mTxId' | 'both';
  /** The transaction that it names. */
  readonly sTxId: string | undefined;
  /** The fee calls and the sales of that transaction before this call. */
  readonly fees: number;
  readonly sales: number;
  /** The fields of its first call; empty where it is none that the mock knows. */
  readonly opening: Fields;
}

export interface Context {
  readonly rule: BreakableRule;
  readonly positionOf: (call: Call) => Position;
  /** The transactions that a merchant opened, the oldest first. */
  readonly opened: (merchant: string) => readonly string[];
}

/** Which calls: by a function, or by a pattern for each of some fields; undefined stands for a field that is left out. */
export type Where =
  | ((fields: Fields, at: Position, call: Call) => boolean)
  | Readonly<Record<string, RegExp | undefined>>;

/** For a field with any value. */
export const ANY = /^/;

function isMet(where: Where, fields: Fields, at: Position, call: Call): boolean {
  if (typeof where === 'function') return where(fields, at, call);

  return Object.entries(where).every(([name, pattern]) =>
    pattern === undefined ? fields[name] === undefined : matches(fields[name], pattern),
  );
}

/** Whether a text, or one of a list, matches. */
function matches(value: unknown, pattern: RegExp): boolean {
  return [value].flat().some((text) => text !== undefined && pattern.test(String(text)));
}

/** The hooks validate and handle of a change, for some calls only. */
export function when(where: Where, change: Change): Change {
  return (context) => {
    const { validate, handle, ...others } = change(context);
    const isHere = (fields: Fields, call: Call) => isMet(where, fields, context.positionOf(call), call);

    return {
      ...others,
      ...(validate && {
        validate: (violations, call) => (isHere(call.fields, call) ? validate(violations, call) : violations),
      }),
      ...(handle && {
        handle: (fields, next, call) => (isHere(fields, call) ? handle(fields, next, call) : next(fields)),
      }),
    };
  };
}

/** Several changes at once; the last sees each request first. */
export function both(...changes: readonly Change[]): Change {
  return (context) => composeBehaviors(changes.map((change) => change(context)));
}

/** Refuses bodies as if they were not JSON. */
export function refuseBodies(where: (body: string) => boolean): Change {
  return () => ({
    parse: (request, next) =>
      next(where(String(request.body ?? '')) ? { ...request, body: Buffer.from('{') } : request),
  });
}

/** Valid for fields that a fee call lacks; the amount is part of any total. */
const SUBSTITUTES = { ...VALID_FEE_REQUEST, amount: 0.01 };

/** Accepts requests that break the rule. */
export const accept: Change = (context) => ({
  validate: (violations) => violations.filter(({ rule }) => rule !== context.rule),
  ...changeRequest((fields) => ({ ...SUBSTITUTES, ...fields }))(context),
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

/** Gives the handler other fields than those of the valid fee call. */
export function changeRequest(change: (fields: Fields, at: Position, call: Call) => Fields): Change {
  return ({ positionOf }) => ({
    handle: (fields, next, call) =>
      next(call.operation === 'calculateFee' ? change(fields, positionOf(call), call) : fields),
  });
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
  change: (body: Fields, fields: Fields, call: Call) => unknown,
): Change {
  return () => ({
    async handle(fields, next, call) {
      const outcome = await next(fields);
      if (call.operation !== operation || outcome.kind === 'refused' || !isFields(outcome.body))
        return outcome;

      return accepted(await change(outcome.body, fields, call));
    },
  });
}

/** Changes the body of each fee response. */
export const changeFee = (change: (body: Fields) => unknown) => changeResponse('calculateFee', change);

/** Adds cents to the fee of some calls. */
export function addCents(cents: number, where: Where): Change {
  const add = changeFee((body) => ({
    ...body,
    transactionFee: Math.round(Number(body['transactionFee']) * 100 + cents) / 100,
  }));

  return when(where, add);
}

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
