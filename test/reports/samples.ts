/** Sample reports for the tests of reporters: of real runs, with every status, with hostile text. */
import { type ConformOptions, conform, type Deployment } from '../../conformance/index.ts';
import type {
  Report,
  ReportCounterexample,
  ReportRule,
  ReportStep,
  TrafficReport,
} from '../../conformance/report/report.ts';
import type { AnyRuleId } from '../../src/contract/client-rule-ids.ts';
import { deploymentOf } from '../deployments/judge.ts';
import { DESERTED } from '../deployments/listen.ts';
import { checkFee, type ReferenceBehavior, startReference } from '../deployments/reference.ts';

/** Judges a server with this behavior, at effort quick. */
export async function judge(
  behavior: Partial<ReferenceBehavior>,
  { file = {}, ...options }: Partial<ConformOptions> & { readonly file?: Partial<Deployment> } = {},
): Promise<Report> {
  await using server = await startReference(behavior);

  return await conform({
    deployment: deploymentOf(server.url, file),
    seed: 7,
    effort: 'quick',
    toolVersion: '1.2.3',
    ...options,
  });
}

/** Runs at the first call. The test files of a worker share the result. */
function once<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;

  return () => (running ??= run());
}

/** Real runs by their verdict and other properties. */
export const REAL: Readonly<Record<string, () => Promise<Report>>> = {
  'conformant, with a rule that was tested in part': once(() => judge({}, { file: { cardTokens: [] } })),
  'conformant, with rules left out': once(() => judge({}, { selects: (id) => id.startsWith('sale/') })),
  'nonconformant, with blocked rules': once(() => judge({ createStxid: () => 'always-the-same' })),
  'nonconformant in strict mode': once(() =>
    judge(
      {
        checkFee: (request, ...rest) =>
          checkFee({ ...request, nicn: String(request['nicn']).replaceAll(' ', '') }, ...rest),
      },
      { strict: true, selects: (id) => id.startsWith('nicn/') },
    ),
  ),
  'inconclusive, because nothing listens': once(async () =>
    conform({ deployment: deploymentOf(DESERTED), seed: 7, effort: 'quick' }),
  ),
  'inconclusive, because the token is refused': once(() =>
    judge({
      intercept: (_, response) => {
        response.writeHead(401).end();

        return true;
      },
    }),
  ),
};

export function rule(id: AnyRuleId, fields: Partial<ReportRule> = {}): ReportRule {
  return {
    id,
    section: '2.1',
    level: 'must',
    title: 'it holds',
    outcome: 'pass',
    reason: '',
    exercised: 3,
    requests: 5,
    durationMs: 12,
    ...fields,
  };
}

export function failing(
  id: AnyRuleId,
  fields: Partial<ReportRule> = {},
  example: Partial<ReportCounterexample> = {},
): ReportRule {
  return rule(id, {
    outcome: 'fail',
    reason: 'expected a refusal, got accepted: 200',
    counterexample: { expected: 'a refusal', got: 'accepted: 200', case: {}, steps: [step()], ...example },
    replay: `tollgate replay REPORT.json ${id} http://127.0.0.1:4010/`,
    ...fields,
  });
}

export function step(response: Partial<{ status: number; body: string; type: string }> = {}): ReportStep {
  return {
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:4010/v1/ch',
      headers: { 'content-type': 'application/json', authorization: 'Bearer $TOLLGATE_TOKEN' },
      body: '{"amount":100,"nicn":"abcdef","region":"85004"}',
    },
    response: {
      status: response.status ?? 200,
      headers: { 'content-type': response.type ?? 'application/json' },
      body: response.body ?? '{"transactionFee":2.68,"sTxId":"t1","message":"ok"}',
    },
    curl: `curl -sS 'http://127.0.0.1:4010/v1/ch' --data-raw '{"amount":100,"nicn":"abcdef","region":"85004"}'`,
  };
}

