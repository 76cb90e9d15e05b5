/** A merchant with several processors has to name one. */
import { expectRefusal } from '../../rule/observers.ts';
import { refuses } from '../../rule/patterns/refuses.ts';
import { needsSeveralProcessors } from '../../rule/patterns/values.ts';
import { fee } from '../../rule/script.ts';

const WITHOUT = { processor: undefined };

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
  judge(exchange, history) {
    const isWithout = exchange.fields !== undefined && !('processor' in exchange.fields);
    if (!isWithout || !history.isFirstCall(exchange)) return undefined;
    if ((history.processors(exchange) ?? 0) < 2) return undefined;

    return expectRefusal(exchange, 'a fee call without processor');
  },
  edits: ({ data: { optional } }) => [WITHOUT, { ...optional, ...WITHOUT }],
  edit: ({ data: { feeRequest } }) => feeRequest.map((request) => ({ ...request, ...WITHOUT })),
  // A deployment may remember the processors that earlier calls named.
  placed: ({ baseline, data: { processors } }) => [
    {
      calls: [...processors.map(({ name }) => name), undefined].map((processor) =>
        fee({ ...baseline, processor }, { merchant: 'several' }),
      ),
    },
  ],
});
