/**
 * A processor that the merchant does not have is refused. Only asked of a merchant with several: where there is one,
 * "that one is used" may be taken to mean whatever is named.
 */
import { refuses } from '../../patterns/refuses.ts';
import { processorsOfSeveral } from '../../patterns/several.ts';

/** No MID and no name, not even of a processor that the deployment file leaves out. */
const NOBODY = ['no-such-processor', '', '!!'];

export const refusesUnknownProcessor = refuses({
  id: 'processor/refuses-unknown',
  section: '2.1',
  level: 'should',
  title: 'a processor that the merchant does not have is refused',
  tries: 'Texts that are no MID and no name, as the merchant with several processors.',
  fix:
    "Refuse a processor that is neither the MID nor the name of one of the merchant's processors, the " +
    'empty text too, rather than fall back to another one.',
  after: ['processor/accepts-mid-or-name', 'processor/required-with-several'],
  merchant: 'several',
  lacks: processorsOfSeveral,
  edits: ({ baseline, optional }) =>
    NOBODY.map((processor) => ({
      edit: `with the processor ${JSON.stringify(processor)}`,
      base: { ...baseline, processor: optional.processor },
      body: { ...baseline, processor },
    })),
});
