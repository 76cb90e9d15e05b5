/** Parses merchant files: merchants, processors and prices. */
import schema from '../../../merchants.schema.json' with { type: 'json' };
import { ConfigurationError } from '../../reading/problem-text.ts';
import { problemsOf, type SourceText } from '../../reading/problems.ts';
import { compileParts } from '../../reading/schema-check.ts';
import { readYaml } from '../../reading/yaml.ts';
import { isJsonObject } from '../../text/json-object.ts';
import { toKindOf } from '../cards/card.ts';
import { NO_RULES, toEligibility } from '../eligibility/eligibility.ts';
import { capsOf } from '../fee/exact-fee.ts';
import { HALF_UP_TO_CENTS } from '../fee/rounding.ts';
import { priceOf } from '../pricing/models.ts';
import { PRICE_UNASSIGNED } from '../regions/recognise-region.ts';
import { SEPARATE } from '../sale.ts';
import { problemsBeyondSchema } from './beyond-schema.ts';
import type { Merchant, Processor } from './merchant.ts';
import type { MerchantsSchemas } from './merchants.gen.ts';

/**
 * Parses the text of a merchant file (YAML). The first merchant is the default one. Sections 1 and 2.1 of the
 * document define merchants and processors.
 *
 * @param where name of the text in messages, such as its path
 * @throws ConfigurationError with all problems and their places
 */
export function parseMerchants(text: string, where: string): readonly [Merchant, ...Merchant[]] {
  return parseMerchantFile(text, where, { forMock: false }).merchants;
}

/** A merchant file with what is for a mock alone: the faults of merchants are in `extensions`. */
export interface ParsedFile {
  readonly merchants: readonly [Merchant, ...Merchant[]];
  readonly scenarios: MerchantsSchemas['scenarios'];
}

/** The same; can also check what is for the mock. @throws ConfigurationError */
export function parseMerchantFile(
  text: string,
  where: string,
  { forMock }: { readonly forMock: boolean },
): ParsedFile {
  const maps = readYaml(text, where);
  const file = asObjects(maps);
  const problems = problemsOfMerchants(forMock ? file : withoutMock(file), { text, where });
  if (problems.length > 0) throw new ConfigurationError(where, problems);

  // Objects have names that look like numbers first.
  const { merchants, scenarios = {} } = file as Pick<ParsedFile, 'scenarios'> & {
    readonly merchants: Readonly<Record<string, MerchantsSchemas['merchant']>>;
  };
  const names = (maps as ReadonlyMap<string, ReadonlyMap<string, unknown>>).get('merchants')?.keys() ?? [];

  return {
    merchants: toMerchants([...names].map((name) => [name, merchants[name] as MerchantsSchemas['merchant']])),
    scenarios,
  };
}

const { $schema: _, ...file } = schema;
const { scenarios: ofScenarios } = schema.properties;
const validatorOf = compileParts({
  ...schema.$defs,
  file: { ...file, $defs: {} },
  scenariosAlone: { type: 'object', properties: { scenarios: ofScenarios } },
});

/** What is wrong with a file, or with the same value from elsewhere; none where it is valid. */
export function problemsOfMerchants(file: unknown, source?: SourceText): readonly string[] {
  return problemsOf(file, validatorOf('file'), schema.$defs, { beyond: problemsBeyondSchema(file), source });
}

/** The same for the scenarios of a file. */
export function problemsOfScenarios(scenarios: unknown): readonly string[] {
  const value = { scenarios };

  return problemsOf(value, validatorOf('scenariosAlone'), schema.$defs, {
    beyond: problemsBeyondSchema(value),
  });
}

/** The merchants of a valid file. */
export function toMerchants(
  merchants: readonly (readonly [name: string, MerchantsSchemas['merchant']])[],
): readonly [Merchant, ...Merchant[]] {
  const [first, ...others] = merchants.map(([name, merchant]) => toMerchant(name, merchant));
  if (first === undefined) throw new Error('the schema requires a merchant');

  return [first, ...others];
}

function toMerchant(name: string, merchant: MerchantsSchemas['merchant']): Merchant {
  const { processors, cards, regions, eligibility, multiPay, rounding, faults } = merchant;

  return {
    name,
    processors: processors.map(({ mid, name, pricing }) => ({ mid, name, ...priced(pricing) })),
    kindOf: toKindOf(cards),
    regions: { ...PRICE_UNASSIGNED, ...regions },
    eligibility: eligibility === undefined ? NO_RULES : toEligibility(eligibility),
    multiPay: { ...SEPARATE, ...multiPay },
    rounding: { ...HALF_UP_TO_CENTS, ...rounding },
    ...(faults === undefined ? {} : { extensions: { faults } }),
  };
}

function priced(pricing: MerchantsSchemas['pricing']): Omit<Processor, 'mid' | 'name'> {
  return { model: pricing.model, price: priceOf(pricing), caps: capsOf(pricing.cap) };
}

/** A merchant with another price at every processor, another table of cards, or more rules. */
export function changeMerchant(
  merchant: Merchant,
  { pricing, cards, rules = [] }: NonNullable<MerchantsSchemas['scenario']['merchant']>,
): Merchant {
  const { processors, kindOf, eligibility } = merchant;

  return {
    ...merchant,
    processors:
      pricing === undefined ? processors : processors.map((one) => ({ ...one, ...priced(pricing) })),
    kindOf: cards === undefined ? kindOf : toKindOf(cards),
    eligibility: { ...eligibility, rules: [...eligibility.rules, ...toEligibility({ rules }).rules] },
  };
}

function withoutMock(whole: unknown): unknown {
  if (!isJsonObject(whole)) return whole;
  const { scenarios: _, ...file } = whole;
  if (!isJsonObject(file['merchants'])) return file;
  const merchants = Object.entries(file['merchants']).map(([name, merchant]) => {
    const { faults: _, ...rest } = isJsonObject(merchant) ? merchant : {};
    return [name, isJsonObject(merchant) ? rest : merchant];
  });

  return { ...file, merchants: Object.fromEntries(merchants) };
}

function asObjects(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asObjects);
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([key, inner]) => [key, asObjects(inner)]));
}
