/** Rules that expect a refusal: each case sends edits of a request that is accepted without them. */

import fc from 'fast-check';
import { REQUIRED_FIELDS } from '../../../src/contract/fields.gen.ts';
import { chunks } from '../chunks.ts';
import type { OptionalField, RuleContext } from '../context.ts';
import { type Body, type Exchange, hasNoneOf, isFeeCall } from '../exchange.ts';
import { expectRefusal } from '../observers.ts';
import { type ChoiceSetting, type Rule, type RuleHead, type RuleSpec, rule } from '../rule.ts';
import { fee, type Script } from '../script.ts';
import { identifiersBy, opened, senderOf, sendersOf } from './open.ts';
import { ABROAD } from './values.ts';

/** The fields of a request that must be refused in which it differs from an accepted one; undefined removes a field. */
export type RequestEdit = Readonly<Record<string, unknown>>;

interface RefusesSpec extends RuleHead, Pick<RuleSpec, 'missing'> {
  /** Judges each call with such an edit. */
  readonly judge: NonNullable<Rule['judge']>;
  /** The edge cases, the most telling first. */
  readonly edits: (context: RuleContext) => readonly RequestEdit[];
  readonly edit?: (context: RuleContext) => fc.Arbitrary<RequestEdit>;
  /** Whether later groups of edges are sent for other regions, which a service may handle elsewhere. */
  readonly inEachRegion?: true;
  /** Edits in other positions than a first call without an `mTxId` by the rule's merchant. */
  readonly placed?: (context: RuleContext) => readonly Script[];
}

/** Refusals with the status and the fields of a success. */
const REFUSALS_LIKE_SUCCESS: readonly ChoiceSetting[] = [
  'refusal=2xx-message-stxid',
  'refusal=2xx-zero-fee-stxid',
];

export function refuses({ edits, edit, inEachRegion, placed, lookAlikes = [], ...head }: RefusesSpec): Rule {
  const toScript = (
    context: RuleContext,
    group: readonly RequestEdit[],
    region = context.baseline.region,
  ): Script => {
    const { merchant, plain } = senderOf(context, head.merchant);
    const base = { ...plain, region };

    return {
      calls: [
        ...group.map((one, n) => fee(withOwnMtxid({ ...base, ...one }, n), { merchant, concurrent: true })),
        // A refusal says something about the edit only where the request without it is accepted.
        opened(base, merchant),
      ],
    };
  };

  return rule({
    ...head,
    lookAlikes: [...REFUSALS_LIKE_SUCCESS, ...lookAlikes],
    scripts: (context) => [
      ...chunks(edits(context), context.effort.editsTogether).map((group, n) =>
        toScript(context, group, inEachRegion && regionOf(context, n)),
      ),
      ...(placed?.(context) ?? []),
    ],
    ...(edit === undefined
      ? {}
      : {
          randomScripts: (context) =>
            fc.array(edit(context), { minLength: 1, maxLength: 2 }).map((group) => toScript(context, group)),
        }),
  });
}

/** The n-th region; that of the baseline if n is 0. */
function regionOf({ baseline, data: { regions } }: RuleContext, n: number): string | undefined {
  // Of the form that comes last, ISO codes, first.
  const others = Object.values(regions)
    .flat()
    .toReversed()
    .filter((one) => one !== baseline.region);

  return [baseline.region, ...others][n % (others.length + 1)];
}

/** Each call opens its own transaction, so that none is an update of another. */
function withOwnMtxid(body: RequestEdit, index: number): RequestEdit {
  return typeof body['mTxId'] === 'string' ? { ...body, mTxId: `{m${index + 1}}` } : body;
}

/** The edits in first calls with an `mTxId`, and in updates by each identifier, of both merchants; one of the further ones in each. */
export function inEveryPosition(
  context: RuleContext,
  edits: readonly RequestEdit[],
  further: readonly RequestEdit[] = [],
): readonly Script[] {
  return [...inFirstCalls(context, edits, further), ...inUpdates(context, edits, further)];
}

/** In first calls with an `mTxId`, of both merchants. */
function inFirstCalls(
  context: RuleContext,
  edits: readonly RequestEdit[],
  further: readonly RequestEdit[] = [],
): readonly Script[] {
  const name = context.deployment.several?.processors[0]?.name;

  return sendersOf(context).map(({ merchant, plain }, position) => {
    // By its MID and by its name in turn, which a service may look up in two places.
    const ofProcessor = (n: number) => (merchant === 'several' && n % 2 === 1 ? { processor: name } : {});

    return {
      calls: [...edits, ...inTurn(further, position)].map((edit, n) =>
        fee({ ...plain, ...ofProcessor(n), mTxId: `{m${n + 1}}`, ...edit }, { merchant }),
      ),
    };
  });
}

/** In updates by each identifier, of both merchants. */
export function inUpdates(
  context: RuleContext,
  edits: readonly RequestEdit[],
  further: readonly RequestEdit[] = [],
): readonly Script[] {
  return sendersOf(context).map(({ merchant, plain }) => {
    const isSeveral = merchant === 'several';
    // With both, each tries to give the transaction its mTxId, which a service may do before it checks the rest.
    const ways = isSeveral ? (['both'] as const) : (['mTxId', 'sTxId'] as const);
    const updates = ways.flatMap((by, n) =>
      [...edits, ...inTurn(further, isSeveral ? 4 : 2 + n)].map((edit) =>
        fee({ ...plain, ...edit, ...identifiersBy(by, '{s1}') }, { merchant }),
      ),
    );

    return { calls: [opened(isSeveral ? plain : { ...plain, mTxId: '{m1}' }, merchant), ...updates] };
  });
}

function inTurn(edits: readonly RequestEdit[], position: number): readonly RequestEdit[] {
  const edit = edits[position % edits.length];

  return edit === undefined ? [] : [edit];
}

/** The request without these fields. */
export function without(request: object, ...fields: readonly string[]): Body {
  return Object.fromEntries(Object.entries(request).filter(([name]) => !fields.includes(name)));
}

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
        // A service may take a call with an mTxId alone for one that comes later.
        ...(together.length > 0 ? [{ amount: undefined, nicn: undefined, region: undefined }] : []),
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
