import { describe, expect, it } from 'vitest';
import { type Ask, asking, BASELINE, FEE, fieldsOf, SALE } from '../../../../test/support/ask-mock.ts';
import {
  BREAKABLE_RULES,
  type BreakableRule,
  type DefectName,
  MUST_RULES,
  type MustRule,
  SHOULD_RULES,
} from '../../../contract/rule-ids.ts';
import { createMock, type Mock } from '../../index.ts';
import { DEFECT_NAMES, describeDefect, variantsOf } from './index.ts';

interface Clients {
  /** Sends as the merchant with one processor. */
  readonly one: Ask;
  /** Sends as the merchant with several processors. */
  readonly several: Ask;
  readonly mock: Mock;
}

/** Sends requests to a mock and returns what the defect changes. */
type Probe = (clients: Clients) => Promise<unknown>;

const accepts =
  (path: string, body: unknown): Probe =>
  async ({ one }) =>
    (await one(path, body)).status === 200;

const acceptsFee = (fields: object): Probe => accepts(FEE, { ...BASELINE, ...fields });

const sTxIdOf = async (send: Ask, fields: object = {}): Promise<string> =>
  String(fieldsOf(await send(FEE, { ...BASELINE, ...fields }))['sTxId']);

const feeOf = async (send: Ask, fields: object = {}): Promise<unknown> =>
  fieldsOf(await send(FEE, { ...BASELINE, ...fields }))['transactionFee'];

/** Opens a transaction with both identifiers; returns whether a call keeps its sTxId. */
const keepsSTxId =
  (path: string, identifiersOf: (sTxId: string) => object, mTxId: string | undefined = 'order-1'): Probe =>
  async ({ one }) => {
    const sTxId = await sTxIdOf(one, { mTxId });
    const body = path === SALE ? identifiersOf(sTxId) : { ...BASELINE, ...identifiersOf(sTxId) };

    return fieldsOf(await one(path, body))['sTxId'] === sTxId;
  };

const ALL_FIELDS = {
  campaign: ['a'],
  country: '840',
  processor: 'alpha',
  cardToken: 'tok',
  data: ['b'],
  totalAmount: 200,
  mTxId: 'order-9',
};

/** The status of a fee call that is valid except for its method and its token. */
const statusOf =
  (method: 'POST' | 'PUT', tokenOf: (mock: Mock) => string | undefined): Probe =>
  async ({ mock }) => {
    const headers = { 'content-type': 'application/json', 'x-requested-with': 'xhr' };
    const token = tokenOf(mock);
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const request = { method, path: FEE, headers: { ...headers, ...authorization }, body: BASELINE };

    return (await mock.inject(request)).status;
  };

/** A JWT without a signature that names no merchant. */
const UNSIGNED = 'eyJhbGciOiJub25lIn0.e30.';

