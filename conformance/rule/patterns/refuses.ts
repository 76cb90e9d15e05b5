/** Rules that expect a refusal: each case is a named edit of a request that is accepted without it. */

import fc from 'fast-check';
import { REQUIRED_FIELDS } from '../../../src/contract/fields.gen.ts';
import { assertRefused, requireAccepted } from '../assertions.ts';
import { chunks } from '../chunks.ts';
import type { RuleContext } from '../context.ts';
import type { Body } from '../exchange.ts';
import { type ChoiceSetting, type Rule, type RuleHead, type RuleSpec, rule } from '../rule.ts';
import type { Script, ScriptCall } from '../script.ts';
import { identifiersBy } from './open.ts';
import { smallerRequests } from './smaller-requests.ts';

/** A request that must be refused, and the accepted one that it differs from by one edit. */
export interface Edit {
  /** Describes the edit, such as `without amount`. */
  readonly edit: string;
  readonly base: Body;
  readonly body: Body;
}

interface RefusesSpec extends RuleHead, Pick<RuleSpec<readonly Edit[]>, 'observe' | 'missing'> {
  /** The edge cases, the most telling first. */
  readonly edits: (context: RuleContext) => readonly Edit[];
  readonly edit?: (context: RuleContext) => fc.Arbitrary<Edit>;
  /** Whether later groups of edges are sent for other regions, which a service may handle elsewhere. */
  readonly inEachRegion?: true;
  /** Further calls, which the observer judges. */
  readonly scripts?: (context: RuleContext) => readonly Script[];
}

/** Refusals with the status and the fields of a success. */
const REFUSALS_LIKE_SUCCESS: readonly ChoiceSetting[] = [
  'refusal=2xx-message-stxid',
  'refusal=2xx-zero-fee-stxid',
];

export function refuses({ edits, edit, inEachRegion, scripts, lookAlikes = [], ...head }: RefusesSpec): Rule {
  return rule<readonly Edit[]>({
    ...head,
    lookAlikes: [...REFUSALS_LIKE_SUCCESS, ...lookAlikes],
    probes: (context) => [
      ...chunks(edits(context), context.effort.editsTogether).map((group, n) =>
        inEachRegion ? group.map((one) => inRegion(one, n, context)) : group,
      ),
      ...(scripts?.(context) ?? []),
    ],
    ...(edit === undefined
      ? {}
      : { cases: (context) => fc.array(edit(context), { minLength: 1, maxLength: 2 }) }),
    split: (group) => group.map((one) => [one]),
    shrink: (group) => (group.length > 1 ? group.map((one) => [one]) : group.flatMap(smallerEdits)),

    async run(group, { fee }) {
      const sent = await Promise.all(
        group.map(async ({ edit, body }) => ({ edit, exchange: await fee(body) })),
      );
      for (const { edit, exchange } of sent) assertRefused(exchange, `a refusal of a fee call ${edit}`);
      // A refusal says something about the edit only where the request without it is accepted.
      for (const base of distinctBases(group))
        requireAccepted(await fee(base), 'fee-request/accepts-required-fields-alone');
    },
  });
}

/** The edit for the n-th region; for that of the baseline if n is 0. */
function inRegion(edit: Edit, n: number, { baseline, data: { regions } }: RuleContext): Edit {
  // Of the form that comes last, ISO codes, first.
  const others = Object.values(regions)
    .flat()
    .toReversed()
    .filter((one) => one !== baseline.region);
  const region = [baseline.region, ...others][n % (others.length + 1)];

  return { ...edit, base: { ...edit.base, region }, body: { ...edit.body, region } };
}

/** The edits in first calls with an `mTxId`, and in those of the merchant with several processors. */
function inFirstCalls(context: RuleContext, edits: readonly Body[]): readonly Script[] {
  const named = edits.map((edit, n): ScriptCall => {
    return { operation: 'calculateFee', body: { ...context.baseline, ...edit, mTxId: `{m${n + 1}}` } };
  });

  return [{ calls: named }, ...inFirstCallsOfSeveral(context, edits)];
}

/** The edits in first calls of the merchant with several processors; none without such a merchant. */
export function inFirstCallsOfSeveral(
  { baseline, deployment }: RuleContext,
  edits: readonly Body[],
): readonly Script[] {
  const processor = deployment.several?.processors[0];
  // By its MID and by its name in turn, which a service may look up in two places.
  const calls = edits.map((edit, n): ScriptCall => {
    const named = n % 2 === 0 ? processor?.mid : processor?.name;

    return {
      operation: 'calculateFee',
      merchant: 'several',
      body: { ...baseline, processor: named, ...edit },
    };
  });

  return processor === undefined ? [] : [{ calls }];
}

/** The edits in first calls and in updates by each identifier, of both merchants. */
export function editsInEveryPosition(context: RuleContext, edits: readonly Body[]): readonly Script[] {
  return [...inFirstCalls(context, edits), ...inUpdates(context, edits)];
}

/** The edits in updates by each identifier, of both merchants. */
export function inUpdates({ baseline, deployment }: RuleContext, edits: readonly Body[]): readonly Script[] {
  const processor = deployment.several?.processors[0]?.mid;
  const mTxId = '{m1}';
  const fee = (body: Body): ScriptCall => ({ operation: 'calculateFee', body: { ...baseline, ...body } });
  const feeOfSeveral = (body: Body): ScriptCall => ({
    ...fee({ processor, ...body }),
    merchant: 'several',
  });
  const calls = (['mTxId', 'sTxId'] as const).flatMap((by) =>
    edits.map((edit) => fee({ ...edit, ...identifiersBy(by, '{s1}') })),
  );
  // Each tries to give the transaction its mTxId, which a service may do before it checks the rest.
  const callsOfSeveral = edits.map((edit) => feeOfSeveral({ ...edit, ...identifiersBy('both', '{s1}') }));

  return [
    { calls: [fee({ mTxId }), ...calls] },
    ...(processor === undefined ? [] : [{ calls: [feeOfSeveral({}), ...callsOfSeveral] }]),
  ];
}

/** The same edit of a smaller request. */
function smallerEdits({ edit, base, body }: Edit): readonly (readonly Edit[])[] {
  const [before, after] = [new Map(Object.entries(base)), new Map(Object.entries(body))];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const edited = names.filter((name) => JSON.stringify(before.get(name)) !== JSON.stringify(after.get(name)));

  return smallerRequests(body, edited).map((smaller) => {
    const kept = [...before].filter(([name]) => edited.includes(name) || name in smaller);
    const smallerBase = { ...Object.fromEntries(kept), ...without(smaller, ...edited) };

    return [{ edit: describeSmaller(edit, smaller), base: smallerBase, body: smaller }];
  });
}

/** Updates the optional fields that the description names after `, with`. */
function describeSmaller(edit: string, body: Body): string {
  const [what = edit, beside] = edit.split(', with ');
  const left = Object.keys(body).filter((name) => !REQUIRED_FIELDS.includes(name));
  if (beside === undefined || beside.startsWith('another')) return edit;

  return left.length === 0 ? what : `${what}, with ${left.join(' and ')}`;
}

/** The request without these fields. */
export function without(request: object, ...fields: readonly string[]): Body {
  return Object.fromEntries(Object.entries(request).filter(([name]) => !fields.includes(name)));
}

function distinctBases(group: readonly Edit[]): readonly Body[] {
  return [...new Map(group.map(({ base }) => [JSON.stringify(base), base])).values()];
}
