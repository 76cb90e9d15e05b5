/** Rules that expect acceptance: each case sends a valid request as a first call or an update, of either merchant. */

import fc from 'fast-check';
import { REQUIRED_FIELDS } from '../../../src/contract/fields.gen.ts';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { NAMED_BY, type NamedBy } from '../../../src/exchange/trace.ts';
import { assertAccepted, stxidOf } from '../assertions.ts';
import type { RuleContext } from '../context.ts';
import type { Conversation } from '../conversation.ts';
import type { Exchange, MerchantRole } from '../exchange.ts';
import { NotJudged } from '../failure.ts';
import { type Rule, type RuleHead, type RuleSpec, rule } from '../rule.ts';
import { identifiersBy, mtxidFor, open, priceableOf } from './open.ts';
import { findRefusal } from './plain-calls.ts';
import { smallerRequests } from './smaller-requests.ts';

export interface AcceptedCall {
  readonly request: FeeRequest;
  /** Sent as an update that names its transaction in this way; a first call unless given. */
  readonly update?: NamedBy;
  /** Sent as a first call with an `mTxId`, and then as an update that names its transaction in each of these ways. */
  readonly walk?: readonly NamedBy[];
  /** Writes a whole amount as `100.0`, as languages do that keep it as a float. Only of first calls without `mTxId`. */
  readonly hasFloat?: true;
  /** The merchant that sends it; the rule's own merchant unless given. */
  readonly merchant?: MerchantRole;
}

interface AcceptsSpec extends RuleHead, Pick<RuleSpec<AcceptedCall>, 'missing' | 'untested' | 'observe'> {
  /** A characteristic of the request for failure texts, such as `a whole amount`. */
  readonly what: string;
  /** The edge cases, the most telling first. */
  readonly requests: (context: RuleContext) => readonly (FeeRequest | AcceptedCall)[];
  readonly request?: (context: RuleContext) => fc.Arbitrary<FeeRequest>;
  /** Whether random requests are sent as updates too. */
  readonly alsoUpdates?: true;
}

export function accepts({ what, requests, request, alsoUpdates, ...head }: AcceptsSpec): Rule {
  return rule<AcceptedCall>({
    ...head,
    probes: (context) => requests(context).map((one) => ('request' in one ? one : { request: one })),
    ...(request === undefined ? {} : { cases: (context) => callOf(request(context), alsoUpdates) }),
    shrink: ({ update, walk, ...call }) => [
      ...(update === undefined && walk === undefined ? [] : [call]),
      ...(walk ?? []).map((by) => ({ ...call, update: by })),
      ...(walk !== undefined && walk.length > 0 ? [{ ...call, walk: [] }] : []),
      ...smallerRequests(call.request, requiredProcessor(call.merchant ?? head.merchant)).map((smaller) => ({
        ...call,
        ...(update === undefined ? {} : { update }),
        ...(walk === undefined ? {} : { walk }),
        request: smaller,
      })),
    ],
    unmask: (call, removeTraits) => {
      const processor = requiredProcessor(call.merchant ?? head.merchant);
      const left = removeTraits(call.request, [...REQUIRED_FIELDS, ...processor]);

      return left === undefined ? undefined : { ...call, request: left };
    },

    async run({ request, update, walk, hasFloat, merchant = head.merchant ?? 'one' }, conversation) {
      const send: Conversation['fee'] = (body) => conversation.fee(body, { merchant });
      const judge = async (exchange: Exchange, updates: readonly NamedBy[] = []): Promise<Exchange> => {
        if (exchange.outcome.kind === 'refused') {
          const isTaken = updates.length > 0 && !(await findRefusal({ fee: send }, updates, request));
          if (isTaken) throw new NotJudged('another transaction takes the same update', LOST_TRANSACTION);
        }

        return assertAccepted(
          exchange,
          `a fee for ${updates.length === 0 ? 'a call' : 'an update'} with ${what}`,
        );
      };
      if (update === undefined && walk === undefined) {
        await judge(await send(hasFloat ? { raw: writeFloat(request) } : { ...request }));
        return;
      }
      const sTxId =
        update === undefined
          ? stxidOf(await judge(await send({ ...request, mTxId: '{m1}' })))
          : await open({ fee: send }, { ...priceableOf(request), ...mtxidFor(update) });
      const updates = walk ?? NAMED_BY.filter((by) => by === update);
      for (const [index, by] of updates.entries()) {
        const exchange = await judge(
          await send({ ...request, ...identifiersBy(by, sTxId) }),
          updates.slice(0, index + 1),
        );
        // Another rule judges that; the next update may be refused because of it.
        if (exchange.given !== sTxId) return;
      }
    },
  });
}

/** The rule that judges how transactions are found. */
const LOST_TRANSACTION = 'identity/state-machine';

/**
 * Each request in every position. Services may check a field per position or per merchant, but hardly per merchant and
 * position, so the merchant with several processors sends each update in one way only.
 */
export function inEveryPosition(
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

/** The same first calls by the merchant with several processors, where the deployment file has one. */
export function bySeveral(
  { deployment }: RuleContext,
  ...requests: readonly (FeeRequest | undefined)[]
): readonly AcceptedCall[] {
  const processor = deployment.several?.processors[0]?.mid;
  if (processor === undefined) return [];

  return requests.flatMap((request) =>
    request === undefined ? [] : [{ request: { ...request, processor }, merchant: 'several' as const }],
  );
}

function writeFloat(request: FeeRequest): string {
  return JSON.stringify(request).replace(/"amount":\d+(?=[,}])/, '$&.0');
}

/** A merchant with several processors has to name one. */
function requiredProcessor(merchant: MerchantRole | undefined): readonly string[] {
  return merchant === 'several' ? ['processor'] : [];
}

function callOf(
  request: fc.Arbitrary<FeeRequest>,
  alsoUpdates: true | undefined,
): fc.Arbitrary<AcceptedCall> {
  const update = fc.constantFrom(...NAMED_BY);

  return alsoUpdates ? fc.record({ request, update }, { requiredKeys: ['request'] }) : fc.record({ request });
}
