/** The deployment file of the mock as it comes, for whoever has no deployment yet. */
import { DEPLOYMENT_DEFAULTS } from '../../../conformance/deployment/deployment.ts';
import { variable } from './words.ts';

export function mockDeploymentText(): string {
  return `# What tollgate has to know of a deployment to judge it: tollgate conform --deployment tollgate.yaml
# This is the mock as it comes (tollgate mock): for another deployment put its address and its tokens here, or let
# tollgate init URL ask it. ${variable('NAME')} reads the environment.

# The base address, without /v1.
url: http://127.0.0.1:4010

merchants:
  # The merchant with exactly one processor, which most rules use: tollgate token --merchant one
  one:
    token: ${variable('TOLLGATE_TOKEN')}
    processors: [{ mid: "700100", name: alpha }]
  # One with several: tollgate token --merchant several
  # several:
  #   token: ${variable('TOLLGATE_TOKEN_SEVERAL')}
  #   processors: [{ mid: "700100", name: alpha }, { mid: "700200", name: beta }]

# Test cards: only their first 6 to 8 digits are sent.
cards: ${JSON.stringify(DEPLOYMENT_DEFAULTS.cards)}

# Places in each form that the document has (2.1).
regions:
  zip: ["85004", "02134"]
  state: ["AZ"]
  iso: ["US-AZ"]

# In US dollars.
amounts: { min: ${DEPLOYMENT_DEFAULTS.amounts.min}, max: ${DEPLOYMENT_DEFAULTS.amounts.max} }
multiPay: true

# The merchant file that the mock is started with, where it is another than its own: fees are compared with it.
# pricing: merchants.yaml
`;
}
