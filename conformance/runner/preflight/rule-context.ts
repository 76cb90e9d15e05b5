/** Creates the context of a merchant's rules from the deployment file and the traits that the preflight probes. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { type Deployment, type MerchantAccess, NICN_LENGTHS } from '../../deployment/deployment.ts';
import { amount } from '../../rule/arbitraries/amount.ts';
import { feeRequest } from '../../rule/arbitraries/fee-request.ts';
import { assertAnswered, feeOf, requireAccepted, stxidOf } from '../../rule/assertions.ts';
import { now } from '../../rule/clock.ts';
import type {
  CanaryTransaction,
  ChangeableField,
  DeploymentTraits,
  RuleContext,
  TestData,
} from '../../rule/context.ts';
import type { Conversation } from '../../rule/conversation.ts';
import { NotAnswering, NotJudged, RuleBroken } from '../../rule/failure.ts';
import { tellingAmounts } from '../../rule/fee-diagnosis/priced-scripts.ts';
import type { MerchantRole } from '../../rule/service-call.ts';
import type { Effort } from '../effort.ts';
import type { RunLog } from '../history/run-log.ts';
import type { FoundBaseline } from './preflight.ts';

/** US dollars: whether 0 is accepted is a choice, whatever the bounds. */
const MIN_AMOUNT = 0.01;
/** US dollars. */
const PLAIN_AMOUNTS = [250, 10, 500, 1, 1000, 2500];

interface Learned {
  readonly baseline: FeeRequest;
  readonly traits: ProbedTraits;
  readonly effort: Effort;
  readonly isPartial: boolean;
  readonly log: RunLog;
  readonly requestsLeft: () => number;
  readonly signal: AbortSignal;
}

export function createRuleContext(
  deployment: Deployment,
  merchant: MerchantAccess,
  { baseline, traits, effort, isPartial, log: { history }, requestsLeft, signal }: Learned,
): RuleContext {
  const data = testData(deployment, merchant, baseline, traits);

  return {
    deployment,
    baseline,
    data,
    traits: {
      feesRepeat: () => traits.feesRepeat && !history.feesVary,
      updateMayChange: createUpdateChanges(baseline, data),
      canaries: traits.canaries,
      saleExtras: traits.saleExtras,
    },
    effort,
    isPartial,
    history,
    requestsLeft,
    signal,
  };
}

function testData(
  deployment: Deployment,
  merchant: MerchantAccess,
  baseline: FeeRequest,
  { acceptsName }: ProbedTraits,
): TestData {
  const { cards, regions, amounts, cardTokens = [], multiPay } = deployment;
  const nicns = [...new Set(cards.flatMap((card) => NICN_LENGTHS.map((length) => card.slice(0, length))))];
  const dollars = amount(amounts);
  const plain = PLAIN_AMOUNTS.filter((usd) => usd >= amounts.min && usd < amounts.max);
  const plainAmounts = plain.length > 1 ? plain : [amounts.max, Math.max(amounts.min, MIN_AMOUNT)];
  const [first] = merchant.processors;
  // Whether a total may equal its part is a choice.
  const hasLargerTotals = [baseline.amount, ...plainAmounts].every((usd) => usd < amounts.max);
  const processor = acceptsName ? first?.name : first?.mid;
  const optional: TestData['optional'] = {
    campaign: ['spring'],
    country: '840',
    ...(processor === undefined ? {} : { processor }),
    ...(cardTokens.length === 0 ? {} : { cardToken: '{c1}' }),
    data: ['COUPON10'],
    ...(multiPay && hasLargerTotals ? { totalAmount: Math.min(2 * baseline.amount, amounts.max) } : {}),
    mTxId: '{m1}',
  };

  return {
    nicns,
    regions,
    processors: merchant.processors,
    optional,
    plainAmounts,
    tellingAmounts: tellingAmounts({ baseline, deployment }),
    plainAmount: fc.constantFrom(baseline.amount, ...plainAmounts),
    feeRequest: feeRequest({
      baseline,
      nicns,
      regions,
      optional,
      amount: dollars,
      cardTokens: cardTokens.map((_, n) => `{c${n + 1}}`),
    }),
    amount: dollars,
  };
}

export interface ProbedTraits {
  readonly feesRepeat: boolean;
  readonly saleExtras: { readonly authCode?: string };
  /** Whether a processor's name is accepted; where it is not, the rules that need a processor send its MID. */
  readonly acceptsName: boolean;
  /** A transaction of each merchant, opened before all others and left alone; undefined where it was not accepted. */
  readonly canaries: DeploymentTraits['canaries'];
  /** HTTP status of an accepted sale; undefined where none was accepted. */
  readonly saleStatus: number | undefined;
}

