/** The rules on required fields: a first call without one is refused, and none of another case or kind replaces it. */
import { REQUIRED_FIELDS } from '../../../src/contract/fields.gen.ts';
import type { JsonObject } from '../../../src/text/json-object.ts';
import type { OptionalField, RuleContext } from '../../rule/context.ts';
import { expectRefusal } from '../../rule/observers.ts';
import { ABROAD } from '../../rule/patterns/open.ts';
import { inFirstCalls, type RequestEdit, refuses } from '../../rule/patterns/refuses.ts';
import { type Rule, requires } from '../../rule/rule.ts';
import { hasNoneOf, isFeeCall } from '../../rule/service-call.ts';

type RequiredField = 'amount' | 'nicn' | 'region';

export const requiresAmount = requiresField('amount', {
  standIn: 'totalAmount',
  fix: 'Check that a first call has amount. Do not use totalAmount or a default instead.',
});

export const requiresNicn = requiresField('nicn', {
  standIn: 'cardToken',
  fix: 'Check that a first call has nicn. Do not use cardToken or the card of an earlier call instead.',
});

/** It also judges first calls without several of the three: a check of one field must not hide a missing check of another. */
export const requiresRegion = withMalformed(
  requiresField('region', {
    standIn: 'country',
    fix: "Check that a first call has region. Do not use country or the merchant's default instead.",
    together: [
      ['amount', 'nicn'],
      ['amount', 'region'],
      ['nicn', 'region'],
      ['amount', 'nicn', 'region'],
    ],
  }),
);

/** A field whose name differs in case from a documented one is another field: it does not stand in for a required one. */
export const namesAreCaseSensitive = refuses({
  id: 'fee-request/names-are-case-sensitive',
  section: '2.1',
  title: 'a field whose name differs in case is not the documented one',
  tries: 'A first call in which the name of a required field begins with a capital.',
  fix: 'Compare the names of fields exactly, as JSON does: a client that writes both names would get the fee of either.',
  lookAlikes: ['unknown-request-fields=refuse'],
  ofFirstCalls: true,
  wrong(fields) {
    const other = standInByCase(fields);

    return other && `with ${other} in place of ${other.toLowerCase()}`;
  },
  edits: ({ baseline: { amount } }) => [{ amount: undefined, Amount: amount }],
});

interface RequirementOfField {
  /** The optional field that a server is most likely to use in its place. */
  readonly standIn: OptionalField;
  readonly fix: string;
  /** Sets of required fields that this rule also leaves out together. */
  readonly together?: readonly (readonly RequiredField[])[];
}

function requiresField(field: RequiredField, { standIn, fix, together = [] }: RequirementOfField): Rule {
  const isOfSeveral = together.length > 0;

  return refuses({
    id: `fee-request/requires-${field}`,
    section: '2.1',
    title: `a first call without ${field} is refused`,
    tries: `First calls without ${field}: with no optional field, with each and with all of them${isOfSeveral ? ', and without amount or nicn or both as well' : ''}. What an update may leave out is a choice.`,
    fix,
    inTraffic: requires(field),
    lookAlikes: ['partial-update=keep'],
    ofFirstCalls: true,
    wrong(fields) {
      const absent = REQUIRED_FIELDS.filter((name) => !(name in fields));
      const isOwn = absent.length > 1 ? isOfSeveral : absent[0] === field;

      return isOwn && !standInByCase(fields) ? `without ${absent.join(' and ')}` : undefined;
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
        // A service may take a call with an mTxId alone for one that comes later.
        ...(isOfSeveral ? [{ amount: undefined, nicn: undefined, region: undefined }] : []),
      ]),
  });
}

/** Judges bodies that are no JSON object as well: one that names no field and no transaction is a first call without any. */
function withMalformed(own: Rule): Rule {
  return {
    ...own,
    judge(call, history) {
      if (!isFeeCall(call) || !hasNoneOf(['nicn', 'region', 'sTxId', 'mTxId'], call))
        return own.judge?.(call, history);
      const absent = REQUIRED_FIELDS.filter((name) => !call.body.includes(name));

      return expectRefusal(call, `a fee call without ${absent.join(' and ')}`);
    },
  };
}

/** The name of a field that is a required one but for its case, where that one is absent: some frameworks read it. */
function standInByCase(fields: JsonObject): string | undefined {
  return Object.keys(fields).find((name) =>
    REQUIRED_FIELDS.some((field) => !(field in fields) && field === name.toLowerCase()),
  );
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
