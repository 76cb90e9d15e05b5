import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Ask, asking, BASELINE, FEE, fieldsOf, SALE } from '../../../../test/support/ask-mock.ts';
import { runsOf } from '../../../../test/support/sampled.ts';
import { CHOICE_NAMES, type ChoiceName, type Choices, optionsOf } from '../../../contract/choices.ts';
import { readContract } from '../../../contract/document.ts';
import { createMemoryLedger } from '../../../ledger/memory.ts';
import { schemaCheck } from '../../../reading/schema-check.ts';
import { describeValue } from '../../../text/describe.ts';
import { createMock, type InjectedAnswer } from '../../index.ts';
import { createGrease } from './grease.ts';

const { components } = readContract();
const brokenIn = {
  [FEE]: schemaCheck({ $ref: '#/components/schemas/FeeResponse', components }, describeValue),
  [SALE]: schemaCheck({ $ref: '#/components/schemas/SaleResponse', components }, describeValue),
};
const brokenInProblem = schemaCheck({ $ref: '#/components/schemas/Problem', components }, describeValue);

interface Request {
  readonly path: typeof FEE | typeof SALE;
  readonly body: unknown;
}

/** Valid and invalid requests, about known and unknown transactions. */
const request: fc.Arbitrary<Request> = fc.oneof(
  fc.record({
    path: fc.constant(FEE),
    body: fc.record(
      {
        amount: fc.oneof(
          fc.integer({ min: 0, max: 99_999 }).map((cents) => cents / 100),
          fc.constantFrom('1', null),
        ),
        nicn: fc.constantFrom('424242', '42424242', '4242', 42),
        region: fc.constantFrom('85004', 'AZ', 'CT', 'nowhere'),
        mTxId: fc.constantFrom('order-1', 'order-2'),
        sTxId: fc.constant('unknown'),
        campaign: fc.array(fc.string()),
      },
      { requiredKeys: ['amount', 'nicn', 'region'] },
    ),
  }),
  fc.record({
    path: fc.constant(SALE),
    body: fc.record(
      { mTxId: fc.constantFrom('order-1', 'order-3'), authCode: fc.string() },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ path: fc.constantFrom(FEE, SALE), body: fc.constantFrom('{', 'null', '') }),
) as fc.Arbitrary<Request>;

const isSuccess = ({ status }: InjectedAnswer) => status >= 200 && status <= 299;

/** A refusal by the document: no 2xx, or a message that is not ok. A refused sale has no sTxId. */
function isRefusal(path: Request['path'], answer: InjectedAnswer): boolean {
  if (!isSuccess(answer)) return true;
  const { message, sTxId } = fieldsOf(answer);

  return typeof message === 'string' && message !== 'ok' && (path === FEE || sTxId === undefined);
}

async function askAll(ask: Ask, requests: readonly Request[]): Promise<readonly InjectedAnswer[]> {
  const answers: InjectedAnswer[] = [];
  for (const { path, body } of requests) answers.push(await ask(path, body));

  return answers;
}

describe('a greased mock', () => {
  it('accepts and refuses as a plain mock does, and every response fits the contract', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.array(request, { minLength: 1, maxLength: 8 }),
        async (grease, requests) => {
          await using mock = await createMock({ grease });
          await using plain = await createMock();
          const answers = await askAll(asking(mock), requests);
          const expected = await askAll(asking(plain), requests);

          for (const [index, answer] of answers.entries()) {
            const { path } = requests[index]!;
            expect(!isRefusal(path, answer)).toBe(isSuccess(expected[index]!));
            if (!isRefusal(path, answer)) {
              expect(brokenIn[path](answer.json())).toEqual([]);
              expect(answer.headers['content-type']).toMatch(/^application\/json(;|$)/);
              expect(fieldsOf(answer)['transactionFee']).toBe(fieldsOf(expected[index]!)['transactionFee']);
            }
            if (answer.headers['content-type'] === 'application/problem+json')
              expect(brokenInProblem(answer.json())).toEqual([]);
          }
        },
      ),
      { numRuns: runsOf(40) },
    );
  });

  it('makes the same choices for the same seed, others for another one, and others for each response', async () => {
    const requests = Array.from(
      { length: 20 },
      (_, at): Request => ({
        path: at % 5 === 4 ? SALE : FEE,
        body: {
          ...BASELINE,
          ...(at % 3 === 0 && { mTxId: `order-${at}` }),
          ...(at % 4 === 3 && { nicn: '4' }),
        },
      }),
    );
    const choicesBy = async (grease: number) => {
      await using mock = await createMock({ grease });
      const answers = await askAll(asking(mock), requests);

      return answers.map(({ status, headers }) => `${status} ${headers['tollgate-choices']}`);
    };
    const choices = await choicesBy(1);

    expect(await choicesBy(1)).toEqual(choices);
    expect(await choicesBy(2)).not.toEqual(choices);
    expect(new Set(choices).size).toBeGreaterThan(10);
  });

  it('gives each transaction an sTxId of a random form, which it keeps', async () => {
    await using mock = await createMock({ grease: 3 });
    const ask = asking(mock);
    const forms = new Set<unknown>();
    for (let count = 0; count < 30; count += 1) {
      const mTxId = `order-${count}`;
      const { sTxId } = fieldsOf(await ask(FEE, { ...BASELINE, mTxId }));
      forms.add(String(sTxId).length);

      expect(fieldsOf(await ask(FEE, { ...BASELINE, mTxId }))['sTxId']).toBe(sTxId);
      expect(fieldsOf(await ask(FEE, { ...BASELINE, sTxId }))['sTxId']).toBe(sTxId);
      expect(fieldsOf(await ask(SALE, { sTxId, mTxId }))['sTxId']).toBe(sTxId);
    }
    expect(forms.size).toBe(7);
  });

  it('remembers the forms of the transactions used last, and accepts each sTxId of the others', async () => {
    const { ledger: wrap } = createGrease(6, {}, 2);
    const ledger = wrap(createMemoryLedger());
    const calculation = { request: BASELINE, fee: 1 };
    const open = async (mTxId: string) => {
      const recorded = await ledger.record('one', { mTxId }, calculation);

      return recorded.kind === 'opened' ? recorded.transaction.sTxId : undefined;
    };
    const byMtxid = async (mTxId: string) => {
      const found = await ledger.find('one', { mTxId });

      return found.kind === 'found' ? found.transaction.sTxId : undefined;
    };
    const [first, second] = [await open('first'), await open('second')];
    for (const later of ['third', 'fourth', 'fifth', 'sixth']) {
      await byMtxid('first');
      await open(later);
    }

    expect(await byMtxid('first')).toBe(first);
    expect(second).not.toMatch(/^[0-9a-f]{32}$/);
    expect(await byMtxid('second')).toMatch(/^[0-9a-f]{32}$/);
    expect(await ledger.find('one', { sTxId: second ?? '' })).toMatchObject({
      transaction: { sTxId: second },
    });
  });

  it('names the choices that shaped a response, and keeps those that were fixed', async () => {
    const choices = { 'success-status': '202', 'json-layout': 'compact', 'stxid-form': 'uuid' } as const;
    await using mock = await createMock({ grease: 4, choices });
    const answers = await askAll(
      asking(mock),
      Array.from({ length: 20 }, (): Request => ({ path: FEE, body: BASELINE })),
    );

    for (const { status, headers, text } of answers) {
      expect(status).toBe(202);
      expect(text).toMatch(/^\{"/);
      expect(headers['tollgate-choices']).toMatch(/^success-status=202.*stxid-form=uuid$/);
      expect(headers['tollgate-choices']).not.toMatch(/json-layout|refusal|sale-status/);
      expect(String(headers['tollgate-choices']).includes('number-form=exponent')).toBe(
        /[\d.]+e\+0/.test(text),
      );
    }
  });
});

/** Any option of each choice. */
const anyChoices = fc.record(
  Object.fromEntries(CHOICE_NAMES.map((name) => [name, fc.constantFrom(...optionsOf<ChoiceName>(name))])),
) as fc.Arbitrary<Choices>;

describe('a mock with any choices', () => {
  it('accepts by the contract, or refuses', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyChoices,
        fc.boolean(),
        fc.array(request, { minLength: 1, maxLength: 8 }),
        async (choices, lenient, requests) => {
          await using mock = await createMock({ choices, lenient });
          const answers = await askAll(asking(mock), requests);

          for (const [index, answer] of answers.entries()) {
            const { path } = requests[index]!;
            if (!isRefusal(path, answer)) expect(brokenIn[path](answer.json())).toEqual([]);
          }
        },
      ),
      { numRuns: runsOf(60) },
    );
  });
});
