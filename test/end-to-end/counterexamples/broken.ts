/** Every deployment with a known defect: the mock's defects, and those of the test servers. */

import { describeMock } from '../../../cli/describe-mock.ts';
import { DEPLOYMENT_DEFAULTS, type Deployment } from '../../../conformance/deployment/deployment.ts';
import { BREAKABLE_RULES, type DefectName, type RuleId } from '../../../src/contract/rule-ids.ts';
import { startMock } from '../../../src/mock/index.ts';
import { DEFECTS, MET_DEFECTS, SHOULD_DEFECTS } from '../../deployments/defects.ts';
import { deploymentOf } from '../../deployments/judge.ts';
import { type ReferenceBehavior, startReference } from '../../deployments/reference.ts';
import { ruleOf } from '../../traffic/har-text.ts';

export interface Standing extends AsyncDisposable {
  readonly deployment: Deployment;
}

export interface Broken {
  readonly name: string;
  /** The rule that has to find it. */
  readonly rule: RuleId;
  /** Starts a new deployment with an empty store. */
  readonly start: () => Promise<Standing>;
  /** The same without the defect. */
  readonly startSound: () => Promise<Standing>;
}

/** In milliseconds; shorter than slow answers take. */
const SHORT_TIMEOUT = 2000;

/** Variants whose counterexamples need a pair of fields, or a sign. */
const VARIANTS: readonly DefectName[] = [
  'fee-request/accepts-all-fields-at-once:country-beside-campaign',
  'fee-request/requires-nicn:beside-data-and-campaign',
  'opaque/campaign-and-data-are-opaque:ideograph-in-data',
];

export const BROKEN: readonly Broken[] = [
  ...[...BREAKABLE_RULES, ...VARIANTS].map((defect): Broken => {
    const rule = ruleOf(defect);

    return {
      name: `mock --defect ${defect}`,
      rule,
      start: () => startOne(rule, [defect]),
      startSound: () => startOne(rule, []),
    };
  }),
  ...[...DEFECTS, ...SHOULD_DEFECTS, ...MET_DEFECTS].map(
    ({ what, rule, make }): Broken => ({
      name: what,
      rule,
      start: () => startTestServer(rule, make()),
      startSound: () => startTestServer(rule, {}),
    }),
  ),
];

/** Without a secret, a mock accepts tokens of other issuers. */
async function startOne(rule: RuleId, defects: readonly DefectName[]): Promise<Standing> {
  const mock = await startMock({ defects, jwtSecret: 'the secret of the mocks of a bench' });

  return {
    deployment: describeMock(mock, { timeout: timeoutFor(rule) }),
    [Symbol.asyncDispose]: () => mock.close(),
  };
}

async function startTestServer(rule: RuleId, behaviour: Partial<ReferenceBehavior>): Promise<Standing> {
  const server = await startReference(behaviour);
  const limits = { ...DEPLOYMENT_DEFAULTS.limits, timeout: timeoutFor(rule) };

  return {
    deployment: deploymentOf(server.url, { limits }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function timeoutFor(rule: RuleId): number {
  return rule === 'robustness/answers-in-time' ? SHORT_TIMEOUT : DEPLOYMENT_DEFAULTS.limits.timeout;
}
