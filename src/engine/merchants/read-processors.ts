/** Reads the processors of a merchant and their prices. */
import { PRICING_MODELS } from '../pricing/models.ts';
import { readCaps } from '../pricing/read-caps.ts';
import { NO_TERMS } from '../pricing/terms.ts';
import type { Parameters } from '../reading/parameters.ts';
import { textReader } from '../reading/readers.ts';
import type { Processor } from './merchant.ts';

const midReader = textReader('700100', 'The merchant identification number (MID), as a string.');
const nameReader = textReader('alpha', 'The name of the processor.');

export function readProcessors(merchant: Parameters): readonly Processor[] {
  const processors = merchant.list('processors', 'The processors, each with its pricing.', (parameters) => ({
    parameters,
    mid: parameters.value('mid', midReader),
    name: parameters.value('name', nameReader),
    ...readPricing(parameters.mapping('pricing', 'The price of one transaction.')),
  }));
  rejectAmbiguousNames(processors);

  return processors.map(({ parameters: _, ...processor }) => processor);
}

/** Requests refer to a processor by MID or name, so these must be unique across processors. */
function rejectAmbiguousNames(
  processors: readonly { parameters: Parameters; mid: string; name: string }[],
): void {
  const taken = new Set<string>();
  for (const { parameters, mid, name } of processors) {
    for (const [key, value] of Object.entries({ mid, name })) {
      if (taken.has(value) && value !== '') {
        parameters.reject(key, 'one that no processor above has', value);
      }
    }
    taken.add(mid).add(name);
  }
}

function readPricing(parameters: Parameters): Pick<Processor, 'model' | 'price' | 'caps'> {
  const model = parameters.variant('model', PRICING_MODELS);
  const caps = readCaps(
    parameters.optionalMapping('cap', 'The cap of the fee; the smaller one of two applies.'),
  );

  return { model: model?.name ?? '', price: model?.value ?? (() => NO_TERMS), caps };
}
