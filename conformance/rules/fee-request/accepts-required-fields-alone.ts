/** A first call without any optional field gets a fee; the preflight depends on this. */

import { isFeeCall } from '../../rule/exchange.ts';
import { refusedBetween } from '../../rule/observers.ts';
import { accepts } from '../../rule/patterns/accepts.ts';

export const acceptsRequiredFieldsAlone = accepts({
  id: 'fee-request/accepts-required-fields-alone',
  section: '2.1, 4.1',
  level: 'must',
  title: 'amount, nicn and region suffice for a fee',
  tries:
    'The three fields alone, as the merchant with one processor, with several amounts; and every such call of the run: ' +
    'three that are refused now and then, or one in fifty that gets a server error from the beginning of the run to its ' +
    'end, are no accident.',
  fix:
    "Return a fee for amount, nicn and region alone: default to the merchant's one processor and to country " +
    '840, and require no other field.',
  what: 'the required fields alone',
  judge: (exchange, history) =>
    history.named(exchange) === undefined && isFeeCall(exchange)
      ? refusedBetween(exchange, 'a fee for the baseline each time it is sent', history)
      : undefined,
  requests: ({ baseline, data: { plainAmounts } }) => [
    baseline,
    ...plainAmounts.slice(0, 3).map((amount) => ({ ...baseline, amount })),
  ],
});
