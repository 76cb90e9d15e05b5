/** A request may carry all fields, and so any two of them. */
import { accepts } from '../../patterns/accepts.ts';

export const acceptsAllFieldsAtOnce = accepts({
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
  what: 'several optional fields',
  requests: ({ baseline, optional }) => [
    { ...baseline, ...optional },
    ...pairs(Object.entries(optional)).map((two) => ({ ...baseline, ...Object.fromEntries(two) })),
  ],
  request: ({ feeRequest }) => feeRequest,
});

function pairs<T>(items: readonly T[]): readonly (readonly [T, T])[] {
  return items.flatMap((one, index) => items.slice(index + 1).map((other) => [one, other] as const));
}
