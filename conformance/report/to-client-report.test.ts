import { expect, it } from 'vitest';
import type { ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import { createExchanges, FEE } from '../../test/support/client-exchanges.ts';
import type { ClientResult } from '../clients/client-results.ts';
import { CLIENT_RULES } from '../rules/client-rules.gen.ts';
import { toResult } from '../runner/outcome.ts';
import { type CountingOptions, describeRun } from '../verdict/counting.ts';
import { readWaivers } from '../verdict/read-accepted.ts';
import { PLACEHOLDER } from './failure.ts';
import { text } from './text.ts';
import { type SeenContext, toClientReport } from './to-client-report.ts';

const CARD = '4242424242424242';
const exchange = createExchanges()({ body: { ...FEE, data: [CARD], cardToken: 'tok_1' }, delivery: 'lost' });

function result(id: ClientRuleId, outcome: ClientResult['outcome']): ClientResult {
  const rule = CLIENT_RULES.find((candidate) => candidate.id === id);
  if (rule === undefined) throw new Error(`expected a rule, got ${id}`);

  return toResult(rule, { outcome, exercised: 1, requests: 0 });
}

const PASS = result('client-request/is-json-post', { kind: 'pass' });
const FAIL: ClientResult['outcome'] = {
  kind: 'fail',
  expected: 'one',
  got: `${CARD} twice`,
  steps: [exchange],
};
const MUST = result('client-request/never-sends-card-number', FAIL);
const SHOULD = result('client-flow/sells-once', FAIL);

type Options = Partial<SeenContext> & CountingOptions;

function reportOf(results: readonly ClientResult[], more: Options = {}) {
  const context = { target: 'npm test', address: 'http://127.0.0.1:4010', requests: 3, ...more };
  const given = { startedAt: new Date('2026-11-21'), seed: 7, effort: 'standard', ...more } as const;

  return toClientReport(results, context, describeRun('client', given, 1));
}

function waiverOf(rule: string, until: string) {
  return readWaivers(`[{ rule: ${rule}, reason: known, until: ${until} }]`, 'waivers.yaml');
}

const WAIVED = waiverOf(MUST.id, '2027-01-31');
const baseline = reportOf([PASS, MUST]);

it.each<readonly [string, readonly ClientResult[], Options, string, number]>([
  ['a client without mistakes', [PASS], {}, 'conformant', 0],
  ['a must that fails', [PASS, MUST], {}, 'nonconformant', 1],
  ['a failure with a waiver', [PASS, MUST], { waivers: WAIVED }, 'conformant', 0],
  ['a stale waiver', [PASS], { waivers: waiverOf(PASS.id, '2027-01-31') }, 'conformant', 1],
  ['a failure of the baseline', [PASS, MUST], { baseline }, 'conformant', 0],
  ['a run that could not judge', [PASS], { inconclusive: 'The command failed.' }, 'inconclusive', 3],
])('%s decides verdict and exit code', (_, results, context, verdict, exitCode) => {
  expect(reportOf(results, context)).toMatchObject({ subject: 'client', verdict, exitCode });
});

it('a failure is shown with its masked requests, and how it does not count', () => {
  const { rules } = reportOf([MUST], { baseline, waivers: [] });

  expect(JSON.stringify(rules)).not.toMatch(/4242424242424242|tok_1|eyJ/);
  expect(rules).toMatchObject([
    {
      reason: 'expected one, got 424242…(16 digits) twice',
      known: { since: baseline.startedAt },
      counterexample: {
        got: '424242…(16 digits) twice',
        steps: [{ response: { none: 'lost' }, curl: expect.stringContaining('$TOLLGATE_TOKEN') }],
      },
    },
  ]);
  expect(reportOf([result(MUST.id, { kind: 'pass' })], { baseline }).baseline?.mended).toEqual([MUST.id]);
});

it('exchanges of a client are where a failure was seen, and masked commands say so', () => {
  const shown = text(reportOf([MUST]));
  const plain = createExchanges()({ body: FEE });

  expect(shown).toContain('  seen in:\n    # values are masked: put your own back\n    curl ');
  expect(shown).not.toContain('reproduction');
  expect(text(reportOf([result(MUST.id, { ...FAIL, steps: [plain] })]))).toMatch(/seen in:\n +curl /);
});

it('a rule that no section demands is shown without one, and failures that count are counted as words', () => {
  const shown = text(reportOf([SHOULD, result('client-resilience/gives-up', FAIL)]));

  expect(shown).toContain('WARNING  client-resilience/gives-up  (should)\n');
  expect(shown).toContain('WARNING  client-flow/sells-once  (should, section 4.2)\n');
  expect(shown).toContain('2 should rules: 2 warnings');
});

it('a card number that was sent as a number is masked without quotes', () => {
  const sent = createExchanges()({ body: { ...FEE, nicn: Number(CARD), data: [CARD] }, status: 422 });
  const { rules } = reportOf([result('client-request/has-right-types', { ...FAIL, steps: [sent] })]);
  const { body } = rules[0]?.counterexample?.steps[0]?.request ?? {};

  expect(body).toContain('"nicn":424242…(16 digits),');
  expect(body).toContain('"data":["424242…(16 digits)"]');
});

it('the text prints the waiver of each failure that counts, which the waiver file takes', () => {
  const shown = text(
    reportOf([PASS, MUST, result('client-flow/sells-what-was-priced', { ...FAIL, kind: 'unstable' })]),
  );
  const entries = [...shown.matchAll(/to waive: (.*)/g)].map(([, entry]) => entry);

  expect(shown).toContain('3 requests in');
  expect(text(reportOf([PASS], { requests: 1 }))).toContain('1 request in');
  expect(entries).toEqual([
    expect.stringMatching(
      /^- \{ rule: client-request\/never-sends-card-number, reason: .*, until: 2026-12-21 \}$/,
    ),
    expect.stringMatching(/, fails: sometimes \}$/),
  ]);
  const waivers = readWaivers(entries.join('\n').replaceAll(PLACEHOLDER, 'ticket 12'), 'waivers.yaml');
  expect(reportOf([PASS, MUST], { waivers }).verdict).toBe('conformant');
});

it('marks a disputed rule, and gives the verdict without it', () => {
  const disputed = { ...MUST, disputed: '2026-12-01' };
  const report = reportOf([PASS, disputed]);

  expect(report).toMatchObject({ verdict: 'nonconformant', withoutDisputed: 'conformant' });
  expect(report.rules.map((rule) => rule.disputed)).toEqual([undefined, '2026-12-01']);
  expect(text(report)).toContain('(must, disputed since 2026-12-01, section 1.4)');
  expect(text(report)).toContain(`Without ${MUST.id} (disputed since 2026-12-01) the verdict is conformant.`);
});

it('bodies are shown as they were written, since their layout may be what a client does not tolerate', () => {
  const written = String.raw`{ "amount": 1e2, "amount": 100.0,${'\n'}"data": ["\u0041"] }`;
  const answered = createExchanges()({ body: written, response: written });
  const { rules } = reportOf([result('client-tolerance/json-layout', { ...FAIL, steps: [answered] })]);

  expect(rules[0]?.counterexample?.steps[0]).toMatchObject({
    request: { body: written },
    response: { body: written },
  });
});
