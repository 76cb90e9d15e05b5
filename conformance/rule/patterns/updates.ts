/** Rules on updates: a later fee call that names a transaction returns that transaction's `sTxId`. */

import fc from 'fast-check';
import { REQUIRED_FIELDS } from '../../../src/contract/fields.gen.ts';
import type { FeeRequest } from '../../../src/contract/types.ts';
import type { NamedBy } from '../../../src/exchange/trace.ts';
import {
  assertAccepted,
  assertNamesTransaction,
  describeExchange,
  requireAccepted,
  stxidOf,
} from '../assertions.ts';
import type { Conversation } from '../conversation.ts';
import { isFeeCall } from '../exchange.ts';
import { NotJudged, RuleBroken } from '../failure.ts';
import { expectOwnStxid, isPlain } from '../observers.ts';
import { type Rule, type RuleHead, rule } from '../rule.ts';
import { callsAs, identifiersBy, mtxidFor, open, openUnlessRefused, REFUSES_MTXID } from './open.ts';
import { findRefusal, requireUpdate } from './plain-calls.ts';

interface Case {
  readonly first: FeeRequest;
  /** The amounts of the updates that follow, in US dollars. */
  readonly amounts: readonly number[];
  /** Other transactions opened between the first call and its updates. */
  readonly others: number;
  /** Sent by the merchant with several processors; by the one with one processor unless given. */
  readonly merchant?: 'several';
  /** An mTxId that a deployment may refuse in a first call. */
  readonly mTxId?: string;
  /** Fields that the updates change; a deployment may refuse that. */
  readonly changed?: Pick<FeeRequest, 'nicn'> | Pick<FeeRequest, 'region'>;
}

/** `mTxId`s that are the same in every run: an earlier run may have opened their transactions. */
interface FixedMtxids {
  readonly fixed: readonly string[];
}

interface UpdatesSpec extends Omit<RuleHead, 'level'> {
  readonly by: NamedBy;
  /** mTxIds beyond the safe domain. */
  readonly wideMtxids?: readonly string[];
  /** mTxIds that cannot be fresh. */
  readonly fixedMtxids?: readonly string[];
}

/** The rules that judge the values of a call. */
const AMOUNTS = 'fee-request/accepts-decimal-amounts';
const VALUES = 'fee-request/accepts-all-fields-at-once';

const REFUSES_CHANGES = 'this deployment refuses an update that changes more than the amount';

export function updates({ by, wideMtxids = [], fixedMtxids: fixed = [], ...head }: UpdatesSpec): Rule {
  return rule<Case | FixedMtxids>({
    ...head,
    level: 'must',
    observe(exchange, history) {
      const named = isFeeCall(exchange) ? history.named(exchange) : undefined;

      return named?.by === by && isPlain(named) ? expectOwnStxid(exchange, named, history) : undefined;
    },
    probes({ baseline, data: { plainAmounts, nicns, regions }, deployment }) {
      const plain: Case = { first: baseline, amounts: [baseline.amount], others: 0 };
      const amounts = plainAmounts.slice(0, 1);
      const region = Object.values(regions)
        .flat()
        .find((one) => one !== baseline.region);
      const nicn = nicns.findLast((one) => one !== baseline.nicn);

      return [
        { ...plain, amounts },
        {
          ...plain,
          amounts,
          others: 1,
          ...(deployment.several === undefined ? {} : { merchant: 'several' as const }),
        },
        { ...plain, amounts: plainAmounts.slice(0, 3) },
        ...(region === undefined ? [] : [{ ...plain, changed: { region } }]),
        ...(nicn === undefined ? [] : [{ ...plain, changed: { nicn } }]),
        ...wideMtxids.map((mTxId) => ({ ...plain, mTxId })),
        ...(fixed.length === 0 ? [] : [{ fixed }]),
      ];
    },
    cases: ({ data: { feeRequest, plainAmount } }) =>
      fc.record({
        first: feeRequest,
        amounts: fc.array(plainAmount, { minLength: 1, maxLength: 3 }),
        others: fc.nat({ max: 2 }),
      }),
    split: (value) =>
      'fixed' in value ? [] : value.amounts.map((amount) => ({ ...value, amounts: [amount] })),
    shrink: (value) =>
      'fixed' in value && value.fixed.length > 1 ? value.fixed.map((one) => ({ fixed: [one] })) : [],
    unmask(value, remove) {
      if ('fixed' in value) return undefined;
      const first = remove(value.first, REQUIRED_FIELDS);

      return first === undefined ? undefined : { ...value, first };
    },

    async run(value, spoken, context) {
      const { baseline, traits } = context;
      if ('fixed' in value) return assertFoundAgain(value, spoken, baseline);
      const { first, amounts, others, changed, merchant, mTxId } = value;
      const conversation = callsAs(merchant, spoken, context);
      if (changed !== undefined) {
        const field = 'nicn' in changed ? 'nicn' : 'region';
        if (!(await traits.updateMayChange(field, conversation))) throw new NotJudged(REFUSES_CHANGES);
      }
      /** @throws NotJudged where the deployment refuses the values of the update, which other rules judge */
      const requireValues = async (amount: number, index: number) => {
        const updates = amounts.slice(0, index + 1).map(() => by);
        const plain = { ...baseline, amount };
        if ((await findRefusal(conversation, updates, plain, baseline)) !== undefined) {
          requireAccepted(await conversation.fee({ ...plain }), AMOUNTS);
          return;
        }
        const values = { ...first, amount };
        if (JSON.stringify(values) !== JSON.stringify(plain))
          await requireUpdate(conversation, updates, values, VALUES);
      };
      const opens = mTxId === undefined ? open : openUnlessRefused;
      const sTxId = await opens(conversation, { ...first, ...mtxidFor(by, mTxId) });
      for (let n = 0; n < others; n++)
        await open(conversation, { ...baseline, ...mtxidFor(by, `{m${n + 2}}`) });
      for (const [index, amount] of amounts.entries()) {
        const identifiers = identifiersBy(by, sTxId, mTxId);
        const exchange = await conversation.fee({ ...first, ...changed, amount, ...identifiers });
        const isRefused = exchange.outcome.kind === 'refused';
        if (changed !== undefined && isRefused) throw new NotJudged(REFUSES_CHANGES);
        if (isRefused) await requireValues(amount, index);
        assertAccepted(exchange, `an accepted update by ${by === 'both' ? 'both identifiers' : by}`);
        // Observers do not judge mTxIds with unusual characters.
        assertNamesTransaction(exchange, sTxId);
      }
    },
  });
}

/**
 * Sends each call twice. Where an earlier run has opened the transaction, the first one is an update already, and may
 * be refused for what has become of it.
 *
 * @throws RuleBroken where the two are answered for two transactions, or for none
 */
async function assertFoundAgain(
  { fixed }: FixedMtxids,
  { fee }: Conversation,
  baseline: FeeRequest,
): Promise<void> {
  for (const mTxId of fixed) {
    const first = await fee({ ...baseline, mTxId });
    const { outcome } = first;
    // A firewall may refuse such words with a page and status 200: that has no JSON body.
    if (outcome.kind === 'unclear' && outcome.body !== undefined) {
      await open({ fee }, baseline);
      throw new RuleBroken('the sTxId of a transaction', describeExchange(first), 'plain', first);
    }
    if (outcome.kind !== 'accepted') throw new NotJudged(REFUSES_MTXID);
    const again = requireAccepted(await fee({ ...baseline, mTxId }), VALUES);
    assertNamesTransaction(again, stxidOf(first));
  }
}
