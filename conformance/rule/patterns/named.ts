/** Rules on calls that name a transaction, which is found and not confused with another: updates, sales, similar `mTxId`s. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import type { NamedBy } from '../../../src/exchange/trace.ts';
import type { RuleContext } from '../context.ts';
import { isFeeCall, isSale, type MerchantRole } from '../exchange.ts';
import type { NamedCall } from '../history.ts';
import { MTXID_FORMS, mtxidInTurn } from '../mtxids.ts';
import { expectOwnStxid, isPlain, refusedBetween } from '../observers.ts';
import { type Rule, type RuleHead, type RuleSpec, rule } from '../rule.ts';
import { fee, REFUSES_CHANGES, type Script, type ScriptCall, sale } from '../script.ts';

import {
  amountsInTurn,
  identifiersBy,
  mtxidFor,
  opened,
  openedUnlessRefused,
  REFUSES_MTXID,
  senderOf,
} from './open.ts';
import { CHANGEABLE } from './values.ts';

interface NamesSpec extends Omit<RuleHead, 'level'> {
  readonly by: NamedBy;
  /** mTxIds beyond the safe domain. */
  readonly wideMtxids?: readonly string[];
}

/** A transaction that later calls name. */
interface Opening {
  readonly first: FeeRequest;
  /** Transactions opened after it, before the calls that name it. */
  readonly others?: number;
  /** An mTxId that a deployment may refuse in a first call. */
  readonly mTxId?: string;
  /** The form of the mTxId, where it is an ordinary one; the plain one unless given. */
  readonly form?: number;
  /** Sent by the merchant with several processors; by the one with one processor unless given. */
  readonly merchant?: 'several';
}

/** The calls that open it and the others. @param openOther opens another one, if it needs an `mTxId` with this one */
function open(
  { first, others = 0, mTxId, form = 0, merchant: role }: Opening,
  isNamed: boolean,
  openOther: (mTxId: string) => ScriptCall,
  context: RuleContext,
) {
  const { merchant, plain } = senderOf(context, role);
  const own = mTxId ?? mtxidInTurn(form);
  const body = { ...plain, ...first };
  const opening = isNamed ? { ...body, mTxId: own } : body;

  return {
    ...{ merchant, body, own },
    calls: [
      mTxId === undefined ? opened(opening, merchant) : openedUnlessRefused(opening, merchant),
      ...Array.from({ length: others }, (_, n) => openOther(mtxidInTurn(form, n + 2))),
    ],
  };
}

/** Observers judge neither mTxIds with unusual characters nor what only calls of other rules explain. */
function expectsOwn(accepted: string): Pick<ScriptCall, 'expects'> {
  return { expects: { accepted, sTxIdOf: 1 } };
}

function openings({ data: { feeRequest } }: RuleContext) {
  return {
    first: feeRequest,
    others: fc.nat({ max: 2 }),
    form: fc.nat({ max: MTXID_FORMS.length - 1 }),
  };
}

interface Updates extends Opening {
  /** The amounts of the updates that follow, in US dollars. */
  readonly amounts: readonly number[];
  /** Fields that the updates change; a deployment may refuse that. */
  readonly changed?: Partial<Pick<FeeRequest, 'nicn' | 'region'>>;
}

interface UpdatesSpec extends NamesSpec {
  /** mTxIds that are the same in every run: an earlier run may have opened their transactions. */
  readonly fixedMtxids?: readonly (readonly string[])[];
}

