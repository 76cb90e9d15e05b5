import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { headersFor } from '../test/support/ask-mock.ts';
import { startMock } from './index.ts';
import { matchers } from './matchers.ts';

const merchants = fileURLToPath(new URL('../examples/merchants.yaml', import.meta.url));

test('say what was accepted, and else which call came nearest, or why it was refused, with all calls', async () => {
  await using mock = await startMock({ merchants });
  const send = (path: string, body: object) =>
    fetch(mock.url + path, {
      method: 'POST',
      headers: headersFor(mock.token('corner-shop')),
      body: JSON.stringify(body),
    });
  expect(matchers.toHavePriced(mock).message()).toMatch(
    /^expected an accepted fee call with {}\nThe mock got no request\.$/,
  );

  const fee = { amount: 100, nicn: '424242', region: '85004', mTxId: 'order-1' };
  await send('/v1/ch', fee);
  await send('/v1/ch', { ...fee, amount: -1 });
  await send('/v1/ch/sale', { mTxId: 'order-2' });

  expect(matchers.toHavePriced(mock, { amount: 100 }).pass).toBe(true);
  expect(matchers.toHavePriced(mock, { amount: 100 }).message()).toMatch(/^expected no accepted fee call/);
  expect(matchers.toHaveSold(mock).pass).toBe(false);

  const nearest = matchers.toHavePriced(mock, { amount: 250, nicn: '424242' });
  expect(nearest.pass).toBe(false);
  expect(nearest.message()).toMatch(
    /^expected an accepted fee call with {"amount":250,"nicn":"424242"}\nThe nearest one \(\S+\) differs:\n {2}\/amount: expected 250, got -1\nThe mock got:\n/,
  );

  const refused = matchers.toHaveSold(mock, { mTxId: 'order-2' });
  expect(refused.pass).toBe(false);
  expect(refused.message()).toMatch(/\nIt was refused \(\S+\): \/mTxId: expected the mTxId of a transaction/);
  expect(refused.message().match(/→ \d+/g)).toEqual(['→ 200', '→ 422', '→ 422']);

  const verdict = matchers.toBeConformant(mock);
  expect(verdict.pass).toBe(false);
  expect(verdict.message()).toMatch(/^the client is nonconformant\..*client-flow\/sells-what-was-priced/s);
});
