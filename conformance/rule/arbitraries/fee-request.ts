/** Valid first calls: the required fields and any optional fields that this deployment can be sent. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import type { RuleContext, TestData } from '../context.ts';
import { isSafeBody, texts } from './text.ts';

interface FieldValues extends Pick<TestData, 'nicns' | 'regions' | 'optional' | 'amount'> {
  readonly baseline: FeeRequest;
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
}: FieldValues): fc.Arbitrary<FeeRequest> {
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
      'cardToken' in request
        ? { ...request, nicn: nicnForCardToken(request.nicn, { baseline, data: { nicns } }) }
        : request,
    )
    .filter(isSafeBody) as fc.Arbitrary<FeeRequest>;
}

interface KnownCards extends Pick<RuleContext, 'baseline'> {
  readonly data: Pick<TestData, 'nicns'>;
}

/** The baseline card's first digits, as many as given: a service may know which card a token stands for. */
export function nicnForCardToken(nicn: string, { baseline, data }: KnownCards): string {
  const card = baseline.nicn.slice(0, 6);

  return data.nicns.find((other) => other.startsWith(card) && other.length === nicn.length) ?? baseline.nicn;
}
