/** Starts the mock of one run of a client: in this process, at a free port. */
import type { ClientMock, MockSettings } from '../../../conformance/index.ts';
import { startMock } from '../../mock/index.ts';
import type { MockMerchant } from '../../mock/read-merchants.ts';

export async function startClientMock(
  { choices, faults, seed, observer }: MockSettings,
  merchants?: readonly MockMerchant[],
): Promise<ClientMock> {
  const mock = await startMock({
    choices,
    faults,
    faultSeed: seed,
    tempObserver: observer,
    control: 'off',
    journal: 0,
    ...(merchants === undefined ? {} : { merchants }),
  });

  return { url: mock.url, token: mock.token, close: mock.close };
}
