/** Begins anew, between two tests. */
import { type ControlRoute, told } from '../ask.ts';
import { parametersOf } from '../unusable.ts';

export const reset: ControlRoute = {
  method: 'POST',
  path: '/reset',
  summary:
    'Begins anew: no transactions, an empty journal, the clock as at the start, faults as at the start, choices and defects without memory. Worlds are left alone; each has its own.',

  async answer({ query }, { world }) {
    parametersOf(query, []);
    await world.reset();

    return told(undefined);
  },
};
