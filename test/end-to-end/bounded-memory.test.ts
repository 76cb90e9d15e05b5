/** A hostile page cannot end a mock by the memory of what it sends. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { createMock } from '../../src/mock/index.ts';
import { asking, BASELINE, FEE, SALE } from '../support/ask-mock.ts';

const MEBIBYTE = 2 ** 20;

it('the transactions of all worlds together have a budget: the oldest go, and the process warns once', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  onTestFinished(() => warned.mockRestore());
  await using mock = await createMock({ journal: 0 });
  const ask = asking(mock);
  const open = (path: string, mTxId: string) => ask(`${path}${FEE}`, { ...BASELINE, mTxId });
  const sell = async (path: string, mTxId: string) => (await ask(`${path}${SALE}`, { mTxId })).status;
  await open('', 'first');
  await open('/w/a', 'first');
  await open('/w/b', 'in use');
  for (let count = 0; count < 150; count += 1) {
    await open(count % 2 === 0 ? '' : '/w/c', `${count}`.padEnd(MEBIBYTE - 200, 'x'));
    if (count === 100) expect(await sell('/w/b', 'in use')).toBe(200);
  }

  expect(await Promise.all([sell('', 'first'), sell('/w/a', 'first')])).toEqual([422, 422]);
  expect(await sell('/w/b', 'in use')).toBe(200);
  expect(await sell('/w/c', '149'.padEnd(MEBIBYTE - 200, 'x'))).toBe(200);
  expect(warned.mock.calls).toEqual([[expect.stringMatching(/transactions in memory exceed 256 MiB/)]]);
});
