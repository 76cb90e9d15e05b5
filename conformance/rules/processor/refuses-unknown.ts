/**
 * A processor that the merchant does not have is refused. Tried only with several processors: where there is one, the
 * document can be read as using it whatever the call names.
 */
import { needsSeveralProcessors } from '../../rule/patterns/missing.ts';
import { refuses } from '../../rule/patterns/refuses.ts';

/** Neither MIDs nor names, not even of a processor that the deployment file omits. */
const UNKNOWN_PROCESSORS = ['no-such-processor', '', '!!'];

export const refusesUnknownProcessor = refuses({
  id: 'processor/refuses-unknown',
  section: '2.1',
  level: 'should',
  title: 'a processor that the merchant does not have is refused',
  tries: 'Texts that are neither a MID nor a name, as the merchant with several processors.',
  fix:
    "Refuse a processor that is neither the MID nor the name of one of the merchant's processors, including " +
    'the empty text. Do not use another processor instead.',
  dependsOn: ['processor/accepts-mid-or-name', 'processor/required-with-several'],
  merchant: 'several',
  missing: needsSeveralProcessors,
  edits: ({ baseline, data: { optional } }) =>
    UNKNOWN_PROCESSORS.map((processor) => ({
      edit: `with the processor ${JSON.stringify(processor)}`,
      base: { ...baseline, processor: optional.processor },
      body: { ...baseline, processor },
    })),
});
