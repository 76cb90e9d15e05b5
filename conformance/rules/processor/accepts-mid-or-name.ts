/** A processor is named by its MID or by its name. */

import { NAMED_BY } from '../../../src/exchange/trace.ts';
import type { KnownProcessor } from '../../deployment/deployment.ts';
import { accepts } from '../../rule/patterns/accepts.ts';
import { needsProcessor } from '../../rule/patterns/values.ts';

export const acceptsMidOrName = accepts({
  id: 'processor/accepts-mid-or-name',
  section: '2.1',
  level: 'must',
  title: 'each processor is accepted by its MID and by its name',
  tries: 'Each processor of the deployment file, by its MID and by its name, in first calls and updates.',
  fix: "Look up processor among both the MIDs and the names of the merchant's processors.",
  merchant: 'several',
  quickScripts: 2,
  what: 'a processor by MID or by name',
  missing: needsProcessor,
  requests: ({ baseline, data: { processors }, deployment: { one, several } }) => {
    const named = (known: readonly KnownProcessor[]) =>
      known.flatMap(({ mid, name }) => [mid, name].map((processor) => ({ ...baseline, processor })));
    // Other rules send the MID of the first.
    const walk = NAMED_BY;
    const ofOne = named(one.processors.slice(0, 1));
    const [first, last] = [several?.processors.at(0)?.name, several?.processors.at(-1)?.mid];
    const ofSeveral = [first, last].flatMap((one) =>
      one === undefined ? [] : [{ ...baseline, processor: one }],
    );

    return [
      ...named(processors),
      ...ofSeveral.map((request) => ({ request, walk, merchant: 'several' as const })),
      ...ofOne.map((request) => ({ request, walk, merchant: 'one' as const })),
    ];
  },
});