/** For each rule a probe that tells a mock with the defect from one without it. */
const PROBES: { readonly [R in BreakableRule]: Probe } = {
  'fee-request/accepts-required-fields-alone': acceptsFee({}),
  'fee-request/requires-amount': acceptsFee({ amount: undefined }),
  'fee-request/requires-nicn': acceptsFee({ nicn: undefined }),
  'fee-request/requires-region': acceptsFee({ region: undefined }),
  'fee-request/accepts-decimal-amounts': acceptsFee({ amount: 19.99 }),
  'fee-request/accepts-each-optional-field': acceptsFee({ data: ['COUPON10'] }),
  'fee-request/accepts-all-fields-at-once': acceptsFee(ALL_FIELDS),
  'nicn/accepts-6-to-8-digits': acceptsFee({ nicn: '4242424' }),
  'nicn/refuses-fewer-than-6-digits': acceptsFee({ nicn: '' }),
  'nicn/refuses-more-than-8-digits': acceptsFee({ nicn: '424242424' }),
  'nicn/refuses-non-digits': acceptsFee({ nicn: '42x242' }),
  'region/accepts-zip-code': acceptsFee({ region: '02134' }),
  'region/accepts-two-letter-state': acceptsFee({ region: 'AZ' }),
  'region/accepts-iso-state-code': acceptsFee({ region: 'US-AZ' }),
  'country/defaults-to-840': async ({ one }) => (await feeOf(one)) === (await feeOf(one, { country: '840' })),
  'processor/optional-with-one': async ({ one }) =>
    (await feeOf(one)) === (await feeOf(one, { processor: '700100' })),
  'processor/required-with-several': async ({ several }) => (await several(FEE, BASELINE)).status,
  'processor/accepts-mid-or-name': acceptsFee({ processor: 'alpha' }),
  'processor/mid-and-name-agree': async ({ several }) =>
    (await feeOf(several, { processor: '700100' })) === (await feeOf(several, { processor: 'alpha' })),
  'multi-pay/accepts-part-of-total': acceptsFee({ totalAmount: 100.01 }),
  'opaque/campaign-and-data-are-opaque': acceptsFee({ campaign: ['say "cheese"'] }),
  'fee-response/is-json-object': async ({ one }) => Array.isArray((await one(FEE, BASELINE)).json()),
  'fee-response/has-transaction-fee-number': async ({ one }) => typeof (await feeOf(one)),
  'fee-response/has-stxid-string': async ({ one }) => typeof fieldsOf(await one(FEE, BASELINE))['sTxId'],
  'fee-response/has-message-ok': async ({ one }) => fieldsOf(await one(FEE, BASELINE))['message'],
  'fee/matches-reference': ({ one }) => feeOf(one, { nicn: '411111' }),
  'identity/stxid-is-unique': async ({ one }) => {
    const [first, second] = [await sTxIdOf(one), await sTxIdOf(one)];

    return first === second;
  },
  'identity/update-by-stxid-keeps-stxid': keepsSTxId(FEE, (sTxId) => ({ sTxId })),
  'identity/update-by-mtxid-keeps-stxid': keepsSTxId(FEE, () => ({ mTxId: 'order-1' })),
  'identity/update-by-both-keeps-stxid': keepsSTxId(FEE, (sTxId) => ({ sTxId, mTxId: 'order-1' })),
  'identity/update-recalculates-fee': async ({ one }) =>
    feeOf(one, { amount: 900, sTxId: await sTxIdOf(one) }),
  'identity/distinct-mtxids-are-distinct': async ({ one }) =>
    (await sTxIdOf(one, { mTxId: 'a1' })) === (await sTxIdOf(one, { mTxId: 'a2' })),
  async 'identity/concurrent-updates-keep-stxid'({ one }) {
    const sTxIds = await Promise.all(Array.from({ length: 8 }, () => sTxIdOf(one)));
    const returned = await Promise.all(sTxIds.map((sTxId) => sTxIdOf(one, { sTxId })));

    return returned.every((sTxId, index) => sTxId === sTxIds[index]);
  },
  async 'identity/outlives-other-traffic'({ one }) {
    const sTxId = await sTxIdOf(one);
    for (let count = 0; count <= 200; count += 1) await sTxIdOf(one);

    return (await one(SALE, { sTxId })).status;
  },
  async 'identity/state-machine'({ one }) {
    const sTxId = await sTxIdOf(one, { mTxId: 'order-1' });
    await sTxIdOf(one, { sTxId });

    return (await sTxIdOf(one, { mTxId: 'order-1' })) === sTxId;
  },
  async 'identity/remembers-late-mtxid'({ one }) {
    const sTxId = await sTxIdOf(one);
    await sTxIdOf(one, { sTxId, mTxId: 'order-2' });

    return (await sTxIdOf(one, { mTxId: 'order-2' })) === sTxId;
  },
  'sale/accepts-stxid': keepsSTxId(SALE, (sTxId) => ({ sTxId })),
  'sale/accepts-mtxid': keepsSTxId(SALE, () => ({ mTxId: 'order-1' })),
  'sale/accepts-both': keepsSTxId(SALE, (sTxId) => ({ sTxId, mTxId: 'order-1' })),
  'sale/accepts-late-mtxid': async ({ one }) =>
    (await one(SALE, { sTxId: await sTxIdOf(one), mTxId: 'order-2' })).status,
  async 'sale/requires-stxid-or-mtxid'({ one }) {
    await sTxIdOf(one);

    return (await one(SALE, { authCode: '012345' })).status;
  },
  'sale/authcode-is-optional': keepsSTxId(SALE, (sTxId) => ({ sTxId })),
  'sale/authcode-is-opaque': keepsSTxId(SALE, (sTxId) => ({ sTxId, authCode: 'größer' })),
  'sale/answers-stxid-string': async ({ one }) =>
    typeof fieldsOf(await one(SALE, { sTxId: await sTxIdOf(one) }))['sTxId'],
  async 'robustness/survives-malformed-input'({ one }) {
    await one(FEE, '{');

    return (await one(FEE, BASELINE)).status;
  },
  /** Whether it is answered before ten others that come after it. */
  async 'robustness/answers-in-time'({ one }) {
    let isAnswered = false;
    void one(FEE, { ...BASELINE, nicn: '42424242' }).then(() => {
      isAnswered = true;
    });
    for (let others = 0; others < 10; others++) await one(FEE, BASELINE);

    return isAnswered;
  },
  'auth/refuses-missing-token': statusOf('POST', () => undefined),
  'auth/refuses-invalid-token': statusOf('POST', () => UNSIGNED),
  'transport/post-only': statusOf('PUT', (mock) => mock.token()),
  'transport/content-type-json': async ({ one }) => (await one(FEE, BASELINE)).headers['content-type'],
  'fee-request/refuses-wrong-types': acceptsFee({ amount: '100' }),
  'fee-request/refuses-negative-amount': acceptsFee({ amount: -100 }),
  'fee-response/fee-is-not-negative': ({ one }) => feeOf(one, { amount: 1 }),
  'fee-response/fee-has-cents': ({ one }) => feeOf(one),
  async 'fee-response/same-request-same-fee'({ one }) {
    const before = await feeOf(one);

    return (await feeOf(one)) === before;
  },
  'nicn/never-echoes-card-number': async ({ one }) =>
    (await one(FEE, { ...BASELINE, nicn: '4242424242424242' })).text.includes('4242424242424242'),
  'region/refuses-unknown': acceptsFee({ region: 'QQ' }),
  'region/forms-agree': async ({ one }) =>
    (await feeOf(one, { region: 'AZ' })) === (await feeOf(one, { region: 'US-AZ' })),
  'processor/refuses-unknown': async ({ several }) =>
    (await several(FEE, { ...BASELINE, processor: 'gamma' })).status,
  'multi-pay/refuses-part-over-total': acceptsFee({ totalAmount: 50 }),
  'opaque/opaque-data-does-not-change-fee': ({ one }) => feeOf(one, { data: ['COUPON10'] }),
  'identity/mtxid-is-case-sensitive': async ({ one }) =>
    (await sTxIdOf(one, { mTxId: 'order-a' })) === (await sTxIdOf(one, { mTxId: 'order-A' })),
  'identity/merchants-are-isolated': async ({ one, several }) =>
    (await several(SALE, { sTxId: await sTxIdOf(one) })).status,
  'sale/refuses-unknown-transaction': accepts(SALE, { mTxId: 'order-9' }),
  async 'sale/refuses-mismatched-identifiers'({ one }) {
    const sTxId = await sTxIdOf(one, { mTxId: 'order-1' });
    await sTxIdOf(one, { mTxId: 'order-2' });

    return (await one(SALE, { sTxId, mTxId: 'order-2' })).status;
  },
  'robustness/no-server-error-on-bad-input': async ({ one }) => (await one(FEE, [])).status,
  'robustness/no-internals-in-errors': async ({ one }) => (await one(FEE, {})).text.includes('.js:'),
  async 'robustness/refuses-oversized-body'({ one }) {
    await one(FEE, { ...BASELINE, data: ['x'.repeat(2 ** 21)] });

    return (await one(FEE, BASELINE)).status;
  },
};

