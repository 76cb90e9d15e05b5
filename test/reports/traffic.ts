/** A small report of traffic for the tests of reporters: findings of the client, a conformant service. */
import type { Report, TrafficReport } from '../../conformance/report/report.ts';
import { failing, reportOf, rule, step } from './samples.ts';

const UNTESTED = 'only a sender on purpose finds it out';

const SIDE = { passive: true, target: 'shop.har', seed: 0, requests: 12, durationMs: 40 } as const;

export const CLIENT_SIDE: Report = withoutTimes(
  reportOf(
    [
      rule('client-request/is-json-post', { exercised: 12, requests: 0 }),
      rule('client-request/has-bearer-jwt', {
        outcome: 'skipped',
        reason: 'the recorder left out the header Authorization',
        exercised: 0,
      }),
      withoutReplay(
        failing(
          'client-request/nicn-is-6-to-8-digits',
          { exercised: 8, requests: 0, reason: '3 of 8 times: expected 6 to 8 digits, got 4' },
          { expected: '6 to 8 digits', got: '4', steps: [step({ status: 400, body: '{"detail":"nicn"}' })] },
        ),
      ),
      withoutReplay(failing('client-flow/sells-once', { level: 'should', exercised: 4, requests: 0 })),
      rule('client-tolerance/success-status', { outcome: 'skipped', reason: UNTESTED, exercised: 0 }),
    ],
    { ...SIDE, subject: 'client', summary: 'Failed: client-request/nicn-is-6-to-8-digits.', choices: {} },
  ),
);

export const SERVICE_SIDE: Report = withoutTimes(
  reportOf(
    [
      rule('fee-response/has-message-ok', { exercised: 8, requests: 0 }),
      rule('fee-response/fee-has-cents', { level: 'should', exercised: 8, requests: 0 }),
      rule('nicn/refuses-non-digits', { outcome: 'skipped', reason: UNTESTED, exercised: 0 }),
      rule('sale/accepts-both', { outcome: 'skipped', reason: UNTESTED, exercised: 0 }),
      rule('observe/success-status', { level: 'observe', outcome: 'observed', reason: '201', exercised: 8 }),
      rule('observe/zero-amount', { level: 'observe', outcome: 'skipped', reason: UNTESTED, exercised: 0 }),
    ],
    {
      ...SIDE,
      verdict: 'conformant',
      exitCode: 0,
      summary: '1 of 3 must rules passed, none failed.',
      choices: { 'success-status': '201' },
    },
  ),
);

export function trafficOf(sides: readonly Report[], fields: Partial<TrafficReport> = {}): TrafficReport {
  const { schema, tool, contract, startedAt } = reportOf();

  return {
    ...{ schema, tool, contract, startedAt },
    subject: 'traffic',
    target: 'shop.har',
    durationMs: 40,
    verdict: 'nonconformant',
    exitCode: 1,
    summary: 'Client nonconformant: Failed: client-request/nicn-is-6-to-8-digits. Service conformant.',
    requests: 12,
    exchanges: { calculateFee: 8, attachSale: 4 },
    notJudged: [
      { why: 'the response never came', count: 2 },
      { why: 'shop.har is cut off: the last entry is incomplete', count: 1 },
    ],
    sides,
    ...fields,
  };
}

export const TRAFFIC: TrafficReport = trafficOf([CLIENT_SIDE, SERVICE_SIDE]);

/** Traffic has no latencies, since recorders measure different times. */
function withoutTimes({ latencies: _, ...report }: Report): Report {
  return report;
}

function withoutReplay<R extends { readonly replay?: string }>({ replay: _, ...rest }: R): Omit<R, 'replay'> {
  return rest;
}
