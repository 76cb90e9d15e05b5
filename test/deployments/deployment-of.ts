/** The deployment file of a test server, unless a test changes it. */
import { DEPLOYMENT_DEFAULTS, type Deployment } from '../../conformance/deployment/deployment.ts';
import { REQUIRED_HEADERS } from '../../src/contract/operations.ts';
import { TOKENS } from './reference.ts';

export function deploymentOf(url: URL, overrides: Partial<Deployment> = {}): Deployment {
  return {
    ...DEPLOYMENT_DEFAULTS,
    url,
    headers: REQUIRED_HEADERS,
    one: { token: TOKENS.one, processors: [{ mid: '700100', name: 'alpha' }] },
    several: {
      token: TOKENS.several,
      processors: [
        { mid: '700100', name: 'alpha' },
        { mid: '700200', name: 'beta' },
      ],
    },
    regions: { ...DEPLOYMENT_DEFAULTS.regions, zip: ['85004', '02134'] },
    multiPay: true,
    cardTokens: ['tok_test_1'],
    ...overrides,
  };
}
