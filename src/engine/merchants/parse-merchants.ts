/** What a merchant file says: its merchants, their processors and how each of them prices. */
import { ConfigurationError } from '../configuration-error.ts';
import type { Price } from '../pricing/model.ts';
import { PRICING_MODELS } from '../pricing/models.ts';
import { NO_TERMS } from '../pricing/terms.ts';
import type { Merchant, Processor } from './merchant.ts';
import { Parameters } from './parameters.ts';
import { readYaml } from './yaml.ts';

/**
 * Parses the text of a merchant file (YAML). The first merchant is the default one. What a merchant and a
 * processor are: document 1 and 2.1.
 *
 * @param where names the text in messages, such as its path.
 * @throws ConfigurationError with all problems, each with its place.
 */
export function parseMerchants(text: string, where: string): readonly Merchant[] {
  const problems: string[] = [];
  const file = new Parameters('', readYaml(text, where), (problem) => problems.push(problem));
  const merchants = file.named('merchants').map(({ name, parameters }) => {
    if (name.trim() === '') file.reject('merchants', 'a name for every merchant', name);
    return { name, processors: readProcessors(parameters) };
  });

  file.rejectUnknownKeys();
  if (problems.length > 0) throw new ConfigurationError(where, problems);
  return merchants;
}

function readProcessors(merchant: Parameters): readonly Processor[] {
  const processors = merchant.list('processors').map((parameters) => ({
    parameters,
    mid: parameters.text('mid', '700100'),
    name: parameters.text('name', 'alpha'),
    ...readPricing(parameters.mapping('pricing')),
  }));

  processors.forEach(({ parameters, mid, name }, at) => {
    const taken = new Set(processors.slice(0, at).flatMap((above) => [above.mid, above.name]));
    for (const [key, value] of Object.entries({ mid, name })) {
      if (taken.has(value) && value !== '') {
        parameters.reject(key, 'one that no processor above goes by', value);
      }
    }
  });

  return processors.map(({ parameters: _, ...processor }) => processor);
}

function readPricing(parameters: Parameters): { readonly model: string; readonly price: Price } {
  const choice = parameters.choice('model', PRICING_MODELS);
  return choice === undefined
    ? { model: '', price: () => NO_TERMS }
    : { model: choice.name, price: choice.chosen(parameters) };
}
