import { describe, expect, it } from 'vitest';
import { asking, BASELINE, FEE, fieldsOf, SALE } from '../../../test/support/ask-mock.ts';
import { type Merchant, parseMerchants } from '../../engine/index.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { createMemoryLedger } from '../../ledger/memory.ts';
import { createMock, type Mock } from '../index.ts';
import { createAuthentication, createMerchantRegistry, type MerchantRegistry } from './authenticate.ts';
import type { TokenResult } from './token.ts';

/** Merchants with this percentage: the fee in US dollars of an amount of 100. */
function charging(percent: number, ...names: readonly string[]): readonly Merchant[] {
  const merchants = names.map(
    (name) =>
      `  ${name}: { processors: [{ mid: "1", name: a, pricing: { model: percent-plus-fixed, percent: "${percent}", fixed: "0" } }] }`,
  );

  return parseMerchants(['merchants:', ...merchants].join('\n'), 'example');
}

const toRegistry = (merchants: readonly Merchant[]) => merchants as unknown as MerchantRegistry['merchants'];

const feeOf = async (mock: Mock, merchant?: string) =>
  fieldsOf(await asking(mock, merchant)(FEE, BASELINE))['transactionFee'];

describe('a mock whose merchants change', () => {
  it('answers every request during the changes', async () => {
    await using mock = await createMock({ merchants: charging(1, 'one') });
    const ask = asking(mock);
    let answered = 0;
    const responses = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const response = await ask(FEE, BASELINE);
        answered += 1;
        if (answered % 10 === 0) await mock.useMerchants(charging(1 + ((answered / 10) % 3), 'one', 'other'));

        return { status: response.status, fee: fieldsOf(response)['transactionFee'] };
      }),
    );

    expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
    expect(responses.filter(({ fee }) => fee !== 1 && fee !== 2 && fee !== 3)).toEqual([]);
    expect(await feeOf(mock)).toBe(3);
  });

  it('completes a request with the merchant that it started with', async () => {
    const gate = Promise.withResolvers<void>();
    const recorded: string[] = [];
    const inner = createMemoryLedger();
    const ledger: Ledger = {
      ...inner,
      record: async (...recording) => {
        recorded.push(recording[0]);
        await gate.promise;

        return inner.record(...recording);
      },
    };
    await using mock = await createMock({ merchants: charging(1, 'gone'), ledger });
    const early = asking(mock)(FEE, BASELINE);
    await expect.poll(() => recorded).toEqual(['gone']);
    await mock.useMerchants(charging(2, 'new'));
    const late = asking(mock)(FEE, BASELINE);
    await expect.poll(() => recorded).toEqual(['gone', 'new']);
    gate.resolve();

    expect(fieldsOf(await early)).toMatchObject({ transactionFee: 1, message: 'ok' });
    expect(fieldsOf(await late)).toMatchObject({ transactionFee: 2, message: 'ok' });
  });

  it('keeps the transactions of every merchant that stays or returns', async () => {
    await using mock = await createMock({ merchants: charging(1, 'one', 'other') });
    const stays = fieldsOf(await asking(mock, 'one')(FEE, BASELINE))['sTxId'];
    const leaves = fieldsOf(await asking(mock, 'other')(FEE, { ...BASELINE, mTxId: 'order-1' }))['sTxId'];
    await mock.useMerchants(charging(2, 'one'));
    const update = await asking(mock)(FEE, { ...BASELINE, sTxId: stays });
    await mock.useMerchants(charging(3, 'other', 'one'));

    expect(fieldsOf(update)).toEqual({ transactionFee: 2, sTxId: stays, message: 'ok' });
    expect((await asking(mock, 'one')(SALE, { sTxId: stays })).status).toBe(200);
    expect((await asking(mock, 'other')(SALE, { mTxId: 'order-1' })).json()).toEqual({ sTxId: leaves });
  });

  it('refuses the token of a removed merchant, although it was cached', async () => {
    await using mock = await createMock({ merchants: charging(1, 'one', 'gone') });
    const ask = asking(mock, 'gone');
    const before = await ask(FEE, BASELINE);
    await mock.useMerchants(charging(1, 'one'));
    const after = await ask(FEE, BASELINE);

    expect(before.status).toBe(200);
    expect(after.status).toBe(401);
    expect(after.headers['content-type']).toBe('application/problem+json');
    expect(fieldsOf(after)).toMatchObject({
      violations: [
        { rule: 'auth/refuses-invalid-token', expected: expect.stringContaining('merchants one') },
      ],
    });
    expect(() => mock.token('gone')).toThrow(expect.objectContaining({ code: 'unknown-merchant' }));
  });

  it('refuses an empty list and keeps its merchants', async () => {
    await using mock = await createMock({ merchants: charging(1, 'one') });

    await expect(mock.useMerchants([])).rejects.toMatchObject({
      name: 'MockError',
      code: 'merchants-unreadable',
    });
    expect(await feeOf(mock)).toBe(1);
    await mock.useMerchants(charging(2, 'one'));
    expect(await feeOf(mock)).toBe(2);
  });

  it('refuses two merchants with the same name', async () => {
    await using mock = await createMock({ merchants: charging(1, 'one') });
    const twice = [...charging(1, 'one'), ...charging(2, 'one')];

    await expect(mock.useMerchants(twice)).rejects.toMatchObject({
      code: 'merchants-unreadable',
      message: 'merchants: expected each name once, got one twice',
    });
  });

  it('caches no merchant of a list that was replaced during the verification', async () => {
    const { promise, resolve } = Promise.withResolvers<TokenResult>();
    const verifier = { expected: 'a JWT', mint: undefined, verify: () => promise };
    const registry = await createMerchantRegistry(toRegistry(charging(1, 'one')), verifier);
    const { authenticate } = createAuthentication(registry, verifier, Date.now);
    const [before] = registry.principals;
    const early = authenticate('Bearer a');
    await registry.use(toRegistry(charging(1, 'other', 'one')));
    resolve({ kind: 'token', merchant: 'one', until: Number.MAX_VALUE });

    expect(await early).toBe(before);
    expect(await authenticate('Bearer a')).toBe(registry.principals[1]);
    await registry.use(toRegistry(charging(1, 'other')));
    expect(await authenticate('Bearer a')).toMatchObject({ kind: 'refused', code: 'unauthorized' });
  });
});