/** A mock without a secret accepts every token, with the defect or without it. */
const jwtSecret = 'a secret of the mocks of this test';

/** Their defects show in the baseline request: three fields, with a zip code. */
const SHOWN_BY_BASELINE: readonly BreakableRule[] = [
  'fee-request/accepts-required-fields-alone',
  'region/accepts-zip-code',
];

const probe = async (rule: BreakableRule, defects: readonly BreakableRule[]): Promise<unknown> => {
  await using mock = await createMock({ defects, jwtSecret });

  // The mock closes when this function returns.
  return await PROBES[rule]({ one: asking(mock, 'one'), several: asking(mock, 'several'), mock });
};

describe('each defect', () => {
  it.each(BREAKABLE_RULES)('%s: changes the responses of the mock', async (rule) => {
    expect(await probe(rule, [rule])).not.toEqual(await probe(rule, []));
  });

  it.each(BREAKABLE_RULES)(
    '%s: leaves the response to the baseline request unchanged, unless the rule is about it',
    async (rule) => {
      const isShown = SHOWN_BY_BASELINE.includes(rule) || rule.startsWith('fee-response/');
      await using mock = await createMock({ defects: [rule] });
      const response = await asking(mock)(FEE, BASELINE);
      const isAccepted =
        response.status === 200 &&
        fieldsOf(response)['message'] === 'ok' &&
        typeof response.json() === 'object';

      expect(isAccepted || isShown).toBe(true);
    },
  );

  it('refuses a request without the field that the defect is about', async () => {
    await using mock = await createMock({ defects: ['nicn/never-echoes-card-number'] });

    expect((await asking(mock)(FEE, { amount: 1, region: 'AZ' })).status).toBe(422);
  });

  it('keeps its state within one mock', async () => {
    const defects: readonly MustRule[] = ['robustness/survives-malformed-input'];
    await using broken = await createMock({ defects });
    await using other = await createMock({ defects });
    await asking(broken)(FEE, '{');

    expect((await asking(broken)(FEE, BASELINE)).status).toBe(500);
    expect((await asking(other)(FEE, BASELINE)).status).toBe(200);
  });

  it('makes createMock throw if no rule has the id', async () => {
    const defects = ['nicn/accepts-6-to-8-digit'] as unknown as readonly MustRule[];

    await expect(createMock({ defects })).rejects.toMatchObject({
      code: 'unknown-defect',
      message:
        'defect: expected the id of a rule that a mock can break, got "nicn/accepts-6-to-8-digit". Did you mean nicn/accepts-6-to-8-digits?',
    });
  });
});

