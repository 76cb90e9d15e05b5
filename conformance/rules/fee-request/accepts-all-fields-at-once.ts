/** A request may carry all fields, and so any two of them; with the sTxId it is an update that carries them. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { coveringRows } from '../../arbitraries/covering.ts';
import { ofCardToken } from '../../arbitraries/fee-request.ts';
import { accepted, granted } from '../../expect.ts';
import { open, priceableOf } from '../../patterns/open.ts';
import { REQUIRED, smallerRequests } from '../../patterns/smaller-requests.ts';
import { property } from '../../rule.ts';
import { NICN_LENGTHS, REGION_FORMS } from '../../run/forms.ts';
import { withoutEdits } from '../../shape/unmask.ts';
import type { Vocabulary } from '../../vocabulary.ts';

interface Case {
  readonly request: FeeRequest;
  /** Sent as an update that names its transaction by both identifiers. */
  readonly asUpdate: boolean;
}

export const acceptsAllFieldsAtOnce = property<Case>({
  id: 'fee-request/accepts-all-fields-at-once',
  section: '2.1',
  level: 'must',
  title: 'one request may carry every field, and any two optional ones',
  tries:
    'Every field in one request, as a first call and as an update, and any two values of two fields ' +
    'together.',
  fix:
    'Accept the optional fields in any combination: none of them rules out another, and with the ' +
    'identifiers of a transaction the request is an update that carries them all.',
  after: [
    'fee-request/accepts-each-optional-field',
    'fee-request/accepts-decimal-amounts',
    'nicn/accepts-6-to-8-digits',
    'region/accepts-zip-code',
    'region/accepts-two-letter-state',
    'region/accepts-iso-state-code',
    'multi-pay/accepts-part-of-total',
    'opaque/campaign-and-data-are-opaque',
  ],
  probes: (words) => [
    { request: { ...words.baseline, ...words.optional }, asUpdate: false },
    { request: { ...words.baseline, ...words.optional }, asUpdate: true },
    ...combined(words).map((request) => ({ request, asUpdate: false })),
  ],
  smaller: ({ request, asUpdate }) => [
    ...(asUpdate ? [{ request, asUpdate: false }] : []),
    ...smallerRequests(request).map((fewer) => ({ request: fewer, asUpdate })),
  ],
  unmask: ({ request, asUpdate }, edits) => {
    const left = withoutEdits(request, edits, REQUIRED);

    return left === undefined ? undefined : { request: left, asUpdate };
  },
  given: ({ feeRequest }) => fc.record({ request: feeRequest, asUpdate: fc.boolean() }),

  async holds({ request, asUpdate }, conversation) {
    const mTxId = '{m1}';
    const first = priceableOf(request);
    const identifiers = asUpdate ? { mTxId, sTxId: await open(conversation, { ...first, mTxId }) } : {};
    if (asUpdate)
      granted(await conversation.fee({ ...first, ...identifiers }), 'identity/update-by-both-keeps-stxid');
    const what = `a fee for ${asUpdate ? 'an update' : 'a call'} with several optional fields`;
    accepted(await conversation.fee({ ...request, ...identifiers }), what);
  },
});

/** Whatever goes wrong with one combination of a few fields goes wrong with one of these. */
function combined(words: Vocabulary): readonly FeeRequest[] {
  const { baseline, optional, nicns, regions, plainAmounts, deployment } = words;
  const factors = {
    amount: [...new Set([baseline.amount, Math.min(...plainAmounts), Math.max(...plainAmounts)])],
    nicn: NICN_LENGTHS.flatMap((length) => nicns.filter((nicn) => nicn.length === length).slice(0, 1)),
    region: [...new Set([baseline.region, ...REGION_FORMS.flatMap((form) => regions[form].slice(0, 1))])],
    ...Object.fromEntries(Object.entries(optional).map(([name, value]) => [name, [undefined, value]])),
    total: 'totalAmount' in optional ? ['more', 'equal'] : ['none'],
  };

  return coveringRows(factors, words.combined).map(({ total, ...row }) => {
    const fields = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
    const request = { ...baseline, ...fields };
    const { amount, cardToken } = request;
    const totalAmount =
      total === 'equal' ? amount : Math.max(amount, Math.min(2 * amount, deployment.amounts.max));

    return {
      ...request,
      ...(cardToken === undefined ? {} : { nicn: ofCardToken(request.nicn, words) }),
      ...('totalAmount' in fields ? { totalAmount } : {}),
    };
  });
}
