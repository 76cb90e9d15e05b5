import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BreakableRule, MUST_RULES, type MustRule, SHOULD_RULES } from '../../contract/rule-ids.ts';
import { createMock, type Mock } from '../index.ts';
import { type Ask, asking, BASELINE, FEE, fieldsOf, SALE } from '../testing.ts';
import { ANYBODY } from '../tokens.ts';
import { DEFECTS } from './index.ts';

interface Asks {
  /** The merchant with one processor. */
  readonly one: Ask;
  /** The merchant with several. */
  readonly several: Ask;
  readonly mock: Mock;
}

/** Asks something of a mock, and says in short what came. */
type Probe = (asks: Asks) => Promise<unknown>;

const accepts =
  (path: string, body: unknown): Probe =>
  async ({ one }) =>
    (await one(path, body)).status === 200;

const acceptsFee = (fields: object): Probe => accepts(FEE, { ...BASELINE, ...fields });

const sTxIdOf = async (ask: Ask, fields: object = {}): Promise<string> =>
  String(fieldsOf(await ask(FEE, { ...BASELINE, ...fields }))['sTxId']);

const feeOf = async (ask: Ask, fields: object = {}): Promise<unknown> =>
  fieldsOf(await ask(FEE, { ...BASELINE, ...fields }))['transactionFee'];

/** Opens a transaction with both identifiers, and tells whether a call keeps its sTxId. */
const keepsSTxId =
  (path: string, naming: (sTxId: string) => object, mTxId: string | undefined = 'order-1'): Probe =>
  async ({ one }) => {
    const sTxId = await sTxIdOf(one, { mTxId });
    const body = path === SALE ? naming(sTxId) : { ...BASELINE, ...naming(sTxId) };

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

/** The status of a right fee call but for its method and its token. */
const statusOf =
  (method: 'POST' | 'PUT', tokenOf: (mock: Mock) => string | undefined): Probe =>
  async ({ mock }) => {
    const headers = { 'content-type': 'application/json', 'x-requested-with': 'xhr' };
    const token = tokenOf(mock);
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const asked = { method, path: FEE, headers: { ...headers, ...authorization }, body: BASELINE };

    return (await mock.inject(asked)).status;
  };

/** For each rule something that a healthy mock and one with the defect answer differently. */
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
  'multi-pay/accepts-part-of-total': acceptsFee({ totalAmount: 100 }),
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
    const answered = await Promise.all(sTxIds.map((sTxId) => sTxIdOf(one, { sTxId })));

    return answered.every((sTxId, index) => sTxId === sTxIds[index]);
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
  'robustness/answers-in-time': ({ one }) =>
    Promise.race([
      one(FEE, { ...BASELINE, nicn: '42424242' }).then(() => 'in time'),
      new Promise((resolve) => setTimeout(resolve, 500, 'late')),
    ]),
  'auth/refuses-missing-token': statusOf('POST', () => undefined),
  'auth/refuses-invalid-token': statusOf('POST', () => ANYBODY),
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

const BROKEN = Object.keys(DEFECTS) as readonly BreakableRule[];

/** Otherwise a mock takes the tokens that a defect has it take. */
const jwtSecret = 'a secret of the mocks of this test';

/** What a request of three fields and a zip code cannot but meet. */
const ABOUT_THE_BASELINE: readonly BreakableRule[] = [
  'fee-request/accepts-required-fields-alone',
  'region/accepts-zip-code',
];

const probe = async (rule: BreakableRule, defects: readonly BreakableRule[]): Promise<unknown> => {
  await using mock = await createMock({ defects, jwtSecret });

  // Awaited here: the mock ends with this function.
  return await PROBES[rule]({ one: asking(mock, 'one'), several: asking(mock, 'several'), mock });
};

describe('each defect', () => {
  it.each(BROKEN)('%s: is what tells a mock with it from a healthy one', async (rule) => {
    expect(await probe(rule, [rule])).not.toEqual(await probe(rule, []));
  });

  it.each(BROKEN)('%s: leaves the baseline alone, unless it is about that', async (rule) => {
    const aboutTheBaseline = ABOUT_THE_BASELINE.includes(rule) || rule.startsWith('fee-response/');
    await using mock = await createMock({ defects: [rule] });
    const answer = await asking(mock)(FEE, BASELINE);
    const isFine =
      answer.status === 200 && fieldsOf(answer)['message'] === 'ok' && typeof answer.json() === 'object';

    expect(isFine || aboutTheBaseline).toBe(true);
  });

  it('answers a request that lacks the field which it is about', async () => {
    await using mock = await createMock({ defects: ['nicn/never-echoes-card-number'] });

    expect((await asking(mock)(FEE, { amount: 1, region: 'AZ' })).status).toBe(422);
  });

  it('has a memory of its own in every mock', async () => {
    const defects: readonly MustRule[] = ['robustness/survives-malformed-input'];
    await using broken = await createMock({ defects });
    await using other = await createMock({ defects });
    await asking(broken)(FEE, '{');

    expect((await asking(broken)(FEE, BASELINE)).status).toBe(500);
    expect((await asking(other)(FEE, BASELINE)).status).toBe(200);
  });

  it('is refused by name where there is none', async () => {
    const defects = ['identity/no-such-rule'] as unknown as readonly MustRule[];

    await expect(createMock({ defects })).rejects.toMatchObject({ code: 'unknown-defect' });
  });
});

const CATALOGUE = [...MUST_RULES, ...SHOULD_RULES];

describe('the list of defects', () => {
  it('names each defect by the rule it breaks, in the order of the rules', () => {
    const breakable = CATALOGUE.filter((id) => id !== 'transport/https');

    expect(Object.values(DEFECTS).map(({ rule }) => rule)).toEqual(breakable);
    expect(BROKEN).toEqual(breakable);
  });

  it('has what is in the folders, and nothing else', () => {
    const files = readdirSync(import.meta.dirname, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => readdirSync(join(import.meta.dirname, name)).map((file) => `${name}/${file}`));

    expect(files.toSorted()).toEqual(BROKEN.map((rule) => `${rule}.ts`).toSorted());
    expect(BROKEN.every((rule) => existsSync(join(import.meta.dirname, `${rule}.ts`)))).toBe(true);
  });
});
