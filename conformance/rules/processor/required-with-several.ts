/** A merchant with several processors has to name one. */
import fc from 'fast-check';
import { expectRefusal } from '../../rule/observers.ts';
import { needsSeveralProcessors } from '../../rule/patterns/missing.ts';
import { refuses, without } from '../../rule/patterns/refuses.ts';

export const requiredWithSeveral = refuses({
  id: 'processor/required-with-several',
  section: '2.1',
  level: 'must',
  title: 'with several processors, a first call without processor is refused',
  tries: 'Calls without processor, alone and with every optional field, also after calls that named one.',
  fix:
    'Where the merchant has several processors and the call names none, refuse it. Do not use the first ' +
    'processor or the one used last.',
  merchant: 'several',
  lookAlikes: ['partial-update=keep'],
  missing: needsSeveralProcessors,
  observe(exchange, history) {
    const isWithout = exchange.fields !== undefined && !('processor' in exchange.fields);
    if (!isWithout || !history.isFirstCall(exchange)) return undefined;
    if ((history.processors(exchange) ?? 0) < 2) return undefined;

    return expectRefusal(exchange, 'a fee call without processor, where the merchant has several');
  },
  edits: ({ baseline, data: { optional, processors } }) =>
    [{}, without(optional, 'processor')].flatMap((extra) =>
      processors.slice(0, 1).map(({ name }) => ({
        edit: 'without processor',
        base: { ...baseline, ...extra, processor: name },
        body: { ...baseline, ...extra },
      })),
    ),
  // Random cases follow calls that named processors, which a deployment may remember.
  edit: ({ data: { feeRequest, processors } }) =>
    fc
      .record({ request: feeRequest, processor: fc.constantFrom(...processors.map(({ name }) => name)) })
      .map(({ request, processor }) => ({
        edit: 'without processor',
        base: { ...request, processor },
        body: without(request, 'processor'),
      })),
});
