/** Finds the cause of a refusal: sends the same call on a new transaction, or a plain call in the same position. */
import type { RuleId } from '../../../src/contract/rule-ids.ts';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { requireAccepted } from '../assertions.ts';
import type { RuleContext } from '../context.ts';
import type { Conversation } from '../conversation.ts';
import type { Exchange, MerchantRole } from '../exchange.ts';
import type { NamedBy } from '../history.ts';
import { callsAs, identifiersBy, open } from './open.ts';

/** The position of a refused request. */
interface Position {
  /** How it and the updates before it named their transaction; empty for a first call. */
  readonly updates: readonly NamedBy[];
  /** Whether it was a first call with an `mTxId`. */
  readonly isNamed: boolean;
  readonly merchant: MerchantRole;
  readonly request: FeeRequest;
}

const BLAME_FOR_UPDATE: Readonly<Record<NamedBy, RuleId>> = {
  sTxId: 'identity/update-by-stxid-keeps-stxid',
  mTxId: 'identity/update-by-mtxid-keeps-stxid',
  both: 'identity/update-by-both-keeps-stxid',
};

/** Stands for an `mTxId` that no other call of the conversation has. */
function ownMtxid(request: FeeRequest): string {
  const hash = [...JSON.stringify(request)].reduce(
    (sum, one) => (sum * 31 + one.charCodeAt(0)) % 1_000_003,
    7,
  );

  return `{m${1000 + hash}}`;
}

/**
 * Sends the baseline in the position of a refused request. If the baseline is refused too, the rule on such calls is to
 * blame.
 *
 * @throws NotJudged
 */
export async function requirePlainCall(
  { updates, isNamed, merchant, request }: Position,
  conversation: Conversation,
  context: RuleContext,
): Promise<void> {
  const { baseline } = context;
  const { fee } = callsAs(merchant, conversation, context);
  const plain = new Map<string, unknown>(Object.entries(baseline));
  // With several processors every call names one, which may be what was refused.
  if (merchant === 'several') plain.set('processor', request.processor);
  if (Object.entries(request).every(([name, value]) => plain.get(name) === value)) return;
  const by = updates.at(-1);
  if (by !== undefined) await requireUpdate({ fee }, updates, baseline, BLAME_FOR_UPDATE[by]);
  else if (isNamed)
    requireAccepted(
      await fee({ ...baseline, mTxId: ownMtxid(baseline) }),
      'fee-request/accepts-each-optional-field',
    );
  else if (merchant === 'several')
    requireAccepted(await fee({ ...baseline }), 'processor/accepts-mid-or-name');
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
export async function findRefusal(
  { fee }: Pick<Conversation, 'fee'>,
  updates: readonly NamedBy[],
  request: FeeRequest,
  opening = request,
): Promise<Exchange | undefined> {
  const isNamed = updates.some((by) => by !== 'sTxId');
  const mTxId = ownMtxid(request);
  const sTxId = await open({ fee }, { ...opening, ...(isNamed ? { mTxId } : {}) });
  for (const by of updates) {
    const exchange = await fee({ ...request, ...identifiersBy(by, sTxId, mTxId) });
    if (exchange.classification.kind !== 'accepted') return exchange;
  }

  return undefined;
}
