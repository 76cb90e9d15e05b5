import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { type Merchant, parseMerchants } from '../engine/index.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { createMemoryLedger } from '../ledger/memory.ts';
import { createMock, type Mock, startMock } from './index.ts';
import { asking, BASELINE, FEE, fieldsOf, SALE } from './testing.ts';

/** Merchants who take this many percent: of an amount of 100, the fee in dollars. */
function taking(percent: number, ...names: readonly string[]): readonly Merchant[] {
  const merchants = names.map(
    (name) =>
      `  ${name}: { processors: [{ mid: "1", name: a, pricing: { model: percent-plus-fixed, percent: "${percent}", fixed: "0" } }] }`,
  );

  return parseMerchants(['merchants:', ...merchants].join('\n'), 'example');
}

const feeOf = async (mock: Mock, merchant?: string) =>
  fieldsOf(await asking(mock, merchant)(FEE, BASELINE))['transactionFee'];

/** A mock that is asked 200 times at once and gets other merchants at every tenth answer. */
async function underLoad(mock: Mock, ask: () => Promise<{ readonly status: number; readonly fee: unknown }>) {
  let answered = 0;
  let exchanged = 0;
  const answers = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const answer = await ask();
      answered += 1;
      if (answered % 10 === 0) {
        exchanged += 1;
        await mock.useMerchants(taking(1 + (exchanged % 3), 'one', 'other'));
      }

      return answer;
    }),
  );

  return { answers, exchanged };
}

describe('a mock that takes other merchants', () => {
  it('drops no request that is injected meanwhile', async () => {
    await using mock = await createMock({ merchants: taking(1, 'one') });
    const ask = asking(mock);
    const { answers, exchanged } = await underLoad(mock, async () => {
      const answer = await ask(FEE, BASELINE);

      return { status: answer.status, fee: fieldsOf(answer)['transactionFee'] };
    });

    expect(exchanged).toBe(20);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(answers.filter(({ fee }) => fee !== 1 && fee !== 2 && fee !== 3)).toEqual([]);
    expect(await feeOf(mock)).toBe(3);
  });

  it('drops no request that comes over its port meanwhile', async () => {
    await using mock = await startMock({ merchants: taking(1, 'one') });
    const headers = {
      'content-type': 'application/json',
      'x-requested-with': 'xhr',
      authorization: `Bearer ${mock.token()}`,
    };
    const { answers, exchanged } = await underLoad(mock, async () => {
      const answer = await request(`${mock.url}${FEE}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(BASELINE),
      });
      const { transactionFee } = (await answer.body.json()) as { readonly transactionFee: unknown };

      return { status: answer.statusCode, fee: transactionFee };
    });

    expect(exchanged).toBe(20);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(answers.filter(({ fee }) => fee !== 1 && fee !== 2 && fee !== 3)).toEqual([]);
    expect(await feeOf(mock)).toBe(3);
  });

  it('ends a request that is under way with the merchant that it began with', async () => {
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
    await using mock = await createMock({ merchants: taking(1, 'gone'), ledger });
    const early = asking(mock)(FEE, BASELINE);
    await expect.poll(() => recorded).toEqual(['gone']);
    await mock.useMerchants(taking(2, 'new'));
    const late = asking(mock)(FEE, BASELINE);
    await expect.poll(() => recorded).toEqual(['gone', 'new']);
    gate.resolve();

    expect(fieldsOf(await early)).toMatchObject({ transactionFee: 1, message: 'ok' });
    expect(fieldsOf(await late)).toMatchObject({ transactionFee: 2, message: 'ok' });
  });

  it('keeps the transactions of every merchant that stays, or comes back', async () => {
    await using mock = await createMock({ merchants: taking(1, 'one', 'other') });
    const stays = fieldsOf(await asking(mock, 'one')(FEE, BASELINE))['sTxId'];
    const leaves = fieldsOf(await asking(mock, 'other')(FEE, { ...BASELINE, mTxId: 'order-1' }))['sTxId'];
    await mock.useMerchants(taking(2, 'one'));
    const update = await asking(mock)(FEE, { ...BASELINE, sTxId: stays });
    await mock.useMerchants(taking(3, 'other', 'one'));

    expect(fieldsOf(update)).toEqual({ transactionFee: 2, sTxId: stays, message: 'ok' });
    expect((await asking(mock, 'one')(SALE, { sTxId: stays })).status).toBe(200);
    expect((await asking(mock, 'other')(SALE, { mTxId: 'order-1' })).json()).toEqual({ sTxId: leaves });
  });

  it('knows no token of a merchant that is gone, though it came before', async () => {
    await using mock = await createMock({ merchants: taking(1, 'one', 'gone') });
    const ask = asking(mock, 'gone');
    const before = await ask(FEE, BASELINE);
    await mock.useMerchants(taking(1, 'one'));
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

  it('has a new default merchant: the first', async () => {
    await using mock = await createMock({ merchants: taking(1, 'one') });
    const nameless = { authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzb21lYm9keSJ9.c2lnbmF0dXJl' };
    const feeOfNameless = async () => fieldsOf(await asking(mock)(FEE, BASELINE, nameless))['transactionFee'];
    const before = await feeOfNameless();
    await mock.useMerchants([...taking(2, 'first'), ...taking(3, 'one')]);

    expect([before, await feeOfNameless()]).toEqual([1, 2]);
    expect(mock.merchants).toEqual(['first', 'one']);
    expect(mock.token()).toBe(mock.token('first'));
    expect([await feeOf(mock), await feeOf(mock, 'one')]).toEqual([2, 3]);
  });

  it('shows them when it listens, too, and keeps the tokens of those that stay', async () => {
    await using mock = await startMock({ merchants: taking(1, 'one') });
    const token = mock.token('one');
    await mock.useMerchants(taking(1, 'other', 'one'));

    expect(mock.merchants).toEqual(['other', 'one']);
    expect(mock.token('one')).toBe(token);
  });

  it('has those of the last call, where several come at once', async () => {
    await using mock = await createMock({ merchants: taking(1, 'one') });
    await Promise.all([
      mock.useMerchants(taking(2, 'a', 'b', 'c', 'd')),
      mock.useMerchants(taking(3, 'e', 'f')),
      mock.useMerchants(taking(4, 'one')),
    ]);

    expect(mock.merchants).toEqual(['one']);
    expect(await feeOf(mock)).toBe(4);
  });

  it('needs at least one, and otherwise keeps those it has', async () => {
    await using mock = await createMock({ merchants: taking(1, 'one') });

    await expect(mock.useMerchants([])).rejects.toMatchObject({
      name: 'MockError',
      code: 'merchants-unreadable',
    });
    expect(await feeOf(mock)).toBe(1);
    await mock.useMerchants(taking(2, 'one'));
    expect(await feeOf(mock)).toBe(2);
  });

  it('refuses two of one name', async () => {
    await using mock = await createMock({ merchants: taking(1, 'one') });
    const twice = [...taking(1, 'one'), ...taking(2, 'one')];

    await expect(mock.useMerchants(twice)).rejects.toMatchObject({
      code: 'merchants-unreadable',
      message: 'merchants: expected each name once, got one twice',
    });
  });

  it('breaks the same rules as before', async () => {
    await using mock = await createMock({
      merchants: taking(1, 'one'),
      defects: ['nicn/refuses-non-digits'],
    });
    await mock.useMerchants(taking(2, 'one'));
    const answer = await asking(mock)(FEE, { ...BASELINE, nicn: '42424x' });

    expect(answer.status).toBe(200);
  });
});
