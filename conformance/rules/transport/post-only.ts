/** Methods other than POST get no fee. */

import { expectNothing } from '../../rule/observers.ts';
import { opened } from '../../rule/patterns/open.ts';
import type { Method } from '../../rule/request-variant.ts';
import { rule } from '../../rule/rule.ts';
import { fee } from '../../rule/script.ts';

/** GET sends the fields in the query, where some frameworks look for them too. */
const OTHERS = ['GET', 'PUT', 'DELETE'] as const satisfies readonly Method[];

export const postOnly = rule({
  id: 'transport/post-only',
  section: '4',
  level: 'should',
  title: 'GET, PUT and DELETE get no fee',
  tries: 'The baseline request by GET, with its fields in the query, and by PUT and DELETE.',
  fix: 'Route only POST to the two operations. Return no fee to another method, whatever its body or query.',
  judge(exchange) {
    const { method } = exchange.variant;

    return method === 'POST' || exchange.operation !== 'calculateFee'
      ? undefined
      : expectNothing(exchange, `no fee for ${method}`);
  },
  scripts: ({ baseline }) => [
    { calls: [...OTHERS.map((method) => fee(baseline, { variant: { method } })), opened(baseline)] },
  ],
});
