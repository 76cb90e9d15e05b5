/** Finds the cause of a refusal: sends the same call on a new transaction. */
import type { RuleId } from '../../../src/contract/rule-ids.ts';
import type { FeeRequest } from '../../../src/contract/types.ts';
import type { NamedBy } from '../../../src/exchange/trace.ts';
import { requireAccepted } from '../assertions.ts';
import type { Conversation } from '../conversation.ts';
import type { Exchange } from '../exchange.ts';
import { identifiersBy, open } from './open.ts';

/** Stands for an `mTxId` that no other call of the conversation has. */
function ownMtxid(request: FeeRequest): string {
  const hash = [...JSON.stringify(request)].reduce(
    (sum, one) => (sum * 31 + one.charCodeAt(0)) % 1_000_003,
    7,
  );

  return `{m${1000 + hash}}`;
}

/** @param blame the rule that judges such a request @throws NotJudged where it is refused as an update */
export async function requireUpdate(
  calls: Pick<Conversation, 'fee'>,
  updates: readonly NamedBy[],
  request: FeeRequest,
  blame: RuleId,
): Promise<void> {
  const refused = await findRefusal(calls, updates, request);
  if (refused !== undefined) requireAccepted(refused, blame);
}

/** Opens a transaction and sends the request as updates of it. Returns the first one that is not accepted. */
async function findRefusal(
  { fee }: Pick<Conversation, 'fee'>,
  updates: readonly NamedBy[],
  request: FeeRequest,
): Promise<Exchange | undefined> {
  const isNamed = updates.some((by) => by !== 'sTxId');
  const mTxId = ownMtxid(request);
  const sTxId = await open({ fee }, { ...request, ...(isNamed ? { mTxId } : {}) });
  for (const by of updates) {
    const exchange = await fee({ ...request, ...identifiersBy(by, sTxId, mTxId) });
    if (exchange.outcome.kind !== 'accepted') return exchange;
  }

  return undefined;
}
