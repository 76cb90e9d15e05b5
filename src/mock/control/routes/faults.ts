/** The control routes of faults: list, add, clear, remove. */
import { ConfigurationError } from '../../../engine/index.ts';
import { describeValue } from '../../../text/describe.ts';
import type { FaultOrText } from '../../behaviors/faults/fault-store.ts';
import { showRule } from '../../behaviors/faults/fault-text.ts';
import { refuseBecause } from '../../refusal.ts';
import { InvalidControlRequest } from '../parameters.ts';
import { type ControlRoute, ok } from '../route.ts';

const path = '/faults';

export const listFaults: ControlRoute = {
  method: 'GET',
  path,
  query: [],
  summary:
    'Lists the faults in the order in which they are tried, those of merchants included, with the number of hits of each.',
  answer(_, { world }) {
    return ok({ faults: world.faults.list().map((listed) => ({ ...listed, text: showRule(listed.rule) })) });
  },
};

export const addFault: ControlRoute = {
  method: 'POST',
  path,
  query: [],
  summary:
    'Adds a fault: {"when":{"amount":"13.37"},"then":{"status":503}}, or a text as for --fault: "times=1: reset=after".',
  answer({ body }, { world }) {
    if (typeof body !== 'string' && (typeof body !== 'object' || body === null))
      throw new InvalidControlRequest(
        'the body',
        'a fault as a JSON object, or a text such as "every=10: hang"',
        body,
      );
    try {
      // The store validates the body.
      return ok({ id: world.faults.add(body as FaultOrText) }, 201);
    } catch (error) {
      if (error instanceof ConfigurationError) return refuseBecause('control-refused', error.message);
      // A body may be nested deeper than the call stack.
      if (error instanceof RangeError)
        throw new InvalidControlRequest('the body', 'a fault as a JSON object', body);
      throw error;
    }
  },
};

export const clearFaults: ControlRoute = {
  method: 'DELETE',
  path,
  query: [],
  summary: 'Removes all faults except those of merchants.',
  answer(_, { world }) {
    world.faults.clear();

    return ok();
  },
};

export const removeFault: ControlRoute = {
  method: 'DELETE',
  path: '/faults/:id',
  query: [],
  summary: 'Removes one fault.',
  answer({ parameters: { id = '' } }, { world }) {
    return world.faults.remove(id)
      ? ok()
      : refuseBecause('not-found', `no fault has the id ${describeValue(id)}`);
  },
};
