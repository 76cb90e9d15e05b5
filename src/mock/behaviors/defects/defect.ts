/** A defect: a behavior that breaks one rule on purpose, and the parts that defects are made of. */
import type { BreakableRule } from '../../../contract/rule-ids.ts';
import type { OperationId } from '../../../contract/types.ts';
import type { Merchant, QuoteRequest, ReasonCode } from '../../../engine/index.ts';
import { describeValue } from '../../../text/describe.ts';
import type { Behavior } from '../../behavior.ts';
import { type Call, type Fields, isFields } from '../../request.ts';
import { accepted } from '../../response.ts';

export interface Defect {
  /** What the mock does wrong: completes "the mock ...". */
  readonly summary: string;
  readonly create: () => Behavior;
}

export function defect(summary: string, create: Defect['create']): Defect {
  return { summary, create };
}

/** The defect of a rule, with named variants that break the same rule elsewhere. */
export interface RuleDefect extends Defect {
  readonly variants?: Readonly<Record<string, Defect>>;
}

/** One defect for each rule of these groups, such as `nicn`. */
export type DefectGroup<Group extends string> = {
  readonly [R in Extract<BreakableRule, `${Group}/${string}`>]: RuleDefect;
};

export type Condition = (fields: Fields, call: Call) => boolean;

/** Accepts requests that break the rule; `substitutes` take the place of fields that a fee call lacks. */
export function overlook(rule: BreakableRule, substitutes: Fields = {}): Behavior {
  return {
    validate: (violations) => violations.filter((violation) => violation.rule !== rule),
    ...changeFeeCall((fields) => ({ ...substitutes, ...fields })),
  };
}

/** Refuses valid fee calls as if this field were wrong. */
export function refuseFees(field: string, when: Condition): Behavior {
  return refuseCalls('calculateFee', field, when);
}

/** Refuses valid sales as if this field were wrong. */
export function refuseSales(field: string, when: Condition): Behavior {
  return refuseCalls('attachSale', field, when);
}

function refuseCalls(operation: OperationId, field: string, when: Condition): Behavior {
  return {
    validate(violations, call) {
      const { fields } = call;
      if (violations.length > 0 || call.operation !== operation || !when(fields, call)) return violations;
      const got = describeValue(fields[field], { name: field });

      return [{ section: '2', pointer: `/${field}`, expected: 'another value', got }];
    },
  };
}

/** Gives the handler other fields than those of the valid fee call. */
export function changeFeeCall(change: (fields: Fields, call: Call) => Fields): Behavior {
  return {
    handle: (fields, next, call) => next(call.operation === 'calculateFee' ? change(fields, call) : fields),
  };
}

/** Adds the fields of `repair` to fee calls that the engine would refuse for this reason. */
export function repairFeeCall(reason: ReasonCode, repair: (merchant: Merchant) => Fields): Behavior {
  return changeFeeCall((fields, { context: { engine, merchant, today } }) => {
    const quote = engine.quote(fields as unknown as QuoteRequest, today());
    const isRefused = quote.kind === 'refused' && quote.reasons.some(({ code }) => code === reason);

    return isRefused ? { ...fields, ...repair(merchant) } : fields;
  });
}

type Change = (body: Fields, fields: Fields, call: Call) => unknown;

/** Changes the body of each accepted response of one operation. */
export function changeResponse(operation: OperationId, change: Change): Behavior {
  return {
    async handle(fields, next, call) {
      const outcome = await next(fields);
      if (call.operation !== operation || outcome.kind === 'refused' || !isFields(outcome.body))
        return outcome;

      return accepted(await change(outcome.body, fields, call));
    },
  };
}

/** Adds cents to the fee of some calls. */
export function addCents(cents: number, when: Condition): Behavior {
  return changeResponse('calculateFee', (body, fields, call) =>
    when(fields, call)
      ? { ...body, transactionFee: Math.round(Number(body['transactionFee']) * 100 + cents) / 100 }
      : body,
  );
}

/** Replaces a body that is not JSON by these fields. */
export function replaceBrokenBody(operation: OperationId, substitute: Fields): Behavior {
  return {
    parse(request, next, context) {
      const parsed = next(request);

      return parsed.kind === 'parsed' || context.operation !== operation
        ? parsed
        : { kind: 'parsed', headers: request.headers, body: substitute };
    },
  };
}
