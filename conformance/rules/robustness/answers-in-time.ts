/** Every request of the run gets a response in time. A request without one is sent once more. */
import { isLost } from '../../rule/exchange.ts';
import { violation } from '../../rule/finding.ts';
import type { Recording } from '../../rule/recording.ts';
import { rule } from '../../rule/rule.ts';

export const answersInTime = rule<Recording>({
  id: 'robustness/answers-in-time',
  section: '4',
  level: 'must',
  title: 'every request gets a response within the time limit',
  tries:
    'Every request of the run. The limit is limits.timeout of the deployment file (default: 5,000 ms). A request ' +
    'that exceeds it is sent once more.',
  fix:
    'Respond to every request, also to one that you refuse. Set a timeout for databases and other services, and ' +
    'respond when it expires. For a slow deployment, raise limits.timeout or lower limits.concurrency in the ' +
    'deployment file.',
  lookAlikes: ['rate-limiting=503'],
  dependsOn: ['robustness/survives-malformed-input'],
  stage: 5,
  quickProbes: 2,
  observe(exchange) {
    if (!isLost(exchange)) return undefined;
    const { response, variant, body } = exchange;
    if (response.kind === 'answered' || body.length > MAX_BODY) return undefined;
    // A service may require a Content-Length, and close the connection behind its refusal.
    if (variant.framing === 'chunked' && response.cause !== 'timeout') return undefined;
    const nature = response.cause === 'timeout' ? 'timeout' : 'lost';

    return violation('an answer', `none: ${response.cause} (${response.detail})`, {
      nature,
      isAccident: true,
    });
  },
  probes: ({ baseline }) => [{ calls: [{ operation: 'calculateFee', body: { ...baseline } }] }],
});

/** In characters. A service may close the connection on a larger body, and a slow network may delay it. */
const MAX_BODY = 16_384;
