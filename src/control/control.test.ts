/** The counts of calls that Prometheus reads. */
import { expect, it } from 'vitest';
import { asking, BASELINE, FEE, fieldsOf, SALE } from '../../test/support/ask-mock.ts';
import { createMock } from '../mock/index.ts';
import { createMetrics } from './metrics.ts';
import { wantsPage } from './pages.ts';

const LINE = /^[a-z_]+(?:\{[a-z]+="[^"\n]*"(?:,[a-z]+="[^"\n]*")*\})? (?:\d+(?:\.\d+)?(?:e-\d+)?)$/;

it.each([1000, 0])('counts the calls of a mock and its worlds, with a journal of %d', async (journal) => {
  await using mock = await createMock({ journal });
  const ask = asking(mock);
  const { sTxId } = fieldsOf(await ask(FEE, BASELINE));
  await ask(SALE, { sTxId });
  await ask('/w/one/v1/ch', { ...BASELINE, nicn: '4242', amount: '1' });
  await ask(FEE, BASELINE, { 'tollgate-fault': 'latency=1,status=429;retry-after=2' });
  await mock.inject({ path: '/nothing' });
  await mock.reset();
  const { text, headers } = await mock.inject({ method: 'GET', path: '/_tollgate/metrics' });
  const lines = text.split('\n');

  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(lines).toEqual(
    expect.arrayContaining([
      'tollgate_calls_total{operation="fee",status="200"} 1',
      'tollgate_calls_total{operation="fee",status="422"} 1',
      'tollgate_calls_total{operation="fee",status="429"} 1',
      'tollgate_calls_total{operation="sale",status="200"} 1',
      'tollgate_calls_total{operation="other",status="404"} 1',
      'tollgate_refusals_total{rule="nicn/refuses-fewer-than-6-digits"} 1',
      'tollgate_refusals_total{rule="fee-request/refuses-wrong-types"} 1',
      'tollgate_faults_total{fault="latency"} 1',
      'tollgate_faults_total{fault="status"} 1',
      'tollgate_faults_total{fault="retry-after"} 1',
      'tollgate_call_duration_seconds_bucket{operation="fee",le="+Inf"} 3',
      'tollgate_call_duration_seconds_count{operation="fee"} 3',
    ]),
  );
  expect(lines.filter((line) => line !== '' && !line.startsWith('# ') && !LINE.test(line))).toEqual([]);
});

it('counts findings, puts latencies in buckets, and bounds and escapes labels', () => {
  const metrics = createMetrics();
  const count = (status: number, rule: string) =>
    metrics.count({
      ...{ id: '', world: undefined, merchant: undefined, startedAt: 0, endedAt: 20, duration: 20 },
      request: { method: 'POST', url: '/v1/ch?a=b', headers: {}, body: undefined },
      response: { status, headers: {}, body: '' },
      ...{ overlooked: [], choices: {}, hints: [{ rule: rule as 'client-flow/sells-once', message: '' }] },
    });
  count(200, 'a "rule"\n');
  for (let n = 0; n < 1000; n++) count(200, `rule-${n}`);
  const lines = metrics.text().split('\n');
  const findings = lines.filter((line) => line.startsWith('tollgate_findings_total'));

  expect(findings[0]).toBe('tollgate_findings_total{rule="a \\"rule\\"\\n"} 1');
  expect(findings).toHaveLength(201);
  expect(findings.at(-1)).toBe('tollgate_findings_total{rule="other"} 801');
  expect(lines).toContain('tollgate_call_duration_seconds_bucket{operation="fee",le="0.01"} 0');
  expect(lines).toContain('tollgate_call_duration_seconds_bucket{operation="fee",le="0.05"} 1001');
});

it.each([
  ['Chromium', 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', true],
  ['a text browser', 'text/html, text/plain, text/*;q=0.5', true],
  ['HTML rather than JSON', 'application/json;q=0.5, TEXT/HTML; q=0.8', true],
  ['no header', undefined, false],
  ['curl and fetch', '*/*', false],
  ['axios', 'application/json, text/plain, */*', false],
  ['JSON as much as HTML', 'text/html, application/json', false],
  ['JSON rather than HTML', 'text/html;q=0.8, application/json', false],
  ['no HTML', 'text/html;q=0, */*', false],
  ['only images', 'image/png', false],
  ['an empty header', '', false],
  ['nonsense', ';;q=,, text/html;q=much', false],
])('whether a client prefers HTML: %s', (_client, accept, expected) => {
  expect(wantsPage(accept)).toBe(expected);
});
