/** The rules on every response of the run: no server error, and no internals of the server. */
import { describeCall, hasServerFailed } from '../../rule/assertions.ts';
import { HOLDS, type RuleViolation, violation } from '../../rule/finding.ts';
import type { History } from '../../rule/history.ts';
import { findLeak } from '../../rule/leak-patterns.ts';
import { OUTAGE, type Rule, type RuleHead, rule } from '../../rule/rule.ts';
import { fee, sale } from '../../rule/script.ts';
import type { ServiceCall } from '../../rule/service-call.ts';

/** This many separate outages in one run are not accidents. */
const MIN_OUTAGES = 3;

export const noServerErrorOnBadInput = everyResponse(
  {
    id: 'robustness/no-server-error-on-bad-input',
    title: 'no request gets a server error',
    tries: 'Every response of the run. A single outage is not a failure; recurring server errors are.',
    fix: 'Refuse bad requests with a status below 500; for a valid one look for the cause in the server.',
    inTraffic: OUTAGE,
    lookAlikes: ['rate-limiting=503'],
  },
  (call) =>
    hasServerFailed(call)
      ? violation('a status below 500', describeCall(call), {
          nature: 'server-error',
          isAccident: true,
          failsFrom: MIN_OUTAGES,
        })
      : undefined,
);

export const noInternalsInErrors = everyResponse(
  {
    id: 'robustness/no-internals-in-errors',
    title: 'no response contains a stack trace, a file path or SQL',
    tries:
      'Every response of the run, and the responses to some bad requests; a token of the deployment file too.',
    fix: 'Write your own error messages, log the exceptions, and switch off error pages for development.',
    inTraffic: { from: 1 },
  },
  ({ response, sent }, { tokens = [] }) => {
    if (response.kind === 'unanswered') return undefined;
    if (tokens.some((token) => response.text.includes(token)))
      return violation('a response without a token', 'a token of the deployment file', { isAccident: true });
    const parts = [response.text, ...Object.values(response.headers)];
    const found = parts.map((part) => findLeak(part, sent)).find((sign) => sign !== undefined);

    const expected = 'a response without internals of the server';

    return found === undefined ? undefined : violation(expected, found, { isAccident: true });
  },
);

function everyResponse(
  head: Omit<RuleHead, 'section'>,
  findViolation: (call: ServiceCall, history: History) => RuleViolation | undefined,
): Rule {
  return rule({
    ...head,
    section: '7',
    dependsOn: ['robustness/survives-malformed-input'],
    stage: 3,
    observationSuffices: true,
    judge(call, history) {
      const { response, outcome } = call;
      // The response to a valid call shows little of how a server handles others.
      const isTelling = response.kind === 'answered' && outcome.kind !== 'accepted';

      return findViolation(call, history) ?? (isTelling ? HOLDS : undefined);
    },
    scripts: () => BAD_INPUT.map((call) => ({ calls: [call] })),
  });
}

/** Requests that are likely to make a server fail; sent if no other rule has sent similar ones. */
const BAD_INPUT = [
  fee({ raw: '{"amount":' }),
  fee({ raw: '[]' }),
  fee({ amount: {}, nicn: [], region: 1 }),
  sale({ sTxId: "'" }),
  sale({ mTxId: '\u0000' }),
  sale({ sTxId: 7, mTxId: {}, authCode: [] }),
  fee({}, { variant: { credential: 'garbled' } }),
];
