/** Rules that expect acceptance: each case sends a valid request as a first call or an update, of either merchant. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { NAMED_BY, type NamedBy } from '../../../src/exchange/trace.ts';
import type { RuleContext } from '../context.ts';
import { REFUSAL, type Rule, type RuleHead, type RuleSpec, rule } from '../rule.ts';
import { fee, type Script } from '../script.ts';
import type { MerchantRole } from '../service-call.ts';
import { identifiersBy, mtxidFor, opened, priceableOf } from './open.ts';

export interface AcceptedCall {
  readonly request: FeeRequest;
  /** Sent as an update that names its transaction in this way; a first call unless given. */
  readonly update?: NamedBy;
  /** Sent as a first call, and then as an update that names its transaction in each of these ways. */
  readonly walk?: readonly NamedBy[];
  /** Writes a whole amount as `100.0`, as languages do that keep it as a float. Only of first calls without `mTxId`. */
  readonly hasFloat?: true;
  /** The merchant that sends it; the rule's own merchant unless given. */
  readonly merchant?: MerchantRole;
}

interface AcceptsSpec extends Omit<RuleHead, 'inTraffic'>, Pick<RuleSpec, 'missing' | 'untested' | 'judge'> {
  /** A characteristic of the request for failure texts, such as `a whole amount`. */
  readonly what: string;
  /** The edge cases, the most telling first. */
  readonly requests: (context: RuleContext) => readonly (FeeRequest | AcceptedCall)[];
  readonly request?: (context: RuleContext) => fc.Arbitrary<FeeRequest>;
  /** Whether random requests are sent as updates too. */
  readonly alsoUpdates?: true;
}

export function accepts({ what, requests, request, alsoUpdates, ...head }: AcceptsSpec): Rule {
  const { merchant = 'one' } = head;
  const toScript = (call: AcceptedCall) => scriptOf({ merchant, ...call }, `a fee for {call} with ${what}`);

  return rule({
    ...head,
    inTraffic: REFUSAL,
    scripts: (context) => requests(context).map((one) => toScript('request' in one ? one : { request: one })),
    ...(request === undefined
      ? {}
      : {
          randomScripts: (context) =>
            fc
              .record(
                { request: request(context), ...(alsoUpdates && { update: fc.constantFrom(...NAMED_BY) }) },
                { requiredKeys: ['request'] },
              )
              .map(toScript),
        }),
  });
}

function scriptOf(
  { request, update, walk, hasFloat, merchant }: AcceptedCall & Pick<Required<AcceptedCall>, 'merchant'>,
  accepted: string,
): Script {
  const first = { merchant, expects: { accepted } };
  const withFloat = JSON.stringify(request).replace(/"amount":\d+(?=[,}])/, '$&.0');
  if (update === undefined && walk === undefined)
    return { calls: [fee(hasFloat ? { raw: withFloat } : { ...request }, first)] };
  const ways = walk ?? NAMED_BY.filter((by) => by === update);
  const mTxId = mtxidFor(ways.find((by) => by !== 'sTxId') ?? 'sTxId');
  const opening =
    update === undefined
      ? fee({ ...request, ...mTxId }, first)
      : opened({ ...priceableOf(request), ...mTxId }, merchant);

  // An update may not be the first to give an mTxId everywhere.
  const again = { ...request, mTxId: undefined };

  return { calls: [opening, ...ways.map((by) => fee({ ...again, ...identifiersBy(by, '{s1}') }, first))] };
}

/**
 * Each request in every position. Services may check a field per position or per merchant, but hardly per merchant and
 * position, so the merchant with several processors sends each update in one way only.
 */
export function walks(
  context: RuleContext,
  ...requests: readonly (FeeRequest | undefined)[]
): readonly AcceptedCall[] {
  const known = requests.filter((request) => request !== undefined);

  return [
    ...known.map((request) => ({ request, walk: NAMED_BY })),
    ...bySeveral(context, ...known).map((call, n) => ({
      ...call,
      walk: NAMED_BY.slice(n % NAMED_BY.length).slice(0, 1),
    })),
  ];
}

/** The same first calls by the merchant with several processors in turn, the last one first, where the deployment file has one. */
export function bySeveral(
  { deployment }: RuleContext,
  ...requests: readonly (FeeRequest | undefined)[]
): readonly AcceptedCall[] {
  const mids = (deployment.several?.processors ?? []).map(({ mid }) => mid).toReversed();

  return requests.flatMap((request, n) => {
    const processor = mids[n % mids.length];

    return request === undefined || processor === undefined
      ? []
      : [{ request: { ...request, processor }, merchant: 'several' as const }];
  });
}
