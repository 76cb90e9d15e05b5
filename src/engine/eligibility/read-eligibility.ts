/** Reads the section `eligibility` of a merchant file, and the shipped rules. */
import illustrative from '../../../fixtures/eligibility/illustrative.json' with { type: 'json' };
import { type Parameters, rejectDuplicates } from '../reading/parameters.ts';
import { textReader } from '../reading/readers.ts';
import { shippedList } from '../reading/shipped-list.ts';
import { countryReader } from './country-reader.ts';
import { type Eligibility, NO_RULES } from './eligibility.ts';
import { readRule } from './read-rule.ts';
import type { Rule } from './rule.ts';

const waiverReader = textReader('waive-surcharge', 'An entry of data, such as a coupon code.');

/** Rules that a merchant file can refer to by name. Illustrative; not legal advice. */
const SHIPPED = new Map([['illustrative', () => shippedList(illustrative, 'rules', readRow)]]);

export function readEligibility(parameters: Parameters | undefined): Eligibility {
  if (parameters === undefined) return NO_RULES;

  const rows = parameters.listOrWord('rules', 'Surcharge rules, each with its source.', SHIPPED, readRow);
  const countries = parameters.optionalTexts(
    'countries',
    'The countries in which fees are charged; by default all.',
    countryReader,
  );
  const waivedBy = parameters.optionalTexts(
    'waivedBy',
    'Entries of data that waive the fee; they match exactly.',
    waiverReader,
  );
  rejectDuplicates(rows, 'name');

  return { rules: rows.map(({ rule }) => rule), countries, waivedBy: waivedBy ?? [] };
}

function readRow(row: Parameters): { readonly row: Parameters; readonly name: string; readonly rule: Rule } {
  const rule = readRule(row);
  return { row, name: rule.name, rule };
}