export function updates({ by, wideMtxids = [], fixedMtxids = [], ...head }: UpdatesSpec): Rule {
  const toScript = ({ amounts, changed, ...opening }: Updates, context: RuleContext): Script => {
    // By the other merchant, if there is one: a service may keep something of the last one.
    const other = senderOf(context, opening.merchant === 'several' ? 'one' : 'several');
    const openOther = (mTxId: string) => opened({ ...other.plain, ...mtxidFor(by, mTxId) }, other.merchant);
    const { merchant, body, own, calls } = open(opening, by !== 'sTxId', openOther, context);
    const changes = CHANGEABLE.find((field) => changed?.[field] !== undefined);
    const update = (amount: number) =>
      fee(
        { ...body, ...changed, amount, ...identifiersBy(by, '{s1}', own) },
        {
          merchant,
          ...(changed === undefined ? {} : { mayBeRefused: REFUSES_CHANGES }),
          ...expectsOwn(`an accepted update by ${by === 'both' ? 'both identifiers' : by}`),
        },
      );

    return { ...(changes && { changes }), calls: [...calls, ...amounts.map(update)] };
  };

  return rule({
    ...head,
    level: 'must',
    judge(exchange, history) {
      const named = isFeeCall(exchange) ? history.named(exchange) : undefined;
      const own = named?.by === by && isPlain(named) ? expectOwnStxid(exchange, named, history) : undefined;
      if (named === undefined || by !== 'sTxId' || own?.kind === 'violation') return own;

      return refusedBetween(exchange, 'an accepted update each time one is sent', history) ?? own;
    },
    scripts(context) {
      const { baseline, data, deployment } = context;
      const { plainAmounts, nicns, regions } = data;
      const plain: Updates = { first: baseline, amounts: [baseline.amount] };
      const amounts = plainAmounts.slice(0, 1);
      const region = Object.values(regions)
        .flat()
        .find((one) => one !== baseline.region);
      const nicn = nicns.findLast((one) => one !== baseline.nicn);
      const merchant = deployment.several === undefined ? {} : { merchant: 'several' as const };
      const all: readonly Updates[] = [
        { ...plain, amounts },
        { first: { ...baseline, country: '840' }, amounts, others: 1, ...merchant },
        // Also one that changes nothing.
        { ...plain, amounts: [baseline.amount, ...plainAmounts.slice(0, 2)] },
        ...(region === undefined ? [] : [{ ...plain, changed: { region } }]),
        ...(nicn === undefined ? [] : [{ ...plain, changed: { nicn } }]),
        ...wideMtxids.map((mTxId) => ({ ...plain, mTxId })),
      ];

      return [
        // Those that a deployment may refuse for what they change have the plainest.
        ...all.map((one, n) => toScript({ form: n + PLAIN_FORMS, ...one }, context)),
        ...fixedMtxids.map((mTxIds) => foundAgain(mTxIds, baseline)),
      ];
    },
    randomScripts: (context) =>
      fc
        .record({
          ...openings(context),
          amounts: fc.array(context.data.plainAmount, { minLength: 1, maxLength: 3 }),
        })
        .map((one) => toScript(one, context)),
  });
}

/** Of those in turn that come first. */
const PLAIN_FORMS = 3;

/** A call with each, and the same again. Where an earlier run has opened the transactions, the first ones are updates already. */
function foundAgain(mTxIds: readonly string[], baseline: FeeRequest): Script {
  const [ordinary] = mTxIds;
  const asFor = (mTxId: string) => `a fee for {call} with the mTxId ${mTxId}, as for one with ${ordinary}`;

  return {
    calls: [
      ...mTxIds.map((mTxId) =>
        fee(
          { ...baseline, mTxId },
          // A firewall may refuse such words with a page and status 200: that has no JSON body.
          mTxId === ordinary
            ? { mayBeRefused: REFUSES_MTXID, expects: { sTxId: 'in-json' } }
            : { expects: { accepted: asFor(mTxId), sTxId: 'in-json' } },
        ),
      ),
      ...mTxIds.map((mTxId, n) =>
        fee(
          { ...baseline, mTxId },
          { needs: 'fee-request/accepts-all-fields-at-once', expects: { sTxIdOf: n + 1 } },
        ),
      ),
    ],
  };
}

interface SellsSpec extends NamesSpec {
  /** Whether the rule judges a sale that names its transaction in this way. */
  readonly judges: (named: NamedCall) => boolean;
  /** Completes `an accepted sale …`. */
  readonly how: string;
  /** Whether the first call has an `mTxId`; `either` for a rule that holds with and without. */
  readonly opensWithMtxid: boolean | 'either';
}

