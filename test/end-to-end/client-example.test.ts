/** The worked example of the typed client, straight from the clone, against the mock. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { startMock } from '../../src/mock/index.ts';

test('the example prices, prices anew, is refused, and sells', async () => {
  await using mock = await startMock();
  const lines: string[] = [];
  vi.stubEnv('TOLLGATE_URL', mock.url);
  vi.stubEnv('TOLLGATE_TOKEN', mock.token());
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(String(text));

    return true;
  });
  onTestFinished(() => {
    vi.unstubAllEnvs();
    write.mockRestore();
  });
  await import('../../examples/client/order.ts');

  expect(lines).toEqual([
    '100.00 costs 2.43 more by card\n',
    '250.00 costs 5.78 more by card\n',
    'to ZZ: refused, The region must be a zip code, a two-letter state or an ISO state code, such as 85004, AZ or US-AZ, not "ZZ".\n',
    'sold, in the transaction that was priced\n',
  ]);
});
