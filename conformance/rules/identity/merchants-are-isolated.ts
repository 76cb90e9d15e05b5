/** The identifiers of one merchant name no transaction of another merchant. */
import { assertAnswered, describeExchange, isServerError, stxidOf } from '../../rule/assertions.ts';
import type { RuleContext } from '../../rule/context.ts';
import type { Conversation } from '../../rule/conversation.ts';
import type { Body, Exchange } from '../../rule/exchange.ts';
import { NotJudged, RuleBroken } from '../../rule/failure.ts';
import { identifiersBy, mtxidFor, open } from '../../rule/patterns/open.ts';
import { unknownStxid } from '../../rule/patterns/unknown-stxid.ts';
import { rule } from '../../rule/rule.ts';

interface OtherMerchantsCall {
  readonly by: 'sTxId' | 'mTxId';
  readonly call: 'fee' | 'sale';
}

/** First calls of one merchant with one `mTxId`, sent at the same time. */
interface ConcurrentCalls {
  readonly concurrent: number;
}

type Case = OtherMerchantsCall | ConcurrentCalls;

const OTHER_MERCHANT = { merchant: 'several' } as const;

export const merchantsAreIsolated = rule<Case>({
  id: 'identity/merchants-are-isolated',
  section: '1, 2',
  level: 'should',
  title: 'the sTxId and the mTxId of one merchant name no transaction of another',
  tries:
    "Fee calls and sales of a second merchant with the sTxId and the mTxId of the first one's transaction. " +
    'Skipped if the deployment file has no second merchant.',
  fix:
    'Look sTxId and mTxId up only among the transactions of the authenticated merchant. Equal mTxIds of two ' +
    'merchants are two transactions.',
  dependsOn: [
    'identity/update-by-stxid-keeps-stxid',
    'identity/update-by-mtxid-keeps-stxid',
    'identity/distinct-mtxids-are-distinct',
    'sale/refuses-unknown-transaction',
  ],
  missing: ({ deployment: { one, several } }) =>
    several === undefined || several.token === one.token
      ? 'no deployment file names a second merchant with a token of its own (merchants.several)'
      : undefined,
  probes: () => [
    { by: 'mTxId', call: 'fee' },
    { by: 'sTxId', call: 'fee' },
    { by: 'sTxId', call: 'sale' },
    { by: 'mTxId', call: 'sale' },
    { concurrent: 4 },
  ],

  async run(value, conversation, context) {
    if ('concurrent' in value) return assertOneTransaction(value, conversation, context);
    const { by, call } = value;
    const sTxId = await open(conversation, { ...context.baseline, ...mtxidFor(by) });
    const exchange = await sendAsOther(call, identifiersBy(by, sTxId), conversation, context);
    assertAnsweredOrRefused(exchange);

    if (!isFound(exchange, call, sTxId)) {
      if (by === 'mTxId' && call === 'fee') await assertMtxidIsFree(exchange, conversation, context);
      return;
    }
    if (by === 'sTxId') await assertNoCoincidence(call, sTxId, conversation, context);
    throw new RuleBroken(`the ${by} of another merchant to name no transaction`, describeExchange(exchange));
  },
});

/** @throws RuleBroken where the calls open more than one transaction */
async function assertOneTransaction(
  { concurrent }: ConcurrentCalls,
  conversation: Conversation,
  { baseline }: RuleContext,
): Promise<void> {
  const exchanges = await Promise.all(
    Array.from({ length: concurrent }, () => conversation.fee({ ...baseline, mTxId: '{m1}' })),
  );
  const accepted = exchanges.filter(({ outcome }) => outcome.kind === 'accepted');
  const sTxIds = [...new Set(accepted.map(stxidOf))];
  if (sTxIds.length > 1)
    throw new RuleBroken(
      'one transaction for simultaneous first calls with one mTxId',
      `${sTxIds.length} sTxIds: ${sTxIds.join(', ')}`,
    );
}

function sendAsOther(
  call: OtherMerchantsCall['call'],
  identifiers: Body,
  conversation: Conversation,
  context: RuleContext,
): Promise<Exchange> {
  return call === 'fee'
    ? conversation.fee({ ...feeOfOther(context), ...identifiers }, OTHER_MERCHANT)
    : conversation.sale({ ...identifiers, ...context.traits.saleExtras }, OTHER_MERCHANT);
}

function feeOfOther({ baseline, deployment }: RuleContext): Body {
  return { ...baseline, processor: deployment.several?.processors[0]?.mid };
}

/** A 401 or 403 refuses the identifier here. @throws RuleBroken, NotAnswering */
function assertAnsweredOrRefused(exchange: Exchange): void {
  if (exchange.outcome.kind !== 'token-refused') assertAnswered(exchange);
}

/** Whether a sale of the transaction was accepted, or a fee call updated it. */
function isFound(exchange: Exchange, call: OtherMerchantsCall['call'], sTxId: string): boolean {
  return exchange.outcome.kind === 'accepted' && (call === 'sale' || stxidOf(exchange) === sTxId);
}

/** A service may not refuse an `mTxId` because another merchant uses it. @throws RuleBroken, NotJudged */
async function assertMtxidIsFree(
  exchange: Exchange,
  { fee }: Conversation,
  context: RuleContext,
): Promise<void> {
  if (exchange.outcome.kind === 'accepted') return;
  const unused = await fee({ ...feeOfOther(context), mTxId: '{m2}' }, OTHER_MERCHANT);
  assertAnsweredOrRefused(unused);
  if (unused.outcome.kind !== 'accepted')
    throw new NotJudged('the other merchant is refused such a fee call with any mTxId');
  throw new RuleBroken(
    'a fee for a first call with an mTxId that only another merchant has used',
    describeExchange(exchange),
    isServerError(exchange) ? 'server-error' : 'plain',
  );
}

/**
 * Merchants whose transactions are counted separately share some `sTxId`s, but never each other's newest one. And a
 * service where fee calls may introduce an `sTxId` accepts any.
 *
 * @throws NotJudged
 */
async function assertNoCoincidence(
  call: OtherMerchantsCall['call'],
  sTxId: string,
  conversation: Conversation,
  context: RuleContext,
): Promise<void> {
  if (call === 'fee') {
    const unknown = unknownStxid(sTxId);
    const introduced = await sendAsOther('fee', { sTxId: unknown }, conversation, context);
    if (isFound(introduced, 'fee', unknown))
      throw new NotJudged('a fee call may introduce an sTxId of its own here');
  }
  const opened = await conversation.fee(feeOfOther(context), OTHER_MERCHANT);
  if (opened.outcome.kind !== 'accepted')
    throw new NotJudged('the other merchant is refused such a first call');
  const theirs = stxidOf(opened);
  const back =
    call === 'fee'
      ? await conversation.fee({ ...context.baseline, sTxId: theirs })
      : await conversation.sale({ sTxId: theirs, ...context.traits.saleExtras });
  if (!isFound(back, call, theirs)) throw new NotJudged('each merchant has its own sTxIds here');
}
