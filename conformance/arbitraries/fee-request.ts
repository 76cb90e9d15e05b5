/** Valid first calls: the required fields, and any of the optional ones that this deployment can be asked with. */
import fc from 'fast-check';
import type { FeeRequest } from '../../src/contract/types.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { isSafeBody, text } from './text.ts';

interface Words extends Pick<Vocabulary, 'baseline' | 'nicns' | 'regions' | 'optional' | 'amount'> {
  /** Placeholders. */
  readonly cardTokens: readonly string[];
}

export function feeRequest({
  baseline,
  nicns,
  regions,
  optional,
  amount,
  cardTokens,
}: Words): fc.Arbitrary<FeeRequest> {
  const texts = fc.array(text, { maxLength: 3 });
  const constants = Object.entries(optional)
    .filter(([field]) => field === 'country' || field === 'processor')
    .map(([field, value]) => [field, fc.constant(value)] as const);

  return fc
    .record(
      {
        amount,
        nicn: fc.constantFrom(...nicns),
        region: fc.constantFrom(...Object.values(regions).flat()),
        campaign: texts,
        data: texts,
        ...Object.fromEntries(constants),
        ...(cardTokens.length === 0 ? {} : { cardToken: fc.constantFrom(...cardTokens) }),
      },
      { requiredKeys: ['amount', 'nicn', 'region'] },
    )
    .map((request) =>
      'cardToken' in request ? { ...request, nicn: ofCardToken(request.nicn, { baseline, nicns }) } : request,
    )
    .filter(isSafeBody) as fc.Arbitrary<FeeRequest>;
}

/** As many digits of the baseline's card: a service may know which card a token stands for. */
export function ofCardToken(
  nicn: string,
  { baseline, nicns }: Pick<Vocabulary, 'baseline' | 'nicns'>,
): string {
  const card = baseline.nicn.slice(0, 6);

  return nicns.find((other) => other.startsWith(card) && other.length === nicn.length) ?? baseline.nicn;
}
