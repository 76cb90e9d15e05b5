/** Rules that expect the refusal of a first call without one required field, whatever optional fields it has. */
import { REQUIRED_FIELDS } from '../../../src/contract/fields.gen.ts';
import type { FeeRequest } from '../../../src/contract/types.ts';
import type { OptionalField, RuleContext } from '../context.ts';
import { type Body, type Exchange, hasNoneOf, isFeeCall } from '../exchange.ts';
import { expectRefusal } from '../observers.ts';
import type { Rule, RuleHead } from '../rule.ts';
import { ABROAD } from './fee-changes.ts';
import { type Edit, refuses, without } from './refuses.ts';

/** Without these, a body that is no JSON object is a first call without a required field. */
const NAMES_A_CALL = ['nicn', 'region', 'sTxId', 'mTxId'];

type RequiredField = 'amount' | 'nicn' | 'region';

interface RequiresFieldSpec extends Omit<RuleHead, 'level' | 'section'> {
  readonly field: RequiredField;
  /** The optional field that a server is most likely to use in its place. */
  readonly standIn: OptionalField;
  /** Sets of required fields that this rule also leaves out together. */
  readonly together?: readonly (readonly RequiredField[])[];
}

export function requiresField({ field, standIn, together = [], ...head }: RequiresFieldSpec): Rule {
  return refuses({
    ...head,
    section: '2.1',
    level: 'must',
    lookAlikes: ['partial-update=keep'],
    observe(exchange, history) {
      const { fields } = exchange;
      // The rule on all three together judges a body that names none.
      if (together.length > 0 && isFeeCall(exchange) && hasNoneOf(NAMES_A_CALL, exchange))
        return expectRefusal(exchange, `a fee call without ${absentFrom(exchange).join(' and ')}`);
      if (fields === undefined || field in fields || !history.isFirstCall(exchange)) return undefined;
      const absent = REQUIRED_FIELDS.filter((name) => !(name in fields));
      if (absent.length > 1 && together.length === 0) return undefined;

      return expectRefusal(exchange, `a fee call without ${absent.join(' and ')}`);
    },
    scripts: ({ baseline, deployment }) => {
      const processor = deployment.several?.processors[0]?.mid;
      const body = { ...without(baseline, field), processor };
      // A service may not need every field abroad. One that refuses the country refuses the call too.
      const bodies = [body, { ...body, mTxId: '{m1}', country: ABROAD }];

      return processor === undefined
        ? []
        : bodies.map((one) => ({ calls: [{ operation: 'calculateFee', merchant: 'several', body: one }] }));
    },
    edits: (context) => [
      ...leavingOut(field, standIn, context),
      ...together.map((fields) => ({
        edit: `without ${fields.join(' and ')}`,
        base: context.baseline,
        body: without(context.baseline, ...fields),
      })),
    ],
    edit: ({ data: { feeRequest } }) =>
      feeRequest.map((base) => ({ edit: `without ${field}`, base, body: without(base, field) })),
  });
}

function absentFrom({ body }: Exchange): readonly string[] {
  return REQUIRED_FIELDS.filter((name) => !body.includes(name));
}

/** Without any optional field, with the stand-in, with all optional fields, and with each of them. */
function leavingOut(
  field: RequiredField,
  standIn: OptionalField,
  { baseline, data: { optional, nicns } }: RuleContext,
): readonly Edit[] {
  const beside = (extra: Partial<FeeRequest>, how: string): Edit => {
    const base = { ...baseline, ...extra };

    return { edit: `without ${field}${how}`, base, body: without(base, field) };
  };
  const isOther = (nicn: string) => nicn !== baseline.nicn && nicn.length === baseline.nicn.length;
  const others = field === 'nicn' ? [] : nicns.filter(isOther);
  const names = Object.keys(optional) as OptionalField[];
  const ordered = [...names.filter((name) => name === standIn), ...names.filter((name) => name !== standIn)];

  return [
    beside({}, ''),
    ...(standIn === 'cardToken' && !('cardToken' in optional) ? [besideUnknownToken(field, baseline)] : []),
    ...ordered.slice(0, 1).map((name) => beside({ [name]: optional[name] }, `, with ${name}`)),
    beside(optional, ', with every optional field'),
    ...others.map((nicn) => beside({ nicn }, ', with another nicn')),
    ...ordered.slice(1).map((name) => beside({ [name]: optional[name] }, `, with ${name}`)),
  ].map(withOwnMtxid);
}

/** The base has no token: a deployment may refuse a card token that it did not issue. */
function besideUnknownToken(field: RequiredField, base: FeeRequest): Edit {
  const body = { ...without(base, field), cardToken: 'tok_8d21f0c35b7a4e96' };

  return { edit: `without ${field}, with cardToken`, base, body };
}

/** The requests of a group are sent together: each opens its own transaction, so that none is an update of another. */
function withOwnMtxid({ edit, base, body }: Edit, index: number): Edit {
  const own = (request: Body): Body =>
    'mTxId' in request ? { ...request, mTxId: `{m${index + 1}}` } : request;

  return { edit, base: own(base), body: own(body) };
}
