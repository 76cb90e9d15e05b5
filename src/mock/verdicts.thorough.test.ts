import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { FEE_FIELDS } from '../../test/support/ask-mock.ts';
import { readContract } from '../contract/document.ts';
import { pathOf } from '../contract/operations.ts';
import type { OperationId } from '../contract/types.ts';
import { createValidators, type Validators } from '../contract/validators.ts';
import { describeValue } from '../text/describe.ts';
import { contractViolations } from './stages/validate.ts';

/** A request, and whether the contract allows it. */
interface Case {
  readonly operation: OperationId;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly isValid: boolean;
}

/** Enough to find a keyword that the two interpret differently. */
const RUNS = 5000;

const HEADERS = { 'content-type': 'application/json', 'x-requested-with': 'xhr' };

const text = fc.string({ unit: 'binary', maxLength: 12 });
const digits = (length: { readonly minLength: number; readonly maxLength: number }) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), ...length });

const amount = fc.oneof(
  fc.nat(100_000).map((cents) => cents / 100),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const VALID: { readonly [O in OperationId]: fc.Arbitrary<Readonly<Record<string, unknown>>> } = {
  calculateFee: fc.record(
    {
      amount,
      nicn: digits({ minLength: 6, maxLength: 8 }),
      region: text,
      campaign: fc.array(text, { maxLength: 3 }),
      country: digits({ minLength: 3, maxLength: 3 }),
      processor: text,
      cardToken: text,
      data: fc.array(text, { maxLength: 3 }),
      totalAmount: amount,
      mTxId: text,
      sTxId: text,
      surprise: fc.jsonValue({ maxDepth: 1 }),
    },
    { requiredKeys: ['amount', 'nicn', 'region'] },
  ),
  attachSale: fc.oneof(
    fc.record({ sTxId: text, mTxId: text, authCode: text }, { requiredKeys: ['sTxId'] }),
    fc.record({ sTxId: text, mTxId: text, authCode: text }, { requiredKeys: ['mTxId'] }),
  ),
};

const FIELDS: { readonly [O in OperationId]: readonly string[] } = {
  calculateFee: [...FEE_FIELDS, 'mTxId', 'sTxId'],
  attachSale: ['sTxId', 'mTxId', 'authCode'],
};

/** Values of a wrong type for all fields but those in `fits`. */
const strange = fc.constantFrom<{ readonly value: unknown; readonly fits: readonly string[] }>(
  { value: null, fits: [] },
  { value: true, fits: [] },
  { value: {}, fits: [] },
  { value: [1], fits: [] },
  { value: ['a', null], fits: [] },
  { value: 7, fits: ['amount', 'totalAmount'] },
  { value: [], fits: ['campaign', 'data'] },
  { value: 'text', fits: ['region', 'processor', 'cardToken', 'mTxId', 'sTxId', 'authCode'] },
);

const wrongType = (operation: OperationId) =>
  fc
    .tuple(fc.constantFrom(...FIELDS[operation]), strange)
    .filter(([field, { fits }]) => !fits.includes(field))
    .map(([field, { value }]) => ({ [field]: value }));

const wrongNicn = fc.oneof(
  digits({ minLength: 0, maxLength: 5 }),
  digits({ minLength: 9, maxLength: 19 }),
  fc.string({ unit: 'binary', minLength: 6, maxLength: 8 }).filter((nicn) => /[^0-9]/.test(nicn)),
  fc.constantFrom('424242\n', ' 424242', '+424242', '42424e2', '４２４２４２', '0x4242'),
);

const wrongCountry = fc.oneof(
  digits({ minLength: 0, maxLength: 2 }),
  fc.constantFrom('US', 'USA', '8400', '840\n', ' 840'),
);

const wrongHeaders = fc.constantFrom<Readonly<Record<string, string>>>(
  { 'content-type': 'application/json' },
  ...['', 'XHR', 'fetch', 'xhr, xhr', 'XMLHttpRequest'].map((value) => ({
    ...HEADERS,
    'x-requested-with': value,
  })),
);

const without = (body: Readonly<Record<string, unknown>>, ...fields: readonly string[]) =>
  Object.fromEntries(Object.entries(body).filter(([field]) => !fields.includes(field)));

const valid = (operation: OperationId): fc.Arbitrary<Case> =>
  VALID[operation].map((body) => ({ operation, body, headers: HEADERS, isValid: true }));

/** A valid request with one violation added. */
const invalid = (operation: OperationId): fc.Arbitrary<Case> => {
  const edited = <Edit>(
    edit: fc.Arbitrary<Edit>,
    apply: (body: Readonly<Record<string, unknown>>, edit: Edit) => unknown,
  ) =>
    fc
      .tuple(VALID[operation], edit)
      .map(([body, by]): Case => ({ operation, body: apply(body, by), headers: HEADERS, isValid: false }));
  const missing =
    operation === 'calculateFee'
      ? edited(fc.constantFrom('amount', 'nicn', 'region'), (body, field) => without(body, field))
      : edited(fc.constant(undefined), (body) => without(body, 'sTxId', 'mTxId'));
  const own =
    operation === 'calculateFee'
      ? [
          edited(wrongNicn, (body, nicn) => ({ ...body, nicn })),
          edited(wrongCountry, (body, country) => ({ ...body, country })),
        ]
      : [];

  return fc.oneof(
    missing,
    ...own,
    edited(wrongType(operation), (body, field) => ({ ...body, ...field })),
    edited(fc.constantFrom(null, 0, 1, true, false, '', 'text', [], [{}]), (_body, other) => other),
    fc
      .tuple(VALID[operation], wrongHeaders)
      .map(([body, headers]): Case => ({ operation, body, headers, isValid: false })),
  );
};

const cases = fc.oneof(
  valid('calculateFee'),
  valid('attachSale'),
  invalid('calculateFee'),
  invalid('calculateFee'),
  invalid('attachSale'),
);

/** Whether Prism finds no violation in a request. */
async function createPrismValidator() {
  const operations = await getHttpOperationsFromSpec(readContract());
  const silent = Object.fromEntries(
    ['trace', 'debug', 'info', 'success', 'warn', 'error', 'fatal'].map((name) => [name, () => {}]),
  );
  const logger = { ...silent, child: () => logger } as unknown as Parameters<
    typeof createInstance
  >[1]['logger'];
  const checks = { checkSecurity: false, validateRequest: true, validateResponse: false, errors: false };

  return async (path: string, body: unknown, headers: Case['headers']) => {
    const config = { ...checks, isProxy: false as const, upstreamProxy: undefined, mock: { dynamic: false } };
    const input = { method: 'post', url: { path }, headers, body } as const;
    const result = await createInstance(config, { logger }).request(input, operations, config)();

    return result._tag === 'Right' && result.right.validations.input.every(({ severity }) => severity > 0);
  };
}

describe('the stage validate and Prism', () => {
  let validators: Validators;
  let isValidToPrism: Awaited<ReturnType<typeof createPrismValidator>>;

  beforeAll(async () => {
    validators = createValidators(readContract(), describeValue);
    isValidToPrism = await createPrismValidator();
  });

  it(`accept the same of ${RUNS} requests, valid or with one violation`, async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ operation, body, headers, isValid }) => {
        const request = { kind: 'parsed', headers, body } as const;
        const own = contractViolations(validators, operation, request).length === 0;
        const prism = await isValidToPrism(pathOf(operation), body, headers);

        expect({ own, prism }).toEqual({ own: isValid, prism: isValid });
      }),
      { numRuns: RUNS },
    );
  });
});
