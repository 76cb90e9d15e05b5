/** All requests use POST: what other methods ask for is no fee. */
import type { Method } from '../../client/answer.ts';
import { granted } from '../../expect.ts';
import { withheld } from '../../patterns/withheld.ts';
import { property } from '../../rule.ts';

/** GET has the fields in its query, where some frameworks look for them too. */
const OTHERS = ['GET', 'PUT', 'DELETE'] as const satisfies readonly Method[];

export const postOnly = property<readonly Method[]>({
  id: 'transport/post-only',
  section: '4',
  level: 'should',
  title: 'GET, PUT and DELETE get no fee',
  tries: 'The baseline request by GET with its fields in the query, and by PUT and DELETE.',
  fix:
    'Route POST alone to the two operations, and give no fee to another method, whatever is in its body ' +
    'or query.',
  probes: () => [OTHERS],
  smaller: (methods) => (methods.length > 1 ? methods.map((method) => [method]) : []),

  async holds(methods, { fee }, { baseline }) {
    for (const method of methods) withheld(await fee({ ...baseline }, { method }), `no fee for ${method}`);
    granted(await fee({ ...baseline }), 'fee-request/accepts-required-fields-alone');
  },
});
