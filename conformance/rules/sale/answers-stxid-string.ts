/** The response to an accepted sale has the transaction's `sTxId`. The other rules on sales depend on this one. */

import type { NamedBy } from '../../../src/exchange/trace.ts';
import { describeUnmasked } from '../../../src/text/describe.ts';
import { assertAnswered, describeExchange } from '../../rule/assertions.ts';
import { type Exchange, isSale } from '../../rule/exchange.ts';
import { NotJudged, RuleBroken } from '../../rule/failure.ts';
import { HOLDS, violation } from '../../rule/finding.ts';
import { isSuccessful } from '../../rule/http-result.ts';
import { identifiersBy, mtxidFor, open } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';

interface Case {
  readonly by: NamedBy;
  readonly authCode?: string;
}

export const answersStxidString = rule<Case>({
  id: 'sale/answers-stxid-string',
  section: '4.2',
  level: 'must',
  title: 'the response to an accepted sale has sTxId, a non-empty string',
  tries: 'Sales by sTxId, by mTxId and by both, with and without authCode.',
  fix:
    'Return a JSON object with sTxId as a non-empty string for every accepted sale, also if the sale named its ' +
    'transaction by mTxId.',
  lookAlikes: ['sale-status=202', 'extra-response-fields=flat'],
  observe(exchange, history) {
    const { response, outcome } = exchange;
    const { sTxId, message = 'ok' } = (response.kind === 'answered' && response.body) || {};
    if (
      !isSale(exchange) ||
      history.named(exchange) === undefined ||
      response.kind === 'unanswered' ||
      !isSuccessful(response)
    )
      return undefined;
    if (outcome.kind === 'accepted') return HOLDS;
    // Without an sTxId, or with another message, it may be a refusal.
    const isMalformed = message === 'ok' && typeof sTxId === 'number' && !exchange.hasNumericStxids;

    return isMalformed ? violation(EXPECTED, describeUnmasked(sTxId)) : undefined;
  },
  probes: () => [{ by: 'sTxId' }, { by: 'mTxId' }, { by: 'both' }, { by: 'sTxId', authCode: 'A1B2C3' }],

  async run({ by, ...authCode }, conversation, { baseline, traits: { saleExtras } }) {
    const sTxId = await open(conversation, { ...baseline, ...mtxidFor(by) });
    const exchange = await conversation.sale({ ...identifiersBy(by, sTxId), ...saleExtras, ...authCode });
    if (authCode.authCode !== undefined && exchange.response.kind === 'unanswered')
      throw new NotJudged('no response to a sale with an authCode', 'sale/authcode-is-optional');
    judge(exchange, by);
  },
});

const EXPECTED = 'sTxId to be a string that is not empty';

/** A 2xx response that does not say that the sale was refused is a success, and needs an `sTxId`. */
function judge(exchange: Exchange, by: Case['by']): void {
  assertAnswered(exchange);
  const { response, outcome } = exchange;
  if (response.kind !== 'answered') return;
  const { body } = response;
  const { message = 'ok', sTxId } = body ?? {};
  if (!isSuccessful(response) || (message !== 'ok' && outcome.kind === 'refused'))
    throw new NotJudged(
      `a sale was refused: ${describeExchange(exchange)}`,
      by === 'mTxId' ? 'sale/accepts-mtxid' : 'sale/accepts-stxid',
    );
  if (body === undefined) throw new RuleBroken('one JSON object with sTxId', describeExchange(exchange));
  if (typeof sTxId !== 'string' || sTxId === '') throw new RuleBroken(EXPECTED, describeUnmasked(sTxId));
}
