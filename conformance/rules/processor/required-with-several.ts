/** A merchant with several processors must say which one prices the fee. */

import fc from 'fast-check';
import { refuses, without } from '../../patterns/refuses.ts';
import { processorsOfSeveral } from '../../patterns/several.ts';

export const requiredWithSeveral = refuses({
  id: 'processor/required-with-several',
  section: '2.1',
  level: 'must',
  title: 'with several processors, leaving it out is refused',
  tries: 'A call without processor, alone and beside every optional field, also after calls that named one.',
  fix:
    'Where the merchant has several processors and the call names none, refuse it. Fall back neither to ' +
    'the first nor to the one that was used last.',
  merchant: 'several',
  lacks: processorsOfSeveral,
  edits: ({ baseline, optional, processors }) =>
    [{}, without(optional, 'processor')].flatMap((extra) =>
      processors.slice(0, 1).map(({ name }) => ({
        edit: 'without processor',
        base: { ...baseline, ...extra, processor: name },
        body: { ...baseline, ...extra },
      })),
    ),
  // These come when processors have been named, and a deployment may have taken note of one.
  edit: ({ feeRequest, processors }) =>
    fc
      .record({ request: feeRequest, processor: fc.constantFrom(...processors.map(({ name }) => name)) })
      .map(({ request, processor }) => ({
        edit: 'without processor',
        base: { ...request, processor },
        body: without(request, 'processor'),
      })),
});
