/** What a merchant file says: its merchants, their processors and how each of them prices. */
import { readKinds } from '../cards/read-cards.ts';
import { ConfigurationError } from '../configuration-error.ts';
import { readEligibility } from '../eligibility/read-eligibility.ts';
import { askForFaultRule } from '../faults/read-fault-rule.ts';
import { readRounding } from '../fee/read-rounding.ts';
import { FileParameters } from '../reading/file-parameters.ts';
import type { Parameters } from '../reading/parameters.ts';
import { readYaml } from '../reading/yaml.ts';
import { readRegions } from '../regions/read-regions.ts';
import type { Merchant } from './merchant.ts';
import { readMultiPay } from './read-multi-pay.ts';
import { readProcessors } from './read-processors.ts';

/**
 * Parses the text of a merchant file (YAML). The first merchant is the default one. What a merchant and a
 * processor are: document 1 and 2.1.
 *
 * @param where names the text in messages, such as its path.
 * @throws ConfigurationError with all problems, each with its place.
 */
export function parseMerchants(text: string, where: string): readonly [Merchant, ...Merchant[]] {
  const problems: string[] = [];
  const file = new FileParameters('', readYaml(text, where), (problem) => problems.push(problem));
  const [first, ...others] = readMerchants(file);

  file.rejectUnknownKeys();
  // A file of no merchants has that for a problem.
  if (problems.length > 0 || first === undefined) throw new ConfigurationError(where, problems);
  return [first, ...others];
}

/** What a merchant file is asked for. */
export function readMerchants(file: Parameters): readonly Merchant[] {
  return file.named(
    'merchants',
    'Each merchant by its name. The first is the default one.',
    (merchant, name) => ({
      name,
      processors: readProcessors(merchant),
      kindOf: readKinds(merchant.optionalMapping('cards', 'What is known of cards by their first digits.')),
      regions: readRegions(merchant.optionalMapping('regions', 'Which regions are refused.')),
      eligibility: readEligibility(
        merchant.optionalMapping(
          'eligibility',
          'Where and for which cards a fee may be asked, and how much at most.',
        ),
      ),
      multiPay: readMultiPay(
        merchant.optionalMapping('multiPay', 'What is charged where several payments make up one total.'),
      ),
      rounding: readRounding(
        merchant.optionalMapping('rounding', 'How a fee is rounded: once, at the very end.'),
      ),
      faults: merchant.optionalList(
        'faults',
        'What a mock does wrong on purpose with calls of this merchant; the first rule that a call fits.',
        (rule) => askForFaultRule(rule, 'merchant'),
      ),
    }),
  );
}