export function sells({ judges, by, how, opensWithMtxid, wideMtxids = [], ...head }: SellsSpec): Rule {
  const isNamed = opensWithMtxid === true;
  const toScript = (opening: Opening, context: RuleContext, alsoNamed = false): Script => {
    const openOther = (mTxId: string) => opened({ ...context.baseline, ...(isNamed ? { mTxId } : {}) });
    const { merchant, own, calls } = open(opening, isNamed || alsoNamed, openOther, context);
    const body = { ...identifiersBy(by, '{s1}', own), ...context.traits.saleExtras };

    return { calls: [...calls, sale(body, { merchant, ...expectsOwn(`an accepted sale ${how}`) })] };
  };

  return rule({
    ...head,
    level: 'must',
    judge(exchange, history) {
      const named = isSale(exchange) ? history.named(exchange) : undefined;
      if (named === undefined) return undefined;
      const own = judges(named) && isPlain(named) ? expectOwnStxid(exchange, named, history) : undefined;
      if (by !== 'sTxId' || own?.kind === 'violation') return own;

      return refusedBetween(exchange, 'an accepted sale each time one is sent', history) ?? own;
    },
    scripts(context) {
      const { baseline, data, deployment } = context;
      const plain: Opening = { first: baseline };
      // Fee calls of several name each processor, sales are of the last one.
      const processor = deployment.several?.processors.at(-1)?.mid;
      const all: readonly Opening[] = [
        { ...plain, others: isNamed ? 1 : 0 },
        { ...plain, others: isNamed ? 0 : 1 },
        ...(processor === undefined
          ? []
          : [
              {
                first: { ...baseline, processor },
                merchant: 'several',
                others: by === 'mTxId' ? 1 : 0,
              } as const,
            ]),
        ...data.nicns.slice(1, 3).map((nicn, n) => {
          const region =
            Object.values(data.regions)
              .flat()
              .at(-1 - n) ?? baseline.region;

          return { first: { ...baseline, nicn, region } };
        }),
        { first: { ...baseline, amount: Math.min(...data.plainAmounts) } },
        ...wideMtxids.map((mTxId) => ({ ...plain, mTxId })),
      ];

      return [
        ...all.map((one, form) => toScript({ form, ...one }, context)),
        ...(opensWithMtxid === 'either' ? [toScript({ ...plain, form: all.length }, context, true)] : []),
      ];
    },
    randomScripts: (context) => fc.record(openings(context)).map((one) => toScript(one, context)),
  });
}

/** `mTxId`s of first calls; those that the deployment refuses are skipped. */
export type SimilarMtxids = readonly string[];

interface KeepsApartSpec extends RuleHead, Pick<RuleSpec, 'judge'> {
  readonly groups: readonly SimilarMtxids[];
  /** Sent by the merchant with several processors. */
  readonly bySeveral: SimilarMtxids;
  readonly randomScripts?: () => fc.Arbitrary<SimilarMtxids>;
}

export const DIFFERENT_STXIDS = 'a different sTxId for each mTxId';

export function keepsApart({ groups, bySeveral, randomScripts: random, ...head }: KeepsApartSpec): Rule {
  return rule({
    ...head,
    scripts: (context) => [
      ...groups.map((group) => firstCalls(group, context)),
      ...(context.deployment.several === undefined ? [] : [firstCalls(bySeveral, context, 'several')]),
    ],
    ...(random === undefined
      ? {}
      : { randomScripts: (context) => random().map((group) => firstCalls(group, context)) }),
  });
}

function firstCalls(mTxIds: SimilarMtxids, context: RuleContext, role?: MerchantRole): Script {
  const sender = senderOf(context, role);
  const { merchant, plain } = sender;
  // Those of the other merchant have one amount.
  const amounts = role === undefined ? [plain.amount] : amountsInTurn(context, sender);

  return {
    calls: mTxIds.map((mTxId, n) =>
      fee({ ...plain, amount: amounts[n % amounts.length], mTxId }, { merchant }),
    ),
    sTxIds: { are: 'different', what: DIFFERENT_STXIDS },
  };
}
