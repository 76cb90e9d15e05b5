/** Methods other than POST get no fee. */

import { requireAccepted } from '../../rule/assertions.ts';
import type { Method } from '../../rule/http-result.ts';
import { expectRefusal } from '../../rule/observers.ts';
import { assertNothingGranted } from '../../rule/patterns/refuses-unauthenticated.ts';
import { rule } from '../../rule/rule.ts';

/** GET sends the fields in the query, where some frameworks look for them too. */
const OTHERS = ['GET', 'PUT', 'DELETE'] as const satisfies readonly Method[];

export const postOnly = rule<readonly Method[]>({
  id: 'transport/post-only',
  section: '4',
  level: 'should',
  title: 'GET, PUT and DELETE get no fee',
  tries: 'The baseline request by GET, with its fields in the query, and by PUT and DELETE.',
  fix: 'Route only POST to the two operations. Return no fee to another method, whatever its body or query.',
  observe(exchange) {
    const { method } = exchange.variant;

    return method === 'POST' || exchange.operation !== 'calculateFee'
      ? undefined
      : expectRefusal(exchange, `a fee call by ${method}`);
  },
  probes: () => [OTHERS],
  shrink: (methods) => (methods.length > 1 ? methods.map((method) => [method]) : []),

  async run(methods, { fee }, { baseline }) {
    for (const method of methods)
      assertNothingGranted(await fee({ ...baseline }, { method }), `no fee for ${method}`);
    requireAccepted(await fee({ ...baseline }), 'fee-request/accepts-required-fields-alone');
  },
});
