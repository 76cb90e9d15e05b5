/** Rules that expect a refusal: each case sends edits of a request that is accepted without them. */
import type fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { defined, type JsonObject } from '../../../src/text/json-object.ts';
import type { RuleContext } from '../context.ts';
import type { History } from '../history.ts';
import { chunks } from '../lists.ts';
import { expectRefusal } from '../observers.ts';
import { type ChoiceSetting, type Rule, type RuleHead, type RuleSpec, rule } from '../rule.ts';
import { atOnce, fee, type Script } from '../script.ts';
import { type Body, isFeeCall, isSale, type ServiceCall } from '../service-call.ts';
import { identifiersBy, opened, senderOf, sendersOf } from './open.ts';

/** The fields of a request that must be refused in which it differs from an accepted one; undefined removes a field. */
export type RequestEdit = Readonly<Record<string, unknown>>;

interface RefusesSpec extends RuleHead, Pick<RuleSpec, 'missing'> {
  /** What is wrong with a call, such as `with a nicn of 5 digits`; undefined where this rule does not judge it. */
  readonly wrong: (fields: JsonObject, call: ServiceCall, history: History) => string | undefined;
  /** Whether it judges calls that open a transaction, and no updates; fee calls unless given. */
  readonly ofFirstCalls?: true;
  /** Whether it judges sales too. */
  readonly alsoSales?: true;
  /** The edge cases, the most telling first. */
  readonly edits: (context: RuleContext) => readonly RequestEdit[];
  readonly edit?: (context: RuleContext) => fc.Arbitrary<RequestEdit>;
  /** Whether later groups of edges are sent for other regions, and with all optional fields in turn, which a service may handle elsewhere. */
  readonly inEachRegion?: true;
  /** Edits in other positions than a first call without an `mTxId` by the rule's merchant. */
  readonly placed?: (context: RuleContext) => readonly Script[];
}

/** Refusals with the status and the fields of a success. */
const REFUSALS_LIKE_SUCCESS: readonly ChoiceSetting[] = [
  'refusal=2xx-message-stxid',
  'refusal=2xx-zero-fee-stxid',
];

export function refuses(spec: RefusesSpec): Rule {
  const {
    wrong,
    ofFirstCalls,
    alsoSales,
    edits,
    edit,
    inEachRegion,
    placed,
    lookAlikes = [],
    ...head
  } = spec;
  const toScript = (
    context: RuleContext,
    group: readonly RequestEdit[],
    { region = context.baseline.region, isFirst = false, isFull = false } = {},
  ): Script => {
    const { merchant, plain } = senderOf(context, head.merchant);
    const base = { ...(isFull ? fullOf(context, plain) : plain), region };
    // A refusal says something about the edit only where the request without it is accepted.
    const control = isFull ? fee(base, { merchant, needs: ALL }) : opened(base, merchant);
    const controls = isFirst || isFull || region !== plain.region ? [control] : [];

    return {
      calls: [
        // Each call opens its own transaction, so that none is an update of another.
        ...atOnce(
          group.map((one, n) => {
            const own = typeof one['mTxId'] === 'string' ? { mTxId: `{m${n + 1}}` } : {};

            return fee({ ...base, ...one, ...own }, { merchant });
          }),
        ),
        ...controls,
      ],
    };
  };

  return rule({
    ...head,
    lookAlikes: [...REFUSALS_LIKE_SUCCESS, ...lookAlikes],
    judge(call, history) {
      const { fields } = call;
      const isOfSale = alsoSales === true && isSale(call);
      const isJudged = isOfSale || (ofFirstCalls ? history.isFirstCall(call) : isFeeCall(call));
      const what = fields && isJudged ? wrong(fields, call, history) : undefined;

      return what === undefined
        ? undefined
        : expectRefusal(call, `${isOfSale ? 'a sale' : 'a fee call'} ${what}`);
    },
    scripts: (context) => [
      ...chunks(edits(context), context.effort.editsTogether).map((group, n) =>
        toScript(context, group, {
          isFirst: n === 0,
          ...(inEachRegion && { region: regionOf(context, n), isFull: n % 2 === 1 }),
        }),
      ),
      ...(placed?.(context) ?? []),
    ],
    ...(edit === undefined
      ? {}
      : {
          randomScripts: (context) => edit(context).map((one) => toScript(context, [one])),
        }),
  });
}

const ALL = 'fee-request/accepts-all-fields-at-once';

/** With all optional fields, another region and the last processor of several, beside which a service may check less. */
function fullOf(context: RuleContext, { processor, ...plain }: FeeRequest): FeeRequest {
  const { data, deployment } = context;
  const { mTxId: _, processor: __, ...others } = data.optional;
  const last = processor === undefined ? undefined : deployment.several?.processors.at(-1)?.mid;

  return defined({ ...others, ...plain, region: regionOf(context, 1), processor: last });
}

/** The n-th region; that of the baseline if n is 0. */
function regionOf({ baseline, data: { regions } }: RuleContext, n: number): string {
  // Of the form that comes last, ISO codes, first.
  const others = Object.values(regions)
    .flat()
    .toReversed()
    .filter((one) => one !== baseline.region);

  return [baseline.region, ...others][n % (others.length + 1)] ?? baseline.region;
}

/** The edits in first calls with an `mTxId`, and in updates by each identifier, of both merchants; one of the further ones in each. */
export function inEveryPosition(
  context: RuleContext,
  edits: readonly RequestEdit[],
  further: readonly RequestEdit[] = [],
): readonly Script[] {
  return [...inFirstCalls(context, edits, further), ...inUpdates(context, edits, further)];
}

/** In first calls with an `mTxId`, of both merchants; that with several processors has all optional fields in them. */
export function inFirstCalls(
  context: RuleContext,
  edits: readonly RequestEdit[],
  further: readonly RequestEdit[] = [],
): readonly Script[] {
  const name = context.deployment.several?.processors[0]?.name;

  return sendersOf(context).map(({ merchant, plain }, position) => {
    // By its MID and by its name in turn, which a service may look up in two places.
    const isSeveral = merchant === 'several';
    const ofProcessor = (n: number) => (isSeveral && n % 2 === 1 ? { processor: name } : {});
    const base = isSeveral ? fullOf(context, plain) : plain;

    return {
      calls: [...edits, ...inTurn(further, position)].map((edit, n) =>
        fee({ ...base, ...ofProcessor(n), mTxId: `{m${n + 1}}`, ...edit }, { merchant }),
      ),
    };
  });
}

/** In updates by each identifier, of both merchants; those by `sTxId` have all optional fields. */
export function inUpdates(
  context: RuleContext,
  edits: readonly RequestEdit[],
  further: readonly RequestEdit[] = [],
): readonly Script[] {
  return sendersOf(context).map(({ merchant, plain }) => {
    const isSeveral = merchant === 'several';
    const full = fullOf(context, plain);
    // With both, each tries to give the transaction its mTxId, which a service may do before it checks the rest.
    const ways = isSeveral ? (['both'] as const) : (['mTxId', 'sTxId'] as const);
    const updates = ways.flatMap((by, n) =>
      [...edits, ...inTurn(further, isSeveral ? 4 : 2 + n)].map((edit) =>
        fee({ ...(by === 'mTxId' ? plain : full), ...edit, ...identifiersBy(by, '{s1}') }, { merchant }),
      ),
    );
    // A service may refuse an update with a field that the first call lacks.
    const opening = { ...full, ...(isSeveral ? {} : { mTxId: '{m1}' }) };

    return { calls: [fee(opening, { merchant, needs: ALL }), ...updates] };
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
