/** Parses merchant files: merchants, processors and prices. */
import { readKinds } from '../cards/read-cards.ts';
import { ConfigurationError } from '../configuration-error.ts';
import { readEligibility } from '../eligibility/read-eligibility.ts';
import { readRounding } from '../fee/read-rounding.ts';
import { FileParameters } from '../reading/file-parameters.ts';
import type { Parameters } from '../reading/parameters.ts';
import { readYaml } from '../reading/yaml.ts';
import { readRegions } from '../regions/read-regions.ts';
import type { Merchant } from './merchant.ts';
import { readMultiPay } from './read-multi-pay.ts';
import { readProcessors } from './read-processors.ts';

/** Keys of a merchant that other parts of the program read. The engine stores their values unchecked. */
const EXTENSIONS = ['faults'] as const;

/** Reads extensions and returns members to add to the merchant. */
export type ReadExtensions<Members extends object> = (merchant: Parameters) => Members;

/**
 * Parses the text of a merchant file (YAML). The first merchant is the default one. Sections 1 and 2.1 of the
 * document define merchants and processors.
 *
 * @param where name of the text in messages, such as its path
 * @throws ConfigurationError with all problems and their places
 */
export function parseMerchants(text: string, where: string): readonly [Merchant, ...Merchant[]] {
  return parseExtendedMerchants(text, where, () => ({}));
}

/**
 * Parses a merchant file with its extensions; one error reports the problems of both.
 *
 * @param from its text, or the value of it, whose mappings are Maps
 * @throws ConfigurationError
 */
export function parseExtendedMerchants<Members extends object>(
  from: string | ReadonlyMap<unknown, unknown>,
  where: string,
  readExtensions: ReadExtensions<Members>,
): readonly [Merchant & Members, ...(Merchant & Members)[]] {
  const problems: string[] = [];
  const value = typeof from === 'string' ? readYaml(from, where) : from;
  const file = new FileParameters('', value, (problem) => problems.push(problem));
  const [first, ...others] = readMerchants(file, readExtensions);

  file.rejectUnknownKeys();
  // Without merchants, the list of problems is not empty.
  if (problems.length > 0 || first === undefined) throw new ConfigurationError(where, problems);
  return [first, ...others];
}

/** Reads the keys of a merchant file. The schema is generated from the same code. */
export function readMerchants<Members extends object>(
  file: Parameters,
  readExtensions: ReadExtensions<Members>,
): readonly (Merchant & Members)[] {
  return file.named(
    'merchants',
    'The merchants by name. The first is the default one.',
    (merchant, name) => ({
      name,
      processors: readProcessors(merchant),
      kindOf: readKinds(merchant.optionalMapping('cards', 'Card kinds by first digits.')),
      regions: readRegions(merchant.optionalMapping('regions', 'The policy for unassigned regions.')),
      eligibility: readEligibility(
        merchant.optionalMapping(
          'eligibility',
          'Where and for which cards a fee is permitted, and its limits.',
        ),
      ),
      multiPay: readMultiPay(
        merchant.optionalMapping('multiPay', 'How the parts of a multi-pay total are priced.'),
      ),
      rounding: readRounding(
        merchant.optionalMapping('rounding', 'How the fee is rounded: once, after its limits.'),
      ),
      ...keepExtensions(merchant),
      ...readExtensions(merchant),
    }),
  );
}

function keepExtensions(merchant: Parameters): Pick<Merchant, 'extensions'> {
  const values = EXTENSIONS.map((key) => [key, merchant.unread(key)] as const);
  const present = values.filter(([, value]) => value !== undefined);

  return present.length === 0 ? {} : { extensions: Object.fromEntries(present) };
}
