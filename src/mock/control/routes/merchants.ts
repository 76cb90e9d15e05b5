/** Which merchants the mock has at this moment. */
import { type ControlRoute, told } from '../ask.ts';
import { parametersOf } from '../unusable.ts';

export const merchants: ControlRoute = {
  method: 'GET',
  path: '/merchants',
  summary: 'The merchants and their processors; the first merchant is the default one.',

  answer({ query }, { roster }) {
    parametersOf(query, []);

    return told({
      merchants: roster.priced.map(({ merchant }) => ({
        name: merchant.name,
        processors: merchant.processors.map(({ mid, name, model }) => ({ mid, name, model })),
      })),
    });
  },
};
