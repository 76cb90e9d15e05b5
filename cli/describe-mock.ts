/** Describes a mock with the shipped merchants as a deployment, so that every rule can be judged. */
import { DEPLOYMENT_DEFAULTS, type Deployment } from '../conformance/deployment/deployment.ts';
import { parsePricing } from '../conformance/deployment/pricing.ts';
import { REQUIRED_HEADERS } from '../src/contract/operations.ts';
import type { RunningMock } from '../src/mock/index.ts';
import { shippedMerchantText } from '../src/mock/read-merchants.ts';

export function describeMock(mock: RunningMock, limits: Partial<Deployment['limits']> = {}): Deployment {
  const alpha = { mid: '700100', name: 'alpha' };
  const beta = { mid: '700200', name: 'beta' };

  return {
    ...DEPLOYMENT_DEFAULTS,
    url: new URL(mock.url),
    headers: REQUIRED_HEADERS,
    one: { token: mock.token('one'), processors: [alpha] },
    several: { token: mock.token('several'), processors: [alpha, beta] },
    regions: { ...DEPLOYMENT_DEFAULTS.regions, zip: ['85004', '02134'] },
    multiPay: true,
    cardTokens: ['tok_test_1'],
    pricing: parsePricing(
      shippedMerchantText(),
      { one: {}, several: {} },
      { where: 'built-in mock', path: 'the merchant file of the mock' },
    ),
    limits: { ...DEPLOYMENT_DEFAULTS.limits, ...limits },
  };
}
