/** A processor is named by its MID or by its name. */
import { accepts } from '../../patterns/accepts.ts';
import { namedProcessors } from '../../patterns/several.ts';

export const acceptsMidOrName = accepts({
  id: 'processor/accepts-mid-or-name',
  section: '2.1',
  level: 'must',
  title: 'each processor is accepted by its MID and by its name',
  tries: 'Each processor of the deployment file, by its MID and by its name.',
  fix: "Look processor up among the MIDs of the merchant's processors and among their names.",
  merchant: 'several',
  quickProbes: 2,
  what: 'a processor by MID or by name',
  lacks: namedProcessors,
  requests: ({ baseline, processors }) =>
    processors.flatMap(({ mid, name }) => [mid, name].map((processor) => ({ ...baseline, processor }))),
});
