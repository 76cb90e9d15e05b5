/** A request may carry all fields, and so any two of them; with the sTxId it is an update that carries them. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { accepted, granted } from '../../expect.ts';
import { open } from '../../patterns/open.ts';
import { property } from '../../rule.ts';

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
  after: [
    'fee-request/accepts-each-optional-field',
    'fee-request/accepts-decimal-amounts',
    'nicn/accepts-6-to-8-digits',
    'region/accepts-zip-code',
    'region/accepts-two-letter-state',
    'region/accepts-iso-state-code',
    'opaque/campaign-and-data-are-opaque',
  ],
  probes: ({ baseline, optional }) => [
    { request: { ...baseline, ...optional }, asUpdate: false },
    { request: { ...baseline, ...optional }, asUpdate: true },
    ...pairs(Object.entries(optional)).map((two) => ({
      request: { ...baseline, ...Object.fromEntries(two) },
      asUpdate: false,
    })),
  ],
  given: ({ feeRequest }) => fc.record({ request: feeRequest, asUpdate: fc.boolean() }),

  async holds({ request, asUpdate }, conversation, { baseline }) {
    const mTxId = '{m1}';
    const identifiers = asUpdate ? { mTxId, sTxId: await open(conversation, { ...baseline, mTxId }) } : {};
    if (asUpdate)
      granted(await conversation.fee({ ...baseline, ...identifiers }), 'identity/update-by-both-keeps-stxid');
    const what = `a fee for ${asUpdate ? 'an update' : 'a call'} with several optional fields`;
    accepted(await conversation.fee({ ...request, ...identifiers }), what);
  },
});

function pairs<T>(items: readonly T[]): readonly (readonly [T, T])[] {
  return items.flatMap((one, index) => items.slice(index + 1).map((other) => [one, other] as const));
}
