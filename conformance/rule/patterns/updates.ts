/** Rules on updates: a later fee call that names a transaction returns that transaction's `sTxId`. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { assertAccepted, assertNamesTransaction, requireAccepted } from '../assertions.ts';
import { isFeeCall } from '../exchange.ts';
import { NotJudged } from '../failure.ts';
import type { NamedBy } from '../history.ts';
import { expectOwnStxid, isPlain } from '../observers.ts';
import { type Rule, type RuleHead, rule } from '../rule.ts';
import { identifiersBy, mtxidFor, open, openUnlessRefused } from './open.ts';
import { findRefusal, requireUpdate } from './plain-calls.ts';
import { REQUIRED } from './smaller-requests.ts';

interface Case {
  readonly first: FeeRequest;
  /** The amounts of the updates that follow, in US dollars. */
  readonly amounts: readonly number[];
  /** Other transactions opened between the first call and its updates. */
  readonly others: number;
  /** An mTxId that a deployment may refuse in a first call. */
  readonly mTxId?: string;
  /** Fields that the updates change; a deployment may refuse that. */
  readonly changed?: Pick<FeeRequest, 'nicn'> | Pick<FeeRequest, 'region'>;
}

interface UpdatesSpec extends Omit<RuleHead, 'level'> {
  readonly by: NamedBy;
  /** mTxIds beyond the safe domain. */
  readonly wideMtxids?: readonly string[];
}

/** The rules that judge the values of a call. */
const AMOUNTS = 'fee-request/accepts-decimal-amounts';
const VALUES = 'fee-request/accepts-all-fields-at-once';

const REFUSES_CHANGES = 'this deployment refuses an update that changes more than the amount';

export function updates({ by, wideMtxids = [], ...head }: UpdatesSpec): Rule {
  return rule<Case>({
    ...head,
    level: 'must',
    observe(exchange, history) {
      const named = isFeeCall(exchange) ? history.named(exchange) : undefined;

      return named?.by === by && isPlain(named) ? expectOwnStxid(exchange, named, history) : undefined;
    },
    probes({ baseline, data: { plainAmounts, nicns, regions } }) {
      const plain: Case = { first: baseline, amounts: [baseline.amount], others: 0 };
      const amounts = plainAmounts.slice(0, 1);
      const region = Object.values(regions)
        .flat()
        .find((one) => one !== baseline.region);
      const nicn = nicns.findLast((one) => one !== baseline.nicn);

      return [
        { ...plain, amounts },
        { ...plain, amounts, others: 1 },
        { ...plain, amounts: plainAmounts.slice(0, 3) },
        ...(region === undefined ? [] : [{ ...plain, changed: { region } }]),
        ...(nicn === undefined ? [] : [{ ...plain, changed: { nicn } }]),
        ...wideMtxids.map((mTxId) => ({ ...plain, mTxId })),
      ];
    },
    cases: ({ data: { feeRequest, plainAmount } }) =>
      fc.record({
        first: feeRequest,
        amounts: fc.array(plainAmount, { minLength: 1, maxLength: 3 }),
        others: fc.nat({ max: 2 }),
      }),
    split: (value) => value.amounts.map((amount) => ({ ...value, amounts: [amount] })),
    unmask(value, remove) {
      const first = remove(value.first, REQUIRED);

      return first === undefined ? undefined : { ...value, first };
    },

    async run({ first, amounts, others, changed, mTxId }, conversation, { baseline, traits }) {
      if (changed !== undefined) {
        const field = 'nicn' in changed ? 'nicn' : 'region';
        if (!(await traits.updateMayChange(field, conversation))) throw new NotJudged(REFUSES_CHANGES);
      }
      /** @throws NotJudged where the values of an update are what it refuses: other rules judge these */
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
        const isRefused = exchange.classification.kind === 'refused';
        if (changed !== undefined && isRefused) throw new NotJudged(REFUSES_CHANGES);
        if (isRefused) await requireValues(amount, index);
        assertAccepted(exchange, `an accepted update by ${by === 'both' ? 'both identifiers' : by}`);
        // Observers do not judge mTxIds with unusual characters.
        assertNamesTransaction(exchange, sTxId);
      }
    },
  });
}
