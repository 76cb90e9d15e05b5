import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { asking, FEE_FIELDS } from '../../test/support/ask-mock.ts';

import { readContract } from '../contract/document.ts';
import { pathOf } from '../contract/operations.ts';
import type { OperationId } from '../contract/types.ts';
import { createValidators, type Validators } from '../contract/validators.ts';
import { describeValue } from '../text/describe.ts';
import { createMock } from './index.ts';
import { createPrism, type Prism } from './sampling/prism.ts';
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

describe('the stage validate and Prism', () => {
  let validators: Validators;
  let prism: Prism;

  beforeAll(async () => {
    validators = createValidators(readContract(), describeValue);
    prism = await createPrism(readContract());
  });

  it(`accept the same of ${RUNS} requests, valid or with one violation`, async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ operation, body, headers, isValid }) => {
        const request = { kind: 'parsed', headers, body } as const;
        const own = contractViolations(validators, operation, request).length === 0;
        const sampled = await prism.sample(pathOf(operation), { headers, body }, {});

        expect({ own, prism: sampled.kind === 'sampled' }).toEqual({ own: isValid, prism: isValid });
      }),
      { numRuns: RUNS },
    );
  });

  it('accept the same requests of clients, but for refusals by the state of the mock', async () => {
    await using stateful = await createMock();
    await using sampling = await createMock({ static: true });
    const beyondTheContract = /^\/(?:sTxId|mTxId|processor|country|region|amount|totalAmount)$/;

    await fc.assert(
      fc.asyncProperty(cases, async ({ operation, body, headers }) => {
        const sent = JSON.stringify(body);
        const path = pathOf(operation);
        const whole = { 'x-requested-with': '', ...headers };
        const [one, other] = await Promise.all([
          asking(stateful)(path, sent, whole),
          asking(sampling)(path, sent, whole),
        ]);
        const { violations = [] } = one.json() as { violations?: { pointer: string; rule?: string }[] };
        const isStateOnly = violations.every(({ pointer }) => beyondTheContract.test(pointer));

        expect([200, 422]).toContain(one.status);
        if (one.status !== other.status)
          expect({ status: other.status, isStateOnly }).toEqual({ status: 200, isStateOnly: true });
      }),
      { numRuns: 60 },
    );
  });
});
