import { describe, expect, it } from 'vitest';
import { asking, FEE, fieldsOf } from '../../../test/support/ask-mock.ts';
import { readContract } from '../../contract/document.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { parseMerchants } from '../../engine/index.ts';
import { createMock } from '../index.ts';
import { contractForPage, firstExample } from './listing.ts';

const ALPHA = { mid: '700100', name: 'alpha' };
const BETA = { mid: '700200', name: 'beta' };

function examplesOf(contract: object): Record<string, { summary?: string; value: Record<string, unknown> }> {
  const paths = (contract as { paths: Record<string, { post: object }> }).paths;
  const { requestBody } = paths[OPERATIONS[0]!.path]!.post as {
    requestBody: { content: Record<string, { examples: object }> };
  };

  return requestBody.content['application/json']!.examples as ReturnType<typeof examplesOf>;
}

const fitted = (...processors: readonly (typeof ALPHA)[]) =>
  examplesOf(contractForPage(readContract(), processors));

describe('the examples on the page', () => {
  it('are those of the contract where the merchant can send them', () => {
    expect(fitted(ALPHA)).toEqual(examplesOf(readContract()));
  });

  it('name a processor of the merchant where it has several', () => {
    expect(Object.values(fitted(BETA, ALPHA)).map(({ value }) => value['processor'])).toEqual([
      'beta',
      'beta',
      'beta',
      'alpha',
      'beta',
    ]);
    expect(Object.values(fitted(BETA)).map(({ value }) => value['processor'])).toEqual([
      undefined,
      undefined,
      undefined,
      'beta',
      undefined,
    ]);
    expect(fitted(BETA)['every-field']?.summary).toBeUndefined();
  });

  it('do not change the contract', () => {
    const contract = readContract();
    contractForPage(contract, [BETA, ALPHA]);

    expect(contract).toEqual(readContract());
    expect(firstExample(contract)).toEqual({
      amount: 100,
      nicn: '424242',
      region: '85004',
      mTxId: 'order-1001',
    });
  });

  it.each([[[ALPHA]], [[BETA]], [[BETA, ALPHA]]])('all get a fee: %j', async (processors) => {
    const pricing = { model: 'flat', fixed: '1.50' };
    const merchants = { shop: { processors: processors.map((names) => ({ ...names, pricing })) } };
    await using mock = await createMock({ merchants: parseMerchants(JSON.stringify({ merchants }), 'test') });
    const ask = asking(mock);
    for (const { value } of Object.values(fitted(...processors))) {
      expect(fieldsOf(await ask(FEE, value))).toMatchObject({ transactionFee: 1.5, message: 'ok' });
    }
  });
});
