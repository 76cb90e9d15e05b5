/** The control route of the verdict on the clients of a world. */
import { refuseBecause } from '../../refusal.ts';
import { weigh } from '../../worlds/observed.ts';
import { InvalidControlRequest } from '../parameters.ts';
import { type ControlRoute, ok } from '../route.ts';

export const verdict: ControlRoute = {
  method: 'GET',
  path: '/verdict',
  query: ['strict', 'must'],
  summary:
    'Returns the verdict of the client rules on all requests since the start or the last reset, as report.schema.json describes it. ?strict=true counts should rules as well; ?must=client-flow/* those that match, with commas between patterns.',

  answer({ query }, { world }) {
    const must = (query.get('must') ?? '').split(',').filter((pattern) => pattern !== '');
    const report = weigh(
      () => world.verdict({ strict: readStrict(query), must }),
      (message) =>
        new InvalidControlRequest('the query, must', 'patterns of rules on clients', must, message),
    );

    return report === undefined
      ? refuseBecause('not-found', 'this mock judges no clients: it was created without observeClient')
      : ok(report);
  },
};

/** Without a value, as in `?strict`, it is set. */
function readStrict(query: URLSearchParams): boolean {
  const text = query.get('strict');
  if (text === null || text === 'false') return false;
  if (text === '' || text === 'true') return true;
  throw new InvalidControlRequest('the query, strict', 'true or false', text);
}