const BLAME = 'fee-request/accepts-required-fields-alone';

export async function probeTraits(
  conversation: Conversation,
  { baseline, fee, sTxId }: FoundBaseline,
  { one, several }: Pick<Deployment, 'one' | 'several'>,
): Promise<ProbedTraits> {
  const [processor] = one.processors;
  const [ofSeveral] = several?.processors ?? [];
  const priceAgain = () =>
    attempt(async () => feeOf(requireAccepted(await conversation.fee({ ...baseline }), BLAME)));
  const named = { ...baseline, processor: processor?.name };
  const [canaryOfOne, canaryOfSeveral, again, withName, sale] = await Promise.all([
    attempt(() => openCanary(conversation, { ...baseline, mTxId: '{m1}' }, 'one')),
    ofSeveral === undefined
      ? undefined
      : attempt(() =>
          openCanary(conversation, { ...baseline, processor: ofSeveral.mid, mTxId: '{m2}' }, 'several'),
        ),
    // A lost response does not show that fees vary.
    priceAgain().then((price) => price ?? priceAgain()),
    processor === undefined
      ? true
      : attempt(async () => requireAccepted(await conversation.fee(named), 'processor/accepts-mid-or-name')),
    findSale(conversation, baseline, sTxId),
  ]);

  return {
    feesRepeat: again !== undefined && again === fee,
    canaries: { one: canaryOfOne, several: canaryOfSeveral },
    acceptsName: withName !== undefined,
    saleExtras: sale?.extras ?? {},
    saleStatus: sale?.status,
  };
}

async function openCanary(
  { fee, transcript }: Conversation,
  body: FeeRequest & { readonly mTxId: string },
  merchant: MerchantRole,
): Promise<CanaryTransaction> {
  const sTxId = stxidOf(requireAccepted(await fee({ ...body }, { merchant }), BLAME));

  return { sTxId, mTxId: transcript.freshMtxids.get(body.mTxId) ?? '', openedAt: now() };
}

/**
 * Finds what an accepted sale needs, with its HTTP status; undefined where none is accepted.
 *
 * @param opened the transaction of the first sale
 */
async function findSale(
  { fee, sale }: Conversation,
  baseline: FeeRequest,
  opened: string | undefined,
): Promise<{ readonly extras: ProbedTraits['saleExtras']; readonly status: number | undefined } | undefined> {
  const open = async () => stxidOf(requireAccepted(await fee({ ...baseline }), BLAME));
  for (const [n, extras] of [{}, { authCode: 'A1B2C3' }].entries()) {
    const status = await attempt(async () => {
      const sTxId = (n === 0 ? opened : undefined) ?? (await open());
      const { response } = requireAccepted(await sale({ sTxId, ...extras }), 'sale/accepts-stxid');

      return response.kind === 'answered' ? response.status : undefined;
    });
    if (status !== undefined) return { extras, status };
  }

  return undefined;
}

/** Undefined where the responses do not show it; the rules that judge them will say why. */
async function attempt<T>(question: () => Promise<T>): Promise<T | undefined> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof NotJudged || error instanceof RuleBroken || error instanceof NotAnswering)
      return undefined;
    throw error;
  }
}

/** Returns a function that checks, once in a run, whether an update may name another card or region. */
function createUpdateChanges(
  baseline: FeeRequest,
  { nicns, regions }: TestData,
): DeploymentTraits['updateMayChange'] {
  const values = { nicn: nicns, region: Object.values(regions).flat() };
  const known = new Map<ChangeableField, Promise<boolean>>();

  const tryChange = async (field: ChangeableField, conversation: Pick<Conversation, 'fee'>) => {
    const other = values[field].findLast((value) => value !== baseline[field]);
    if (other === undefined) return false;
    const sTxId = stxidOf(requireAccepted(await conversation.fee({ ...baseline }), BLAME));
    const call = await conversation.fee({ ...baseline, [field]: other, sTxId });
    assertAnswered(call);

    return call.outcome.kind !== 'refused';
  };

  return async (field, conversation) => {
    const answer = known.get(field) ?? tryChange(field, conversation);
    known.set(field, answer);
    try {
      return await answer;
    } catch (error) {
      // A lost response shows nothing: the next rule tries again.
      known.delete(field);
      throw error;
    }
  };
}
