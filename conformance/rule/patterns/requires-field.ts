/** Rules that expect the refusal of a first call without one required field, whatever optional fields it has. */
import { REQUIRED_FIELDS } from '../../../src/contract/fields.gen.ts';
import type { OptionalField, RuleContext } from '../context.ts';
import { type Exchange, hasNoneOf, isFeeCall } from '../exchange.ts';
import { expectRefusal } from '../observers.ts';
import type { Rule, RuleHead } from '../rule.ts';
import { ABROAD } from './fee-changes.ts';
import { inFirstCalls, type RequestEdit, refuses } from './refuses.ts';

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
    judge(exchange, history) {
      const { fields } = exchange;
      // The rule on all three together judges a body that names none.
      if (together.length > 0 && isFeeCall(exchange) && hasNoneOf(NAMES_A_CALL, exchange))
        return expectRefusal(exchange, `a fee call without ${absentFrom(exchange).join(' and ')}`);
      if (fields === undefined || !history.isFirstCall(exchange) || standInByCase(fields)) return undefined;
      const absent = REQUIRED_FIELDS.filter((name) => !(name in fields));
      // One rule judges what lacks several of them.
      const isOwn = absent.length > 1 ? together.length > 0 : absent[0] === field;
      if (!isOwn) return undefined;

      return expectRefusal(exchange, `a fee call without ${absent.join(' and ')}`);
    },
    edits: (context) => [
      ...leavingOut(field, standIn, context),
      ...together.map((fields) => Object.fromEntries(fields.map((name) => [name, undefined]))),
    ],
    edit: ({ data: { feeRequest } }) => feeRequest.map((request) => ({ ...request, [field]: undefined })),
    // A service may not need every field abroad. One that refuses the country refuses the call too.
    placed: (context) =>
      inFirstCalls(context, [
        { [field]: undefined, mTxId: undefined },
        { [field]: undefined, country: ABROAD },
      ]),
  });
}

/** The name of a field that is a required one but for its case, where that one is absent: some frameworks read it. */
export function standInByCase(fields: Readonly<Record<string, unknown>>): string | undefined {
  return Object.keys(fields).find((name) =>
    REQUIRED_FIELDS.some((field) => !(field in fields) && field === name.toLowerCase()),
  );
}

function absentFrom({ body }: Exchange): readonly string[] {
  return REQUIRED_FIELDS.filter((name) => !body.includes(name));
}

/** Without any optional field, with the stand-in, with all optional fields, and with each of them. */
function leavingOut(
  field: RequiredField,
  standIn: OptionalField,
  { baseline, data: { optional, nicns } }: RuleContext,
): readonly RequestEdit[] {
  const isOther = (nicn: string) => nicn !== baseline.nicn && nicn.length === baseline.nicn.length;
  const others = field === 'nicn' ? [] : nicns.filter(isOther);
  const values: RequestEdit = standIn === 'cardToken' ? { cardToken: UNKNOWN_TOKEN, ...optional } : optional;
  const { [standIn]: first, ...rest } = values;
  const each = Object.entries(rest).map(([name, value]) => ({ [name]: value }));
  const besides: readonly RequestEdit[] = [
    {},
    ...(first === undefined ? [] : [{ [standIn]: first }]),
    optional,
    ...others.map((nicn) => ({ nicn })),
    ...each,
  ];

  return besides.map((beside) => ({ ...beside, [field]: undefined }));
}

/** For a deployment file without card tokens: a deployment may refuse one that it did not issue. */
const UNKNOWN_TOKEN = 'tok_8d21f0c35b7a4e96';
