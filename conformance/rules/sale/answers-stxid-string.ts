/** The response to an accepted sale has the transaction's `sTxId`. The other rules on sales depend on this one. */

import { describeUnmasked } from '../../../src/text/describe.ts';
import { STXID_EXPECTED } from '../../rule/assertions.ts';
import { isSale } from '../../rule/exchange.ts';
import { HOLDS, violation } from '../../rule/finding.ts';
import { isSuccessful } from '../../rule/http-result.ts';
import { identifiersBy, mtxidFor, opened } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';
import { sale } from '../../rule/script.ts';

export const answersStxidString = rule({
  id: 'sale/answers-stxid-string',
  section: '4.2',
  level: 'must',
  title: 'the response to an accepted sale has sTxId, a non-empty string',
  tries: 'Sales by sTxId, by mTxId and by both, with and without authCode.',
  fix:
    'Return a JSON object with sTxId as a non-empty string for every accepted sale, also if the sale named its ' +
    'transaction by mTxId.',
  lookAlikes: ['sale-status=202', 'extra-response-fields=flat'],
  judge(exchange, history) {
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

    return isMalformed ? violation(STXID_EXPECTED, describeUnmasked(sTxId)) : undefined;
  },
  scripts: ({ baseline, traits: { saleExtras } }) =>
    ([{ by: 'sTxId' }, { by: 'mTxId' }, { by: 'both' }, { by: 'sTxId', authCode: 'A1B2C3' }] as const).map(
      ({ by, ...authCode }) => ({
        calls: [
          opened({ ...baseline, ...mtxidFor(by) }),
          sale(
            { ...identifiersBy(by, '{s1}'), ...saleExtras, ...authCode },
            {
              needs: by === 'mTxId' ? 'sale/accepts-mtxid' : 'sale/accepts-stxid',
              expects: { sTxId: 'in-success' },
            },
          ),
        ],
      }),
    ),
});
