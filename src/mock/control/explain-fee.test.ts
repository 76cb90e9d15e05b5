import { describe, expect, it } from 'vitest';
import { asking, BASELINE, FEE, fieldsOf, SALE } from '../../../test/support/ask-mock.ts';
import { parseMerchants } from '../../engine/index.ts';
import { createMock, type InjectedAnswer, type Mock } from '../index.ts';

async function feeOf(mock: Pick<Mock, 'inject'>, { headers }: InjectedAnswer) {
  return mock.inject({ method: 'GET', path: `/_tollgate/journal/${headers['request-id']}/fee` });
}

interface Explained {
  readonly transactionFee: number;
  readonly explanation: { readonly sum: string; readonly lines: readonly { readonly amount: string }[] };
  readonly unexplained?: string;
}

describe('the fee of a response', () => {
  it('is explained line by line, also where its transaction was updated since', async () => {
    await using mock = await createMock();
    const ask = asking(mock);
    // No rule limits the fee of this card, so that the lines add up to it.
    const request = { ...BASELINE, mTxId: 'order-1', nicn: '601111' };
    const first = await ask(FEE, request);
    const second = await ask(FEE, { ...request, amount: 250 });
    await ask(SALE, { mTxId: 'order-1' });

    for (const answer of [first, second]) {
      const explained = (await feeOf(mock, answer)).json() as Explained;
      const sum = explained.explanation.lines.reduce((cents, { amount }) => cents + Number(amount) * 100, 0);
      expect(explained.transactionFee).toBe(fieldsOf(answer)['transactionFee']);
      expect(sum / 100).toBeCloseTo(explained.transactionFee, 2);
      expect(explained.unexplained).toBeUndefined();
    }
  });

  it('does not show a card number that was sent as an amount', async () => {
    await using mock = await createMock();
    const amount = 4_532_015_112_830_366;
    const answer = await asking(mock)(FEE, { ...BASELINE, amount, totalAmount: amount });

    expect((await feeOf(mock, answer)).text).not.toContain(String(amount));
  });

  it('is explained for the day of the response', async () => {
    await using mock = await createMock({
      asOf: '2022-06-30',
      merchants: 'fixtures/merchants/surcharging.yaml',
    });
    const answer = await asking(mock)(FEE, { ...BASELINE, region: '80202' });
    mock.clock.advance(40 * 86_400_000);

    expect((await feeOf(mock, answer)).json()).toMatchObject({ explanation: { asOf: '2022-06-30' } });
    expect(fieldsOf(await feeOf(mock, answer))['unexplained']).toBeUndefined();
  });

  it('is explained in a world, from there and from the mock', async () => {
    await using mock = await createMock();
    const answer = await asking(mock)('/w/one/v1/ch', BASELINE);

    for (const where of [mock, mock.world('one')])
      expect((await feeOf(where, answer)).json()).toMatchObject({ transactionFee: 2.43, explanation: {} });
    expect((await feeOf(mock.world('two'), answer)).status).toBe(404);
  });

  it('is explained as it was calculated: of completed and mended requests, and with the prices of then', async () => {
    await using mock = await createMock({ choices: { 'partial-update': 'keep' }, lenient: true });
    const ask = asking(mock);
    const { sTxId } = fieldsOf(await ask(FEE, BASELINE));
    const answers = [await ask(FEE, { sTxId, amount: 50 }), await ask(FEE, { ...BASELINE, amount: '50.00' })];
    const flat =
      'merchants: { two: { processors: [{ mid: "1", name: a, pricing: { model: flat, fixed: "9.99" } }] } }';
    await mock.useMerchants(parseMerchants(flat, 'test'));

    for (const answer of answers) {
      const explained = (await feeOf(mock, answer)).json() as Explained;
      expect(explained.transactionFee).toBe(fieldsOf(answer)['transactionFee']);
      expect(explained.unexplained).toBeUndefined();
    }
  });

  it('is left unexplained where another fee was answered, and of a long request', async () => {
    await using mock = await createMock();
    const ask = asking(mock);
    const zero = await ask(FEE, BASELINE, { 'tollgate-fault': 'zero-fee' });
    const long = await ask(FEE, { ...BASELINE, campaign: ['x'.repeat(20_000)] });

    expect(fieldsOf(await feeOf(mock, zero))['unexplained']).toMatch(/the fee was 0, .* gives 2.43/);
    expect(fieldsOf(await feeOf(mock, long))['unexplained']).toMatch(/too long/);
  });

  it('does not exist where the response has none', async () => {
    await using mock = await createMock();
    const ask = asking(mock);
    const { sTxId } = fieldsOf(await ask(FEE, BASELINE));
    for (const answer of [await ask(FEE, { ...BASELINE, amount: -1 }), await ask(SALE, { sTxId })])
      expect((await feeOf(mock, answer)).status).toBe(404);
    expect((await mock.inject({ method: 'GET', path: '/_tollgate/journal/none/fee' })).status).toBe(404);
  });
});
