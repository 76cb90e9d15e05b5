/** Finds refusals that a limit on the updates of one transaction explains: the document gives none, so it may exist. */

import type { RuleId } from '../../../src/contract/rule-ids.ts';
import { isServerError } from '../../rule/assertions.ts';
import type { RuleContext } from '../../rule/context.ts';
import type { Conversation } from '../../rule/conversation.ts';
import { type Exchange, isFeeCall, type Transcript } from '../../rule/exchange.ts';
import { NotJudged, RuleBroken } from '../../rule/failure.ts';
import { UPDATES_REQUIRED } from '../../rule/history.ts';
import { callsAs } from '../../rule/patterns/open.ts';

/** The rules that judge whether a plain update is accepted. */
const RULES_ON_UPDATES: readonly RuleId[] = [
  'identity/update-by-stxid-keeps-stxid',
  'identity/update-by-mtxid-keeps-stxid',
  'identity/update-by-both-keeps-stxid',
];

const LIMITS_UPDATES = `this deployment refuses more than ${UPDATES_REQUIRED} updates of a transaction, which is a choice`;
const TOO_FEW = `this deployment refuses a further update of a transaction before it has taken ${UPDATES_REQUIRED}`;

/** Returns why a failure of the rule does not count, or why that cannot be found out; undefined where it counts. */
export async function findUpdateLimit(
  rule: RuleId,
  { at }: RuleBroken,
  { steps }: Pick<Transcript, 'steps'>,
  conversation: Conversation,
  context: RuleContext,
): Promise<unknown> {
  const updates = at === undefined ? 0 : updatesBefore(at, steps);
  const isBeyond = updates >= UPDATES_REQUIRED;
  if (at === undefined || updates < 1 || (!isBeyond && RULES_ON_UPDATES.includes(rule))) return undefined;
  try {
    const calls = callsAs(at.role, conversation, context);
    if (await context.traits.takesUpdates(updates + 1, calls)) return undefined;

    return isBeyond ? new NotJudged(LIMITS_UPDATES) : new NotJudged(TOO_FEW, RULES_ON_UPDATES[0]);
  } catch (error) {
    return error instanceof RuleBroken ? undefined : error;
  }
}

/** Accepted updates of the transaction that a refused update names; 0 for any other call. */
function updatesBefore(at: Exchange, steps: readonly Exchange[]): number {
  if (!isFeeCall(at) || at.outcome.kind !== 'refused' || isServerError(at)) return 0;
  const { sTxId, mTxId } = at.fields ?? {};
  const accepted = steps.filter(
    (step) => isFeeCall(step) && step.endedAt <= at.sentAt && step.merchant === at.merchant,
  );
  const own = sTxId ?? accepted.map((step) => step.fields?.['mTxId'] === mTxId && step.given).find(Boolean);
  if (own === undefined) return 0;

  return accepted.filter((step) => step.given === own).length - 1;
}
