/** Valid first calls: the required fields, and any of the optional ones that this deployment can be asked with. */
import fc from 'fast-check';
import type { FeeRequest } from '../../src/contract/types.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { text } from './text.ts';

type Words = Pick<Vocabulary, 'nicns' | 'regions' | 'optional' | 'amount'>;

export function feeRequest({ nicns, regions, optional, amount }: Words): fc.Arbitrary<FeeRequest> {
  const texts = fc.array(text, { maxLength: 3 });
  const constants = Object.entries(optional)
    .filter(([field]) => field === 'country' || field === 'processor' || field === 'cardToken')
    .map(([field, value]) => [field, fc.constant(value)] as const);

  return fc.record(
    {
      amount,
      nicn: fc.constantFrom(...nicns),
      region: fc.constantFrom(...Object.values(regions).flat()),
      campaign: texts,
      data: texts,
      ...Object.fromEntries(constants),
    },
    { requiredKeys: ['amount', 'nicn', 'region'] },
  ) as fc.Arbitrary<FeeRequest>;
}
