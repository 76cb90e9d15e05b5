/** One request and its answer, by the id that the answer carried. */
import { describeValue } from '../../../text/describe.ts';
import { toEntry } from '../../journal/entry.ts';
import { refuseBecause } from '../../refusal.ts';
import { type ControlRoute, told } from '../ask.ts';
import { notedIn, refuseWithoutJournal } from '../journal-of.ts';
import { parametersOf } from '../unusable.ts';

export const readEntry: ControlRoute = {
  method: 'GET',
  path: '/journal/:requestId',
  summary: 'One request, by the header Request-Id of its answer, which is also the instance of a problem.',

  answer({ query, parameters: { requestId = '' } }, inside) {
    parametersOf(query, []);
    const refused = refuseWithoutJournal(inside);
    if (refused !== undefined) return refused;
    const noted = notedIn(inside.world.name === undefined ? '*' : undefined, inside).find(
      ({ asked }) => asked.id === requestId,
    );

    return noted === undefined
      ? refuseBecause(
          'not-found',
          `the journal has no request ${describeValue(requestId)} any more, or never had`,
        )
      : told(toEntry(noted));
  },
};
