/** What a deployment file would say of a mock with the merchants that are shipped. */
import { ASSUMED, type Deployment } from '../../conformance/deployment/deployment.ts';
import { pricingOf } from '../../conformance/deployment/pricing.ts';
import { readPricingFile } from '../../conformance/deployment/pricing-file.ts';
import { REQUIRED_HEADERS } from '../../src/contract/operations.ts';
import type { RunningMock } from '../../src/mock/index.ts';
import { shippedMerchants } from '../../src/mock/read-merchants.ts';

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
    pricing: pricingOf(
      readPricingFile(shippedMerchants(), 'mock'),
      { one: {}, several: {} },
      { where: 'mock', path: 'merchants.yaml' },
    ),
  };
}
