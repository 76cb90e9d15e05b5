/** Probes traits that rules rely on: whether fees repeat, what a sale needs, which fields an update may change. */

import type { FeeRequest } from '../../../src/contract/types.ts';
import type { Deployment } from '../../deployment/deployment.ts';
import { assertAnswered, feeOf, requireAccepted, stxidOf } from '../../rule/assertions.ts';
import { now } from '../../rule/clock.ts';
import type { CanaryTransaction, ChangeableField, DeploymentTraits, TestData } from '../../rule/context.ts';
import type { Conversation } from '../../rule/conversation.ts';
import type { MerchantRole } from '../../rule/exchange.ts';
import { NotAnswering, NotJudged, RuleBroken } from '../../rule/failure.ts';
import { open } from '../../rule/patterns/open.ts';

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

/** @param known the baseline and its first fee, in US dollars */
export async function probeTraits(
  conversation: Conversation,
  { baseline, fee }: { readonly baseline: FeeRequest; readonly fee: number | undefined },
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
    findSale(conversation, baseline),
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

/** Finds what an accepted sale needs, with its HTTP status; undefined where none is accepted. */
async function findSale(
  { fee, sale }: Conversation,
  baseline: FeeRequest,
): Promise<{ readonly extras: ProbedTraits['saleExtras']; readonly status: number | undefined } | undefined> {
  for (const extras of [{}, { authCode: 'A1B2C3' }]) {
    const status = await attempt(async () => {
      const sTxId = stxidOf(requireAccepted(await fee({ ...baseline }), BLAME));
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
export function createUpdateChanges(
  baseline: FeeRequest,
  { nicns, regions }: TestData,
): DeploymentTraits['updateMayChange'] {
  const values = { nicn: nicns, region: Object.values(regions).flat() };
  const known = new Map<ChangeableField, Promise<boolean>>();

  const tryChange = async (field: ChangeableField, conversation: Pick<Conversation, 'fee'>) => {
    const other = values[field].findLast((value) => value !== baseline[field]);
    if (other === undefined) return false;
    const sTxId = await open(conversation, baseline);
    const exchange = await conversation.fee({ ...baseline, [field]: other, sTxId });
    assertAnswered(exchange);

    return exchange.outcome.kind !== 'refused';
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

/** Returns a function that checks how many updates one transaction takes; it sends no request to learn what is known. */
export function createUpdateLimit(
  baseline: FeeRequest,
  { plainAmounts }: Pick<TestData, 'plainAmounts'>,
): DeploymentTraits['takesUpdates'] {
  let taken = 0;
  let tooMany = Number.POSITIVE_INFINITY;

  return async (count, { fee }) => {
    if (count > taken && count < tooMany) {
      const sTxId = await open({ fee }, baseline);
      for (let updates = 1; updates <= count; updates++) {
        // Another amount each time, since a service may not count an update that changes nothing.
        const amount = plainAmounts[updates % plainAmounts.length] ?? baseline.amount;
        const exchange = await fee({ ...baseline, amount, sTxId });
        assertAnswered(exchange);
        if (exchange.outcome.kind === 'refused') tooMany = Math.min(tooMany, updates);
        if (tooMany <= count) break;
        taken = Math.max(taken, updates);
      }
    }

    return count < tooMany;
  };
}