/** One rule of each status. */
export const EVERY_STATUS: readonly ReportRule[] = [
  rule('fee-request/requires-amount'),
  failing('nicn/refuses-non-digits'),
  failing('identity/stxid-is-unique', {
    outcome: 'unstable',
    reason: 'failed 2 of 9 times: expected a refusal, got accepted: 200',
  }),
  failing('fee-request/refuses-negative-amount', { level: 'should' }),
  failing('sale/accepts-both', { waived: { reason: 'known, see ticket 12', until: '2027-01-31' } }),
  rule('sale/accepts-stxid', { outcome: 'blocked', reason: 'it depends on sale/accepts-both, which failed' }),
  rule('multi-pay/accepts-part-of-total', {
    outcome: 'skipped',
    reason: 'the deployment file says that there is no multi-pay',
  }),
  rule('observe/success-status', { outcome: 'observed', level: 'observe', reason: '201' }),
  rule('observe/zero-amount', {
    outcome: 'skipped',
    level: 'observe',
    reason: 'the cap on requests was reached',
  }),
  rule('country/defaults-to-840', { outcome: 'broken', reason: 'TypeError: x is undefined' }),
];

/** A report of these rules. */
export function reportOf(rules: readonly ReportRule[] = EVERY_STATUS, fields: Partial<Report> = {}): Report {
  const counts = { pass: 0, fail: 0, unstable: 0, blocked: 0, skipped: 0, observed: 0, broken: 0 };
  for (const { outcome } of rules) counts[outcome]++;

  return {
    schema: 1,
    tool: { name: 'tollgate', version: '1.2.3' },
    contract: { title: 'Transaction Fee and Sale API', version: '1.0.0' },
    subject: 'service',
    target: 'http://127.0.0.1:4010/',
    startedAt: '2026-11-21T21:38:01.250Z',
    durationMs: 1250,
    seed: 7,
    effort: 'standard',
    strict: false,
    verdict: 'nonconformant',
    exitCode: 1,
    summary: 'Failed: nicn/refuses-non-digits.',
    requests: 321,
    latencies: {
      answered: 320,
      unanswered: 1,
      p50: 1,
      p95: 4,
      p99: 9,
      max: 18,
      buckets: [
        { upTo: 1, answers: 200 },
        { upTo: 2, answers: 119 },
        { upTo: 5, answers: 0 },
        { upTo: 20, answers: 1 },
      ],
    },
    counts,
    choices: { 'success-status': '200', 'sale-status': '201' },
    rules,
    ...fields,
  };
}

/** Text that a hostile server puts into its responses. */
export const HOSTILE: readonly string[] = [
  '</pre></script><script>alert(1)</script><img src=x onerror=alert(1)>',
  ']]><failure message="no"/>&amp;&#0;&quot;',
  '\u0000\u0001\u001b[31mred\u001b]0;title\u0007\u007f\u009b\r',
  '\u202egnp.exe\u2066\u200b\ufeff\u2028\ufffe\ud800',
  '`` ``` ````` ~~~ | @octocat #1 [x](http://evil.example) ![y](http://evil.example) <details>',
  '\n::error::injected\n::stop-commands::pause\n##[error]injected\n%0A::error::injected',
  'x" onmouseover="alert(1)',
  '\n\n# heading\n\n- list\n\n| a | b |\n|---|---|\n',
  '👩‍💻 Größe 価格 سعر',
];

/** A report with a text in every place that a server can influence. */
export function reportShowing(text: string): Report {
  return reportOf(
    [
      failing(
        'nicn/refuses-non-digits',
        { reason: `expected a refusal, got ${text}` },
        {
          got: text,
          expected: `not ${text}`,
          steps: [step({ body: text, type: text }), unansweredStep(text)],
        },
      ),
      failing('identity/stxid-is-unique', {
        outcome: 'unstable',
        reason: `failed 2 of 9 times: expected x, got ${text}`,
      }),
      failing('fee-request/refuses-negative-amount', { level: 'should', reason: text }),
      failing('sale/accepts-both', { reason: text, waived: { reason: text } }),
      rule('sale/accepts-stxid', { outcome: 'skipped', reason: text }),
      rule('country/defaults-to-840', { outcome: 'broken', reason: text }),
      rule('observe/refusal', { outcome: 'observed', level: 'observe', reason: text }),
      rule('observe/zero-amount', { outcome: 'skipped', level: 'observe', reason: text }),
    ],
    { summary: text, choices: { [text]: text } },
  );
}

function unansweredStep(detail: string): ReportStep {
  return { ...step(), response: { none: 'reset', detail } };
}

// A small report of traffic for the tests of reporters: findings of the client, a conformant service.

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
