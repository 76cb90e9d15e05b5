/** The control route of the verdict on the clients of a world. */
import { refuseBecause } from '../../refusal.ts';
import { type ControlRoute, ok } from '../route.ts';

export const verdict: ControlRoute = {
  method: 'GET',
  path: '/verdict',
  query: [],
  summary:
    'Returns the verdict of the client rules on all requests since the start or the last reset, as report.schema.json describes it.',

  answer(_, { world }) {
    const report = world.verdict();

    return report === undefined
      ? refuseBecause('not-found', 'this mock judges no clients: it was created without observeClient')
      : ok(report);
  },
};
