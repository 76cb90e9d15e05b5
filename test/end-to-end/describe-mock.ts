/** What a deployment file would say of a mock with the merchants that are shipped. */
import { ASSUMED, type Deployment } from '../../conformance/deployment/deployment.ts';
import { REQUIRED_HEADERS } from '../../src/contract/operations.ts';
import type { RunningMock } from '../../src/mock/index.ts';

export function describeMock(mock: RunningMock): Deployment {
  const alpha = { mid: '700100', name: 'alpha' };
  const beta = { mid: '700200', name: 'beta' };

  return {
    ...ASSUMED,
    url: new URL(mock.url),
    headers: REQUIRED_HEADERS,
    one: { token: mock.token('one'), processors: [alpha] },
    several: { token: mock.token('several'), processors: [alpha, beta] },
    multiPay: true,
  };
}
