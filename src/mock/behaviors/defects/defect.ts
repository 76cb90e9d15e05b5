/** What a defect is, and the parts that most are made of: what changes in a call, and in which calls. */
import type { BreakableRule } from '../../../contract/rule-ids.ts';
import type { OperationId } from '../../../contract/types.ts';
import type { Merchant, QuoteRequest, ReasonCode } from '../../../engine/index.ts';
import { describeValue } from '../../../text/describe.ts';
import type { Behavior } from '../../behavior.ts';
import { type Call, type Fields, isFields } from '../../request.ts';
import { accepted } from '../../response.ts';

/**
 * The defects of a rule. Each is named `LABEL: SUMMARY`, the first by its summary alone; the summary completes "the
 * mock ...". A defect shows only in the place with whose name its label ends, such as `for-several`.
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
}

export type Where = (fields: Fields, at: Position, call: Call) => boolean;

/** The hooks validate and handle of a change, for some calls only. */
export function when(where: Where, change: Change): Change {
  return (context) => {
    const { validate, handle, ...others } = change(context);
    const isHere = (fields: Fields, call: Call) => where(fields, context.positionOf(call), call);

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

/** Accepts requests that break the rule; `substitutes` take the place of fields that a fee call lacks. */
export function accept(substitutes: Fields = {}): Change {
  return (context) => ({
    validate: (violations) => violations.filter(({ rule }) => rule !== context.rule),
    ...changeRequest((fields) => ({ ...substitutes, ...fields }))(context),
  });
}

/** Refuses valid fee calls as if this field were wrong. */
export function refuseFee(field: string, where: RegExp | Where): Change {
  return refuse('calculateFee', field, where);
}

/** Refuses valid sales as if this field were wrong. */
export function refuseSale(field: string, where: RegExp | Where): Change {
  return refuse('attachSale', field, where);
}

/** @param where a pattern of the field, or which calls */
function refuse(operation: OperationId, field: string, where: RegExp | Where): Change {
  const isRefused = where instanceof RegExp ? (fields: Fields) => matches(fields[field], where) : where;

  return ({ positionOf }) => ({
    validate(violations, call) {
      const { fields } = call;
      if (violations.length > 0 || call.operation !== operation) return violations;
      if (!isRefused(fields, positionOf(call), call)) return violations;
      const got = describeValue(fields[field], { name: field });

      return [{ section: '2', pointer: `/${field}`, expected: 'another value', got }];
    },
  });
}

/** Whether a text, or one of a list, matches. */
export function matches(value: unknown, pattern: RegExp): boolean {
  return [value].flat().some((text) => text !== undefined && pattern.test(String(text)));
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

/** Adds cents to the fee of some calls. */
export function addCents(cents: number, where: Where): Change {
  return when(
    where,
    changeResponse('calculateFee', (body) => ({
      ...body,
      transactionFee: Math.round(Number(body['transactionFee']) * 100 + cents) / 100,
    })),
  );
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
