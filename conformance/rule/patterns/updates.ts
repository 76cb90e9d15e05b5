/** Rules on updates: a later fee call that names a transaction returns that transaction's `sTxId`. */

import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import type { NamedBy } from '../../../src/exchange/trace.ts';
import type { RuleContext } from '../context.ts';
import { isFeeCall } from '../exchange.ts';
import { MTXID_FORMS, mtxidInTurn } from '../mtxids.ts';
import { expectOwnStxid, isPlain } from '../observers.ts';
import { type Rule, type RuleHead, rule } from '../rule.ts';
import { fee, REFUSES_CHANGES, type Script } from '../script.ts';
import { CHANGEABLE } from './fee-changes.ts';
import { identifiersBy, mtxidFor, opened, openedUnlessRefused, REFUSES_MTXID, senderOf } from './open.ts';

interface Updates {
  readonly first: FeeRequest;
  /** The amounts of the updates that follow, in US dollars. */
  readonly amounts: readonly number[];
  /** Transactions that the other merchant, if there is one, opens between the first call and its updates. */
  readonly others?: number;
  /** Sent by the merchant with several processors; by the one with one processor unless given. */
  readonly merchant?: 'several';
  /** An mTxId that a deployment may refuse in a first call. */
  readonly mTxId?: string;
  /** The form of the mTxId, where it is an ordinary one; the plain one unless given. */
  readonly form?: number;
  /** Fields that the updates change; a deployment may refuse that. */
  readonly changed?: Partial<Pick<FeeRequest, 'nicn' | 'region' | 'processor'>>;
}

interface UpdatesSpec extends Omit<RuleHead, 'level'> {
  readonly by: NamedBy;
  /** mTxIds beyond the safe domain. */
  readonly wideMtxids?: readonly string[];
  /** mTxIds that are the same in every run: an earlier run may have opened their transactions. */
  readonly fixedMtxids?: readonly string[];
}

export function updates({ by, wideMtxids = [], fixedMtxids = [], ...head }: UpdatesSpec): Rule {
  return rule({
    ...head,
    level: 'must',
    judge(exchange, history) {
      const named = isFeeCall(exchange) ? history.named(exchange) : undefined;

      return named?.by === by && isPlain(named) ? expectOwnStxid(exchange, named, history) : undefined;
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
        { ...plain, amounts: plainAmounts.slice(0, 3) },
        ...(region === undefined ? [] : [{ ...plain, changed: { region } }]),
        ...(nicn === undefined ? [] : [{ ...plain, changed: { nicn } }]),
        ...(by !== 'mTxId' ? [] : (deployment.several?.processors ?? []).slice(1, 2)).map(({ mid }) => ({
          ...plain,
          ...merchant,
          changed: { processor: mid },
        })),
        ...wideMtxids.map((mTxId) => ({ ...plain, mTxId })),
      ];

      return [
        ...all.map((one, form) => scriptOf({ form, ...one }, by, context)),
        ...fixedMtxids.map((mTxId) => foundAgain(mTxId, baseline)),
      ];
    },
    randomScripts: (context) =>
      fc
        .record({
          first: context.data.feeRequest,
          amounts: fc.array(context.data.plainAmount, { minLength: 1, maxLength: 3 }),
          others: fc.nat({ max: 2 }),
          form: fc.nat({ max: MTXID_FORMS.length - 1 }),
        })
        .map((one) => scriptOf(one, by, context)),
  });
}

function scriptOf(
  { first, amounts, others = 0, changed, merchant: role, mTxId, form = 0 }: Updates,
  by: NamedBy,
  context: RuleContext,
): Script {
  const { merchant, plain } = senderOf(context, role);
  const body = { ...plain, ...first };
  const own = mTxId ?? mtxidInTurn(form);
  const opening = { ...body, ...mtxidFor(by, own) };
  // By the other merchant, if there is one: a service may keep something of the last one.
  const other = senderOf(context, merchant === 'several' ? 'one' : 'several');
  const more = Array.from({ length: others }, (_, n) =>
    opened({ ...other.plain, ...mtxidFor(by, mtxidInTurn(form, n + 2)) }, other.merchant),
  );

  const changes = CHANGEABLE.find((field) => changed?.[field] !== undefined);

  return {
    ...(changes === undefined ? {} : { changes }),
    calls: [
      mTxId === undefined ? opened(opening, merchant) : openedUnlessRefused(opening, merchant),
      ...more,
      ...amounts.map((amount) =>
        fee(
          { ...body, ...changed, amount, ...identifiersBy(by, '{s1}', own) },
          {
            merchant,
            ...(changed === undefined ? {} : { mayBeRefused: REFUSES_CHANGES }),
            expects: {
              accepted: `an accepted update by ${by === 'both' ? 'both identifiers' : by}`,
              // Observers judge neither mTxIds with unusual characters nor what only calls of other rules explain.
              sTxIdOf: 1,
            },
          },
        ),
      ),
    ],
  };
}

/** Two equal calls. Where an earlier run has opened the transaction, the first one is an update already. */
function foundAgain(mTxId: string, baseline: FeeRequest): Script {
  const body = { ...baseline, mTxId };

  return {
    calls: [
      // A firewall may refuse such words with a page and status 200: that has no JSON body.
      fee(body, { mayBeRefused: REFUSES_MTXID, expects: { sTxId: 'in-json' } }),
      fee(body, { needs: 'fee-request/accepts-all-fields-at-once', expects: { sTxIdOf: 1 } }),
    ],
  };
}
