/** The response to an accepted sale has the transaction's `sTxId`. The other rules on sales depend on this one. */
import { describeUnmasked } from '../../../src/text/describe.ts';
import { isSafeText } from '../../rule/arbitraries/text.ts';
import { describeCall, STXID_EXPECTED } from '../../rule/assertions.ts';
import { HOLDS, violation } from '../../rule/finding.ts';
import type { NamedCall } from '../../rule/history.ts';
import { isSuccessful } from '../../rule/http-result.ts';
import { MIN_LIFETIME } from '../../rule/observers.ts';
import { identifiersBy, mtxidFor, opened } from '../../rule/patterns/open.ts';
import { MALFORMED, rule } from '../../rule/rule.ts';
import { sale } from '../../rule/script.ts';
import { isSale, type ServiceCall } from '../../rule/service-call.ts';
import { byteOrderMarkIn, MIN_VIOLATIONS } from '../fee-response/responses.ts';

/** These count only far apart. */
const ACCIDENT = { isAccident: true, failsFrom: MIN_VIOLATIONS } as const;

export const answersStxidString = rule({
  id: 'sale/answers-stxid-string',
  section: '4.2',
  title: 'the response to an accepted sale has sTxId, a non-empty string',
  tries: 'Sales by sTxId, by mTxId and by both, with and without authCode.',
  fix: 'Return sTxId as a non-empty JSON string for every accepted sale, also for one by mTxId.',
  inTraffic: MALFORMED,
  lookAlikes: ['sale-status=202', 'extra-response-fields=flat'],
  judge(call, history) {
    const { response, outcome } = call;
    const named = history.named(call);
    if (!isSale(call) || named === undefined || response.kind === 'unanswered' || !isSuccessful(response))
      return undefined;
    if (outcome.kind === 'accepted') {
      // One before every answer is for fee-response/is-json-object.
      const { response: opening } = named.transaction.opening;
      const isOwn = opening.kind !== 'answered' || byteOrderMarkIn(opening) === undefined;

      return (isOwn ? byteOrderMarkIn(response) : undefined) ?? HOLDS;
    }
    const { body } = response;
    const { sTxId, message = 'ok' } = body ?? {};
    // With another message, it may be a refusal.
    if (message !== 'ok') return undefined;
    if (typeof sTxId === 'number')
      return call.hasNumericStxids ? undefined : violation(STXID_EXPECTED, describeUnmasked(sTxId));
    // Without an sTxId it may be one too, but not of an ordinary sale. Of recordings a part may be missing.
    if (call.original !== undefined || !isOrdinarySale(call, named)) return undefined;
    if (body === undefined) return violation('one JSON object with sTxId', describeCall(call), ACCIDENT);

    return 'sTxId' in body ? violation(STXID_EXPECTED, describeUnmasked(sTxId), ACCIDENT) : undefined;
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

/** In characters. */
const LONGEST_AUTHCODE = 16;
const FIELDS = ['sTxId', 'mTxId', 'authCode'];

/** A first sale that every service accepts: soon after the fee, of a whole payment, and of the safe domain. */
function isOrdinarySale(
  { fields = {}, concurrent, sentAt }: ServiceCall,
  { transaction, isLate, addsMtxid }: NamedCall,
): boolean {
  const { authCode } = fields;
  const { opening, calls, isSold } = transaction;
  const isPart = [opening, ...calls].some((call) => call.fields?.['totalAmount'] !== undefined);
  const isFirst = !isSold && isLate !== true && !addsMtxid && !concurrent && !isPart;
  const isSafe =
    authCode === undefined || (typeof authCode === 'string' && isSafeText(authCode, LONGEST_AUTHCODE));

  return (
    isFirst &&
    isSafe &&
    sentAt - opening.endedAt < MIN_LIFETIME &&
    Object.keys(fields).every((name) => FIELDS.includes(name))
  );
}