describe('the list of defects', () => {
  it('has one defect for each rule that a mock can break, in the order of the rules', () => {
    const breakable = [...MUST_RULES, ...SHOULD_RULES].filter((id) => id !== 'transport/https');

    expect(DEFECT_NAMES.filter((name) => !name.includes(':'))).toEqual(breakable);
  });

  it('describes each defect in its own words', () => {
    const summaries = DEFECT_NAMES.map(describeDefect);

    expect(new Set(summaries).size).toBe(DEFECT_NAMES.length);
  });

  it('names a variant after the rule that it breaks, and breaks it in another way', async () => {
    const defects: readonly DefectName[] = ['nicn/refuses-fewer-than-6-digits:on-updates-by-mtxid'];
    await using mock = await createMock({ defects });
    const send = asking(mock);
    const short = { ...BASELINE, nicn: '42424', mTxId: 'order-1' };

    expect(variantsOf('nicn/refuses-fewer-than-6-digits')).toContain(defects[0]);
    expect((await send(FEE, short)).status).toBe(422);
    expect((await send(FEE, { ...BASELINE, mTxId: 'order-1' })).status).toBe(200);
    expect((await send(FEE, short)).status).toBe(200);
  });

  it.each(DEFECT_NAMES)(
    '%s: leaves the baseline request of a mock with variants acceptable',
    async (name) => {
      await using mock = await createMock({ defects: [name] });

      expect((await asking(mock)(FEE, BASELINE)).status).toBeLessThan(500);
    },
  );
});
