/** What goes wrong on purpose: looking, adding, removing. */

import { ConfigurationError, type FaultRule } from '../../../engine/index.ts';
import { describeValue } from '../../../text/describe.ts';
import { refuseBecause } from '../../refusal.ts';
import { type ControlRoute, told } from '../ask.ts';
import { parametersOf, Unusable } from '../unusable.ts';

const path = '/faults';

export const listFaults: ControlRoute = {
  method: 'GET',
  path,
  summary:
    'The faults, those of merchants too, in the order in which they are looked at, and how often each was met.',
  answer({ query }, { world }) {
    parametersOf(query, []);

    return told({ faults: world.faults.list() });
  },
};

export const addFault: ControlRoute = {
  method: 'POST',
  path,
  summary:
    'Adds a fault: {"when":{"amount":"13.37"},"then":{"status":503}}, or as --fault has it: "times=1: reset=after".',
  answer({ query, body }, { world }) {
    parametersOf(query, []);
    if (typeof body !== 'string' && (typeof body !== 'object' || body === null))
      throw new Unusable('the body', 'a fault as a JSON object, or a text such as "every=10: hang"', body);
    try {
      // Whatever it is, it is read with every check.
      return told({ id: world.faults.add(body as FaultRule | string) }, 201);
    } catch (error) {
      if (error instanceof ConfigurationError) return refuseBecause('control-refused', error.message);
      // Nested so deep that it cannot be read through.
      if (error instanceof RangeError) throw new Unusable('the body', 'a fault as a JSON object', body);
      throw error;
    }
  },
};

export const clearFaults: ControlRoute = {
  method: 'DELETE',
  path,
  summary: 'Removes every fault that was added; those of merchants stay.',
  answer({ query }, { world }) {
    parametersOf(query, []);
    world.faults.clear();

    return told(undefined);
  },
};

export const removeFault: ControlRoute = {
  method: 'DELETE',
  path: '/faults/:id',
  summary: 'Removes one fault.',
  answer({ query, parameters: { id = '' } }, { world }) {
    parametersOf(query, []);

    return world.faults.remove(id)
      ? told(undefined)
      : refuseBecause('not-found', `no fault that was added has the id ${describeValue(id)}`);
  },
};
